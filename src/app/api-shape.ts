import { z } from 'zod';
import { type Problem, type ProblemCode, PROBLEMS, Refusal, toProblem } from '../core/errors.ts';
import { exampleOf } from './api-examples.ts';
import { ANY_KEY, scopeOf } from '../features/api-keys/rules/opens.ts';
import type { EndpointNotes } from '../platform/http/mount.ts';

/** A schema, or another object of the document, of which nothing is known. */
type Node = Record<string, unknown>;

interface Content {
  content?: Record<string, { schema?: unknown; example?: unknown; examples?: Record<string, { $ref: string }> }>;
}
interface Answer extends Content {
  description?: string;
  $ref?: string;
}
interface Operation {
  operationId: string;
  summary: string;
  tags: string[];
  security?: Node[];
  parameters?: Node[];
  requestBody?: Content;
  responses: Record<string, Answer>;
  'x-endpoint'?: EndpointNotes;
}

/** An OpenAPI 3.1 document as far as it is worked on here. */
export interface ApiDocument {
  info: { title: string; description?: string };
  tags?: { name: string; description: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Node; [part: string]: Node };
}

const SCHEMAS = '#/components/schemas/';
const PROBLEM_TYPE = 'application/problem+json';

const problem: z.ZodType<Problem> = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
  code: z.enum(Object.keys(PROBLEMS) as [ProblemCode, ...ProblemCode[]]),
  errors: z.array(z.object({ path: z.string(), message: z.string() })),
  request_id: z.string(),
  current: z.unknown().exactOptional(),
  retry_after: z.number().exactOptional(),
});

/**
 * The document as it is given out: what two operations share is said once, among the components, and every operation names
 * the refusals it can answer. `document` is what the routes' schemas say by themselves.
 */
export function shapedDocument(document: ApiDocument): ApiDocument {
  const { schemas, ...components } = document.components;
  const shaped: ApiDocument = {
    ...document,
    components: {
      ...components,
      parameters: { IdempotencyKey: IDEMPOTENCY_KEY },
      responses: problemResponses(),
      schemas: { ...spelledOut(schemas), Problem: problemSchema() },
    },
    paths: spelledOut(document.paths),
  };
  for (const operation of operationsOf(shaped)) withNotes(operation, shaped.components.schemas);
  return withExamples(referred(sameInAndOut(shaped)));
}

const operationsOf = (document: ApiDocument): Operation[] =>
  Object.values(document.paths).flatMap((methods) => Object.values(methods));

/** The document with a request and an answer shown of every operation a key opens; the same for every kind stands once. */
function withExamples(document: ApiDocument): ApiDocument {
  const of = (ref: string): unknown => document.components.schemas[ref.slice(SCHEMAS.length)];
  const examples: Node = {};
  const show = (part: Content | undefined, name: string): void => {
    const json = part?.content?.['application/json'];
    if (!json || json.example !== undefined) return;
    const value = exampleOf(json.schema, of);
    const free = Array.from({ length: 9 }, (_, n) => (n === 0 ? name : `${name}${n + 1}`)).find(
      (one) => examples[one] === undefined || same(examples[one], { value }),
    );
    examples[free ?? name] = { value };
    json.examples = { example: { $ref: `#/components/examples/${free ?? name}` } };
  };
  for (const operation of operationsOf(document)) {
    if (!operation.security?.some((way) => 'api_key' in way)) continue;
    const name = pascal(operation.operationId.split('.').slice(0, 2).join('.'));
    show(operation.requestBody, `${name}Body`);
    for (const [status, answer] of Object.entries(operation.responses))
      if (status.startsWith('2')) show(answer, `${name}Answer`);
  }
  return { ...document, components: { ...document.components, examples } };
}

/** The one shape of every refusal. */
function problemSchema(): object {
  const { $schema: _, ...schema } = z.toJSONSchema(problem, { io: 'output' });
  return schema;
}

const IDEMPOTENCY_KEY: Node = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'Chosen by the caller: the same request under the same key is carried out once and answered alike.',
  schema: { type: 'string' },
  example: '7c1a1d3e-5a0c-4a52-9a3d-1f0b6c2f8f11',
};

/** For each status below 500 an answer with its problems as examples, and one for whatever is not our caller's fault. */
function problemResponses(): Node {
  const codes = Object.keys(PROBLEMS) as ProblemCode[];
  const answer = (description: string, of: readonly ProblemCode[]): Node => ({
    description,
    content: {
      [PROBLEM_TYPE]: {
        schema: { $ref: `${SCHEMAS}Problem` },
        examples: Object.fromEntries(
          of.map((code) => [code, { summary: PROBLEMS[code][1], value: toProblem(new Refusal(code), EXAMPLE_ID) }]),
        ),
      },
    },
  });
  const byStatus = Map.groupBy(codes, (code) => PROBLEMS[code][0]);
  const refusals = [...byStatus].filter(([status]) => status < 500);
  const failures = codes.filter((code) => PROBLEMS[code][0] >= 500);
  return {
    ...Object.fromEntries(refusals.map(([status, of]) => [`Problem${status}`, answer(of.join(', '), of)])),
    Failure: answer('The service could not do it', failures),
  };
}

/** What whoever asks with a key can be refused for besides. */
const KEY_PROBLEMS: readonly ProblemCode[] = ['invalid_key', 'insufficient_scope', 'throttled'];

const EXAMPLE_ID = '2f6f1c1e-0d6b-4d0e-9b1c-6c1d0f7e1a55';

/** Gives an operation its refusals, its header, the name of its body and answer, and its example. */
function withNotes(operation: Operation, schemas: Node): void {
  const notes = operation['x-endpoint'];
  if (!notes) return;
  delete operation['x-endpoint'];
  const scope = scopeOf(notes.id);
  const byKey = scope !== null || notes.id === ANY_KEY;
  // asked in a session, or with a key that was made for it
  if (byKey)
    operation.security = [...(scope === null ? [] : [{ session: [] }]), { api_key: scope === null ? [] : [scope] }];
  if (notes.idempotent) (operation.parameters ??= []).push({ $ref: '#/components/parameters/IdempotencyKey' });
  const name = pascal(notes.id);
  const kind = pascal(operation.operationId.slice(notes.id.length));
  const body = operation.requestBody?.content?.['application/json'];
  if (body) {
    body.schema = kept(schemas, body.schema ?? {}, `${name}Body`, kind);
    if (notes.example !== undefined) body.example = notes.example;
  }
  for (const [status, response] of Object.entries(operation.responses)) {
    response.description = status === '204' ? 'Done' : operation.summary;
    if (notes.raw !== null) response.content = { [notes.raw]: { schema: { type: 'string', format: 'binary' } } };
    if (status === '204') delete response.content;
    const answer = response.content?.['application/json'];
    if (answer) answer.schema = kept(schemas, answer.schema ?? {}, `${name}Answer`, kind);
  }
  const problems = byKey ? [...new Set([...notes.problems, ...KEY_PROBLEMS])] : notes.problems;
  for (const [status, of] of Map.groupBy(problems, (code) => PROBLEMS[code][0]))
    if (status < 500)
      operation.responses[status] = { $ref: `#/components/responses/Problem${status}`, description: of.join(', ') };
  operation.responses['default'] = { $ref: '#/components/responses/Failure' };
}

/** Keeps a schema with properties under its name, with the kind's where another kind has another one; answers the reference. */
function kept(schemas: Node, schema: unknown, name: string, kind: string): unknown {
  if (!isNode(schema) || schema['type'] !== 'object') return schema;
  const free = [name, `${name}${kind}`].find((one) => !(one in schemas) || same(schemas[one], schema));
  if (free === undefined) throw new Error(`The schema ${name} is two.`);
  schemas[free] = schema;
  return { $ref: SCHEMAS + free };
}

const pascal = (id: string): string =>
  id.replaceAll(/(?:^|[._])([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value);

/** A value with each object in it put through `change`, the innermost first; what is changed keeps its type. */
function mapped<T>(value: T, change: (node: Node) => Node): T {
  const walk = (inner: unknown): unknown =>
    Array.isArray(inner)
      ? inner.map((one) => walk(one))
      : isNode(inner)
        ? change(Object.fromEntries(Object.entries(inner).map(([key, one]) => [key, walk(one)])))
        : inner;
  return walk(value) as T;
}

/** zod says a record over known names by their rule; here each of them is a property, which programs that read the document ask for. */
const spelledOut = <T>(value: T): T =>
  mapped(value, (node) => {
    const names = (node['propertyNames'] as Node | undefined)?.['enum'];
    // formats of text say it already, and their patterns are longer than anything else
    if (node['type'] === 'string' && typeof node['format'] === 'string' && node['format'].startsWith('date'))
      delete node['pattern'];
    if (!Array.isArray(names) || !Array.isArray(node['required'])) return node;
    const { propertyNames: _, additionalProperties, ...rest } = node;
    const properties = Object.fromEntries(names.map((name) => [String(name), additionalProperties ?? {}]));
    return { ...rest, properties, additionalProperties: false };
  });

/** A schema without the promise that an answer holds nothing else. */
const lenient = (schema: unknown): unknown =>
  mapped(schema, ({ additionalProperties, ...rest }) =>
    additionalProperties === false || additionalProperties === undefined ? rest : { ...rest, additionalProperties },
  );

/**
 * zod names a schema once more for requests (`NameInput`): where that is the same but for the promise that answers hold nothing
 * else, it goes, and what is left promises it no more than requests do.
 */
function sameInAndOut(document: ApiDocument): ApiDocument {
  let current = document;
  // what refers to others is the same once they are one: a round for each depth
  for (;;) {
    const { schemas } = current.components;
    const twins = Object.keys(schemas).filter(
      (name) => schemas[`${name}Input`] !== undefined && same(lenient(schemas[`${name}Input`]), lenient(schemas[name])),
    );
    if (twins.length === 0) return current;
    const names = new Map(twins.map((name) => [`${SCHEMAS}${name}Input`, SCHEMAS + name]));
    for (const name of twins) {
      schemas[name] = schemas[`${name}Input`];
      delete schemas[`${name}Input`];
    }
    current = mapped(current, (node) => {
      const one = names.get(String(node['$ref']));
      return one === undefined ? node : { ...node, $ref: one };
    });
  }
}

/** The document without components nobody refers to, each sort by name. */
function referred(document: ApiDocument): ApiDocument {
  const used = new Set<string>();
  const note = (value: unknown): void => {
    mapped(value, (node) => {
      const [, sort = '', name = ''] = /^#\/components\/(\w+)\/(\w+)$/.exec(String(node['$ref'])) ?? [];
      if (name !== '' && !used.has(`${sort} ${name}`)) {
        used.add(`${sort} ${name}`);
        note(document.components[sort]?.[name] ?? null);
      }
      return node;
    });
  };
  note(document.paths);
  const { securitySchemes, ...components } = document.components;
  const left = Object.entries(components).map(([sort, all]) => [
    sort,
    Object.fromEntries(
      Object.entries(all)
        .filter(([name]) => used.has(`${sort} ${name}`))
        .toSorted(([a], [b]) => (a < b ? -1 : 1)),
    ),
  ]);
  return { ...document, components: { ...(securitySchemes ? { securitySchemes } : {}), ...Object.fromEntries(left) } };
}
