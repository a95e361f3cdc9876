// A win: sparks fly from behind the board, over the page around it. The queens stay in sight.

const SPARKS = 110;
const SECONDS = 1.8;
/** Downward pull, in CSS pixels per second squared. */
const GRAVITY = 520;
const COLOURS = ["#f2b93b", "#ffdf8a", "#8b6ff0", "#e8657f", "#4fb3a5", "#5aa9e6"];

/** Lets sparks fly around `board` on `canvas`, unless the player prefers less motion. */
export function celebrate(board, canvas) {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const scale = devicePixelRatio;
  canvas.width = innerWidth * scale;
  canvas.height = innerHeight * scale;
  const context = canvas.getContext("2d");
  const sparks = Array.from({ length: SPARKS }, () => spark(board.getBoundingClientRect()));
  let began = null;
  const paint = (now) => {
    began ??= now;
    const seconds = (now - began) / 1000;
    context.clearRect(0, 0, canvas.width, canvas.height);
    if (seconds >= SECONDS) return;
    for (const { x, y, across, down, turn, size, colour } of sparks) {
      context.setTransform(scale, 0, 0, scale, 0, 0);
      context.translate(x + across * seconds, y + (down + (GRAVITY / 2) * seconds) * seconds);
      context.rotate(turn * seconds);
      context.globalAlpha = 1 - (seconds / SECONDS) ** 3;
      context.fillStyle = colour;
      context.fillRect(-size / 2, -size / 4, size, size / 2);
    }
    context.setTransform(1, 0, 0, 1, 0, 0);
    requestAnimationFrame(paint);
  };
  requestAnimationFrame(paint);
}

/** A spark that starts at the board's edge and flies outwards and up. */
function spark({ left, top, width, height }) {
  const angle = Math.random() * 2 * Math.PI;
  const speed = 160 + Math.random() * 320;
  return {
    x: left + (width / 2) * (1 + Math.cos(angle) * 0.95),
    y: top + (height / 2) * (1 + Math.sin(angle) * 0.95),
    across: Math.cos(angle) * speed,
    down: Math.sin(angle) * speed - 240,
    turn: (Math.random() - 0.5) * 12,
    size: 7 + Math.random() * 8,
    colour: COLOURS[Math.floor(Math.random() * COLOURS.length)],
  };
}
