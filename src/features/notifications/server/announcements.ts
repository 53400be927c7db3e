import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { decodeCursor, encodeCursor } from '../../../core/cursor.ts';
import { Refusal, refuseFields } from '../../../core/errors.ts';
import { fullName } from '../../../core/names.ts';
import { command } from '../../../platform/command.ts';
import { mount } from '../../../platform/http/mount.ts';
import type { Services } from '../../../platform/services.ts';
import { announcementEndpoints, type AnnouncementView } from '../contract.ts';
import { type AnnouncementStanding, type Audience, audiencesOf, periodFaults, standingOf } from '../rules.ts';

/** Every open page of a signed-in person hears here that announcements changed, not what they say. */
export const ANNOUNCEMENTS_ROOM = 'announcements';

/** Announcements: staff publish them, everybody in the audience sees them while they stand. */
export function mountAnnouncements(app: FastifyInstance, services: Services): void {
  mount(app, services, announcementEndpoints.current, async ({ actor, db }) => {
    const now = services.clock.now();
    const rows = await db
      .selectFrom('announcements')
      .selectAll('announcements')
      .where('announcements.audience', 'in', audiencesOf(actor.kind))
      .where('announcements.starts_at', '<=', now)
      .where('announcements.ends_at', '>', now)
      .where('announcements.withdrawn_at', 'is', null)
      .orderBy('announcements.starts_at')
      .orderBy('announcements.id')
      .limit(20)
      .execute();
    return { data: rows.map((row) => present(row)) };
  });

  mount(app, services, announcementEndpoints.all, async ({ db, query }) => {
    const after = query.cursor === undefined ? null : Number(decodeCursor(query.cursor)?.[0]);
    if (after !== null && !Number.isSafeInteger(after)) throw new Refusal('malformed');
    const now = services.clock.now();
    let select = db
      .selectFrom('announcements')
      .innerJoin('users', 'users.id', 'announcements.published_by')
      .selectAll('announcements')
      .select(['users.first_name', 'users.last_name'])
      .orderBy('announcements.id', 'desc')
      .limit(query.limit + 1);
    if (after !== null) select = select.where('announcements.id', '<', after);
    if (query.standing !== undefined) select = select.where(isStanding(query.standing, now));
    const rows = await select.execute();
    const page = rows.slice(0, query.limit);
    const last = page.at(-1);
    return {
      data: page.map((row) => ({
        ...present(row),
        standing: standingOf(row, now),
        published_by: fullName(row),
        created_at: row.created_at.toISOString(),
      })),
      next_cursor: rows.length > query.limit && last ? encodeCursor([last.id]) : null,
    };
  });

  mount(app, services, announcementEndpoints.publish, ({ actor, body }) =>
    command(services, actor, async (tx) => {
      const starts_at = body.starts_at === undefined ? tx.now : new Date(body.starts_at);
      const ends_at = new Date(body.ends_at);
      refuseFields(periodFaults(starts_at, ends_at, tx.now));
      const row = await tx.db
        .insertInto('announcements')
        .values({
          text: body.text,
          audience: body.audience,
          starts_at,
          ends_at,
          published_by: actor.user_id,
          created_at: tx.now,
        })
        .returningAll()
        .executeTakeFirstOrThrow();
      await tx.audit({
        action: 'announcement.publish',
        subject: `announcement:${row.id}`,
        data: { before: null, after: present(row) },
      });
      tx.live({ room: ANNOUNCEMENTS_ROOM, event: 'announcements.changed', payload: {} });
      return present(row);
    }),
  );

  mount(app, services, announcementEndpoints.withdraw, async ({ actor, params }) => {
    await command(services, actor, async (tx) => {
      const row = await tx.db
        .selectFrom('announcements')
        .selectAll('announcements')
        .where('announcements.id', '=', params.id)
        .executeTakeFirst();
      if (!row) throw new Refusal('not_found');
      if (row.withdrawn_at !== null) return;
      if (row.ends_at <= tx.now) throw new Refusal('wrong_state', 'Its time is over already.');
      await tx.db
        .updateTable('announcements')
        .set({ withdrawn_at: tx.now })
        .where('announcements.id', '=', row.id)
        .execute();
      await tx.audit({
        action: 'announcement.withdraw',
        subject: `announcement:${row.id}`,
        data: { before: present(row), after: present({ ...row, withdrawn_at: tx.now }) },
      });
      tx.live({ room: ANNOUNCEMENTS_ROOM, event: 'announcements.changed', payload: {} });
    });
  });
}

/** The announcements of a standing, as `standingOf` has it. */
function isStanding(standing: AnnouncementStanding, now: Date) {
  if (standing === 'over')
    return sql<boolean>`(announcements.withdrawn_at is not null or announcements.ends_at <= ${now})`;
  const begins = standing === 'now' ? sql`announcements.starts_at <= ${now}` : sql`announcements.starts_at > ${now}`;
  return sql<boolean>`(announcements.withdrawn_at is null and announcements.ends_at > ${now} and ${begins})`;
}

function present(row: {
  id: number;
  text: string;
  audience: string;
  starts_at: Date;
  ends_at: Date;
  withdrawn_at: Date | null;
}): AnnouncementView {
  return {
    id: row.id,
    text: row.text,
    audience: row.audience as Audience,
    starts_at: row.starts_at.toISOString(),
    ends_at: row.ends_at.toISOString(),
    withdrawn_at: row.withdrawn_at?.toISOString() ?? null,
  };
}
