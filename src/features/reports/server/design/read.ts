import { sql } from 'kysely';
import { isStaff } from '../../../../core/actor.ts';
import { decodeCursor, encodeCursor } from '../../../../core/cursor.ts';
import type { In, Out } from '../../../../core/endpoint.ts';
import { Refusal } from '../../../../core/errors.ts';
import { fullName } from '../../../../core/names.ts';
import type { ActorDb } from '../../../../platform/db/actor-db.ts';
import { asTyped } from '../../../../platform/db/as-typed.ts';
import { formOf as orderForm } from '../../../reviews/rules.ts';
import type { CustomForm, customFormEndpoints, CustomFormRow } from '../../contract/design.ts';
import { compareForms } from '../../rules/design.ts';
import { mayWriteFor } from '../../rules/form-desk.ts';
import { builtForms } from '../../rules.ts';

/** Reports begun and not delivered, of the reviews the reader sees, whose form `is` says. */
const openReviews = ({ actor }: ActorDb, is: ReturnType<typeof sql>) => sql<number>`(
  select count(*)::int from report_forms f join reports r on r.report_form_id = f.id and r.delivered_at is null
  join reviews v on v.id = r.review_id and v.bucket = 'active'
  where ${is} ${isStaff(actor.kind) ? sql`` : sql`and v.organization_id = any(${actor.organization_ids}::bigint[])`})`;

const rowsOf = (db: ActorDb) =>
  db
    .selectFrom('custom_forms')
    .leftJoin('organizations', 'organizations.id', 'custom_forms.organization_id')
    .leftJoinLateral(
      (x) =>
        x
          .selectFrom('report_forms as newest')
          .select(['newest.version', 'newest.created_at', 'newest.definition'])
          .whereRef('newest.key', '=', 'custom_forms.key')
          .orderBy('newest.version', 'desc')
          .limit(1)
          .as('last'),
      (join) => join.onTrue(),
    )
    .selectAll('custom_forms')
    .select([
      'organizations.name as organization',
      'last.version',
      'last.created_at as published_at',
      'last.definition',
    ])
    .select([
      sql<number>`(select count(*)::int from peer_review_types t where t.form_key = custom_forms.key)`.as('types'),
      openReviews(db, sql`f.key = custom_forms.key`).as('open_reviews'),
    ]);
type Row = Awaited<ReturnType<ReturnType<typeof rowsOf>['execute']>>[number];

const present = ({ actor }: ActorDb, row: Row): CustomFormRow => ({
  id: row.id,
  key: row.key,
  kind: row.kind,
  name: row.name,
  organization: row.organization_id === null ? null : { id: row.organization_id, name: row.organization ?? '' },
  version: row.version,
  published_at: row.published_at?.toISOString() ?? null,
  is_changed: row.definition === null || compareForms(row.definition, row.draft).length > 0,
  retired_at: row.retired_at?.toISOString() ?? null,
  updated_at: row.updated_at.toISOString(),
  types: row.types,
  open_reviews: row.open_reviews,
  may_write: mayWriteFor(actor, row.organization_id),
});

/** Forms that were written, newest first, beside the shipped ones. Refuses `malformed`. */
export async function listForms(
  db: ActorDb,
  { q, state, cursor, limit }: In<typeof customFormEndpoints.list, 'query'>,
): Promise<Out<typeof customFormEndpoints.list>> {
  const { actor } = db;
  let found = rowsOf(db)
    .orderBy('custom_forms.id', 'desc')
    .limit(limit + 1);
  if (q) found = found.where('custom_forms.name', 'ilike', `%${asTyped(q)}%`);
  if (state === 'retired') found = found.where('custom_forms.retired_at', 'is not', null);
  else if (state) {
    found = found.where('custom_forms.retired_at', 'is', null);
    found = found.where('last.version', state === 'draft' ? 'is' : 'is not', null);
  }
  if (cursor !== undefined) {
    const [last] = decodeCursor(cursor) ?? [];
    if (typeof last !== 'number') throw new Refusal('malformed', 'The cursor is not one of this list.');
    found = found.where('custom_forms.id', '<', last);
  }
  const rows = await found.execute();
  const last = rows.length > limit ? rows[limit - 1] : undefined;
  const shippedKeys = builtForms().map(({ form }) => form.key);
  const { rows: counted } = await sql<{ key: string; open: number }>`
    select k.key, ${openReviews(db, sql`f.key = k.key`)} as open from unnest(${shippedKeys}::text[]) k (key)`.execute(
    db.executor,
  );
  const opened = new Map(counted.map(({ key, open }) => [key, open]));
  return {
    data: rows.slice(0, limit).map((row) => present(db, row)),
    next_cursor: last ? encodeCursor([last.id]) : null,
    shipped: builtForms().map(({ kind, form }) => ({
      key: form.key,
      kind,
      name: form.name,
      version: form.version,
      open_reviews: opened.get(form.key) ?? 0,
      may_copy: orderForm(kind).types.length > 0,
    })),
    may_write_for_all: mayWriteFor(actor, null),
  };
}

/** A form that was written, as its page shows it. Refuses `not_found`. */
export async function readForm(db: ActorDb, id: number): Promise<CustomForm> {
  const row = await rowsOf(db).where('custom_forms.id', '=', id).executeTakeFirst();
  if (!row) throw new Refusal('not_found');
  const versions = await db
    .selectFrom('report_forms')
    .leftJoin('users', 'users.id', 'report_forms.published_by')
    .select(['report_forms.id', 'report_forms.version', 'report_forms.name', 'report_forms.note'])
    .select(['report_forms.created_at', 'users.first_name', 'users.last_name'])
    .select([
      sql<number>`(select count(*)::int from reports r join reviews v on v.id = r.review_id where r.report_form_id = report_forms.id
        ${isStaff(db.actor.kind) ? sql`` : sql`and v.organization_id = any(${db.actor.organization_ids}::bigint[])`})`.as(
        'reports',
      ),
      openReviews(db, sql`f.id = report_forms.id`).as('open_reviews'),
    ])
    .where('report_forms.key', '=', row.key)
    .orderBy('report_forms.version', 'desc')
    .limit(500)
    .execute();
  const types = await db
    .selectFrom('peer_review_types')
    .leftJoin('organizations', 'organizations.id', 'peer_review_types.organization_id')
    .select(['peer_review_types.id', 'peer_review_types.name', 'peer_review_types.form_version'])
    .select(['peer_review_types.organization_id', 'organizations.name as organization'])
    .where('peer_review_types.form_key', '=', row.key)
    .orderBy('peer_review_types.id')
    .execute();
  const editor =
    row.updated_by === null
      ? undefined
      : await db.executor
          .selectFrom('users')
          .select(['first_name', 'last_name'])
          .where('id', '=', row.updated_by)
          .executeTakeFirst();
  return {
    ...present(db, row),
    draft: row.draft,
    copied_from: row.copied_from,
    lock_version: row.lock_version,
    updated_by: editor ? fullName(editor) : null,
    versions: versions.map((one) => ({
      version: one.version,
      name: one.name,
      note: one.note,
      published_at: one.created_at.toISOString(),
      published_by:
        one.first_name === null ? null : fullName({ first_name: one.first_name, last_name: one.last_name ?? '' }),
      reports: one.reports,
      open_reviews: one.open_reviews,
    })),
    used_by: types.map((one) => ({
      id: one.id,
      name: one.name,
      organization: one.organization_id === null ? null : { id: one.organization_id, name: one.organization ?? '' },
      form_version: one.form_version,
    })),
  };
}
