import { KIND_NAMES, type Kind } from '../../../core/kinds.ts';
import type { Fields } from '../kinds/form.ts';
import { formOf } from './forms.ts';
import { dayInWords, fieldOf, type Named, optionLabel, valueInWords } from './values.ts';

/** One chart of an order in words. */
interface BriefChart {
  label: string;
  code: string | null;
  /** Who the patient is, as far as the order says: "Female, 54 years". */
  patient: string | null;
  reason: string | null;
  encounters: { when: string; note: string | null }[];
}

/** What the order tells whoever works from it, in the words of its form. */
export interface Brief {
  facts: { label: string; value: string }[];
  prose: { label: string; text: string }[];
  charts: BriefChart[];
}

type Row = Readonly<Record<string, unknown>>;
const rowsOf = (value: unknown): Row[] =>
  Array.isArray(value) ? value.filter((row): row is Row => typeof row === 'object' && row !== null) : [];
const textOf = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : null;

function chartOf(kind: Kind, row: Row): BriefChart {
  const { age } = row;
  const sex = textOf(row['sex']);
  const dob = textOf(row['dob']);
  const patient = [
    textOf(row['patient_name']),
    sex && (optionLabel(formOf(kind), 'sexes', sex) ?? sex),
    dob ? `born ${dayInWords(dob)}` : typeof age === 'number' ? `${age} years` : null,
  ].filter((part) => part !== null);
  return {
    label: textOf(row['label']) ?? 'Chart',
    code: textOf(row['mrn']),
    patient: patient.length > 0 ? patient.join(', ') : null,
    reason: textOf(row['reason']),
    encounters: rowsOf(row['encounters']).flatMap(({ from, to, note }) => {
      const [begun, ended] = [textOf(from), textOf(to)];
      if (begun === null) return [];
      const when = ended && ended !== begun ? `${dayInWords(begun)} to ${dayInWords(ended)}` : dayInWords(begun);
      return [{ when, note: textOf(note) }];
    }),
  };
}

/** The fields by which an order tells of a specialty beside the first, of each kind that has such. */
export const TOLD_SPECIALTIES: readonly { kind: Kind; keys: readonly string[] }[] = KIND_NAMES.flatMap((kind) => {
  const keys = formOf(kind).told.filter((key) => fieldOf(kind, key)?.type === 'specialty');
  return keys.length > 0 ? [{ kind, keys }] : [];
});

/**
 * What the kind's form tells of an order; a field that says nothing is left out. `named`: what only its organization
 * knows; `specialties`: what those that are told are called, by their numbers.
 */
export function briefOf(kind: Kind, fields: Fields, named: Named = {}, specialties: Named = {}): Brief {
  const brief: Brief = { facts: [], prose: [], charts: [] };
  for (const key of formOf(kind).told) {
    const spec = fieldOf(kind, key);
    const value = fields[key];
    if (!spec) continue;
    if (spec.type === 'charts') brief.charts = rowsOf(value).map((row) => chartOf(kind, row));
    else if (spec.type === 'long_text') {
      const text = textOf(value);
      if (text) brief.prose.push({ label: spec.label, text });
    } else if (value !== null && value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0))
      brief.facts.push({
        label: spec.label,
        // beside its label it stands alone, not within a sentence
        value:
          typeof value === 'boolean'
            ? value
              ? 'Yes'
              : 'No'
            : valueInWords(kind, key, value, spec.type === 'specialty' ? specialties : named),
      });
  }
  return brief;
}
