/** What continuations tell the compiler: the shapes in their jsonb columns, and mails. */
import type { Undoing } from '../../../platform/declarations.ts';
import type { MailInputs } from '../../../platform/mail/template.ts';
import type { ConflictParty } from '../../reviews/kinds/options.ts';
import type { MAILS } from './mails.ts';

declare module '../../../platform/db/json.ts' {
  interface JsonColumns {
    'continuations.parties': ConflictParty[];
    'continuations.files': number[];
    'continuations.answers': Record<string, boolean>;
  }
}

declare module '../../../platform/declarations.ts' {
  interface Mails extends MailInputs<typeof MAILS> {}
  interface Events {
    'continuation.answered': Nothing;
  }
  interface Deadlines {
    /** Where another was asked by then, or it was answered, nothing is said. */
    continuation_waits: { asked_id: number; to: 'expert' | 'requester' };
  }
}

/** Whether what each of its deadlines does can be undone. */
export const UNDOING = { continuation_waits: 'reversible' } as const satisfies Undoing;
