import { isDate } from '../../../core/dates.ts';
import type { FieldError } from '../../../core/errors.ts';
import {
  hasPaper,
  type RecordData,
  type RecordField,
  type RecordPart,
  RECORDS,
  type RecordValue,
  type SiteHours,
} from './records.ts';

/** The answers a part asks for, tidied; what it does not know is left out. */
export function tidyRecord(part: RecordPart, data: RecordData): RecordData {
  return Object.fromEntries(
    RECORDS[part].fields.map(({ key, type }): [string, RecordValue] => {
      const value = data[key];
      if (type === 'ticks' || type === 'hours') return [key, Array.isArray(value) ? (value as readonly string[]) : []];
      const tidy = typeof value === 'string' ? value.normalize('NFC').trim().replaceAll(/\s+/g, ' ') : value;
      // a text is never null where it is kept, whatever else is not answered is
      if (tidy === undefined || tidy === null || tidy === '') return [key, type === 'text' ? '' : null];
      return [key, tidy];
    }),
  );
}

const TIME = /^([01]\d|2[0-4]):[0-5]\d$/;

/** What answers are compared with. */
interface Known {
  today: string;
  specialties: ReadonlySet<number>;
  licenses: ReadonlySet<string>;
  /** The maps the expert sent. */
  maps: ReadonlySet<number>;
}

/** What is wrong with a record, at its fields. `today` is the date where the expert is. */
export function recordFaults(
  part: RecordPart,
  data: RecordData,
  facts: Known & { has_specialty: boolean },
): FieldError[] {
  const { today } = facts;
  const faults = RECORDS[part].fields.flatMap((field): FieldError[] => {
    const message = faultOf(field, data[field.key] ?? null, facts);
    return message === null ? [] : [{ path: field.key, message }];
  });
  const say = (path: string, message: string) => {
    if (!faults.some((one) => one.path === path)) faults.push({ path, message });
  };
  if (part === 'certification' && data.sort === 'malpractice' && !data.expires_on)
    say('expires_on', 'Enter its last day. We remind you before.');
  if (part === 'license' && !facts.has_specialty && data.specialty_id === null)
    say('specialty_id', 'Choose the specialty it stands for. You have none with us yet.');
  if (part === 'testimony' && (data.exclusion === 'part' || data.exclusion === 'all') && !data.exclusion_note)
    say('exclusion_note', 'Say what the court decided.');
  if (part === 'testimony' && data.exclusion_note && data.exclusion !== 'part' && data.exclusion !== 'all')
    say('exclusion', 'Choose how much was excluded, or leave out what the court decided.');
  if (part === 'publication' && Number(data.year) > Number(today.slice(0, 4)))
    say('year', 'This year has not come yet.');
  if (typeof data.from_on === 'string' && typeof data.until_on === 'string' && data.until_on < data.from_on)
    say('until_on', 'The last day is before the first.');
  return faults;
}

function faultOf(field: RecordField, value: RecordValue, { today, specialties, licenses, maps }: Known): string | null {
  if (value === null || value === '' || (Array.isArray(value) && value.length === 0)) return field.ask ?? null;
  switch (field.type) {
    case 'text':
      if (typeof value !== 'string') return field.ask ?? 'Enter it in words.';
      return value.length > field.max ? `Shorten it to ${field.max} characters.` : null;
    case 'date':
      if (typeof value !== 'string' || !isDate(value) || Number.isNaN(Date.parse(value))) return 'Choose the day.';
      if (field.not === 'past' && value < today) return 'This day is over. Send what holds now.';
      return field.not === 'future' && value > today ? 'This day has not come yet.' : null;
    case 'choice':
      return field.options().some((one) => one.value === value) ? null : 'Choose one.';
    case 'ticks':
      return Array.isArray(value) && value.every((one) => field.options.some((o) => o.value === one))
        ? null
        : 'Choose from the list.';
    case 'number':
      return Number.isInteger(value) && Number(value) >= field.min && Number(value) <= field.max
        ? null
        : `It is between ${field.min} and ${field.max}.`;
    case 'money':
      return Number.isInteger(value) && Number(value) > 0 && Number(value) <= field.max_cents
        ? null
        : `It is between $0.01 and $${(field.max_cents / 100).toLocaleString('en-US')}.`;
    case 'zip':
      return typeof value === 'string' && /^\d{5}(-\d{4})?$/.test(value) ? null : 'It has five digits, or nine.';
    case 'specialty':
      return typeof value === 'number' && specialties.has(value) ? null : 'Choose one.';
    case 'license':
      return typeof value === 'string' && licenses.has(value) ? null : 'Choose one that is offered.';
    case 'hours':
      return hoursFault(value);
    case 'map':
      return typeof value === 'number' && maps.has(value) ? null : 'Send the picture again.';
  }
}

function hoursFault(value: RecordValue): string | null {
  if (!Array.isArray(value)) return 'Choose the days.';
  const rows = value as readonly Partial<SiteHours>[];
  const days = rows.map((one) => one.day);
  if (new Set(days).size < days.length) return 'Each day stands once.';
  for (const { day, from = '', until = '' } of rows) {
    if (!Number.isInteger(day) || Number(day) < 0 || Number(day) > 6) return 'Choose the days.';
    if (!TIME.test(from) || !TIME.test(until) || until > '24:00') return 'Choose the times.';
    if (until <= from) return 'A day ends before it begins.';
  }
  return null;
}

/** What is missing with a decision, at its fields: a return says why, a paper where it was looked up. */
export function decisionFaults(
  part: RecordPart,
  data: RecordData | null,
  { decision, reason, source }: { decision: 'verify' | 'return'; reason: string; source: string },
  today: string,
): FieldError[] {
  if (decision === 'return') return reason === '' ? [{ path: 'reason', message: 'Say why. The expert reads it.' }] : [];
  if (data === null || !hasPaper(part)) return [];
  const faults: FieldError[] = [];
  if (source === '') faults.push({ path: 'source', message: 'Say where this was looked up, or who confirmed it.' });
  if (typeof data.expires_on === 'string' && data.expires_on < today)
    faults.push({
      path: 'source',
      message: 'Its last day is over. Return it, so that the expert sends what holds now.',
    });
  return faults;
}
