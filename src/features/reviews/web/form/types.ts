import type { readSpecialties } from '../../../experts/contract/specialties.ts';
import type { Kind } from '../../../../core/kinds.ts';
import type { Out } from '../../../../core/endpoint.ts';
import type { MissingField, readFields, warningView } from '../../contract.ts';
import type { z } from 'zod';

export type Catalogue = Out<typeof readFields>;
export type SectionSpec = Catalogue['sections'][number];
export type FieldSpec = SectionSpec['fields'][number];
export type Specialty = Out<typeof readSpecialties>['data'][number];
export type Warning = z.output<typeof warningView>;
export type Values = Readonly<Record<string, unknown>>;

/** What every field of a form needs beside its own value. */
export interface FormContext {
  section: string;
  values: Values;
  catalogue: Catalogue;
  specialties: readonly Specialty[];
  /** Whose people can be its requester and receive its report. */
  people: { kind: Kind; asked: { organization_id: number } | Record<string, never> };
  /** All steps' values so far, this one's included. */
  everything: Values;
  /** Everyone named on any step so far. */
  named: readonly PartyRow[];
  /** What each service would cost, in cents; empty while that is not known, or not the reader’s to see. */
  prices: Readonly<Record<string, number>>;
  /** Fields the address of the step decided. */
  given: ReadonlySet<string>;
  /** Fields that can no longer change, with why. */
  fixed: ReadonlySet<string>;
}

interface PartyRow {
  name: string;
  role: string;
  kind?: string | null | undefined;
}

/** Messages by path below the section: "claim_number", "attendees.2.email". */
export type Errors = Readonly<Record<string, string>>;

/**
 * What to show at the fields: wrong values at once, missing ones only after the person tried to go on, and never at
 * the field being filled in for the first time.
 */
export function errorsOf(missing: readonly MissingField[], section: string, tried: boolean): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const one of missing) {
    if (one.section !== section) continue;
    if (!tried && isIncomplete(one.rule)) continue;
    const path = belowSection(one.path, section);
    errors[path] ??= one.message;
  }
  return errors;
}

/** Rules an unfinished field breaks without being wrong; a text too short is one of them, whichever it is. */
const isIncomplete = (rule: string): boolean => INCOMPLETE.has(rule) || rule.endsWith('_long_enough');
const INCOMPLETE: ReadonlySet<string> = new Set([
  'required',
  'defendant_named',
  'line_filled',
  'attendee_named',
  'party_named',
  'question_written',
  'email_valid',
]);

/** "step_one.claim_number" → "claim_number". */
const belowSection = (path: string, section: string): string =>
  path.startsWith(`${section}.`) ? path.slice(section.length + 1) : path;

export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
export const rowsOf = (value: unknown): Record<string, unknown>[] =>
  Array.isArray(value)
    ? value.filter((row): row is Record<string, unknown> => typeof row === 'object' && row !== null)
    : [];
export const textsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : [];
