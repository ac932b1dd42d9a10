"use strict";
// The page to write in: the text is checked as it is typed, and its game is played beside it.

const WAIT_MS = 300;  // after the last key, before the text is checked
const MOST_CHARACTERS = 64 << 10;

const byId = (id) => document.getElementById(id);
const text = byId("text");
const numbers = byId("numbers");
let bad = new Set();
let waits = 0;
let bases = [];  // what the file has, and may have after a save: if it still has that, a reload keeps the text

const room = roomOnPage((said) => send({say: said}));
const socket = openSocket("edit", hear, () => say("The connection is lost. Reload the page when the server runs: it keeps your text."));

function send(message) {
  if (socket.readyState === WebSocket.OPEN) {
    socket.send(JSON.stringify(message));
  }
}

function say(words) {
  byId("said").textContent = words;
}

function hear(message) {
  if (typeof message === "string") {
    room.hear(message);
  } else if ("text" in message) {
    const draft = kept("draft");
    text.value = draft.bases && draft.bases.includes(message.text) ? draft.text : message.text;
    bases = [message.text];
    byId("save").hidden = !message.file;
    document.title = `eggg: ${message.file || "a new game"}`;
    check();
  } else if ("problems" in message) {
    show(JSON.parse(message.problems), message.told);
  } else if ("saved" in message) {
    say(message.saved);
  } else if ("clear" in message) {
    room.clear();
  }
}

function show(problems, told) {
  bad = new Set(problems.map(([line]) => line));
  byId("problems").replaceChildren(...problems.map(([line, words]) => {
    const item = document.createElement("li");
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = line ? `${line}: ${words}` : words;
    button.addEventListener("click", () => choose(line));
    item.append(button);
    return item;
  }));
  say(told);
  number();
}

function choose(line) {
  const lines = text.value.split("\n");
  const start = lines.slice(0, Math.max(line - 1, 0)).join("\n").length + (line > 1 ? 1 : 0);
  text.focus();
  text.setSelectionRange(start, start + (lines[line - 1] || "").length);
}

function number() {
  const count = text.value.split("\n").length;
  numbers.replaceChildren(...Array.from({length: count}, (_, at) => {
    const row = document.createElement("span");
    row.textContent = `${at + 1}\n`;
    row.className = bad.has(at + 1) ? "bad" : "";
    return row;
  }));
  numbers.scrollTop = text.scrollTop;
}

function check(more = {}) {
  clearTimeout(waits);
  bases = "save" in more ? [bases[0], text.value] : bases;
  if (text.value.length <= MOST_CHARACTERS) {
    keep("draft", {bases, text: text.value});
    send({text: text.value, ...more});
  } else {
    show([], "A description has at most 64 KiB; this text is longer.");
  }
}

text.addEventListener("input", () => {
  number();
  clearTimeout(waits);
  waits = setTimeout(check, WAIT_MS);
});
text.addEventListener("scroll", () => {
  numbers.scrollTop = text.scrollTop;
});
byId("again").addEventListener("click", () => check({again: true}));
byId("save").addEventListener("click", () => check({save: true}));
document.addEventListener("keydown", (event) => {
  if ((event.ctrlKey || event.metaKey) && event.key === "s") {
    event.preventDefault();
    check({save: true});
  }
});
