import { formatCents } from '../../../../core/money.ts';
import type { MeetingTypeRow } from '../../contract/meeting-types.ts';

/** "45 minutes · $625.00 · 10 minutes free after it · with a written report"; without the price for those who see none. */
export function meetingWords(
  type: Pick<MeetingTypeRow, 'minutes' | 'price_cents' | 'buffer_before' | 'buffer_after' | 'report'> & {
    is_later_call?: boolean;
  },
): string {
  const { buffer_before: before, buffer_after: after } = type;
  const free =
    before === 0 && after === 0
      ? 'no time kept free around it'
      : [before > 0 ? `${before} minutes free before it` : null, after > 0 ? `${after} minutes free after it` : null]
          .filter(Boolean)
          .join(', ');
  return [
    `${type.minutes} minutes`,
    type.is_later_call ? 'part of the review' : type.price_cents === null ? null : formatCents(type.price_cents),
    free,
    type.report ? 'with a written report' : null,
  ]
    .filter(Boolean)
    .join(' · ');
}
