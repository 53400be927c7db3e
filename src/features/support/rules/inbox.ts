import { type ActorKind, isAdmin, rolesAt, type StaffKind, ADMIN_KINDS } from '../../../core/actor.ts';
import type { ConsolePlace } from '../../../core/console.ts';
import type { FieldError } from '../../../core/errors.ts';

/** Where a message stands: it waits for an answer, has one, or needs none any more. */
export const MESSAGE_STATES = ['open', 'replied', 'closed'] as const;
export type MessageState = (typeof MESSAGE_STATES)[number];

export const STATE_WORDS: Record<MessageState, string> = { open: 'Open', replied: 'Answered', closed: 'Closed' };

/** Those a message can be given to. */
export const INBOX_ROLES: readonly StaffKind[] = [...rolesAt('support'), ...ADMIN_KINDS];

/** Who works in the support inbox: the support desk and admins. */
export const worksInInbox = (kind: ActorKind): boolean =>
  isAdmin(kind) || (rolesAt('support') as readonly ActorKind[]).includes(kind);

export const SUPPORT_PLACE: ConsolePlace = {
  group: 'Work',
  label: 'Support',
  about: 'Answer what people wrote on the contact page.',
  path: '/admin/support',
  glyph: 'support',
  admits: worksInInbox,
  words: 'inbox contact messages help questions',
};

export const INBOX_ACTIONS = ['close', 'reopen'] as const;
export type InboxAction = (typeof INBOX_ACTIONS)[number] | 'answer' | 'assign';

const MOVES: Record<InboxAction, { from: readonly MessageState[]; to: MessageState | null; else: string }> = {
  answer: { from: ['open', 'replied'], to: 'replied', else: 'It is closed. Reopen it to answer.' },
  assign: { from: ['open', 'replied'], to: null, else: 'It is closed. Reopen it first.' },
  close: { from: ['open', 'replied'], to: 'closed', else: 'It is closed already.' },
  reopen: { from: ['replied', 'closed'], to: 'open', else: 'It is open already.' },
};

/** Why an act is not possible on a message in this state; null: it is. */
export const refusedInInbox = (state: MessageState, action: InboxAction): string | null =>
  MOVES[action].from.includes(state) ? null : MOVES[action].else;

/** The state an act leads to. */
export const stateAfter = (state: MessageState, action: InboxAction): MessageState => MOVES[action].to ?? state;

export const ANSWER_MAX = 5000;

/** What is wrong with an answer. */
export const answerFaults = (text: string): FieldError[] =>
  text === '' ? [{ path: 'body', message: 'Write the answer.' }] : [];

/** The contact page, prefilled so that what is written next names what it is about. */
export const writeAgainPath = (reference: string, reason: string): string =>
  `/contact?reason=${reason}&message=${encodeURIComponent(`About ${reference}: `)}`;
