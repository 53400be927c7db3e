export const BODY_MAX = 4_000;
export const ATTACHMENTS_MAX = 10;
/** Conversations one recovery asks for, and messages it answers for each. */
export const RECOVER_CHANNELS = 30;
export const RECOVER_MESSAGES = 200;
/** A writer counts as writing for so long after the last sign of it. */
export const TYPING_MS = 7_000;
/** So long a token to converse with holds. */
export const CHAT_TOKEN_MS = 60 * 60_000;
/** What an empty one is answered. */
export const EMPTY_TOKEN = 'User token can not be empty';
/** The code of a token that has expired, as hosted messaging services number it. */
export const EXPIRED_TOKEN_CODE = 40;
/** Connecting takes no longer, the token included. */
export const CHAT_CONNECT_MS = 6_000;
/** Who is mentioned and has not read it by then is told. */
export const MENTION_AFTER_MS = 30_000;
/** A message can be changed or taken back for so long. */
export const EDIT_WINDOW_MS = 15 * 60_000;
export const CLIENT_ID = /^[\w-]{8,64}$/;

export interface EditFacts {
  sender_user_id: number | null;
  created_at: Date;
  deleted_at: Date | null;
}

/** Whether the message is the actor's own to change. */
export const isOwn = (userId: number, message: Pick<EditFacts, 'sender_user_id'>): boolean =>
  message.sender_user_id === userId;

/** Why a message cannot be changed or taken back any more, or null. */
export function cannotChange(message: Pick<EditFacts, 'created_at' | 'deleted_at'>, now: Date): string | null {
  if (message.deleted_at !== null) return 'This message was taken back.';
  return now.getTime() - message.created_at.getTime() > EDIT_WINDOW_MS
    ? 'A message can be changed for 15 minutes after it was sent.'
    : null;
}

interface Numbered {
  seq: number;
}

/** Messages in order of `seq`, each once; of two with the same `seq` the one that comes later in the arguments. */
export function mergeMessages<M extends Numbered>(...lists: readonly (readonly M[])[]): M[] {
  const bySeq = new Map<number, M>();
  for (const list of lists) for (const message of list) bySeq.set(message.seq, message);
  return [...bySeq.values()].sort((a, b) => a.seq - b.seq);
}

/** The highest number up to which nothing is missing, beginning with the first message held; 0 without messages. */
export function unbrokenUpTo(messages: readonly Numbered[]): number {
  const seqs = messages.map((m) => m.seq).sort((a, b) => a - b);
  let at = seqs[0] ?? 0;
  for (const seq of seqs) {
    if (seq > at + 1) break;
    at = seq;
  }
  return at;
}
