// Redoc renders an operation when it is near the viewport (scripts/docs/redoc.ts), so that long pages appear immediately.
const waiting = new Map();
const near = new IntersectionObserver(
  (entries) => entries.filter(({ isIntersecting }) => isIntersecting).forEach(({ target }) => draw(target)),
  {
    rootMargin: '800px 0px',
  },
);

/** Redoc passes an element and the function that fills it. */
window.drawWhenNear = (element, fill) => {
  waiting.set(element, fill);
  near.observe(element);
  sizes.observe(element.parentElement);
};

function draw(element) {
  near.unobserve(element);
  waiting.get(element)?.();
  waiting.delete(element);
}
addEventListener('beforeprint', () => [...waiting.keys()].forEach(draw));

// Content rendered above the viewport must not move the text being read. Not every browser prevents this (scroll anchoring), so this script
// does.
const heights = new WeakMap();
const sizes = new ResizeObserver((entries) => {
  let moved = 0;
  for (const { target } of entries) {
    const { top, height } = target.getBoundingClientRect();
    const before = heights.get(target) ?? height;
    heights.set(target, height);
    if (top - moved + before <= scrollOffset() + 1) moved += height - before;
  }
  if (moved) scrollBy({ top: moved, behavior: 'instant' });
});

/** The height of the window that the top bar covers. */
function scrollOffset() {
  const bar = document.querySelector('.bar');
  return getComputedStyle(bar).position === 'sticky' ? bar.offsetHeight : 0;
}
