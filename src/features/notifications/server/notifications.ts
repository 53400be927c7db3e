import type { FastifyInstance } from 'fastify';
import { type RawBuilder, sql } from 'kysely';
import { type Actor, isAttendee, isRequesterSide, isExpertSide } from '../../../core/actor.ts';
import { decodeCursor, encodeCursor, instantIn } from '../../../core/cursor.ts';
import { Refusal } from '../../../core/errors.ts';
import { type Kind, reviewNumber } from '../../../core/kinds.ts';
import { command } from '../../../platform/command.ts';
import type { ActorDb } from '../../../platform/db/actor-db.ts';
import { isOnReview, reviewScope } from '../../../platform/db/scope.ts';
import { organizationFlag } from '../../../platform/db/organization.ts';
import { mount } from '../../../platform/http/mount.ts';
import { rooms } from '../../../platform/live.ts';
import type { Services } from '../../../platform/services.ts';
import { notificationEndpoints, type NotificationView, type Preferences } from '../contract.ts';
import { CATEGORY_NAMES } from '../rules.ts';
import { type NoticeData, noticeText } from './notices.ts';

const MOST_COUNTED = 100;

/** The bell: one's own notices, read and unread, and what comes by mail beside it. */
export function mountNotifications(app: FastifyInstance, services: Services): void {
  mount(app, services, notificationEndpoints.list, async ({ db, query }) => {
    const after = query.cursor === undefined ? null : placeOf(query.cursor);
    let select = db
      .selectFrom('notifications')
      .leftJoin('reviews', 'reviews.id', 'notifications.review_id')
      .select([
        'notifications.id',
        'notifications.event',
        'notifications.data',
        'notifications.review_id',
        'notifications.link',
        'notifications.created_at',
        'notifications.read_at',
        'reviews.kind',
        subjectFor(db.actor).as('subject'),
      ])
      .orderBy('notifications.created_at', 'desc')
      .orderBy('notifications.id', 'desc')
      .limit(query.limit + 1);
    if (after !== null)
      select = select.where(
        sql<boolean>`(notifications.created_at, notifications.id) < (${after.at}::timestamptz, ${after.id}::bigint)`,
      );
    if (query.unread) select = select.where('notifications.read_at', 'is', null);
    const rows = await select.execute();
    const page = rows.slice(0, query.limit);
    const last = page.at(-1);
    return {
      data: page.flatMap((row) => present(row) ?? []),
      next_cursor: rows.length > query.limit && last ? encodeCursor([last.created_at.toISOString(), last.id]) : null,
    };
  });

  mount(app, services, notificationEndpoints.unread, ({ db }) => unreadOf(db));

  mount(app, services, notificationEndpoints.read, ({ actor, params }) =>
    command(services, actor, async (tx) => {
      const found = await tx.db
        .selectFrom('notifications')
        .select('notifications.id')
        .where('notifications.id', '=', params.id)
        .executeTakeFirst();
      if (!found) throw new Refusal('not_found');
      await tx.db
        .updateTable('notifications')
        .set({ read_at: tx.now })
        .where('notifications.id', '=', params.id)
        .where('notifications.read_at', 'is', null)
        .execute();
      tx.live({ room: rooms.user(actor.user_id), event: 'notifications.changed', payload: {} });
      return unreadOf(tx.db);
    }),
  );

  mount(app, services, notificationEndpoints.readAll, ({ actor, body }) =>
    command(services, actor, async (tx) => {
      await tx.db
        .updateTable('notifications')
        .set({ read_at: tx.now })
        .where(
          sql<boolean>`notifications.created_at <= (select n.created_at from notifications n
            where n.id = ${body.up_to} and n.user_id = ${actor.user_id})`,
        )
        .where('notifications.read_at', 'is', null)
        .execute();
      tx.live({ room: rooms.user(actor.user_id), event: 'notifications.changed', payload: {} });
      return unreadOf(tx.db);
    }),
  );

  mount(app, services, notificationEndpoints.preferences, ({ actor, db }) => preferencesOf(actor, db));

  mount(app, services, notificationEndpoints.savePreferences, ({ actor, body }) =>
    command(services, actor, async (tx) => {
      const chosen = CATEGORY_NAMES.flatMap((category) => {
        const by_mail = body.by_mail[category];
        return by_mail === undefined ? [] : [{ category, by_mail }];
      });
      for (const { category, by_mail } of chosen) {
        await tx.db
          .insertInto('notification_preferences')
          .values({ user_id: actor.user_id, category, by_mail, updated_at: tx.now })
          .onConflict((oc) => oc.columns(['user_id', 'category']).doUpdateSet({ by_mail, updated_at: tx.now }))
          .execute();
      }
      await tx.audit({
        action: 'notifications.preferences',
        subject: `user:${actor.user_id}`,
        data: Object.fromEntries(chosen.map(({ category, by_mail }) => [category, by_mail])),
      });
      return preferencesOf(actor, tx.db);
    }),
  );
}

/** The place in the list a cursor names. Refuses `malformed`. */
function placeOf(cursor: string): { at: string; id: number } {
  const [from, id] = decodeCursor(cursor) ?? [];
  const at = instantIn(from);
  if (at === null || typeof id !== 'number') throw new Refusal('malformed');
  return { at, id };
}

interface Row {
  id: number;
  event: string;
  data: NoticeData;
  review_id: number | null;
  link: string;
  created_at: Date;
  read_at: Date | null;
  kind: Kind | null;
  subject: string | null;
}

/** What a notice's review is about, as whoever reads it now may see it: experts once they are on it, nobody past their scope. */
function subjectFor(actor: Actor): RawBuilder<string | null> {
  if (isAttendee(actor.kind)) return sql<null>`null`;
  const scope = reviewScope(actor) ?? sql<boolean>`true`;
  const on = isExpertSide(actor.kind)
    ? isOnReview(sql`${actor.expert_profile_ids}::bigint[]`, 'reviews')
    : sql<boolean>`true`;
  return sql<
    string | null
  >`case when reviews.id is not null and ${scope} and ${on} then nullif(reviews.subject, '') end`;
}

function present(row: Row): NotificationView | null {
  const review =
    row.review_id === null || row.kind === null
      ? null
      : { id: row.review_id, kind: row.kind, number: reviewNumber(row.kind, row.review_id), subject: row.subject };
  const text = noticeText(row.event, review?.number ?? null, row.data);
  if (!text) return null;
  return {
    id: row.id,
    event: row.event,
    ...text,
    review,
    link: row.link,
    created_at: row.created_at.toISOString(),
    read_at: row.read_at?.toISOString() ?? null,
  };
}

async function unreadOf(db: ActorDb): Promise<{ unread: number }> {
  const { rows } = await sql<{ unread: number }>`
    select count(*)::int as unread from (select 1 from notifications
      where user_id = ${db.actor.user_id} and read_at is null limit ${MOST_COUNTED}) counted`.execute(db.executor);
  return { unread: rows[0]?.unread ?? 0 };
}

async function preferencesOf(actor: Actor, db: ActorDb): Promise<Preferences> {
  const rows = await db.selectFrom('notification_preferences').select(['category', 'by_mail']).execute();
  const chosen = new Map(rows.map((row) => [row.category, row.by_mail]));
  const side = isRequesterSide(actor.kind)
    ? 'disable_requester_emails'
    : isExpertSide(actor.kind)
      ? 'disable_expert_emails'
      : null;
  const off =
    side !== null &&
    actor.organization_id !== null &&
    (await organizationFlag(db.executor, actor.organization_id, side));
  return {
    by_mail: Object.fromEntries(
      CATEGORY_NAMES.map((name) => [name, chosen.get(name) ?? true]),
    ) as Preferences['by_mail'],
    mails_off: off ? 'Your organization has turned these e-mails off. Everything still reaches you here.' : null,
  };
}
