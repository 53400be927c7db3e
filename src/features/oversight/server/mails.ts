import { z } from 'zod';
import { count, link, open, template } from '../../../platform/mail/template.ts';
import { alertWords, workLabel } from '../rules/work.ts';

const alert = { alert_id: count, count, about: z.string().max(200), ...link };

/** The mails about what goes wrong in the running of the product. */
export const MAILS = {
  delivery_failed: template(z.object(alert), (data, say) => ({
    subject: data.about === 'texts' ? 'Text messages could not be delivered' : 'E-mails could not be delivered',
    move: { whose: 'you', what: 'look at why, then send them again' },
    lines: [
      `${alertWords({ kind: 'delivery_failed', about: data.about, count: data.count })}, and Peritus no longer tries.`,
      'The outbox says why for each. Correct the address or the settings first, then send them again from there.',
    ],
    action: open(say, data, 'Open the outbox'),
    why: 'You run Peritus.',
  })),
  work_stuck: template(z.object(alert), (data, say) => ({
    subject: 'Background work is stuck',
    move: { whose: 'you', what: 'look at why, then try it again' },
    lines: [
      `“${workLabel(data.about)}” failed for good, or waits far longer than it should.`,
      'What depends on it does not happen until then. The list of jobs says what failed and why.',
    ],
    action: open(say, data, 'Open the jobs'),
    why: 'You run Peritus.',
  })),
} as const;
