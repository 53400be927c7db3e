import type { FastifyInstance } from 'fastify';
import { ADMIN_KINDS } from '../../../core/actor.ts';
import { Refusal } from '../../../core/errors.ts';
import { HOUR } from '../../../core/time.ts';
import { command } from '../../../platform/command.ts';
import type { Undoing } from '../../../platform/declarations.ts';
import { confirmHolds, heldDeadlines, openHolds, setAhead } from '../../../platform/holds.ts';
import { mount } from '../../../platform/http/mount.ts';
import type { Ports } from '../../../platform/ports.ts';
import type { Services } from '../../../platform/services.ts';
import { type FeatureServer, onEvent } from '../../../platform/workers.ts';
import { staffWithRole } from '../../../platform/mail/staff.ts';
import { deadlineEndpoints } from '../contract.ts';
import { HELD_PLACE } from '../rules.ts';
import { presentRows } from './present.ts';

const ROWS = 200;
const PAGE = '/admin/deadlines';

/** Deadlines that cannot be undone and wait for a person's word: what they are, letting them go, and who is told. */
export function deadlinesServer(app: FastifyInstance, services: Services, ports: Ports, undoing: Undoing) {
  const db = services.database.systemDb;

  mount(app, services, deadlineEndpoints.held, async () => {
    const now = services.clock.now();
    const holds = await openHolds(db);
    return {
      clock_at: now.toISOString(),
      holds: holds.map((hold) => ({
        ...hold,
        seen_at: hold.seen_at.toISOString(),
        clock_at: hold.clock_at.toISOString(),
      })),
      waiting: presentRows(undoing, holds.length === 0 ? NONE : await heldDeadlines(db, undoing, now, ROWS)),
      set_ahead: presentRows(undoing, await setAhead(db, now, ROWS)),
    };
  });

  mount(app, services, deadlineEndpoints.confirm, ({ actor, body }) =>
    command(services, actor, async (tx) => {
      const shown = new Date(body.clock_at);
      const holds = await openHolds(tx.system, { lock: true });
      if (holds.length === 0) throw new Refusal('wrong_state', 'Nothing is waiting. Someone has already confirmed it.');
      const known = new Set(body.holds);
      if (holds.some(({ id }) => !known.has(id)))
        throw new Refusal('stale', 'The clock changed again after this was shown. Check it once more.');
      if (Math.abs(tx.now.getTime() - shown.getTime()) > SHOWN_FOR_MS)
        throw new Refusal('stale', 'This was shown more than an hour ago. Check it once more.');
      const released = await confirmHolds(tx, holds, {
        undoing,
        until: shown < tx.now ? shown : tx.now,
        by: { user_id: actor.user_id, how: 'page' },
        session_ms: services.env.SESSION_HOURS * HOUR,
      });
      return { released };
    }),
  );

  return {
    waiting: {
      [HELD_PLACE.path]: async () =>
        (await openHolds(db)).length === 0 ? 0 : (await heldDeadlines(db, undoing, services.clock.now(), 1)).total,
    },
    events: [
      onEvent({
        name: 'deadlines.tell',
        tells: true,
        topics: ['deadlines.held'],
        async run(tx, { payload }) {
          const hold = await tx.system
            .selectFrom('deadline_holds')
            .select(['id', 'cause', 'seen_at', 'clock_at', 'due'])
            .where('id', '=', payload.hold_id)
            .executeTakeFirstOrThrow();
          const { cause, seen_at, clock_at, due } = hold;
          for (const to of await staffWithRole(tx.system, ...ADMIN_KINDS))
            await ports.mail(tx, {
              to,
              template: 'deadlines_held',
              data: { cause, seen_at, clock_at, due, link: PAGE },
              side: 'staff',
              dedupe_key: `deadlines_held:${hold.id}:${to.user_id}`,
            });
        },
      }),
    ],
  } satisfies FeatureServer;
}

/** How old what was shown may be by the product's clock when it is confirmed. */
const SHOWN_FOR_MS = HOUR;
const NONE = { total: 0, data: [] };
