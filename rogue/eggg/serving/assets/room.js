"use strict";
// A room: the latest picture, what is told, a line to type.  What the server says is shown as text, never as markup.

const MOST_TOLD = 1000;  // rows that are kept
const PICTURE = "\f";
const LIVE = "\x0e";  // from then on keys are sent one by one
const KEYS = {ArrowUp: "\x1b[A", ArrowDown: "\x1b[B", ArrowRight: "\x1b[C", ArrowLeft: "\x1b[D", Enter: "\r"};
const PAD = [["\u2190", "left", KEYS.ArrowLeft], ["\u2191", "up", KEYS.ArrowUp], ["\u2193", "down", KEYS.ArrowDown],
  ["\u2192", "right", KEYS.ArrowRight], ["Space", "", " "], ["Enter", "", KEYS.Enter], ["Machine", "", "m"]];
const REPEAT_MS = 120;  // between the presses of a key that is held

// What is kept while the tab is open.
function keep(name, value) {
  try {
    sessionStorage.setItem(name, JSON.stringify(value));
  } catch (error) {  // a browser that keeps nothing
  }
}

function kept(name) {
  try {
    return JSON.parse(sessionStorage.getItem(name)) || {};
  } catch (error) {
    return {};
  }
}

class Room {
  constructor(picture, told, form, line, send, press) {
    this.picture = picture;
    this.told = told;
    this.inPicture = false;
    this.drawn = "";
    this.press = press;
    this.form = form;
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      send(line.value);
      line.value = "";
    });
  }

  live() {
    this.form.hidden = true;
    this.form.after(this.pad());
    document.addEventListener("keydown", (event) => {
      const key = KEYS[event.key] || (event.key.length === 1 ? event.key : "");
      if (key && !event.ctrlKey && !event.metaKey && !event.altKey) {
        event.preventDefault();
        this.press(key);
      }
    });
  }

  pad() {
    const pad = document.createElement("div");
    pad.id = "pad";
    pad.setAttribute("role", "group");
    pad.setAttribute("aria-label", "keys");
    pad.append(...PAD.map(([text, label, key]) => {
      const button = document.createElement("button");
      button.textContent = text;
      button.setAttribute("aria-label", label || text);
      let held = 0;
      button.addEventListener("pointerdown", () => {
        this.press(key);
        held = setInterval(() => this.press(key), REPEAT_MS);
      });
      for (const end of ["pointerup", "pointerleave", "pointercancel"]) {
        button.addEventListener(end, () => clearInterval(held));
      }
      button.addEventListener("click", (event) => {
        if (!event.detail) {  // by a screen reader
          this.press(key);
        }
      });
      return button;
    }));
    return pad;
  }

  hear(text) {
    if (text.includes(LIVE)) {
      this.live();
    }
    const parts = text.replace(LIVE, "").split(PICTURE);
    parts.forEach((part, at) => {
      if (at) {
        this.inPicture = !this.inPicture;
        if (this.inPicture) {
          this.drawn = "";
        } else {
          this.picture.textContent = this.drawn;
          const columns = Math.max(...this.drawn.split("\n").map((row) => row.trimEnd().length));
          this.picture.style.setProperty("--columns", columns);
          this.picture.hidden = !this.drawn;
        }
      }
      if (this.inPicture) {
        this.drawn += part;
      } else {
        this.say(part);
      }
    });
  }

  say(text) {
    if (text) {
      text.replaceAll("\r", "").split("\n").forEach((part, at) => {
        if (at || !this.told.lastChild) {
          this.told.append(document.createElement("div"));
        }
        this.told.lastChild.append(part);
      });
      while (this.told.childElementCount > MOST_TOLD) {
        this.told.firstChild.remove();
      }
      this.told.scrollTop = this.told.scrollHeight;
    }
  }

  clear() {
    this.told.textContent = "";
    this.picture.textContent = "";
    this.picture.hidden = true;
  }
}

function openSocket(path, heard, closed) {
  const socket = new WebSocket(new URL(path, location.origin.replace(/^http/, "ws") + location.pathname));
  const decoder = new TextDecoder();
  socket.binaryType = "arraybuffer";
  socket.addEventListener("message", (event) => {
    heard(typeof event.data === "string" ? JSON.parse(event.data) : decoder.decode(event.data, {stream: true}));
  });
  socket.addEventListener("close", closed);
  return socket;
}

function roomOnPage(send, press) {
  const [picture, told, form, line] = ["picture", "told", "type", "line"].map((id) => document.getElementById(id));
  return new Room(picture, told, form, line, send, press);
}

// Name and key of a guest, kept while the tab is open: a reload answers both questions, each once.
class Guest {
  constructor(line, send) {
    this.line = line;
    this.send = send;
    this.asks = "";
    this.typed = {};
    this.kept = kept("guest");
  }

  answer(message) {
    this.asks = message.asks;
    document.title = message.plays ? `${message.plays} - eggg` : document.title;
    this.line.type = this.asks === "key" ? "password" : "text";
    if (this.asks === "line") {
      keep("guest", {...this.typed, ...(message.key ? {key: message.key} : {})});
    } else if (this.kept[this.asks]) {
      const word = this.kept[this.asks];
      delete this.kept[this.asks];
      this.type(word);
    }
  }

  type(text) {
    if (this.asks === "name" || this.asks === "key") {
      this.typed[this.asks] = text;
      this.asks = "";  // what is typed before the next question is no answer
    }
    this.send(text);
  }
}

if (!document.getElementById("edit")) {
  const sendText = (text) => socket.send(new TextEncoder().encode(text));
  const guest = new Guest(document.getElementById("line"), (text) => sendText(`${text}\r\n`));
  const room = roomOnPage((text) => guest.type(text), sendText);
  const heard = (message) => typeof message === "string" ? room.hear(message) : guest.answer(message);
  const socket = openSocket("room", heard, () => room.say("\nThe connection is closed. Reload the page to come back.\n"));
}
