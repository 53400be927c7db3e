import { parseAst } from 'vite';
import { expect, test } from 'vitest';
import { isPure, wireOf as cut } from './wire-contracts.ts';

const wireOf = (code: string): string => cut(code, parseAst);

const evaluate = (code: string, name: string): unknown =>
  // oxlint-disable-next-line no-new-func, typescript/no-implied-eval -- the transformed module is what is under test
  new Function('z', 'PATHS', `${wireOf(code)}\nreturn ${name};`)(
    new Proxy(
      {},
      {
        get: () => () => {
          throw new Error('a schema was built');
        },
      },
    ),
    { login: { id: 'login', method: 'POST', path: '/login' } },
  );

test('an endpoint keeps what a call needs, and nothing is computed for it', () => {
  const code = `const e = {
    read: defineEndpoint({ id: 'a', method: 'GET', path: '/a/{id}', summary: 's', allow: yes, shape: { output: z.object() } }),
    send: defineEndpoint({ ...PATHS.login, idempotent: true, shape: { body: z.object(), output: z.any() }, errors: ['x'] }),
  };`;
  expect(evaluate(code, 'e')).toEqual({
    read: { id: 'a', method: 'GET', path: '/a/{id}', idempotent: false },
    send: { id: 'login', method: 'POST', path: '/login', idempotent: true },
  });
});

test('an address several endpoints share is spread into them, and stays', () => {
  const code = `const post = (id, path) => ({ id: \`x.\${id}\`, method: 'POST', path: \`/x/\${path}\` });
  const e = { send: defineEndpoint({ ...post('send', 'it'), shape: { body: z.object({ a: z.string() }) } }) };`;
  expect(evaluate(code, 'e')).toEqual({ send: { id: 'x.send', method: 'POST', path: '/x/it', idempotent: false } });
});

test('computed values can be dropped, plain ones and functions stay as they are', () => {
  expect(wireOf('export const a = z.object();')).toBe('export const a = /* @__PURE__ */ (() => (z.object()))();');
  for (const code of ['export const a = [1, 2];', 'const f = () => z.object();', 'export function g() { return h(); }'])
    expect(wireOf(code)).toBe(code);
});

test('lines stay where they are', () => {
  const code = `const e = defineEndpoint({\n  id: 'a',\n  shape: {\n    output: z.any(),\n  },\n  method: 'GET',\n  path: '/a',\n});\nconst last = 1;`;
  expect(wireOf(code).split('\n').indexOf('const last = 1;')).toBe(8);
});

test.each([
  ['src/core/endpoint.ts', true],
  ['src/features/reviews/contract/list.ts', true],
  ['src/features/reviews/contract.ts', true],
  ['src/features/reports/rules/answer.ts', true],
  ['src/features/reports/rules.ts', true],
  ['src/features/reports/rules/answer.test.ts', false],
  ['src/features/reviews/web/list-page.tsx', false],
  ['src/features/reviews/server/index.ts', false],
  ['src/ui/api/client.ts', false],
])('%s is pure: %s', (path, pure) => expect(isPure(path)).toBe(pure));
