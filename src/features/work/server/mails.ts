import { z } from 'zod';
import { link, open, template } from '../../../platform/mail/template.ts';

/** Mails about the work of a legal case. No party, narrative or amount is in them. */
export const MAILS = {
  task_proposed: template(z.object({ ...link }), (data, say) => ({
    subject: `${say.review}: a task to approve`,
    move: { whose: 'you', what: 'approve the task, or cancel it' },
    lines: ['The expert proposes a task. Work on it begins once you approve its rate and hours.'],
    action: open(say, data, 'See the task'),
  })),

  task_approved: template(z.object({ ...link }), (data, say) => ({
    subject: `${say.review}: a task is approved`,
    move: { whose: 'you', what: 'do the work, within its hours' },
    lines: ['A task is approved with its rate and hours. Time can be recorded on it now.'],
    action: open(say, data, 'See the task'),
  })),

  budget_asked: template(z.object({ ...link }), (data, say) => ({
    subject: `${say.review}: the expert asks for more hours`,
    move: { whose: 'you', what: 'grant the hours, or refuse them' },
    lines: [
      'The expert asks for more hours on a task and says why. Nothing above what is approved is recorded until you answer.',
    ],
    action: open(say, data, 'Read the request'),
  })),

  budget_answered: template(z.object({ granted: z.boolean(), ...link }), (data, say) => ({
    subject: `${say.review}: ${data.granted ? 'more hours are granted' : 'the hours you asked for were refused'}`,
    move: { whose: 'you', what: data.granted ? 'continue the task' : 'finish within the hours there are' },
    lines: [
      data.granted
        ? 'The hours you asked for are added to the task.'
        : 'The hours of the task stay as they are. The answer is with the task.',
    ],
    action: open(say, data, 'See the task'),
  })),
} as const;
