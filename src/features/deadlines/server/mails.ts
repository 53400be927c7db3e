import { plural } from '../../../core/phrases.ts';
import { z } from 'zod';
import { count, instant, link, open, template } from '../../../platform/mail/template.ts';
import { HOLD_CAUSES } from '../rules.ts';

/** The mail about what waits for a person's word. */
export const MAILS = {
  deadlines_held: template(
    z.object({ cause: z.enum(HOLD_CAUSES), seen_at: instant, clock_at: instant, due: count, ...link }),
    (data, say) => ({
      subject: 'Deletions and closings are waiting for your confirmation',
      move: { whose: 'you', what: 'check whether the server’s clock is right, then confirm' },
      lines: [
        data.cause === 'many'
          ? `${plural(data.due, 'action')} that cannot be undone came due at once, which is unusual.`
          : `The server’s clock jumped from ${say.when(data.seen_at)} to ${say.when(data.clock_at)}.`,
        'Until an admin confirms, nothing that cannot be undone will happen: no records are deleted, no reviews close, and no invitations or pre-orders expire. Everything else continues.',
        'If the clock is wrong, have it corrected first. Then review the list and confirm.',
      ],
      action: open(say, data, 'See what is waiting'),
      why: 'You run Peritus.',
    }),
  ),
} as const;
