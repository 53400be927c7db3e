import { formatDay } from '../../../../ui/time/format.ts';
import type { FieldSpec, FormContext } from './types.ts';

/** How a field is laid out: across the form, or half of it. */
const HALF: ReadonlySet<string> = new Set([
  'text',
  'email',
  'date',
  'number',
  'choice',
  'state',
  'specialty',
  'sub_specialty',
  'requester',
]);

/** Choices that read better all at once than in a list that opens, by option set. */
const ALL_AT_ONCE: Readonly<Record<string, 'cards' | 'segments'>> = {
  services: 'cards',
  claim_stages: 'segments',
  sexes: 'segments',
  testimony: 'segments',
};

export const layoutOfChoice = (spec: FieldSpec): 'cards' | 'segments' | 'list' =>
  (spec.options ? ALL_AT_ONCE[spec.options] : undefined) ?? 'list';

export const isHalf = (spec: FieldSpec): boolean =>
  HALF.has(spec.type) && !(spec.type === 'choice' && layoutOfChoice(spec) !== 'list');

/** Half-wide fields that begin a line of their own, so that what belongs together stands together. */
const NEW_LINE: ReadonlySet<string> = new Set([
  'claimant_first_name',
  'specialty_id',
  'billing_reference',
  'provider_name',
  'license_type',
  'committee',
]);
export const startsLine = (spec: FieldSpec): boolean => NEW_LINE.has(spec.key);

/** First and last day a date may be, and a line about it. */
export function dateHints(
  spec: FieldSpec,
  { values, catalogue }: Pick<FormContext, 'values' | 'catalogue'>,
  today: string,
): { min?: string; max?: string; help?: string } {
  switch (spec.key) {
    case 'date_of_incident':
    case 'date_claim_reported':
    case 'claimant_dob':
      return { max: today };
    case 'needed_by': {
      const { standard, expedited } = catalogue.earliest_needed_by;
      const soonest = values['expedited'] === true ? expedited : standard;
      const help =
        values['expedited'] === true
          ? `Earliest ${formatDay(soonest)}.`
          : `Earliest ${formatDay(soonest)}, expedited ${formatDay(expedited)}.`;
      return { min: soonest, help };
    }
    case 'decision_deadline':
      return typeof values['needed_by'] === 'string' ? { min: values['needed_by'] } : { min: today };
    case 'records_follow_by':
      return { min: today };
    default:
      return {};
  }
}

/** Fields that stand only while another is in a certain way: the date when the rest follows, only while some is missing. */
export function isShown(spec: FieldSpec, values: FormContext['values']): boolean {
  if (spec.key === 'records_follow_by') return values['records_complete'] !== true;
  if (spec.key === 'expedited_consent') return values['expedited'] === true;
  if (spec.key === 'attendees') return values['service'] !== 'report_only';
  return true;
}
