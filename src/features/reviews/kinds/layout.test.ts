import { expect, test } from 'vitest';
import { KIND_NAMES } from '../../../core/kinds.ts';
import { formOf } from '../rules/forms.ts';

const steps = KIND_NAMES.flatMap((kind) => {
  const { sections } = formOf(kind);
  const everywhere = sections.flatMap(({ fields }) => fields);
  return sections.map(({ key, fields }) => [`${kind} ${key}`, fields, everywhere] as const);
});

test.each(steps)('%s: what depends on another field names one that is there', (_, fields, everywhere) => {
  const of = fields.flatMap(({ layout }) => (layout?.of ? [layout.of] : []));
  const whiles = fields.flatMap(({ layout }) => (layout?.while ? [layout.while.field] : []));
  // a field is emptied with another of its own step; it stands while one of any step is in a certain way
  expect(fields.map(({ key }) => key)).toEqual(expect.arrayContaining(of));
  expect(everywhere.map(({ key }) => key)).toEqual(expect.arrayContaining(whiles));
});

test.each(KIND_NAMES.map((kind) => [kind]))('%s: its records are sent in at one place of its form', (kind) => {
  const fields = formOf(kind).sections.flatMap((section) => section.fields);
  expect(fields.filter(({ layout }) => layout?.after_records)).toHaveLength(1);
});

test.each(steps)('%s: bounds stand at dates, faces at choices, statutes at a state', (_, fields, everywhere) => {
  const states = everywhere.filter(({ type }) => type === 'state').map(({ key }) => key);
  const typesWith = (has: (field: (typeof fields)[number]) => unknown) =>
    new Set(fields.filter(has).map((f) => f.type));
  expect(['date']).toEqual(expect.arrayContaining([...typesWith((f) => f.layout?.days)]));
  expect(['choice']).toEqual(expect.arrayContaining([...typesWith((f) => f.layout?.as)]));
  expect(states).toEqual(
    expect.arrayContaining(fields.flatMap(({ layout }) => (layout?.statute_of ? [layout.statute_of] : []))),
  );
});
