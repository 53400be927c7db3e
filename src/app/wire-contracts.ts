import { relative } from 'node:path';

/**
 * What pages load of the contracts: of an endpoint its id, method, path and whether it is idempotent, which is all a
 * call needs; schemas only where a page reads with one. Both stand in the contract once, for the server in full.
 *
 * Rules and contracts compute nothing but values at their top (the import law keeps them pure), so each such value is
 * marked as droppable where nobody uses it.
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
interface Edit {
  start: number;
  end: number;
  text: string;
}

/** JavaScript of a pure module, its endpoints cut down and its top-level values droppable. Lines stay where they are. */
export function wireOf(code: string, parse: (code: string) => unknown): string {
  const cutter = new Cutter(code);
  const program = parse(code) as { body: Node[] };
  for (const statement of program.body) {
    const exported = statement.type === 'ExportNamedDeclaration' ? (statement['declaration'] as Node | null) : null;
    const declaration = exported ?? statement;
    if (declaration.type !== 'VariableDeclaration' || declaration['kind'] !== 'const') continue;
    for (const { id, init } of declaration['declarations'] as { id: Node; init: Node | null }[]) {
      if (!init) continue;
      if (isFunction(init)) cutter.maker(String(id['name']), init);
      else if (cutter.calls(init)) cutter.droppable(init);
    }
  }
  return cutter.result();
}

class Cutter {
  readonly #code: string;
  readonly #edits: Edit[] = [];
  /** Functions that make endpoints, with the places of their parameters that only the server needs. */
  readonly #makers = new Map<string, readonly number[]>();

  constructor(code: string) {
    this.#code = code;
  }

  result(): string {
    return this.#edits
      .toSorted((a, b) => b.start - a.start || b.end - a.end)
      .reduce((text, { start, end, text: next }) => text.slice(0, start) + next + text.slice(end), this.#code);
  }

  /** Marks an expression as one nobody misses when its value is not used. */
  droppable({ start, end }: Node): void {
    this.#edits.push({ start, end: start, text: '/* @__PURE__ */ (() => (' }, { start: end, end, text: '))()' });
  }

  /** Whether an expression calls anything, outside of functions; cuts down the endpoints in it on the way. */
  calls(node: Node): boolean {
    if (isFunction(node)) return false;
    const name = node.type === 'CallExpression' ? String((node['callee'] as Node)['name']) : '';
    if (name === 'defineEndpoint') {
      this.#cutDown(node);
      return false;
    }
    const unread = this.#makers.get(name);
    if (unread) {
      const args = node['arguments'] as Node[];
      for (const at of unread) {
        const arg = args[at];
        if (arg) this.#edits.push({ start: arg.start, end: arg.end, text: `0${this.#lines(arg.start, arg.end)}` });
      }
      return true;
    }
    let found = node.type === 'CallExpression' || node.type === 'NewExpression';
    for (const value of Object.values(node)) {
      for (const child of Array.isArray(value) ? value : [value]) {
        if (isNode(child) && this.calls(child)) found = true;
      }
    }
    return found;
  }

  /** A function that answers an endpoint made of its parameters. */
  maker(name: string, { params, body }: Node): void {
    const call = body as Node;
    if (call.type !== 'CallExpression' || (call['callee'] as Node)['name'] !== 'defineEndpoint') return;
    const kept = this.#cutDown(call);
    const unread = (params as Node[]).flatMap((param, at) =>
      param.type === 'Identifier' && !new RegExp(`\\b${String(param['name'])}\\b`).test(kept) ? [at] : [],
    );
    this.#makers.set(name, unread);
  }

  /** Leaves of an endpoint's declaration what a call needs, and answers it. */
  #cutDown(call: Node): string {
    const spec = (call['arguments'] as Node[])[0];
    if (spec?.type !== 'ObjectExpression')
      throw new Error('defineEndpoint takes its declaration as an object literal.');
    const kept: string[] = [];
    this.#edits.push({ start: call.start, end: spec.start, text: '(' });
    this.#edits.push({ start: spec.start + 1, end: spec.start + 1, text: 'idempotent: false, ' });
    for (const property of spec['properties'] as Node[]) {
      const key = property['key'] as Node | undefined;
      // a spread is part of the address
      if (!key || ON_THE_WIRE.has(String(key['name']))) {
        kept.push(this.#code.slice(property.start, property.end));
        continue;
      }
      const end = property.end + (/^\s*,/.exec(this.#code.slice(property.end))?.[0].length ?? 0);
      this.#edits.push({ start: property.start, end, text: this.#lines(property.start, end) });
    }
    return kept.join();
  }

  #lines(start: number, end: number): string {
    return this.#code.slice(start, end).replaceAll(/[^\n]/g, '');
  }
}

const isFunction = (node: Node): boolean =>
  node.type === 'ArrowFunctionExpression' || node.type === 'FunctionExpression';

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
