/** What the server asks the API for together with the document of a page behind sign-in, so that the page need not. */
export type AnswerAhead = 'current_user' | 'announcements';
