"use strict";
// A recording lies in the page as gzip in base64; it is unpacked when its game is first played.
async function recording(id) {
  const packed = document.getElementById(id).textContent.trim();
  const bytes = Uint8Array.from(atob(packed), (letter) => letter.charCodeAt(0));
  const plain = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(plain).text();
}

async function show(button) {
  button.disabled = true;
  const place = document.getElementById(button.getAttribute("aria-controls"));
  try {
    const data = await recording(button.dataset.cast);
    const player = AsciinemaPlayer.create({ data }, place, { fit: "width", idleTimeLimit: 2, autoPlay: true });
    const screen = place.querySelector('[tabindex="-1"], [tabindex="0"]') || place;
    screen.focus();
    button.hidden = true;
    return player;
  } catch (error) {
    place.textContent = "This browser cannot play the game: " + error.message;
    button.disabled = false;
  }
}

for (const button of document.querySelectorAll("button[data-cast]")) {
  button.addEventListener("click", () => show(button));
}
