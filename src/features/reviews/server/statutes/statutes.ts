import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { Refusal, refuseFields } from '../../../../core/errors.ts';
import { US_STATES } from '../../../../core/us-states.ts';
import { command } from '../../../../platform/command.ts';
import type { ActorDb } from '../../../../platform/db/actor-db.ts';
import { statuteRows } from '../../../../platform/db/statute-rows.ts';
import { mount } from '../../../../platform/http/mount.ts';
import type { Services } from '../../../../platform/services.ts';
import { type StatuteListRow, type Statutes, type StatuteView, statuteEndpoints } from '../../contract/statutes.ts';
import { statuteFaults, statuteFor, type StatuteText } from '../../rules.ts';
import { namesAbove, organizationAsked, wordOf, writerNamed } from '../levels.ts';
import { mayReadStatutes, whyNotKeepStatutes } from '../../rules/statute-place.ts';

/** What states say of peer review, as it is kept: each state, its versions, and writing it anew. */
export function mountStatutes(app: FastifyInstance, services: Services): void {
  mount(app, services, statuteEndpoints.list, ({ db, query }) => readStatutes(db, query.organization_id ?? null));
  mount(app, services, statuteEndpoints.read, ({ db, params, query }) =>
    readStatute(db, query.organization_id ?? null, params.state),
  );
  mount(app, services, statuteEndpoints.save, ({ actor, params: { state }, body }) =>
    command(services, actor, async (tx) => {
      const { organization_id, version } = body;
      await organizationAsked(tx.db, organization_id, mayReadStatutes);
      const reason = whyNotKeepStatutes(actor, organization_id);
      if (reason !== null) throw new Refusal('forbidden', reason);
      // two who write the same state come after each other
      await sql`select pg_advisory_xact_lock(hashtext(${`statute:${organization_id ?? 'all'}:${state}`}))`.execute(
        tx.system,
      );
      const before = await readStatute(tx.db, organization_id, state);
      if (before.version !== version) throw new Refusal('stale', undefined, { current: before });
      if (body.text === null && !before.is_own)
        throw new Refusal('wrong_state', 'What is above holds here already.', { current: before });
      const text = body.text && trimmed(body.text);
      refuseFields(text ? statuteFaults(text).map(({ path, message }) => ({ path: `text.${path}`, message })) : []);
      await tx.system
        .insertInto('peer_review_statutes')
        .values({
          organization_id,
          state,
          version: version + 1,
          citation: text?.citation ?? null,
          statement: text?.statement ?? null,
          cover: text?.cover ?? null,
          written_by: actor.user_id,
          written_at: tx.now,
        })
        .execute();
      await tx.audit({
        action: text ? 'statute.written' : 'statute.went_back',
        organization_id,
        subject: `statute:${organization_id ?? 'all'}:${state}`,
        data: { version: version + 1, before: before.is_own ? before.now : null, after: text },
      });
      return readStatute(tx.db, organization_id, state);
    }),
  );
}

const trimmed = ({ citation, statement, cover }: StatuteText): StatuteText => ({
  citation: citation.trim(),
  statement: statement.trim(),
  cover: cover.trim(),
});

const changeOf = (db: ActorDb, organizationId: number | null) => {
  const reason = whyNotKeepStatutes(db.actor, organizationId);
  return { allowed: reason === null, reason };
};

async function readStatutes(db: ActorDb, organizationId: number | null): Promise<Statutes> {
  const organization = await organizationAsked(db, organizationId, mayReadStatutes);
  const rows = await statuteRows(db.executor, organizationId);
  const names = await namesAbove(db, organizationId);
  return {
    organization,
    data: US_STATES.flatMap(([state, name]): StatuteListRow[] => {
      const text = statuteFor(rows, state);
      if (!text) return [];
      const { of } = text;
      return [
        {
          state,
          name,
          citation: text.citation,
          ...wordOf(of, names),
          has_cover: text.cover !== '',
        },
      ];
    }),
    change: changeOf(db, organizationId),
  };
}

async function readStatute(db: ActorDb, organizationId: number | null, state: string): Promise<StatuteView> {
  const organization = await organizationAsked(db, organizationId, mayReadStatutes);
  const rows = await statuteRows(db.executor, organizationId, state);
  const now = statuteFor(rows, state);
  const above = statuteFor(
    rows.filter((one) => one.organization_id !== organizationId),
    state,
  );
  const name = US_STATES.find(([code]) => code === state)?.[1];
  if (!now || !above || name === undefined) throw new Refusal('not_found');
  const versions = await db.executor
    .selectFrom('peer_review_statutes as s')
    .innerJoin('users as u', 'u.id', 's.written_by')
    .select(['s.version', 's.citation', 's.statement', 's.cover', 's.written_at', 'u.first_name', 'u.last_name'])
    .where(sql<boolean>`s.organization_id is not distinct from ${organizationId}::bigint`)
    .where('s.state', '=', state)
    .orderBy('s.version', 'desc')
    .limit(100)
    .execute();
  const names = await namesAbove(db, organizationId);
  return {
    organization,
    state,
    name,
    now: textOf(now),
    above: textOf(above),
    above_of: names.find(({ id }) => id === above.of) ?? null,
    is_own: rows.some((one) => one.organization_id === organizationId),
    version: versions[0]?.version ?? 0,
    versions: versions.map(({ version, citation, statement, cover, written_at, ...by }) => ({
      version,
      text: citation === null ? null : { citation, statement: statement ?? '', cover: cover ?? '' },
      by: writerNamed(db, organizationId, by),
      at: written_at.toISOString(),
    })),
    change: changeOf(db, organizationId),
  };
}

const textOf = ({ citation, statement, cover }: StatuteText): StatuteText => ({ citation, statement, cover });
