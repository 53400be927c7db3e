/** What ratings tell the compiler: events and deadlines with what they carry, and the shapes in their jsonb columns. */
import type { Undoing } from '../../../platform/declarations.ts';
import type { Direction } from '../rules.ts';
import type { Scores } from '../rules.ts';
import type { MailInputs } from '../../../platform/mail/template.ts';
import type { MAILS } from './mails.ts';

declare module '../../../platform/db/json.ts' {
  interface JsonColumns {
    'ratings.scores': Scores;
  }
}

declare module '../../../platform/declarations.ts' {
  interface Mails extends MailInputs<typeof MAILS> {}
  interface Events {
    'rating.given': { direction: Direction; review_id: number };
  }
  interface Deadlines {
    rating_request: Nothing;
    rating_reminder: Nothing;
  }
}

/** Whether what each of its deadlines does can be undone. */
export const UNDOING = {
  rating_request: 'reversible',
  rating_reminder: 'reversible',
} as const satisfies Undoing;
