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

  expense_to_approve: template(z.object({ held: z.boolean(), ...link }), (data, say) => ({
    subject: `${say.review}: ${data.held ? 'an expense above the budget' : 'an expense to approve'}`,
    move: {
      whose: 'you',
      what: data.held ? 'grant it above the budget, or question it' : 'approve the expense, or question it',
    },
    lines: [
      data.held
        ? 'The expert’s side recorded an expense that the budget of the matter does not hold. It is held until you grant it.'
        : 'The expert’s side recorded an expense. It counts once you approve it.',
    ],
    action: open(say, data, 'See the expense'),
  })),

  expense_answered: template(
    z.object({
      approved: z.boolean(),
      /** Whether no retainer pays it, and whether its expert is off the matter. */
      outside: z.boolean().default(false),
      left: z.boolean().default(false),
      ...link,
    }),
    (data, say) => ({
      subject: `${say.review}: an expense is ${data.approved ? 'approved' : 'questioned'}`,
      move: data.approved
        ? { whose: 'nobody', what: 'the expense comes with the statement of this month' }
        : { whose: 'you', what: data.left ? 'answer the firm' : 'correct the expense, or take it back' },
      lines: [
        data.approved
          ? `The firm approved an expense. It is on the statement of this month${data.outside ? ', paid outside the retainer' : ''}.`
          : data.left
            ? 'The firm questions an expense from the time you were on the matter. Why is with it, though you no longer see the matter: answer the firm, which can still approve the expense.'
            : 'The firm questions an expense. Why is with it.',
      ],
      action: open(say, data, 'See the expense'),
    }),
  ),

  receipt_damaged: template(z.object({ ...link }), (data, say) => ({
    subject: `${say.review}: a stored receipt is damaged`,
    move: { whose: 'you', what: 'have the receipt restored from a backup' },
    lines: [
      'The receipt of an expense no longer matches what was sent: the stored file was changed, cut short or lost. None of it is shown to anyone.',
    ],
    action: open(say, data, 'Open it'),
  })),
} as const;
