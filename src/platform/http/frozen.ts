import type { FastifyInstance, FastifyReply } from 'fastify';
import { DatabaseFrozenError } from '../db/away.ts';
import type { Pulse } from '../db/pulse.ts';

/**
 * Nobody waits for a database that answers nothing: requests to the API that are under way when it stops are answered
 * then, new ones at once. What a handler still does afterwards ends as the database lets it; its answer goes nowhere.
 */
export function answerWhileFrozen(app: FastifyInstance, pulse: Pulse): void {
  const waiting = new Set<FastifyReply>();
  pulse.onFreeze(() => {
    for (const reply of waiting) {
      waiting.delete(reply);
      if (reply.sent || reply.raw.headersSent) continue;
      void reply.send(new DatabaseFrozenError());
      reply.hijack();
    }
  });
  app.addHook('onRequest', (request, reply, done) => {
    if (!request.url.startsWith('/api/')) return done();
    if (pulse.frozen) return done(new DatabaseFrozenError());
    waiting.add(reply);
    reply.raw.once('close', () => waiting.delete(reply));
    done();
  });
}
