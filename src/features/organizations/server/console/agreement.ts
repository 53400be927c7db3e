import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Actor } from '../../../../core/actor.ts';
import { decodeCursor, encodeCursor } from '../../../../core/cursor.ts';
import { Refusal, refuseFields } from '../../../../core/errors.ts';
import { fullName } from '../../../../core/names.ts';
import { command } from '../../../../platform/command.ts';
import type { ActorDb } from '../../../../platform/db/actor-db.ts';
import type { DB } from '../../../../platform/db/types.ts';
import type { Services } from '../../../../platform/services.ts';
import type { OrganizationAgreement } from '../../contract/agreement.ts';
import { agreementHtml, agreementSource } from '../../rules/agreement.ts';
import { keptPath, refuseUnseen, tellTree } from './settings.ts';

/** The people whose agreement is this organization's own: its own, and those below that have no other above them. */
const concerned = (id: number): RawBuilder<unknown> => sql`
  with recursive own as (
    select o.id from organizations o where o.id = ${id}
    union all
    select o.id from organizations o join own on o.parent_id = own.id where coalesce(o.eula, '') = '')
  select u.id, u.first_name, u.last_name, u.eula_accepted_at from users u where u.organization_id in (select id from own)`;

/** An organization's agreement as it stands, and every version there was. Refuses `not_found`. */
export async function readAgreement(db: Kysely<DB>, id: number): Promise<OrganizationAgreement> {
  const path = await keptPath(db, id);
  const [own] = path;
  const giver = path.find((step) => step.eula !== null && step.eula !== '');
  const { rows: versions } = await sql<{
    id: number;
    source: string | null;
    html: string | null;
    published_at: Date;
    first_name: string | null;
    last_name: string | null;
    accepted: number;
  }>`
    with people as (${concerned(id)}),
    versions as (select v.*, lead(v.published_at) over (order by v.published_at, v.id) as until
      from organization_agreements v where v.organization_id = ${id})
    select v.id, v.source, v.html, v.published_at, u.first_name, u.last_name,
      (select count(*)::int from people p where v.html is not null and p.eula_accepted_at >= v.published_at
        and (v.until is null or p.eula_accepted_at < v.until)) as accepted
    from versions v left join users u on u.id = v.published_by order by v.published_at desc, v.id desc limit 100`.execute(
    db,
  );
  const { rows: counted } = await sql<{
    people: number;
  }>`select count(*)::int as people from (${concerned(id)}) p`.execute(db);
  const [latest] = versions;
  const isOwn = giver?.id === id;
  return {
    lock_version: own.lock_version,
    current: giver
      ? {
          html: giver.eula ?? '',
          published_at: giver.eula_updated_at?.toISOString() ?? null,
          from: isOwn ? null : { id: giver.id, name: giver.name },
        }
      : null,
    source: isOwn ? (latest?.source ?? agreementSource(giver?.eula ?? '')) : agreementSource(giver?.eula ?? ''),
    people: counted[0]?.people ?? 0,
    accepted: isOwn ? (latest?.accepted ?? 0) : 0,
    versions: versions.map((version) => ({
      id: version.id,
      html: version.html,
      published_at: version.published_at.toISOString(),
      published_by:
        version.first_name === null
          ? null
          : fullName({ first_name: version.first_name, last_name: version.last_name ?? '' }),
      accepted: version.accepted,
    })),
  };
}

/** Publishes an agreement: from then on everybody it concerns accepts it before going on. Refuses `not_found`, `stale`, `invalid`. */
export function publishAgreement(
  services: Services,
  actor: Actor,
  id: number,
  body: { lock_version: number; source: string | null },
): Promise<OrganizationAgreement> {
  return command(services, actor, async (tx) => {
    await refuseUnseen(tx.db, id);
    await tx.system.selectFrom('organizations').select('id').where('id', '=', id).forUpdate().execute();
    const [own] = await keptPath(tx.system, id);
    if (own.lock_version !== body.lock_version)
      throw new Refusal('stale', 'Someone changed this organization since you opened it. What you wrote is kept.', {
        current: await readAgreement(tx.system, id),
      });
    const source = body.source?.trim() ?? null;
    if (source === '') refuseFields([{ path: 'source', message: 'Write the agreement.' }]);
    if (source === null && !own.eula) return readAgreement(tx.system, id);
    const html = source === null ? null : agreementHtml(source);
    await tx.db
      .updateTable('organizations')
      .set({ eula: html, eula_updated_at: tx.now, lock_version: own.lock_version + 1 })
      .where('organizations.id', '=', id)
      .execute();
    await tx.system
      .insertInto('organization_agreements')
      .values({ organization_id: id, source, html, published_by: actor.user_id, published_at: tx.now })
      .execute();
    // the texts are the versions; what changed says which
    const before = own.eula ? (own.eula_updated_at?.toISOString() ?? 'the first') : null;
    await tx.audit({
      action: 'organization.changed',
      organization_id: id,
      subject: `organization:${id}`,
      data: { field: 'eula', before, after: html === null ? null : tx.now.toISOString() },
    });
    await tellTree(tx, id);
    return readAgreement(tx.system, id);
  });
}

/** Whom the agreement concerns, by name, with what each accepted. Refuses `not_found`. */
export async function agreementPeople(
  db: ActorDb,
  id: number,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
) {
  await refuseUnseen(db, id);
  const [name, last] = cursor === undefined ? ['', 0] : (decodeCursor(cursor) ?? []);
  if (typeof name !== 'string' || typeof last !== 'number')
    throw new Refusal('malformed', 'The cursor is not one of this list.');
  const { rows } = await sql<{
    id: number;
    first_name: string;
    last_name: string;
    sort: string;
    eula_accepted_at: Date | null;
    version_at: Date | null;
    is_current: boolean;
  }>`
    with people as (${concerned(id)})
    select p.*, lower(p.last_name || ' ' || p.first_name) as sort, v.published_at as version_at,
      v.published_at is not null and not exists (select 1 from organization_agreements n
        where n.organization_id = ${id} and (n.published_at, n.id) > (v.published_at, v.id)) as is_current
    from people p left join lateral (select a.published_at, a.id from organization_agreements a
      where a.organization_id = ${id} and a.published_at <= p.eula_accepted_at order by a.published_at desc, a.id desc limit 1) v on true
    where (lower(p.last_name || ' ' || p.first_name), p.id) > (${name}, ${last})
    order by sort, p.id limit ${limit + 1}`.execute(db.executor);
  const end = rows.length > limit ? rows[limit - 1] : undefined;
  return {
    data: rows.slice(0, limit).map((row) => ({
      user_id: row.id,
      name: fullName(row),
      accepted_at: row.eula_accepted_at?.toISOString() ?? null,
      version_at: row.version_at?.toISOString() ?? null,
      is_current: row.is_current,
    })),
    next_cursor: end ? encodeCursor([end.sort, end.id]) : null,
  };
}
