import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { ENDPOINTS } from '../../src/app/contracts.ts';
import { encodeCursor } from '../../src/core/cursor.ts';
import type { Endpoint } from '../../src/core/endpoint.ts';
import { KINDS } from '../../src/core/kinds.ts';
import { testApp, type TestApp } from '../harness/app.ts';
import { EVERYBODY, type Who } from './matrix/people.ts';
import { type Rule, RULES, type Subject } from './matrix/rules.ts';
import { buildWorlds, type Worlds } from './matrix/worlds.ts';

/*
 * Every endpoint is sent what the database could not store, what no number holds, and what is of another type, in each
 * property of its body and each parameter of its address: whatever comes back, nothing fails (5xx).
 */
let t: TestApp;
let worlds: Worlds;
beforeAll(async () => {
  t = await testApp();
  worlds = await buildWorlds(t);
});
afterAll(() => t.close());

const HALF = String.fromCharCode(0xd83d);
/** Holds all that no column takes. */
const UNSTORABLE = `a\0b${HALF}c${String.fromCharCode(0xdc00)}`;
const OTHERS = [1e308, -1, 0.5, 2 ** 31, 2 ** 53 + 2, null, [], {}, true, '\0', '', 'x'.repeat(70_000), [[null]]];
/** Cursors are opaque, not sealed: what one holds is anybody's to write. */
const CURSORS = [[0.5], [1e308, 1], ['\0'], ['-271000-01-01T00:00:00Z', 1], [1e308, '2026-11-18', 'x']].flatMap(
  (values) => ['', 'number', '-updated', 'due'].map((sort) => encodeCursor(sort === '' ? values : [sort, ...values])),
);
const places = (name: string): readonly string[] => (name === 'cursor' ? CURSORS : []);
/** Deeper than anything that reads it can follow. */
const DEEP = `{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
const IN_ADDRESSES = ['%00', '%ED%A0%80', '99999999999999999999', '-1', '1e400', '%F0%9F', '..%2F..', 'x'.repeat(290)];
/** Each property gets the unstorable text and one other value in turn; with HOSTILE=all every one. */
const ALL = process.env['HOSTILE'] === 'all';
let turn = 0;
const inTurn = (): readonly unknown[] => [UNSTORABLE, ...(ALL ? OTHERS : [OTHERS[(turn += 1) % OTHERS.length]])];

interface Schema {
  type?: string;
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
  enum?: unknown[];
  const?: unknown;
  minimum?: number;
  format?: string;
  additionalProperties?: Schema | boolean;
}

/** A value of the schema's type with every property there is, so that each can be spoiled. */
function sample(schema: Schema): unknown {
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (schema.anyOf) return sample(schema.anyOf[0] ?? {});
  switch (schema.type) {
    case 'object': {
      const more = typeof schema.additionalProperties === 'object' ? { key: sample(schema.additionalProperties) } : {};
      return {
        ...more,
        ...Object.fromEntries(Object.entries(schema.properties ?? {}).map(([k, v]) => [k, sample(v)])),
      };
    }
    case 'array':
      return [sample(schema.items ?? {})];
    case 'number':
    case 'integer':
      return Math.max(1, schema.minimum ?? 1);
    case 'boolean':
      return true;
    default:
      if (schema.format === 'date-time') return '2026-11-30T15:00:00Z';
      if (schema.format === 'date') return '2026-11-30';
      return schema.format === 'email' ? 'someone@harborline.example' : 'text';
  }
}

/** The value with one of its leaves, or names of properties, replaced; once for each. */
function* spoiled(value: unknown): Generator {
  yield* inTurn();
  if (Array.isArray(value)) {
    for (const [at, item] of value.entries())
      for (const one of spoiled(item)) yield value.map((kept: unknown, index) => (index === at ? one : kept));
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, item] of Object.entries(value)) for (const one of spoiled(item)) yield { ...value, [key]: one };
    yield { ...value, [`k\0${HALF}`]: 'text' };
  }
}

const schemaOf = (type: z.ZodType | undefined): Schema =>
  type ? (z.toJSONSchema(type, { io: 'input', unrepresentable: 'any' }) as Schema) : {};

const addressOf = (endpoint: Endpoint, rule: Rule, subject: Subject, spoil: Record<string, string> = {}): string => {
  const params: Record<string, string | number> = { ...rule.params?.(subject) };
  return endpoint.path
    .replace('{kind}', KINDS.Case.api_path)
    .replaceAll(/\{(\w+)\}/g, (_, name: string) => spoil[name] ?? encodeURIComponent(String(params[name])));
};

/** Somebody who may call it. */
function askers(rule: Rule): readonly (Who | null)[] {
  if (rule.endsSession) return [null];
  if (rule.for === 'public') return [null];
  if (rule.for === 'everyone') return ['colleague'];
  return EVERYBODY.filter((who) => rule.may.includes(who)).slice(0, 1);
}

it.each(ENDPOINTS.map((endpoint) => [endpoint.id, endpoint] as const))('%s', async (id, endpoint) => {
  const rule = RULES[id];
  if (!rule) throw new Error(`${id} has no rule in matrix/rules.ts.`);
  const failed: string[] = [];
  const subject = await worlds.subject(rule.fresh);
  for (const who of askers(rule)) {
    const person = who === null ? null : worlds.people[who];
    const send = async (url: string, body?: unknown): Promise<void> => {
      const answer = await t.request(person, endpoint.method, url, body);
      if (answer.status >= 500)
        failed.push(`${answer.status} ${url.slice(0, 120)} ${(JSON.stringify(body) ?? '').slice(0, 300)}`);
    };
    for (const name of [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, found = '']) => found)) {
      if (name === 'kind') continue;
      for (const bad of IN_ADDRESSES) await send(addressOf(endpoint, rule, subject, { [name]: bad }));
    }
    const url = addressOf(endpoint, rule, subject);
    for (const name of Object.keys(schemaOf(endpoint.shape.query).properties ?? {}))
      for (const bad of [...IN_ADDRESSES, ...places(name), `1&${name}=2`]) await send(`${url}?${name}=${bad}`);
    if (endpoint.method === 'GET') continue;
    const body = {
      ...(sample(schemaOf(endpoint.shape.body)) as object),
      ...(rule.body?.(subject, person ?? { user_id: 1 }) as object),
    };
    for (const one of spoiled(body)) await send(url, one);
    const deep = await t.request(person, endpoint.method, url, DEEP, { 'content-type': 'application/json' });
    if (deep.status >= 500) failed.push(`${deep.status} ${url} nested deeply`);
  }
  expect(failed).toEqual([]);
});

it('what describes an upload is cleaned as well', async () => {
  const [name, where] = [`a${UNSTORABLE}.pdf`, `${UNSTORABLE}/a.pdf`].map((text) =>
    Buffer.from(text).toString('base64'),
  );
  const id = Buffer.from(String((await worlds.subject(undefined)).review_id)).toString('base64');
  const { status } = await t.request(worlds.people.requester, 'POST', '/api/v1/uploads', undefined, {
    'tus-resumable': '1.0.0',
    'upload-length': '5',
    'upload-metadata': `filename ${name},review_id ${id},path ${where}`,
  });
  expect(status).toBe(201);
});
