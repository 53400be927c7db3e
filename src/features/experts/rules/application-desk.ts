import { type ActorKind, actsForClinOps, rolesAt, runsMatching, type StaffKind } from '../../../core/actor.ts';
import { dateText, isDate } from '../../../core/dates.ts';
import type { FieldError } from '../../../core/errors.ts';
import type { ApplicationData } from './application.ts';
import { isAsked } from './application.ts';
import { APPLICATION, type ApplicationField, type Column, type Part } from './application-fields.ts';
import type { moveFor } from './application-states.ts';

/** Who works on applications: those who check records, those who match, and admins. Other staff read. */
export const decidesOnApplications = (kind: ActorKind): boolean => runsMatching(kind) || actsForClinOps(kind);

/** Words that come with a move. */
export interface MoveWords {
  reason: string;
  message: string;
  requests: readonly { what: string; why: string }[];
}

/** What is missing with a move, at its fields. */
export function moveFaults(move: NonNullable<ReturnType<typeof moveFor>>, words: MoveWords): FieldError[] {
  const faults: FieldError[] = [];
  if (move.reason === 'required' && words.reason === '')
    faults.push({ path: 'reason', message: 'Say why. It stays with the file.' });
  if (move.message === 'required' && words.message === '')
    faults.push({ path: 'message', message: 'Write to the applicant. It stands on the application’s page.' });
  if (move.action === 'request_documents') {
    if (words.requests.length === 0) faults.push({ path: 'requests', message: 'Say what is needed.' });
    words.requests.forEach(({ what }, at) => {
      if (what === '') faults.push({ path: `requests.${at}.what`, message: 'Say what is needed.' });
    });
  }
  return faults;
}

/** Names of specialties, focuses and licenses, for answers that keep their numbers and letters. */
export interface SpecialtyNames {
  (type: 'specialty' | 'sub_specialty', id: number): string;
  license: ReadonlyMap<string, string>;
}

/** The answers of a part as a person reads them, in the form's order; what is not answered is left out. */
export function answersOf(
  part: Part,
  data: ApplicationData[Part],
  names: SpecialtyNames,
): { label: string; value: string }[] {
  const fields = APPLICATION.find(({ key }) => key === part)?.fields ?? [];
  return fields.flatMap((field) => {
    if (!isAsked(field, data)) return [];
    const value = answerText(field, data[field.key], names);
    return value === '' ? [] : [{ label: field.label, value }];
  });
}

function answerText(field: ApplicationField, value: unknown, names: SpecialtyNames): string {
  if (value === undefined || value === null) return '';
  switch (field.type) {
    case 'yes_no':
      return value === true ? 'Yes' : 'No';
    case 'check':
      return value === true ? 'Confirmed' : '';
    case 'money':
      return `${(Number(value) / 100).toLocaleString('en-US', { style: 'currency', currency: 'USD' })} ${field.unit ?? ''}`.trim();
    case 'number':
      return typeof value === 'number' ? `${value}${field.unit === '%' ? '%' : ''}` : '';
    case 'select':
      return field.options.find((option) => option.value === value)?.label ?? '';
    case 'license':
      return typeof value === 'string' ? [value, names.license.get(value)].filter(Boolean).join(', ') : '';
    case 'multi':
      return Array.isArray(value)
        ? field.options.flatMap((option) => (value.includes(option.value) ? [option.label] : [])).join(', ')
        : '';
    case 'rows':
      return Array.isArray(value)
        ? value
            .map((row: Record<string, unknown>) =>
              field.columns.flatMap((column) => cellText(column, row[column.key], names) || []).join(', '),
            )
            .join('\n')
        : '';
    default:
      return written(value);
  }
}

const written = (value: unknown): string => {
  const text = typeof value === 'string' ? value.trim() : typeof value === 'number' ? String(value) : '';
  return isDate(text) ? dateText(text, 'medium') : text;
};

function cellText(column: Column, value: unknown, names: SpecialtyNames): string {
  if (column.type === 'specialty' || column.type === 'sub_specialty')
    return typeof value === 'number' ? names(column.type, value) : '';
  if (column.type === 'select') return column.options?.find((option) => option.value === value)?.label ?? '';
  return written(value);
}

/** The roles of those who hear what applicants do. */
export const APPLICATION_DESKS: readonly StaffKind[] = [...rolesAt('matching'), ...rolesAt('records')];
