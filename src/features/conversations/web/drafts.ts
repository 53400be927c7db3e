/** Everything under this name is forgotten on log out. */
const PREFIX = 'peritus:draft:';

const draftKey = (userId: number, channelId: string): string => `${PREFIX}chat:${userId}:${channelId}`;
export const unsentKey = (userId: number, channelId: string): string => `${PREFIX}chat-unsent:${userId}:${channelId}`;

/** The browser's storage, or null where it is switched off. */
export function draftStorage(): Storage | null {
  try {
    return localStorage;
  } catch {
    return null;
  }
}

/** What was written in a conversation and not sent yet. */
export function readDraft(userId: number, channelId: string): string {
  try {
    return draftStorage()?.getItem(draftKey(userId, channelId)) ?? '';
  } catch {
    return '';
  }
}

export function keepDraft(userId: number, channelId: string, text: string): void {
  try {
    if (text === '') draftStorage()?.removeItem(draftKey(userId, channelId));
    else draftStorage()?.setItem(draftKey(userId, channelId), text);
  } catch {
    // storage is full: the text stays in the page
  }
}
