// Redoc draws an operation when it comes near (scripts/docs/redoc.ts), so that a page is there at once however long it is.
const waiting = new Map();
const near = new IntersectionObserver(
  (entries) => entries.filter(({ isIntersecting }) => isIntersecting).forEach(({ target }) => draw(target)),
  {
    rootMargin: '800px 0px',
  },
);

/** Redoc gives a place to be filled, and what fills it. */
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

// What is drawn above must not move what is being read. Not every browser sees to that by itself, so this page does.
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

/** How much of the window the bar at the top hides. */
function scrollOffset() {
  const bar = document.querySelector('.bar');
  return getComputedStyle(bar).position === 'sticky' ? bar.offsetHeight : 0;
}
