import { type ActorKind, isAdmin, isSuperAdmin } from '../../core/actor.ts';
import type { ConsolePlace } from '../../core/console.ts';
import type { SuppressedBy } from '../../core/stored-mail.ts';

/** What stands in the outbox. */
export const MESSAGE_SORTS = ['mails', 'texts'] as const;
export type MessageSort = (typeof MESSAGE_SORTS)[number];

/** Where a message is. `kept`: there is no way to send it, so it stands here. */
export const MESSAGE_STATES = ['waiting', 'kept', 'sent', 'suppressed', 'failed'] as const;
export type MessageState = (typeof MESSAGE_STATES)[number];

/** The column's words for a state. */
export const STORED_AS = {
  waiting: 'queued',
  kept: 'outbox',
  sent: 'sent',
  suppressed: 'suppressed',
  failed: 'failed',
} as const satisfies Record<MessageState, string>;

/** The state of a stored message. */
export const stateOf = (status: string): MessageState =>
  MESSAGE_STATES.find((state) => STORED_AS[state] === status) ?? 'failed';

/** Who reads the outbox. */
export const readsOutbox = (kind: ActorKind): boolean => isAdmin(kind);

export const OUTBOX_PLACE: ConsolePlace = {
  group: 'Operations',
  label: 'Outbox',
  about: 'Read every e-mail and text as it was sent, and send it again.',
  path: '/admin/outbox',
  glyph: 'outbox',
  admits: readsOutbox,
  words: 'mails messages texts',
};

const HELD: Record<SuppressedBy, string> = {
  organization: 'The organization turned off e-mails to this side.',
  person: 'The person turned off e-mails of this kind.',
  alerts_off: 'An operational alert, which this person does not get by e-mail.',
};

/** Why a message is not with its reader, in a sentence; null where there is nothing to say. */
export function whyOf(message: {
  state: MessageState;
  suppressed_by: SuppressedBy | null;
  last_error: string | null;
  attempts: number;
  handled_at: Date | null;
}): string | null {
  switch (message.state) {
    case 'suppressed':
      return message.suppressed_by === null ? 'A switch held it back.' : HELD[message.suppressed_by];
    case 'failed':
      return `${failure(message.last_error)}${message.handled_at === null ? '' : ' It was dealt with since.'}`;
    case 'waiting':
      return message.attempts > 0 ? `${failure(message.last_error)} It is tried again.` : null;
    case 'kept':
      return 'Sending is not set up here, so it stays in the outbox.';
    case 'sent':
      return null;
  }
}

function failure(code: string | null): string {
  if (code === 'too late') return 'What it opens was used or over before it could be sent.';
  if (code === 'removed at an update') return 'What it said was removed at an update.';
  if (code === null) return 'It was not taken.';
  if (/^EENVELOPE|^EMESSAGE/.test(code)) return `The mail server refused it (${code}).`;
  if (/^(ECONN|ETIMEDOUT|EDNS|ESOCKET|ENOTFOUND|unreachable|timeout)/.test(code))
    return `The other side could not be reached (${code}).`;
  return `It was not taken (${code}).`;
}

/**
 * Whether this is a demo world in which all can be tried: its data were made by the demo, which was not switched off
 * since, and nothing leaves it. Everything else is none.
 */
export const isOpenDemo = (facts: { made: boolean; switched_off: boolean; sends: boolean }): boolean =>
  facts.made && !facts.switched_off && !facts.sends;

/** Everything that decides whether what a message opens is shown. */
export interface RevealFacts {
  reader: ActorKind;
  /** The demo world is here and nothing sends: all of it is to be tried. */
  demo: boolean;
  /** Something sends messages of this sort. */
  provider: boolean;
  /** The reader has a second factor, which this session brought. */
  second_factor: boolean;
  /** It opens the account of a super admin who is not the reader. */
  another_super_admin: boolean;
}

const BRING_SECOND_FACTOR =
  'It asks for your second factor in this session. Under Security, set one up or forget this browser, then sign in again with the code.';

/**
 * How what a message opens is shown: at once; when asked for, on the record; or not, and why. Never another super
 * admin's. In a demo world at once; elsewhere only where nothing sends, to super admins with their second factor.
 */
export function revealing(
  facts: RevealFacts,
): 'shown' | 'asked' | { refused: 'forbidden' | 'wrong_state'; why: string } {
  if (facts.another_super_admin)
    return { refused: 'forbidden', why: 'It opens the account of another super admin, and is theirs alone.' };
  if (facts.demo) return 'shown';
  if (!isSuperAdmin(facts.reader)) return { refused: 'forbidden', why: 'Only a super admin can see what it opens.' };
  if (facts.provider)
    return { refused: 'wrong_state', why: 'Messages are sent here: what it opens goes to its reader alone.' };
  if (!facts.second_factor) return { refused: 'wrong_state', why: BRING_SECOND_FACTOR };
  return 'asked';
}

/** Why a message cannot be set aside, or null: only one that was given up waits for somebody. */
export const whyNotSetAside = ({ state, handled }: { state: MessageState; handled: boolean }): string | null =>
  state !== 'failed' ? 'It was not given up.' : handled ? 'Somebody has dealt with it.' : null;

/** Why a message cannot be sent again as it is, or null. */
export function whyNotResent(message: {
  state: MessageState;
  /** Whether it opens something, and whether that can be made anew from here. */
  opens: boolean;
  renewable: boolean;
  /** Its letter is not kept any more. */
  emptied: boolean;
}): string | null {
  if (message.state === 'waiting') return 'It still waits to be sent.';
  if (message.state === 'suppressed') return 'A switch holds it back: it would be held back again.';
  if (message.opens && !message.renewable)
    return 'The person it is for requests a new one on the page where it is entered.';
  if (message.emptied) return 'Its letter is no longer kept, so it cannot be sent again.';
  return null;
}
