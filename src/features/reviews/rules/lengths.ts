import { z } from 'zod';
import type { FieldSpec, KindForm } from '../kinds/form.ts';

/** How many characters a field takes: its own line, and the lines of its rows by their names. */
export interface Lengths {
  own: number | null;
  rows: Readonly<Record<string, number>>;
}

interface JsonSchema {
  maxLength?: number;
  anyOf?: JsonSchema[];
  items?: JsonSchema;
  properties?: Record<string, JsonSchema>;
}

/** The longest text of a shape, through what makes it optional. */
const longest = (shape: JsonSchema | undefined): number | null =>
  shape?.maxLength ?? shape?.anyOf?.map(longest).find((found) => found !== null) ?? null;
const itemOf = (shape: JsonSchema): JsonSchema | undefined =>
  shape.items ?? shape.anyOf?.find((one) => one.items)?.items;

const known = new WeakMap<KindForm, ReadonlyMap<string, Lengths>>();

function lengthsIn(form: KindForm): ReadonlyMap<string, Lengths> {
  const found = new Map<string, Lengths>();
  for (const schema of Object.values(form.schemas)) {
    const { properties = {} } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema;
    for (const [key, shape] of Object.entries(properties)) {
      const item = itemOf(shape);
      const rows = Object.entries(item?.properties ?? {}).flatMap(([name, column]) => {
        const most = longest(column);
        return most === null ? [] : [[name, most] as const];
      });
      found.set(key, { own: longest(item ?? shape), rows: Object.fromEntries(rows) });
    }
  }
  return found;
}

/** What the form's own shapes take, so that nobody types what would not be kept. */
export function lengthsOf(form: KindForm, spec: Pick<FieldSpec, 'key' | 'max_length'>): Lengths {
  const lengths = known.get(form) ?? lengthsIn(form);
  known.set(form, lengths);
  const { own, rows } = lengths.get(spec.key) ?? { own: null, rows: {} };
  return { own: spec.max_length ?? own, rows };
}
