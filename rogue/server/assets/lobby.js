"use strict";
// The lobby, playing and watching.  What the server says is shown as text, never as markup.

const REFRESH_MS = 2000;
const SILENT = "The server does not answer.";
const STEPS = [["\u2196", "up and left", "Home"], ["\u2191", "up", "ArrowUp"], ["\u2197", "up and right", "PageUp"],
  ["\u2190", "left", "ArrowLeft"], ["\u2022", "rest", "Clear"], ["\u2192", "right", "ArrowRight"],
  ["\u2199", "down and left", "End"], ["\u2193", "down", "ArrowDown"], ["\u2198", "down and right", "PageDown"]];
const PAD = [["search", "s"], ["take", ","], ["down", ">"], ["up", "<"], ["pack", "i"], ["eat", "e"],
  ["quaff", "q"], ["read", "r"], ["wield", "w"], ["wear", "W"], ["space", " "], ["return", "\r"],
  ["escape", "\x1b"], ["help", "?"], ["save", "S"]];

const byId = (id) => document.getElementById(id);
const terminal = new Terminal(byId("screen"));
const speech = new Speech(byId("messages"));
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
  const chosen = document.activeElement.dataset.game; // the rows are made anew
  fill("games", known.games.map((game) => {
    const watch = document.createElement("button");
    watch.textContent = "Watch";
    watch.setAttribute("aria-label", `Watch ${game.player}`);
    watch.dataset.game = game.game;
    watch.addEventListener("click", () => enter(`watch/${game.game}`, game.player));
    const last = document.createElement("td");
    last.append(watch);
    return tableRow(cell(game.player), cell(game.edition), cell(game.standing), cell(game.watchers), last);
  }), "Nobody is playing right now.");
  if (chosen) {
    byId("games").querySelector(`[data-game="${chosen}"]`)?.focus();
  }
  fill("best", known.best.map((game) => {
    const last = cell("");
    if (game.journal) {
      const link = document.createElement("a");
      link.href = link.textContent = game.journal;
      last.append(link);
    }
    return tableRow(cell(game.score), cell(game.player), cell(game.edition), cell(game.end), last);
  }), "No game has scored yet.");
}

function enter(path, title, login) {
  leave();
  plays = Boolean(login);
  if (login) { // for another time, also after the page was loaded again
    byId("name").value = login.name;
    byId("key").value = login.key;
  }
  terminal.clear();
  terminal.draw();
  speech.clear();
  byId("lobby").hidden = true;
  byId("play").hidden = false;
  byId("pad").hidden = byId("hint").hidden = !plays;
  byId("title").textContent = plays ? "" : `watching ${title}`;
  byId("first").textContent = byId("last").textContent = "";
  const opened = new WebSocket(new URL(path, location.origin.replace(/^http/, "ws") + location.pathname));
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
      const rows = terminal.text.split("\n");
      speech.look(rows);
      byId("first").textContent = rows.at(0).trim();
      byId("last").textContent = rows.at(-1).trim();
    }
  });
  opened.addEventListener("close", () => {
    if (line === opened) {
      byId("title").textContent = plays ? "The connection is closed." : "This game is no longer shown.";
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
    byId("name").focus();
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
  byId("top").focus();
  refresh();
}

function send(keys) {
  if (keys && plays && line && line.readyState === WebSocket.OPEN) {
    speech.expect();
    line.send(new TextEncoder().encode(keys));
  }
}

function typed(event) {
  if (!plays || document.activeElement !== byId("screen")) {
    return; // keys are the game's only while it has the focus
  }
  const keys = keysOf(event);
  if (keys) {
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
byId("zoom").addEventListener("click", () => {
  const isLarge = byId("play").classList.toggle("zoomed");
  byId("zoom").setAttribute("aria-pressed", isLarge);
  terminal.follow();
  byId("screen").focus({ preventScroll: true });
});
document.addEventListener("keydown", typed);
function addButton(place, text, keys, label) {
  const made = document.createElement("button");
  made.type = "button";
  made.textContent = text;
  if (label) {
    made.title = label;
    made.setAttribute("aria-label", label);
  }
  made.addEventListener("mousedown", (event) => event.preventDefault()); // the focus stays with the game
  made.addEventListener("click", () => send(keys));
  byId(place).append(made);
}

for (const [text, label, key] of STEPS) {
  addButton("steps", text, namedKey(key), label);
}
for (const [text, keys] of PAD) {
  addButton("keys", text, keys);
}

function typedElsewhere(event) {
  const text = byId("other").value;
  if (event.isComposing && /[^ -~]/.test(text)) {
    return; // an accent waits for its letter
  }
  send(text);
  byId("other").value = "";
}

byId("other").addEventListener("input", typedElsewhere);
byId("other").addEventListener("compositionend", typedElsewhere);
byId("other").addEventListener("keydown", (event) => {
  if (event.key === "Enter" && !event.isComposing) {
    event.preventDefault();
    send("\r");
  }
});
const kept = sessionStorage.getItem("login");
if (kept) {
  enter("play", "", JSON.parse(kept)); // the page was loaded again in mid-game
}
refresh();
setInterval(refresh, REFRESH_MS);
