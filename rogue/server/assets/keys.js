"use strict";
// What a key sends: the same as in a terminal, so that the server reads both alike.

const PLAIN_KEYS = new Map([["Enter", "\r"], ["Escape", "\x1b"], ["Backspace", "\x7f"]]);
const LETTERED_KEYS = new Map([["ArrowUp", "A"], ["ArrowDown", "B"], ["ArrowRight", "C"], ["ArrowLeft", "D"],
  ["Clear", "E"], ["End", "F"], ["Home", "H"]]);
const NUMBERED_KEYS = new Map([["Delete", "3"], ["PageUp", "5"], ["PageDown", "6"]]);
const KEYPAD = "pqrstuvwxy"; // 0 to 9
const COMPOSING = 229; // the code of a key that an input method has taken

// Return what an event of the keyboard sends, "" for nothing: it is left to the browser.
function keysOf(event) {
  if (event.isComposing || event.keyCode === COMPOSING || event.metaKey) {
    return "";
  }
  if ([...event.key].length === 1) {
    return characterOf(event);
  }
  return event.altKey ? "" : namedKey(event.key, event.shiftKey, event.ctrlKey);
}

// The character decides before what is held: AltGr may be told as Ctrl and Alt, Option as Alt.
function characterOf(event) {
  const { key, ctrlKey, altKey } = event;
  const isLetter = /^[a-z]$/i.test(key);
  if (event.getModifierState("AltGraph") || !(ctrlKey || altKey)) {
    const isKeypad = event.location === KeyboardEvent.DOM_KEY_LOCATION_NUMPAD && /^\d$/.test(key);
    return isKeypad ? `\x1bO${KEYPAD[key]}` : key;
  }
  if (altKey) {
    return isLetter || /^[\d ]$/.test(key) ? "" : key; // Alt and a letter is the browser's
  }
  if (isLetter && !event.shiftKey) {
    return String.fromCharCode(key.toUpperCase().charCodeAt(0) & 31);
  }
  return key === "[" ? "\x1b" : "";
}

function namedKey(name, shift = false, ctrl = false) {
  if (PLAIN_KEYS.has(name)) {
    return ctrl ? "" : PLAIN_KEYS.get(name);
  }
  const held = 1 + (shift ? 1 : 0) + (ctrl ? 4 : 0);
  if (LETTERED_KEYS.has(name)) {
    return `\x1b[${held > 1 ? `1;${held}` : ""}${LETTERED_KEYS.get(name)}`;
  }
  if (NUMBERED_KEYS.has(name)) {
    return `\x1b[${NUMBERED_KEYS.get(name)}${held > 1 ? `;${held}` : ""}~`;
  }
  return "";
}
