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
  /** Takes a user's sockets out of a room they lost access to. */
  leave(userId: number, room: string): void;
}

export const rooms = {
  user: (id: number) => `user:${id}`,
  review: (id: number) => `review:${id}`,
  channel: (id: string) => `channel:${id}`,
};
