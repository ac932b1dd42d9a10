"use strict";
// What a screen reader says: the messages of a game, its lists, and the questions before it.

const SAID_ROWS = 20; // kept in the log
const LIST_END = / ?--(More|Press space to continue)--/;

class Speech {
  constructor(element) {
    this.element = element;
    this.clear();
  }

  clear() {
    this.rows = [];
    this.isAnswer = false;
    this.element.replaceChildren();
  }

  // A key has been sent: what comes is said, though it may be the same as before.
  expect() {
    this.isAnswer = true;
  }

  // Say what is new on the screen.
  look(rows) {
    for (const row of this.news(rows.map((row) => row.trimEnd()))) {
      const said = document.createElement("p");
      said.textContent = row;
      this.element.append(said);
    }
    while (this.element.childElementCount > SAID_ROWS) {
      this.element.firstElementChild.remove();
    }
    this.rows = rows.map((row) => row.trimEnd());
    this.isAnswer = false;
  }

  news(rows) {
    const end = rows.findIndex((row) => LIST_END.test(row));
    if (end > 0) {
      const column = rows[end].search(LIST_END);
      return rows.slice(0, end + 1).map((row) => row.slice(column).trim()).filter(Boolean);
    }
    if (rows.at(-1).startsWith("Level:")) {
      return rows[0] && (this.isAnswer || rows[0] !== this.rows[0]) ? [rows[0]] : [];
    }
    return rows.map((row, at) => (this.rows[at] && row.startsWith(this.rows[at]) ?
      row.slice(this.rows[at].length) : row)).filter((row) => row.trim());
  }
}
