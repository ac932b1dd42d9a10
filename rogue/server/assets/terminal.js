"use strict";
// A terminal of 24 rows and 80 columns: what Rogue sends becomes rows of text.

const ROWS = 24;
const COLS = 80;

class Terminal {
  constructor(element) {
    this.element = element;
    this.rest = "";
    this.clear();
  }

  clear() {
    this.cells = Array.from({ length: ROWS }, () => new Array(COLS).fill(" "));
    this.bright = Array.from({ length: ROWS }, () => new Array(COLS).fill(false));
    this.row = 0;
    this.col = 0;
    this.standout = false;
  }

  feed(bytes) {
    const text = this.rest + String.fromCharCode(...bytes);
    this.rest = "";
    let at = 0;
    while (at < text.length) {
      if (text[at] !== "\x1b") {
        this.put(text[at]);
        at += 1;
        continue;
      }
      const found = /^\x1b(?:\[([?0-9;]*)([@-~])|[()][A-Z0-9]|[=>78])/.exec(text.slice(at, at + 40));
      if (!found) {
        if (text.length - at < 40) {
          this.rest = text.slice(at); // the rest of the sequence is still to come
          break;
        }
        at += 1;
        continue;
      }
      if (found[2]) {
        this.order(found[1], found[2]);
      }
      at += found[0].length;
    }
    this.draw();
  }

  put(char) {
    if (char === "\r") {
      this.col = 0;
    } else if (char === "\n") {
      this.newline();
    } else if (char === "\b") {
      this.col = Math.max(0, this.col - 1);
    } else if (char >= " " && char <= "~") {
      if (this.col === COLS) {
        this.col = 0;
        this.newline();
      }
      this.cells[this.row][this.col] = char;
      this.bright[this.row][this.col] = this.standout;
      this.col += 1;
    }
  }

  newline() {
    if (this.row < ROWS - 1) {
      this.row += 1;
      return;
    }
    this.cells.push(new Array(COLS).fill(" "));
    this.bright.push(new Array(COLS).fill(false));
    this.cells.shift();
    this.bright.shift();
  }

  order(numbers, letter) {
    const [first, second] = numbers.split(";").map((number) => parseInt(number, 10) || 0);
    if (letter === "H") {
      this.row = Math.min(ROWS, Math.max(1, first)) - 1;
      this.col = Math.min(COLS, Math.max(1, second || 1)) - 1;
    } else if (letter === "J") {
      this.erase(this.row, this.col);
      for (let row = this.row + 1; row < ROWS; row += 1) {
        this.erase(row, 0);
      }
    } else if (letter === "K") {
      this.erase(this.row, this.col);
    } else if (letter === "m") {
      this.standout = first === 7;
    }
  }

  erase(row, from) {
    this.cells[row].fill(" ", from);
    this.bright[row].fill(false, from);
  }

  get text() {
    return this.cells.map((row) => row.join("")).join("\n");
  }

  // Where the screen is wider than its place, show the part around the cursor.
  follow() {
    const { scrollWidth, clientWidth } = this.element;
    this.element.scrollLeft = scrollWidth * this.col / COLS - clientWidth / 2;
  }

  draw() {
    const parts = [];
    for (let row = 0; row < ROWS; row += 1) {
      let run = "";
      let style = "";
      const close = () => {
        if (run) {
          const span = document.createElement("span");
          span.className = style;
          span.textContent = run;
          parts.push(style ? span : run);
        }
        run = "";
      };
      for (let col = 0; col < COLS; col += 1) {
        const names = [];
        if (row === this.row && col === Math.min(this.col, COLS - 1)) {
          names.push("cursor");
        }
        if (this.bright[row][col]) {
          names.push("bright");
        }
        const now = names.join(" ");
        if (now !== style) {
          close();
          style = now;
        }
        run += this.cells[row][col];
      }
      close();
      parts.push(row < ROWS - 1 ? "\n" : "");
    }
    this.element.replaceChildren(...parts);
    this.follow();
  }
}
