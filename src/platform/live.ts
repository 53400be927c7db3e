import type { Actor } from '../core/actor.ts';

/** A message to open pages. It says that something changed and how to find it, never carries health data beyond the room's members. */
export interface LiveEvent {
  room: string;
  event: string;
  payload: unknown;
}

/** Rooms: `user:{id}`, `review:{id}`, `channel:{id}`. Delivery is best effort; pages fill gaps from the database. */
export interface Live {
  emit(event: LiveEvent): void;
  /** Ends a session's or a user's sockets at once. */
  disconnect(target: { session_id?: number; user_id?: number }): void;
}

export const rooms = {
  user: (id: number) => `user:${id}`,
  review: (id: number) => `review:${id}`,
  channel: (id: string) => `channel:${id}`,
};

/** One open page of a signed-in person, as features see it. */
export interface LiveSocket {
  readonly id: string;
  /** Joins a room without asking whether it may: the feature has checked. What it may no longer hear it is taken out of. */
  join(room: string): void;
  leave(room: string): void;
  /** To this page only. */
  emit(event: string, payload: unknown): void;
  /** To the others in a room: typing, read marks. */
  toOthers(room: string, event: string, payload: unknown): void;
  /**
   * Answers an event of the page. What the handler returns is acknowledged as `{ ok: true, data }`; what it throws as
   * `{ ok: false, problem }` with the problem document a request would get. The payload is checked by the handler, which
   * gets the actor with the rights of this moment; without a session there is none, and the page is ended.
   */
  on(event: string, handler: (payload: unknown, actor: Actor) => Promise<unknown>): void;
  /** Runs when the page is gone. */
  onClose(run: () => void): void;
}

/** What a feature does with every new page: join the rooms of its person as they are then, answer its events. */
export type LiveConnection = (socket: LiveSocket, actor: Actor) => void | Promise<void>;
