import type { Socket } from 'socket.io-client';
import type { ChatToken } from '../../src/features/conversations/contract.ts';
import type { TestApp } from './app.ts';
import type { Person } from './world.ts';

/** Says over a live connection who converses, as a page does; who may not, or no longer, stays unknown. */
export async function converse(t: TestApp, who: Person, socket: Socket): Promise<void> {
  const { status, body } = await t.request<ChatToken>(who, 'POST', '/api/v1/chat/token');
  if (status === 200 && socket.connected)
    await (socket.emitWithAck('chat.connect', { ...body.user, token: body.token }) as Promise<unknown>).catch(
      () => null,
    );
}
