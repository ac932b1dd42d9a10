"use strict";
// The lobby, playing and watching.  What the server says is shown as text, never as markup.

const REFRESH_MS = 2000;
const SILENT = "The server does not answer.";
const KEYS = { Enter: "\r", Escape: "\x1b", Backspace: "\x7f", Tab: "\t", ArrowLeft: "h", ArrowDown: "j",
  ArrowUp: "k", ArrowRight: "l", Home: "y", PageUp: "u", End: "b", PageDown: "n" };
const STEPS = "ykuh.lbjn";
const PAD = [["search", "s"], ["take", ","], ["down", ">"], ["up", "<"], ["pack", "i"], ["eat", "e"],
  ["quaff", "q"], ["read", "r"], ["wield", "w"], ["wear", "W"], ["space", " "], ["return", "\r"],
  ["escape", "\x1b"], ["help", "?"], ["save", "S"]];

const byId = (id) => document.getElementById(id);
const terminal = new Terminal(byId("screen"));
let line = null;
let plays = false;

function say(text) {
  byId("said").textContent = text;
}

function cell(text) {
  const made = document.createElement("td");
  made.textContent = text;
  return made;
}

function tableRow(...cells) {
  const made = document.createElement("tr");
  made.append(...cells);
  return made;
}

function fill(id, rows, nothing) {
  if (!rows.length) {
    rows.push(tableRow(cell(nothing)));
    rows[0].firstChild.colSpan = 5;
  }
  byId(id).replaceChildren(...rows);
}

async function refresh() {
  if (byId("lobby").hidden) {
    return;
  }
  let known;
  try {
    known = await (await fetch("games.json")).json();
  } catch {
    say(SILENT);
    return;
  }
  if (byId("said").textContent === SILENT) {
    say("");
  }
  fill("games", known.games.map((game) => {
    const watch = document.createElement("button");
    watch.textContent = "Watch";
    watch.addEventListener("click", () => enter(`watch/${game.game}`, game.player));
    const last = document.createElement("td");
    last.append(watch);
    return tableRow(cell(game.player), cell(game.edition), cell(game.standing), cell(game.watchers), last);
  }), "Nobody plays at the moment.");
  fill("best", known.best.map((game) =>
    tableRow(cell(game.score), cell(game.player), cell(game.edition), cell(game.end))), "No game has scored yet.");
}

function enter(path, title, login) {
  leave();
  plays = Boolean(login);
  terminal.clear();
  terminal.draw();
  byId("lobby").hidden = true;
  byId("play").hidden = false;
  byId("pad").hidden = !plays;
  byId("title").textContent = plays ? "" : `watching ${title}`;
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  const opened = new WebSocket(`${scheme}://${location.host}/${path}`);
  opened.binaryType = "arraybuffer";
  line = opened;
  opened.addEventListener("open", () => {
    if (login) {
      opened.send(JSON.stringify(login));
    }
  });
  opened.addEventListener("message", (event) => {
    if (typeof event.data === "string") {
      told(JSON.parse(event.data), login);
    } else {
      terminal.feed(new Uint8Array(event.data));
    }
  });
  opened.addEventListener("close", () => {
    if (line === opened) {
      byId("title").textContent = "The line is closed.";
    }
  });
  byId("screen").focus({ preventScroll: true });
  scrollTo(0, 0);
}

function told(what, login) {
  if (what.key) {
    login.key = what.key;
    sessionStorage.setItem("login", JSON.stringify(login));
    byId("key").value = what.key;
    byId("title").textContent = `Your key, shown only once: ${what.key}`;
  } else if (what.welcome) {
    sessionStorage.setItem("login", JSON.stringify(login));
  } else if (what.refused) {
    sessionStorage.removeItem("login");
    back();
    say(what.refused);
  }
}

function leave() {
  const old = line;
  line = null;
  if (old) {
    old.close();
  }
}

function back() {
  leave();
  plays = false;
  byId("lobby").hidden = false;
  byId("play").hidden = true;
  refresh();
}

function send(keys) {
  if (plays && line && line.readyState === WebSocket.OPEN) {
    line.send(new TextEncoder().encode(keys));
  }
}

function typed(event) {
  if (!plays || event.altKey || event.metaKey || event.target.tagName === "INPUT") {
    return;
  }
  let keys = KEYS[event.key] || (event.key.length === 1 ? event.key : "");
  if (event.ctrlKey && /^[a-z]$/i.test(event.key)) {
    keys = String.fromCharCode(event.key.toUpperCase().charCodeAt(0) & 31);
  }
  if (keys && keys.charCodeAt(0) < 127 + 1) {
    event.preventDefault();
    send(keys);
  }
}

byId("enter").addEventListener("submit", (event) => {
  event.preventDefault();
  say("");
  enter("play", "", { name: byId("name").value, key: byId("key").value });
});
byId("back").addEventListener("click", () => {
  sessionStorage.removeItem("login");
  back();
});
document.addEventListener("keydown", typed);
function addButton(place, label, keys) {
  const made = document.createElement("button");
  made.type = "button";
  made.textContent = label;
  made.addEventListener("click", () => send(keys));
  byId(place).append(made);
}

for (const step of STEPS) {
  addButton("steps", step, step);
}
for (const [label, keys] of PAD) {
  addButton("keys", label, keys);
}
byId("other").addEventListener("input", () => {
  send(byId("other").value.replace(/[^ -~]/g, ""));
  byId("other").value = "";
});
const kept = sessionStorage.getItem("login");
if (kept) {
  enter("play", "", JSON.parse(kept)); // the page was loaded again in mid-game
}
refresh();
setInterval(refresh, REFRESH_MS);
