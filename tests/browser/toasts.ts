import type { BrowserContext } from '@playwright/test';

/** By then it has followed a change of its window, which a busy machine tells it late: so many looks, so far apart. */
const LOOKS = 3;
const APART_MS = 167;

/**
 * The texts and controls that lie under a toast at so many looks running, told once each. What a dialog holds lies above
 * it. A window below 600 px of height is left out: its header, where toasts stand, scrolls away.
 */
const LOOK = `(() => {
  const told = new Set();
  let times = new Map();
  const meet = (a, b) => a.left + 1 < b.right && a.right - 1 > b.left && a.top + 1 < b.bottom && a.bottom - 1 > b.top;
  // whether it would be seen but for the toast, at the middle of what the two have in common: not what scrolled under a bar
  const under = (node, rect, toast, box) => {
    const x = (Math.max(rect.left, box.left) + Math.min(rect.right, box.right)) / 2;
    const y = (Math.max(rect.top, box.top) + Math.min(rect.bottom, box.bottom)) / 2;
    const stack = document.elementsFromPoint(x, y);
    const corner = toast.closest('section');
    const next = stack.find((one) => !corner.contains(one));
    return toast.contains(stack[0] ?? null) && (next === node || node.contains(next ?? null));
  };
  const TOAST = 'section[aria-label="Done just now"] [role=alert]';
  let looking = false;
  let looksSinceChange = 0;
  const look = () => {
    const toast = document.querySelector(TOAST);
    looking = toast !== null && innerHeight >= 600;
    if (!looking) return;
    lookSoon();
    looksSinceChange += 1;
    const box = toast.getBoundingClientRect();
    if (box.height === 0) return;
    const found = [];
    for (const node of document.querySelectorAll('a, button, input, select, textarea, summary'))
      if (!toast.contains(node) && meet(node.getBoundingClientRect(), box) && under(node, node.getBoundingClientRect(), toast, box))
        found.push(node.tagName + ' ' + (node.getAttribute('aria-label') ?? node.textContent));
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement;
      if (!parent || !node.nodeValue.trim() || toast.contains(parent)) continue;
      range.selectNodeContents(node);
      for (const rect of range.getClientRects())
        if (meet(rect, box) && under(parent, rect, toast, box)) found.push('text ' + node.nodeValue);
    }
    times = new Map(found.map((one) => [one, (times.get(one) ?? 0) + 1]));
    for (const one of found.filter((what) => times.get(what) >= ${LOOKS})) {
      const words = innerWidth + ' px: ' + one.trim().slice(0, 60) + ' under "' + toast.textContent + '"';
      if (!told.has(words)) globalThis.tellCovered(words);
      told.add(words);
    }
  };
  // only while there is one, and not at each frame: a page that asks for each is drawn sixty times a second, which doubled
  // the time of all tests, and looking at each was a third of what the browser then did
  const lookSoon = () => setTimeout(() => (stands() ? lookSoon() : requestAnimationFrame(look)), ${APART_MS});
  // what stands as it did was told: a page is not asked for its places again until something in it is otherwise
  const stands = () =>
    looksSinceChange > ${LOOKS} && !document.getAnimations().some((one) => one.playState === 'running');
  const change = () => { looksSinceChange = 0; };
  const wake = () => {
    change();
    if (looking || !document.querySelector(TOAST)) return;
    looking = true;
    lookSoon();
  };
  new MutationObserver(wake).observe(document, { childList: true, subtree: true });
  new MutationObserver(change).observe(document, { subtree: true, attributes: true, characterData: true });
  addEventListener('resize', wake);
  for (const what of ['scroll', 'load', 'input', 'focusin', 'pointerover'])
    addEventListener(what, change, { capture: true, passive: true });
})()`;

/** Everything a toast lies on, on every page of this machine and as long as it is shown, is a fault. */
export async function watchToasts(context: BrowserContext, tell: (fault: string) => void): Promise<void> {
  await context.exposeBinding('tellCovered', ({ page }, what: string) => {
    tell(`covered by a toast at ${page.url()}: ${what}`);
  });
  await context.addInitScript(LOOK);
}
