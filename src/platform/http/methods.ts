import type { FastifyInstance } from 'fastify';

/**
 * Notes which methods addresses take, for whoever must answer that one is not among them. To be called before routes are
 * mounted. Answers the methods an address takes, none where there is no such address.
 */
export function watchMethods(app: FastifyInstance): (url: string) => string[] {
  const addresses = new Map<string, { pattern: RegExp; methods: Set<string> }>();
  app.addHook('onRoute', ({ url, method }) => {
    const known = addresses.get(url) ?? { pattern: patternOf(url), methods: new Set<string>() };
    for (const one of [method].flat()) known.methods.add(one);
    addresses.set(url, known);
  });
  return (url) => {
    const [path = ''] = url.split('?');
    const found = [...addresses.values()].filter(({ pattern }) => pattern.test(path));
    return [...new Set(found.flatMap(({ methods }) => [...methods]))].toSorted();
  };
}

/** "/api/v1/cases/:id" as an expression for whole paths; what is no parameter stands for itself. */
const patternOf = (url: string): RegExp =>
  new RegExp(
    `^${url
      .split('/')
      .map((part) =>
        part === '*' ? '.*' : part.startsWith(':') ? '[^/]+' : part.replaceAll(/[^\w-]/g, String.raw`\$&`),
      )
      .join('/')}$`,
  );
