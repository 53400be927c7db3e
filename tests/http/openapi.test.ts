import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import addFormats from 'ajv-formats';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ApiDocument } from '../../src/app/api-shape.ts';
import { ENDPOINTS } from '../../src/app/contracts.ts';
import pkg from '../../package.json' with { type: 'json' };
import { ANY_KEY, OPENED, scopeOf, UPLOADS } from '../../src/features/api-keys/rules/opens.ts';
import { type TestApp, testApp } from '../harness/app.ts';

const ROOT = join(import.meta.dirname, '../..');
let t: TestApp;
let document: ApiDocument;

beforeAll(async () => {
  t = await testApp();
  document = JSON.parse((await t.request(null, 'GET', '/api/openapi.json')).raw.body) as ApiDocument;
});
afterAll(() => t.close());

const operations = () => Object.values(document.paths).flatMap((methods) => Object.values(methods));

/** What Redocly finds fault with, as "rule: message (place)". */
function faultsOf(text: string): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'peritus-lint-'));
  try {
    writeFileSync(join(folder, 'openapi.json'), text);
    const out = run(join(folder, 'openapi.json'));
    const { problems } = JSON.parse(out) as {
      problems: { ruleId: string; message: string; location: { pointer?: string }[] }[];
    };
    return problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} (${location[0]?.pointer ?? ''})`);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function run(file: string): string {
  const args = ['lint', file, '--config', join(ROOT, 'redocly.yaml'), '--format=json', '--max-problems=1000'];
  // it asks nobody: neither for a newer version nor to tell what it was used for
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
  try {
    return execFileSync(join(ROOT, 'node_modules/.bin/redocly'), args, { env, encoding: 'utf8', stdio: 'pipe' });
  } catch (error) {
    return (error as { stdout: string }).stdout;
  }
}

it('is a document the recommended rules of Redocly find nothing in, and they would find something', () => {
  expect(faultsOf(JSON.stringify(document))).toEqual([]);
  const { tags: _, ...untagged } = document;
  expect(faultsOf(JSON.stringify(untagged))).toContainEqual(expect.stringContaining('operation-tag-defined'));
});

describe('each operation', () => {
  it('says whether it is open to anyone: the endpoints that are, and no others', () => {
    const open = new Set(ENDPOINTS.filter(({ allow }) => allow === 'public').map(({ id }) => id));
    const wrong = operations().filter(({ operationId, security }) => {
      const [feature = '', name = ''] = operationId.split('.');
      return open.has(`${feature}.${name}`) !== (security?.length === 0);
    });
    expect(wrong.map(({ operationId }) => operationId)).toEqual([]);
    expect(document).toMatchObject({
      security: [{ session: [] }],
      components: { securitySchemes: { api_key: { scheme: 'bearer' } } },
      info: { license: { identifier: pkg.license } },
    });
  });

  it('names what it can refuse, all of them the one problem', () => {
    expect(document.paths['/api/v1/cases/{id}/submit']?.['post']?.responses).toMatchObject({
      400: { $ref: '#/components/responses/Problem400' },
      401: { description: 'not_signed_in, second_factor_required, invalid_key' },
      404: { description: 'not_found' },
      409: { description: 'in_flight, wrong_state, price_changed, over_budget, stale' },
      default: { $ref: '#/components/responses/Failure' },
    });
    const schemas = Object.values(document.components['responses'] ?? {}).map((answer) => JSON.stringify(answer));
    expect(schemas.filter((answer) => !answer.includes('#/components/schemas/Problem"'))).toEqual([]);
  });
});

it('says nothing of some length twice: what is the same is one component', () => {
  const seen = new Map<string, string[]>();
  const look = (value: unknown, place: string): void => {
    if (typeof value !== 'object' || value === null) return;
    const text = JSON.stringify(value);
    if (text.length > 400) seen.set(text, [...(seen.get(text) ?? []), place]);
    for (const [key, inner] of Object.entries(value)) look(inner, `${place}/${key}`);
  };
  look(document.components.schemas, '');
  expect([...seen.values()].filter((places) => places.length > 1)).toEqual([]);
  // it had 1,060 KB while every operation spelled out whatever it answers; counted an operation, for it grows with them
  const { examples: _, ...components } = document.components;
  expect(JSON.stringify({ ...document, components }).length / operations().length).toBeLessThan(1_950);
});

describe('an operation that a key opens', () => {
  const scopesOf = (security: Record<string, unknown>[] | undefined) =>
    security?.flatMap((way) => (way['api_key'] as string[] | undefined) ?? []) ?? [];
  const opened = () => operations().filter(({ security }) => security?.some((way) => 'api_key' in way));

  it('names the scope, and no other one names any', () => {
    const told = new Map(
      opened().map(({ operationId, security }) => [operationId.split('.').slice(0, 2).join('.'), scopesOf(security)]),
    );
    expect([...told.keys()].toSorted()).toEqual(OPENED.filter((id) => id !== UPLOADS).toSorted());
    for (const [id, scopes] of told) expect([id, scopes]).toEqual([id, id === ANY_KEY ? [] : [scopeOf(id)]]);
  });

  it('shows a request and an answer, each as its schema says', () => {
    const ajv = new Ajv2020({ strict: false, allErrors: true });
    addFormats.default(ajv);
    ajv.addSchema({ ...document, $id: 'api' });
    const faults: unknown[] = [];
    let shown = 0;
    for (const { operationId, requestBody, responses } of opened())
      for (const [part, { content = {} }] of Object.entries({ ...responses, body: requestBody ?? {} })) {
        const json = content['application/json'];
        if (!json || !(part === 'body' || part.startsWith('2'))) continue;
        const name = json.examples?.['example']?.$ref.split('/').at(-1) ?? '';
        const value =
          json.example ?? (document.components['examples'] as Record<string, { value: unknown }>)[name]?.value;
        const validate = ajv.compile(absolute(json.schema) as object);
        if (value === undefined || !validate(value)) faults.push([operationId, part, validate.errors?.slice(0, 3)]);
        shown += 1;
      }
    expect(faults).toEqual([]);
    expect(shown).toBeGreaterThan(60);
  });
});

/** A schema of the document with its references as they are asked for from outside it. */
const absolute = (schema: unknown): unknown =>
  JSON.parse(JSON.stringify(schema).replaceAll('"$ref":"#/', '"$ref":"api#/'));

it('shows requests that are understood', () => {
  const shown = ENDPOINTS.filter(({ example }) => example !== undefined);
  expect(shown.length).toBeGreaterThan(5);
  for (const { id, example, shape } of shown)
    expect([id, shape.body?.safeParse(example).error]).toEqual([id, undefined]);
});

it('is there to read, each schema one click away', async () => {
  const page = (await t.request(null, 'GET', '/api/docs')).raw.body;
  const wanted = [...page.matchAll(/href="#([\w-]+)"/g)].map(([, id]) => id ?? '');
  expect(wanted).toContain('schema-Schedule');
  expect([...new Set(wanted)].filter((id) => !page.includes(`id="${id}"`))).toEqual([]);
});
