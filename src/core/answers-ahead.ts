/**
 * What the server asks the API for together with the document of a page behind sign-in, so that the page need not: the
 * review only with a review's own page.
 */
export type AnswerAhead = 'current_user' | 'announcements' | 'review';
