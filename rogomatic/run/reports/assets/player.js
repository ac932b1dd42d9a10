"use strict";
// Plays the games of a report.  A game lies in the page as gzip in base64 and is unpacked when it is first wanted;
// what is inside says rogomatic/run/reports/highlights.py, which must change together with `unpack`.

const ROWS = 24, COLUMNS = 80, SIZE = ROWS * COLUMNS;
const LIT = 0x80;           // added to cells to look at
const KEY_EVERY = 256;      // frames between two screens that are kept whole
const REST = 0.25;          // the time of a frame without a change on the map, in those of others
const KINDS = { "level": "level", "fight": "fight", "near death": "danger", "end": "end" };  // mark: class

async function unpack(id) {
  const packed = document.getElementById(id).textContent.trim();
  const bytes = Uint8Array.from(atob(packed), (letter) => letter.charCodeAt(0));
  const plain = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Game(JSON.parse(await new Response(plain).text()));
}

// A game at any of its frames; `cells` is the screen of frame `at`.
class Game {
  constructor(data) {
    this.screens = data.screens;
    this.rungs = data.rungs;
    this.marks = data.marks.map(([at, kind, label]) => ({ at, kind, label }));
    this.length = data.screens.length;
    this.cells = new Uint8Array(SIZE).fill(32);
    this.at = -1;
    this.spot = 0;
    this.kept = [];
    this.costs = new Float32Array(this.length).fill(REST);
    this.facts = [];
    let turn = 0, status = [0, 0, 0], why = "";
    for (let at = 0; at < this.length; at++) {
      turn += data.turns[at];
      status = data.status[at] || status;
      why = data.whys[at] === 0 ? why : data.whys[at];
      this.facts.push({ turn, status, why, rung: this.rungs[data.rung[at]] });
      this.advance();
      if (at % KEY_EVERY === 0) this.kept.push({ cells: this.cells.slice(), spot: this.spot });
    }
    this.go(0);
  }

  // Each change is the distance of its spot from the one before, as a character from 0x80 on, and what stands there;
  // 0x7f begins and ends cells that are lit.
  advance() {
    let lit = 0, place = this.spot;
    this.at += 1;
    for (const letter of this.screens[this.at]) {
      const code = letter.charCodeAt(0);
      if (code >= 0x80) {
        this.spot = place = (this.spot + code - 0x80) % SIZE;
        if (place >= COLUMNS && place < SIZE - COLUMNS) this.costs[this.at] = 1;
      } else if (code === 0x7f) {
        lit ^= LIT;
      } else {
        this.cells[place++] = code | lit;
      }
    }
  }

  go(wanted) {
    const at = Math.min(Math.max(wanted, 0), this.length - 1);
    const key = Math.floor(at / KEY_EVERY);
    if (at < this.at || key * KEY_EVERY > this.at) {
      this.at = key * KEY_EVERY;
      this.cells = this.kept[key].cells.slice();
      this.spot = this.kept[key].spot;
    }
    while (this.at < at) this.advance();
  }

  markAfter() {
    return (this.marks.find((mark) => mark.at > this.at) || { at: this.length - 1 }).at;
  }

  markBefore() {
    return (this.marks.findLast((mark) => mark.at < this.at) || { at: 0 }).at;
  }
}

// The screen as HTML: what is lit is bold, the hero stands out.
function drawn(cells) {
  const escaped = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };
  let text = "";
  for (let spot = 0; spot < SIZE; spot++) {
    const letter = String.fromCharCode(cells[spot] & ~LIT);
    if (spot && spot % COLUMNS === 0) text += "\n";
    if (cells[spot] & LIT) text += "<b>" + (escaped[letter] || letter) + "</b>";
    else if (letter === "@") text += "<i>@</i>";
    else text += escaped[letter] || letter;
  }
  return text;
}

class Player {
  constructor(place) {
    this.place = place;
    this.find = (name) => place.querySelector("." + name);
    this.game = null;
    this.playing = false;
    this.find("frame").after(document.getElementById("controls").content.cloneNode(true));
    const does = {
      play: () => this.toggle(), "mark-back": () => this.jump((game) => game.markBefore()),
      back: () => this.step(-1), forth: () => this.step(1), "mark-forth": () => this.jump((game) => game.markAfter()),
      whole: () => this.fill(),
    };
    for (const [name, act] of Object.entries(does)) this.find(name).addEventListener("click", act);
    this.find("screen").addEventListener("click", () => this.toggle());
    this.find("seek").addEventListener("input", (event) => this.seek(+event.target.value));
    this.find("places").addEventListener("change", (event) => this.seek(+event.target.value));
    place.addEventListener("keydown", (event) => this.key(event));
    this.find("whole").hidden = !document.fullscreenEnabled;
    place.closest("details")?.addEventListener("toggle", () => this.follow());
    place.tabIndex = 0;
    this.follow();
  }

  // The game, unpacked when it is first asked for; then also the seek bar and its marks are filled in.
  async load() {
    if (this.game) return this.game;
    this.loading ??= unpack(this.place.dataset.game);
    const game = await this.loading;
    if (this.game) return game;
    this.game = game;
    const seek = this.find("seek"), places = this.find("places"), ticks = this.find("ticks");
    seek.max = game.length - 1;
    seek.disabled = places.disabled = false;
    for (const mark of game.marks) {
      const words = `turn ${game.facts[mark.at].turn.toLocaleString("en")}: ${mark.label}`;
      places.add(new Option(words, mark.at));
      const tick = document.createElement("span");
      tick.className = KINDS[mark.kind];
      tick.style.left = 100 * mark.at / Math.max(game.length - 1, 1) + "%";
      ticks.append(tick);
    }
    return game;
  }

  async toggle() {
    if (this.playing) return this.stop();
    const game = await this.load().catch((error) => this.refuse(error));
    if (!game || this.playing) return;
    Player.now?.stop();
    Player.now = this;
    if (game.at === game.length - 1) game.go(0);
    this.playing = true;
    this.saysPlaying();
    this.due = 0;
    this.before = performance.now();
    this.show();
    this.next();
  }

  next() {
    this.waiting = requestAnimationFrame((now) => this.run(now));
  }

  run(now) {
    const game = this.game, from = game.at;
    this.due += Math.max(now - this.before, 0) / 1000 * this.find("speed").value;
    this.before = now;
    while (game.at < game.length - 1 && this.due >= game.costs[game.at]) {
      this.due -= game.costs[game.at];
      game.advance();
    }
    if (game.at !== from) this.show();
    if (game.at === game.length - 1) this.stop();
    else this.next();
  }

  stop() {
    cancelAnimationFrame(this.waiting);
    this.playing = false;
    this.saysPlaying();
  }

  saysPlaying() {
    this.find("play").textContent = this.playing ? "Pause" : "Play";
    this.find("why").setAttribute("aria-live", this.playing ? "off" : "polite");
  }

  async jump(where) {
    const game = await this.load().catch((error) => this.refuse(error));
    if (!game) return;
    this.stop();
    game.go(where(game));
    this.show();
  }

  step(by) { return this.jump((game) => game.at + by); }

  seek(at) { return this.jump(() => at); }

  fill() {
    if (document.fullscreenElement) document.exitFullscreen();
    else this.place.requestFullscreen();
  }

  faster(by) {
    const speed = this.find("speed");
    speed.selectedIndex = Math.min(Math.max(speed.selectedIndex + by, 0), speed.length - 1);
  }

  show() {
    const game = this.game, { turn, status: [depth, hp, most], why, rung } = game.facts[game.at];
    this.find("picture").innerHTML = drawn(game.cells);
    this.find("facts").textContent = `Turn ${turn.toLocaleString("en")}, level ${depth}, ${hp} of ${most} hit points`;
    this.find("hp").max = most;
    this.find("hp").low = most / 5;
    this.find("hp").value = hp;
    this.find("rung").textContent = rung;
    this.find("because").textContent = why;
    const seek = this.find("seek");
    seek.value = game.at;
    seek.setAttribute("aria-valuetext", this.find("facts").textContent);
    const passed = game.marks.findLast((mark) => mark.at <= game.at);
    if (passed) this.find("places").value = passed.at;
    this.follow();
  }

  // Keeps the hero in view where the picture is wider than the window.
  follow() {
    const screen = this.find("screen"), hero = this.find("picture").querySelector("i");
    if (!hero || screen.scrollWidth <= screen.clientWidth) return;
    const left = hero.offsetLeft - screen.scrollLeft;
    if (left < screen.clientWidth * 0.2 || left > screen.clientWidth * 0.8)
      screen.scrollLeft = hero.offsetLeft - screen.clientWidth / 2;
  }

  refuse(error) {
    this.find("because").textContent = "This browser cannot play the game: " + error.message;
  }

  key(event) {
    const kind = event.target.tagName;
    if (event.ctrlKey || event.altKey || event.metaKey || kind === "SELECT") return;
    if (kind === "BUTTON" && (event.key === " " || event.key === "Enter")) return;
    const does = {
      " ": () => this.toggle(), "Enter": () => this.toggle(), "f": () => this.fill(),
      "ArrowLeft": () => this.step(-1), "ArrowRight": () => this.step(1), ",": () => this.step(-1),
      ".": () => this.step(1), "PageUp": () => this.step(-100), "PageDown": () => this.step(100),
      "[": () => this.jump((game) => game.markBefore()), "]": () => this.jump((game) => game.markAfter()),
      "Home": () => this.seek(0), "End": () => this.jump((game) => game.length - 1),
      "+": () => this.faster(1), "-": () => this.faster(-1),
    }[event.key];
    if (!does) return;
    event.preventDefault();
    does();
  }
}

for (const place of document.querySelectorAll(".player[data-game]")) new Player(place);
