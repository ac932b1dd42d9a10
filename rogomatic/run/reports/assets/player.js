"use strict";
// Plays the games of a page.  A game lies in the page as JSON, or as gzip in base64, which is unpacked when it is
// first wanted; what is inside says rogomatic/run/reports/packed_game.py, which must change together with `Game`.

const LIT = 0x80;           // added to cells to look at
const FIRST_SURROGATE = 0xd800, SURROGATES = 0x800;  // are no characters
const KEY_EVERY = 256;      // frames between two screens that are kept whole
const REST = 0.25;          // the time of a frame without a change on the map, in those of others
const STILL = 0.1;          // of one in which nothing happens
const WALK = 0.6, FIGHT = 2.5;  // of a walk and of a fight, where these have a pace of their own
const GRAVE = 20;           // percent to die, from which on the danger stands out
const CURVE = 500;          // columns of the curve, at most
const NO_MAP = 4;           // from here on the digit of a frame says that no map is shown
const ESCAPED = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };
const LOOKS = { "%": "stairs", "^": "trap", "+": "door", "#": "door" };  // of the map: letter to class
for (const letter of "*,") LOOKS[letter] = "gold";
for (const letter of "!?:)]=/") LOOKS[letter] = "thing";
const KINDS = { "level": "level", "fight": "fight", "near death": "danger", "end": "end" };  // mark: class

async function textOf(script) {
  if (script.type === "application/json") return script.textContent;
  const bytes = Uint8Array.from(atob(script.textContent.trim()), (letter) => letter.charCodeAt(0));
  const plain = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(plain).text();
}

// A game at any of its frames; `cells` is the screen of frame `at`.
class Game {
  constructor(data) {
    [this.rows, this.columns] = data.size;
    this.size = this.rows * this.columns;
    this.screens = data.screens;
    this.tempo = data.tempo;
    this.marks = data.marks.map(([at, kind, label]) => ({ at, kind, label }));
    this.length = data.screens.length;
    this.cells = new Uint8Array(this.size).fill(32);
    this.at = -1;
    this.spot = 0;
    this.kept = [];
    this.moved = new Uint8Array(this.length);
    this.facts = [];
    let turn = 0, status = [0, 0, 0], why = "", danger = [0, ""];
    for (let at = 0; at < this.length; at++) {
      turn += data.turns[at];
      status = data.status[at] || status;
      why = data.whys[at] === 0 ? why : data.whys[at];
      danger = data.danger[at] || danger;
      this.facts.push({ turn, status, why, danger, rung: data.rungs[data.rung[at]] });
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
      let code = letter.codePointAt(0);
      if (code >= 0x80) {
        if (code >= FIRST_SURROGATE) code -= SURROGATES;
        this.spot = place = (this.spot + code - 0x80) % this.size;
        if (place >= this.columns && place < this.size - this.columns) this.moved[this.at] = 1;
      } else if (code === 0x7f) {
        lit ^= LIT;
      } else {
        this.cells[place++] = code | lit;
      }
    }
  }

  // How long the frame shown stands, in frames of a plain command.
  cost(slow) {
    const moved = this.moved[this.at] ? 1 : REST;
    switch (this.tempo[this.at] & 3) {
      case 1: return slow ? WALK * moved : moved;
      case 2: return slow ? FIGHT : moved;
      case 3: return STILL;
      default: return moved;
    }
  }

  // The facts of frame `at` in words, "" where nothing is known.
  words(at) {
    const { turn, status: [depth, hp, most] } = this.facts[at];
    const when = turn < 0 ? `Picture ${at + 1} of ${this.length}` : `Turn ${turn.toLocaleString("en")}`;
    return depth ? `${when}, level ${depth}, ${hp} of ${most} hit points` : when;
  }

  // Two paths as wide as there are columns and 100 high: the least hit points and the greatest danger of each.
  curve() {
    const columns = Math.min(this.length, CURVE);
    const health = new Array(columns).fill(100), risks = new Array(columns).fill(0);
    this.facts.forEach(({ status: [, hp, most], danger: [percent] }, at) => {
      const column = Math.floor(at * columns / this.length);
      health[column] = Math.min(health[column], most ? Math.max(100 * hp / most, 0) : 100);
      risks[column] = Math.max(risks[column], percent);
    });
    const path = (heights) => "M0 100" + heights.map((high) => `V${Math.round(100 - high)}h1`).join("") + "V100z";
    return { columns, health: path(health), risks: path(risks) };
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
    return (this.marks.filter((mark) => mark.at < this.at).pop() || { at: 0 }).at;
  }
}

// The screen as HTML: what is lit is bold, the hero stands out, what lies on the map has its color.
function drawn({ cells, size, columns, tempo, at }) {
  const map = tempo[at] < NO_MAP;
  let text = "";
  for (let spot = 0; spot < size; spot++) {
    const letter = String.fromCharCode(cells[spot] & ~LIT), shown = ESCAPED[letter] || letter;
    if (spot && spot % columns === 0) text += "\n";
    if (cells[spot] & LIT) text += "<b>" + shown + "</b>";
    else if (letter === "@") text += "<i>@</i>";
    else if (map && LOOKS[letter] && spot >= columns && spot < size - columns) text += `<span class="${LOOKS[letter]}">${shown}</span>`;
    else text += shown;
  }
  return text;
}

class Player {
  constructor(place) {
    this.place = place;
    this.find = (name) => place.querySelector("." + name);
    this.game = null;
    this.playing = false;
    this.script = document.getElementById(place.dataset.game);
    this.find("frame").after(document.getElementById("controls").content.cloneNode(true));
    const does = {
      play: () => this.toggle(), "mark-back": () => this.jump((game) => game.markBefore()),
      back: () => this.step(-1), forth: () => this.step(1), "mark-forth": () => this.jump((game) => game.markAfter()),
      whole: () => this.fill(),
    };
    for (const [name, act] of Object.entries(does)) this.find(name).addEventListener("click", act);
    this.find("screen").addEventListener("click", () => this.toggle());
    this.find("bar").addEventListener("click", (event) => this.point(event));
    this.find("seek").addEventListener("input", (event) => this.seek(+event.target.value));
    this.find("places").addEventListener("change", (event) => this.seek(+event.target.value));
    place.addEventListener("keydown", (event) => this.key(event));
    this.find("whole").hidden = !document.fullscreenEnabled;
    place.closest("details")?.addEventListener("toggle", () => this.follow());
    place.tabIndex = 0;
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) this.find("speed").selectedIndex = 0;
    this.follow();
    const load = () => this.load().catch((error) => this.refuse(error));
    if (this.script.type === "application/json") load();
    else new IntersectionObserver(([seen], looks) => seen.isIntersecting && (looks.disconnect(), load())).observe(place);
  }

  // The game, unpacked when it is first asked for; then also the seek bar and its marks are filled in.
  async load() {
    if (this.game) return this.game;
    this.loading ??= textOf(this.script).then((text) => new Game(JSON.parse(text)));
    const game = await this.loading;
    if (this.game) return game;
    this.game = game;
    const seek = this.find("seek"), places = this.find("places"), ticks = this.find("ticks");
    seek.max = game.length - 1;
    seek.disabled = places.disabled = false;
    if (game.facts[0].turn >= 0) this.find("goto").querySelector("span").textContent = "Go to turn";
    for (const mark of game.marks) {
      const { turn } = game.facts[mark.at], label = mark.kind === "end" ? "the end" : mark.label;
      places.add(new Option(turn < 0 ? label : `${turn.toLocaleString("en")}: ${label}`, mark.at));
      const tick = document.createElement("span");
      tick.className = KINDS[mark.kind];
      tick.style.left = 100 * mark.at / Math.max(game.length - 1, 1) + "%";
      tick.title = mark.label;
      ticks.append(tick);
    }
    const { columns, health, risks } = game.curve(), curve = this.find("curve");
    curve.setAttribute("viewBox", `0 0 ${columns} 100`);
    curve.querySelector(".health").setAttribute("d", health);
    curve.querySelector(".risks").setAttribute("d", risks);
    this.show();
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
    this.gather();
    this.next();
  }

  next() {
    this.waiting = requestAnimationFrame((now) => this.run(now));
  }

  run(now) {
    const game = this.game, from = game.at;
    this.due += Math.max(now - this.before, 0) / 1000 * this.find("speed").value;
    this.before = now;
    const slow = this.find("slow").checked;
    for (let cost; game.at < game.length - 1 && this.due >= (cost = game.cost(slow)); this.due -= cost) game.advance();
    const passed = game.marks.filter((mark) => mark.at > from && mark.at <= game.at && mark.kind !== "fight");
    if (passed.length) this.find("news").textContent = passed.map((mark) => mark.label).join(", ");
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
    const game = this.game, { turn, status: [, hp, most], why, rung, danger: [percent, words] } = game.facts[game.at];
    this.find("picture").innerHTML = drawn(game);
    this.find("facts").textContent = game.words(game.at);
    this.find("hp").max = most || 1;
    this.find("hp").low = most / 5;
    this.find("hp").value = hp;
    this.find("said").textContent = String.fromCharCode(...game.cells.slice(0, game.columns).map((cell) => cell & ~LIT));
    this.find("rung").textContent = rung;
    this.find("because").textContent = why;
    this.find("why").hidden = this.find("risk").hidden = turn < 0;  // then nobody knows
    this.find("threat").textContent = words || "nobody is after the hero";
    this.find("risk").classList.toggle("grave", percent >= GRAVE);
    const seek = this.find("seek");
    seek.value = game.at;
    seek.setAttribute("aria-valuetext", this.find("facts").textContent);
    this.find("ticks").querySelector("i").style.left = 100 * game.at / Math.max(game.length - 1, 1) + "%";
    const passed = game.marks.filter((mark) => mark.at <= game.at), places = this.find("places");
    if (!passed.length || +places.value !== passed[passed.length - 1].at) places.selectedIndex = passed.length - 1;
    this.follow();
  }

  // Scrolls the picture, the reason, and the buttons into the window, if they fit it.
  gather() {
    const { top } = this.find("frame").getBoundingClientRect(), { bottom } = this.find("steps").getBoundingClientRect();
    if (bottom - top <= innerHeight && (top < 0 || bottom > innerHeight)) scrollBy(0, top < 0 ? top : bottom - innerHeight);
  }

  // Keeps the hero in view where the picture is wider than the window.
  follow() {
    const screen = this.find("screen"), hero = this.find("picture").querySelector("i");
    if (!hero || screen.scrollWidth <= screen.clientWidth) return;
    const left = hero.offsetLeft - screen.scrollLeft;
    if (left < screen.clientWidth * 0.2 || left > screen.clientWidth * 0.8)
      screen.scrollLeft = hero.offsetLeft - screen.clientWidth / 2;
  }

  // A click above the slider goes there, too.
  point(event) {
    const { left, width } = this.find("curve").getBoundingClientRect();
    if (event.target !== this.find("seek")) this.jump((game) => Math.round((event.clientX - left) / width * game.length));
  }

  refuse(error) {
    this.find("because").textContent = "This browser cannot play the game: " + error.message;
  }

  key(event) {
    const kind = event.target.tagName;
    if (event.ctrlKey || event.altKey || event.metaKey || kind === "SELECT") return;
    const presses = kind === "BUTTON" || event.target.type === "checkbox";
    if (presses && (event.key === " " || event.key === "Enter")) return;
    const does = {
      " ": () => this.toggle(), "Enter": () => this.toggle(), "f": () => this.fill(),
      "ArrowLeft": () => this.step(-1), "ArrowRight": () => this.step(1), ",": () => this.step(-1),
      ".": () => this.step(1), "PageUp": () => this.step(-100), "PageDown": () => this.step(100),
      "[": () => this.jump((game) => game.markBefore()), "]": () => this.jump((game) => game.markAfter()),
      "Home": () => this.seek(0), "End": () => this.jump((game) => game.length - 1),
      "+": () => this.faster(1), "-": () => this.faster(-1), "s": () => this.find("slow").click(),
    }[event.key];
    if (!does) return;
    event.preventDefault();
    does();
  }
}

const players = [...document.querySelectorAll(".player[data-game]")].map((place) => new Player(place));
if (players.length === 1)  // its keys work wherever one is
  document.addEventListener("keydown", (event) => event.target === document.body && players[0].key(event));

for (const link of document.querySelectorAll("a[data-at]"))
  link.addEventListener("click", (event) => {
    const player = players.find(({ place }) => place.dataset.game === link.dataset.game);
    event.preventDefault();
    for (let part = player.place; part; part = part.parentElement) if (part.tagName === "DETAILS") part.open = true;
    player.seek(+link.dataset.at);
    player.place.scrollIntoView();
    player.place.focus({ preventScroll: true });
  });
