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

export const layoutOfChoice = (spec: FieldSpec): 'cards' | 'segments' | 'list' => spec.layout.as ?? 'list';

export const isHalf = (spec: FieldSpec): boolean =>
  HALF.has(spec.type) && !(spec.type === 'choice' && layoutOfChoice(spec) !== 'list');

export const startsLine = (spec: FieldSpec): boolean => spec.layout.begins_line === true;

/**
 * Fields an order can do without stand folded below those it needs; not what its row wants up front, and not what follows
 * from another field, which stands with it.
 */
export const isFolded = ({ key, required, layout }: FieldSpec, { given }: Pick<FormContext, 'given'>): boolean =>
  !required && !given.has(key) && !(layout.up_front || layout.after_records || layout.while || layout.questions);

/** First and last day a date may be, and a line about it. */
export function dateHints(
  spec: FieldSpec,
  { everything, catalogue }: Pick<FormContext, 'everything' | 'catalogue'>,
  today: string,
): { min?: string; max?: string; help?: string } {
  switch (spec.layout.days) {
    case 'past':
      return { max: today };
    case 'from_earliest': {
      const { standard, expedited } = catalogue.earliest_needed_by;
      const soonest = everything['expedited'] === true ? expedited : standard;
      const help =
        everything['expedited'] === true
          ? `Earliest ${formatDay(soonest)}.`
          : `Earliest ${formatDay(soonest)}, expedited ${formatDay(expedited)}.`;
      return { min: soonest, help };
    }
    case 'from_needed_by':
      return typeof everything['needed_by'] === 'string' ? { min: everything['needed_by'] } : { min: today };
    case 'future':
      return { min: today };
    default:
      return {};
  }
}

/** Fields that stand only while another is in a certain way: the date when the rest follows, only while some is missing. */
export function isShown({ layout }: Pick<FieldSpec, 'layout'>, everything: FormContext['everything']): boolean {
  if (!layout.while) return true;
  const value = everything[layout.while.field];
  return 'is' in layout.while ? value === layout.while.is : value !== layout.while.is_not;
}
