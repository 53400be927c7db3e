import { plural } from '../../../core/phrases.ts';
import { z } from 'zod';
import { count, instant, link, open, template } from '../../../platform/mail/template.ts';
import { HOLD_CAUSES } from '../rules.ts';

/** The mail about what waits for a person's word. */
export const MAILS = {
  deadlines_held: template(
    z.object({ cause: z.enum(HOLD_CAUSES), seen_at: instant, clock_at: instant, due: count, ...link }),
    (data, say) => ({
      subject: 'Purges, closeouts and lapses wait for your word',
      move: { whose: 'you', what: 'look whether the clock is right, and let them go' },
      lines: [
        data.cause === 'many'
          ? `${plural(data.due, 'step')} that cannot be undone fell due at once, more than usual.`
          : `The server’s clock went from ${say.when(data.seen_at)} to ${say.when(data.clock_at)} in one step.`,
        'Nothing that cannot be undone happens until an admin has confirmed it: no records are deleted, no review closes, nothing lapses. All the rest goes on.',
        'If the clock is wrong, have it set right first. Then look at the list and confirm.',
      ],
      action: open(say, data, 'See what waits'),
      why: 'You run Peritus.',
    }),
  ),
} as const;
