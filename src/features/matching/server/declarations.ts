/** What matching tells the compiler: events and deadlines with what they carry, and the shapes in its jsonb columns. */
import type { Undoing } from '../../../platform/declarations.ts';
import type { Candidate, ExpertFacts, Ranking, WEIGHTS } from '../rules.ts';
import type { LoadedNeed } from './facts.ts';
import type { CandidateFacts } from './presentation.ts';
import type { MailInputs } from '../../../platform/mail/template.ts';
import type { MAILS } from './mails.ts';

declare module '../../../platform/db/json.ts' {
  interface JsonColumns {
    'candidates.facts': CandidateFacts;
    /** By line of the attestation: whether it holds. */
    'conflict_attestations.answers': Readonly<Record<string, boolean | undefined>>;
    /** The best of a ranking with their ranks and facts, and of how many they are the best; before that was counted, all. */
    'rankings.result': {
      ranking: Omit<Ranking, 'candidates'> & { candidates: (Candidate & { rank?: number })[]; of?: number };
      need: LoadedNeed;
      inputs: (ExpertFacts | undefined)[];
    };
    'rankings.weights': typeof WEIGHTS;
  }
}

declare module '../../../platform/declarations.ts' {
  interface Mails extends MailInputs<typeof MAILS> {}
  interface Events {
    'conflict.kept': { review_id: number; invitation_id: number };
    'invitation.declined': { review_id: number; expert_profile_id: number; reason: string };
  }
  interface Deadlines {
    invitation_expiry: { invitation_id: number };
    invitation_reminder: { invitation_id: number };
  }
}

/** Whether what each of its deadlines does can be undone. */
export const UNDOING = {
  invitation_expiry: { irreversible: 'Ends the invitation' },
  invitation_reminder: 'reversible',
} as const satisfies Undoing;
