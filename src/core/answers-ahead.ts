import type { Kind } from './kinds.ts';

/**
 * What the server asks the API for together with the document of a page behind sign-in, so that the page need not: the
 * review only with a review's own page, and with it what is to choose from where it waits for its reader's choice.
 */
export type AnswerAhead = 'current_user' | 'announcements' | 'review' | 'choice';

/** A question as the pages' client asks it: the endpoint's id, and what it is asked with. */
export interface QuestionAhead {
  id: string;
  kind?: Kind;
  params: Readonly<Record<string, string | number>>;
}

/** The answer to a question of which only the server knew that the page would ask it. */
export interface ChoiceAhead {
  question: QuestionAhead;
  answer: unknown;
}
