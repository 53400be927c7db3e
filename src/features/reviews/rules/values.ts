import { dateText, isDate } from '../../../core/dates.ts';
import type { Kind } from '../../../core/kinds.ts';
import type { FieldSpec, KindForm } from '../kinds/form.ts';
import { type Option, stateName } from '../kinds/options.ts';
import { formOf } from './forms.ts';
import { TYPE_FIELDS } from './list.ts';

/** Names of what a value points at or that only its organization knows, by id or value: specialties, people, case types. */
export type Named = Readonly<Record<string, string>>;

const NOTHING = 'nothing';

/** A calendar date as people write it: "Dec 4, 2026". */
export const dayInWords = (date: string): string => (isDate(date) ? dateText(date, 'medium') : date);

/** What stands in a record under a name that somebody else chose. */
const own = (record: Named, name: string): string | undefined =>
  Object.hasOwn(record, name) ? record[name] : undefined;

const known = new WeakMap<KindForm, ReadonlyMap<string, FieldSpec>>();

/** A field of a kind's form; undefined for one that is gone. */
export function fieldOf(kind: Kind, key: string): FieldSpec | undefined {
  const form = formOf(kind);
  const fields = known.get(form) ?? new Map(form.sections.flatMap((s) => s.fields.map((f) => [f.key, f] as const)));
  known.set(form, fields);
  return fields.get(key);
}

/** Option sets of the columns that repeated rows have. */
const OF_ROWS: Readonly<Record<string, string>> = { role: 'party_roles', kind: 'party_kinds', sex: 'sexes' };

/** What an option is called; undefined where the set has none of that value. */
export function optionLabel(form: KindForm, set: string | undefined, value: string): string | undefined {
  if (set === undefined) return undefined;
  const rows = set === 'services' ? form.services : form.options[set];
  return rows?.find((row) => row.value === value)?.label;
}

/** The setting in which each organization has types of its own for this kind; null where it has none of its own. */
export function typeSetting(kind: Kind): 'case_type_options' | 'ime_type_options' | null {
  for (const key of TYPE_FIELDS) {
    const set = fieldOf(kind, key)?.options;
    if (set === 'case_types') return 'case_type_options';
    if (set === 'ime_types') return 'ime_type_options';
  }
  return null;
}

/** What the kind itself offers as its types; null where each organization has its own. */
export function typesOf(kind: Kind): readonly Option[] | null {
  const form = formOf(kind);
  for (const key of TYPE_FIELDS) {
    const set = fieldOf(kind, key)?.options;
    if (set !== undefined) return form.options[set] ?? null;
  }
  return null;
}

/** A field's value as its form says it: labels instead of codes, names instead of ids, dates as people write them. */
export function valueInWords(kind: Kind, key: string, value: unknown, named: Named = {}): string {
  const form = formOf(kind);
  const spec = fieldOf(kind, key);
  const one = (item: unknown, type: string | undefined, options: string | undefined): string => {
    if (item === null || item === undefined || item === '') return NOTHING;
    if (typeof item === 'boolean') return item ? 'yes' : 'no';
    if (typeof item === 'object') return rowInWords(item as Record<string, unknown>);
    const text = typeof item === 'number' || typeof item === 'string' ? String(item) : '';
    if (type === 'state' || type === 'states') return stateName(text);
    return own(named, text) ?? optionLabel(form, options, text) ?? dayInWords(text);
  };
  function rowInWords(row: Record<string, unknown>): string {
    return Object.entries(row)
      .filter(([name, item]) => name !== 'key' && item !== null && item !== '' && !isEmptyList(item))
      .map(([name, item]) =>
        Array.isArray(item)
          ? item.map((part) => one(part, undefined, undefined)).join(' and ')
          : one(item, undefined, spec?.lines?.columns.find(({ key: k }) => k === name)?.options ?? own(OF_ROWS, name)),
      )
      .join(', ');
  }
  if (!Array.isArray(value)) return one(value, spec?.type, spec?.options);
  return value.length === 0 ? NOTHING : value.map((item) => one(item, spec?.type, spec?.options)).join('; ');
}

const isEmptyList = (item: unknown): boolean => Array.isArray(item) && item.length === 0;

/** The ids a field's value points at, by what they are of; none for a field that points nowhere. */
export function pointsAt(
  kind: Kind,
  key: string,
  values: readonly unknown[],
): { of: 'specialties' | 'sub_specialties' | 'users'; ids: number[] } | null {
  const type = fieldOf(kind, key)?.type;
  const ids = values.flat().filter((id): id is number => typeof id === 'number');
  switch (type) {
    case 'specialty':
      return { of: 'specialties', ids };
    case 'sub_specialty':
      return { of: 'sub_specialties', ids };
    case 'requester':
    case 'recipients':
      return { of: 'users', ids };
    default:
      return null;
  }
}
