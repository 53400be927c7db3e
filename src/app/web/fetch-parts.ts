/** Files that arrived, and those on their way. */
const asked = new Map<string, Promise<void>>();

/**
 * Loads a part of the program that is split off: first its files, then its modules. Browsers remember for as long as the
 * page stands that a module could not be fetched (HTML, "fetch a single module script"), and refuse it ever after; so a
 * module is only asked for once its bytes are in the browser's cache. What did not arrive is asked for again the next
 * time. Stands in for the builder's own helper (vite.config.ts), and is called as that is.
 */
export async function fetchParts<T>(load: () => Promise<T>, files: readonly string[] = []): Promise<T> {
  const urls = files.map((file) => new URL(`/${file}`, location.href).href);
  // a part that needs no other is named only where it is imported
  const own = /import\(\s*[`'"]([^`'"]+)[`'"]/.exec(String(load))?.[1];
  if (own) urls.push(new URL(own, import.meta.url).href);
  await Promise.all(urls.map((url) => (url.endsWith('.css') ? styleSheet(url) : program(url))));
  return load();
}

const linkTo = (url: string, as = 'link'): HTMLLinkElement | undefined =>
  [...document.querySelectorAll<HTMLLinkElement>(as)].find((link) => link.href === url);

function program(url: string): Promise<void> {
  // the page itself asks for it
  if (!asked.has(url) && linkTo(url)) return Promise.resolve();
  return once(url, async () => {
    const answer = await fetch(url);
    if (!answer.ok) throw new Error(`${url} could not be loaded: ${answer.status}`);
    await answer.arrayBuffer();
  });
}

/** A style sheet that did not arrive is asked for anew by who tries again (`watchStyles`). */
function styleSheet(url: string): Promise<void> {
  // one of the document is there before any program runs, or did not arrive
  if (!asked.has(url) && linkTo(url, 'link[rel=stylesheet]')?.sheet) return Promise.resolve();
  return once(url, () => {
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.crossOrigin = '';
    link.href = url;
    const nonce = document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce;
    if (nonce) link.nonce = nonce;
    return new Promise((resolve, reject) => {
      link.addEventListener('load', () => resolve(), { once: true });
      link.addEventListener('error', () => reject(new Error(`${url} could not be loaded`)), { once: true });
      document.head.append(link);
    });
  });
}

/** One that failed is not remembered. */
function once(url: string, ask: () => Promise<void>): Promise<void> {
  const known = asked.get(url);
  if (known) return known;
  const asking = ask();
  asked.set(url, asking);
  asking.catch(() => asked.delete(url));
  return asking;
}
