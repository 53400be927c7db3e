import { relative } from 'node:path';

/**
 * What pages load of the contracts: of an endpoint its id, method, path and whether it is idempotent, which is all a
 * call needs. The schemas of all answers stay with the server. Without it the first list is 65 KB over its bar
 * (docs/decisions/0048).
 */
export function wireContracts(root: string) {
  return {
    name: 'peritus-wire-contracts',
    transform(this: { parse: (code: string) => unknown }, code: string, id: string) {
      const [file = ''] = id.split('?');
      if (!isPure(relative(root, file).replaceAll('\\', '/'))) return null;
      return { code: wireOf(code, (text) => this.parse(text)), map: null, moduleSideEffects: false };
    },
  };
}

/** Modules whose top level only computes values: src/core, and the rules, kinds and contracts of features. */
export function isPure(path: string): boolean {
  return /^src\/(core\/.+|features\/\w+\/(rules|contract|kinds)(\/.+)?)\.ts$/.test(path) && !path.endsWith('.test.ts');
}

/** The part of an endpoint the browser needs. */
const ON_THE_WIRE: ReadonlySet<string> = new Set(['id', 'method', 'path', 'idempotent']);

interface Node {
  type: string;
  start: number;
  end: number;
  [key: string]: unknown;
}

/** JavaScript of a pure module, its endpoints cut down and what it computes at its top droppable. */
export const wireOf = (code: string, parse: (code: string) => unknown): string =>
  droppable(cutDown(code, parse), parse);

/** Every endpoint cut down to what a call needs. A spread is part of the address, and stays. */
function cutDown(code: string, parse: (code: string) => unknown): string {
  return edited(code, nodesIn(parse(code), (node) => !isEndpoint(node)).filter(isEndpoint), (call) => {
    const spec = (call['arguments'] as Node[])[0];
    if (spec?.type !== 'ObjectExpression')
      throw new Error('defineEndpoint takes its declaration as an object literal.');
    const kept = (spec['properties'] as Node[]).filter((property) => {
      const key = property['key'] as Node | undefined;
      return !key || ON_THE_WIRE.has(String(key['name']));
    });
    return `({ ${['idempotent: false', ...kept.map(({ start, end }) => code.slice(start, end))].join(', ')} })`;
  });
}

/** A constant that a call computes is marked as one nobody misses when it is not used: bundlers keep calls otherwise. */
function droppable(code: string, parse: (code: string) => unknown): string {
  const statements = (parse(code) as { body: Node[] }).body.map((statement) => statement['declaration'] ?? statement);
  const computed = statements
    .flatMap((statement) => ((statement as Node)['declarations'] as { init: Node | null }[] | undefined) ?? [])
    .flatMap(({ init }) => (init && nodesIn(init, (node) => !isFunction(node)).some(isCall) ? [init] : []));
  return edited(code, computed, (init) => `/* @__PURE__ */ (() => (${code.slice(init.start, init.end)}))()`);
}

/** A node and all below it; what is below one that `into` refuses is left out. */
function nodesIn(value: unknown, into: (node: Node) => boolean): Node[] {
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) return value.flatMap((one) => nodesIn(one, into));
  const node = value as Node;
  return [node, ...(into(node) ? Object.values(node).flatMap((one) => nodesIn(one, into)) : [])];
}

/** The code with nodes replaced, each on as many lines as before, so that errors name the right one. */
const edited = (code: string, nodes: readonly Node[], text: (node: Node) => string): string =>
  nodes
    .toSorted((a, b) => b.start - a.start)
    .reduce((result, node) => {
      const [before, after] = [code.slice(node.start, node.end), text(node)];
      const lost = before.split('\n').length - after.split('\n').length;
      return result.slice(0, node.start) + after + '\n'.repeat(lost) + result.slice(node.end);
    }, code);

const isCall = ({ type }: Node): boolean => type === 'CallExpression' || type === 'NewExpression';
const isFunction = ({ type }: Node): boolean => type === 'ArrowFunctionExpression' || type === 'FunctionExpression';
const isEndpoint = ({ type, callee }: Node): boolean =>
  type === 'CallExpression' && (callee as Node)['name'] === 'defineEndpoint';
