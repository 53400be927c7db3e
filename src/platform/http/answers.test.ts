import fc from 'fast-check';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { answerCompiler, foreignIn } from './answers.ts';

const schema = z.object({
  id: z.number(),
  name: z.string().nullable(),
  kind: z.enum(['a', 'b']),
  at: z.iso.datetime().optional(),
  people: z.array(z.object({ name: z.string(), contact: z.object({ email: z.string() }).nullable() })),
  scores: z.record(z.string(), z.object({ value: z.union([z.number(), z.string()]) })),
  anything: z.unknown(),
});
const answer = fc.record(
  {
    id: fc.integer(),
    name: fc.option(fc.string()),
    kind: fc.constantFrom('a', 'b'),
    at: fc.constant('2026-11-18T15:00:00Z'),
    people: fc.array(
      fc.record(
        { name: fc.string(), contact: fc.option(fc.record({ email: fc.string() })) },
        { noNullPrototype: true },
      ),
    ),
    scores: fc.dictionary(
      fc.stringMatching(/^[a-z]{1,8}$/),
      fc.record({ value: fc.oneof(fc.integer(), fc.string()) }, { noNullPrototype: true }),
      { noNullPrototype: true },
    ),
    anything: fc.jsonValue(),
  },
  { requiredKeys: ['id', 'name', 'kind', 'people', 'scores', 'anything'], noNullPrototype: true },
);
const route = { schema, method: 'GET', url: '/x' } as never;
const fast = answerCompiler(false)(route);
const checked = answerCompiler(true)(route);

test('an answer of its contract is written as the schema writes it, without going through it', () => {
  const foreign = foreignIn(schema);
  fc.assert(
    fc.property(answer, (value) => {
      expect(foreign?.(value)).toBe(false);
      expect(JSON.parse(fast(value))).toEqual(JSON.parse(checked(value)));
    }),
  );
});

test('what the contract does not name is dropped, wherever it stands', () => {
  fc.assert(
    fc.property(answer, fc.constantFrom('top', 'person', 'contact', 'score'), (value, place) => {
      const secret = 'not for you';
      const full = {
        ...value,
        people: [{ name: 'n', contact: { email: 'e' } }, ...value.people],
        scores: { ...value.scores, s: { value: 1 } },
      };
      const marked = structuredClone(full);
      const at = {
        top: marked,
        person: marked.people[0],
        contact: marked.people[0]?.contact,
        score: marked.scores['s'],
      };
      Object.assign(at[place] ?? {}, { secret });
      expect(JSON.parse(fast(marked))).toEqual(JSON.parse(checked(full)));
    }),
  );
});

test('schemas with a meaning of their own go through it', () => {
  expect(foreignIn(z.string().transform((v) => v.length))?.('abc')).toBe(true);
  expect(foreignIn(z.union([z.object({ a: z.number() }), z.object({ b: z.number() })]))?.({ a: 1 })).toBe(true);
  expect(foreignIn(z.looseObject({}))?.({})).toBe(true);
});
