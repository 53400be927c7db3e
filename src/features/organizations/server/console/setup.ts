import { type Kysely, sql } from 'kysely';
import type { Actor } from '../../../../core/actor.ts';
import type { In } from '../../../../core/endpoint.ts';
import { command } from '../../../../platform/command.ts';
import type { DB } from '../../../../platform/db/types.ts';
import type { Services } from '../../../../platform/services.ts';
import type { OrganizationSetup, setupEndpoints } from '../../contract/setup.ts';
import { type SetupFacts, setupOf } from '../../rules/setup.ts';
import { refuseUnseen } from './settings.ts';

/** What an order asks in the organization's own words. */
const OWN_WORDS = ['case_type_options', 'ime_type_options', 'questions_for_expert_prompt', 'claim_professional_label'];

/** How far the setting up of an organization is. */
export async function readSetup(db: Kysely<DB>, id: number): Promise<OrganizationSetup> {
  const { rows } = await sql<SetupFacts>`
    select exists (select from organization_path(o.id) p join organizations a on a.id = p.id where a.logo is not null) as has_logo,
      (select count(*)::int from users u where u.organization_id = o.id)
        + (select count(*)::int from person_invitations i where i.organization_id = o.id
          and i.accepted_at is null and i.withdrawn_at is null) as people,
      o.flags <> '{}'::jsonb as switched_features,
      o.settings ?| ${OWN_WORDS} or o.profile_aliases <> '{}'::jsonb as own_words,
      exists (select from reviews r where r.organization_id in (select t.id from organization_tree(o.id) t)
        and r.submitted_at is not null) as ordered
    from organizations o where o.id = ${id}`.execute(db);
  const [facts] = rows;
  if (!facts) throw new Error(`There is no organization ${id}.`);
  const kept = await db
    .selectFrom('organization_setups')
    .select(['skipped', 'put_away_at'])
    .where('organization_id', '=', id)
    .executeTakeFirst();
  return setupOf(facts, { skipped: kept?.skipped ?? [], put_away: (kept?.put_away_at ?? null) !== null });
}

/** Skips a step, takes one on again, or puts the list away or back. Refuses `not_found`. */
export function changeSetup(
  services: Services,
  actor: Actor,
  id: number,
  { skip, take_on, put_away }: In<typeof setupEndpoints.change, 'body'>,
): Promise<OrganizationSetup> {
  return command(services, actor, async (tx) => {
    await refuseUnseen(tx.db, id);
    await tx.system
      .insertInto('organization_setups')
      .values({ organization_id: id })
      .onConflict((oc) => oc.doNothing())
      .execute();
    const before = await tx.system
      .selectFrom('organization_setups')
      .select(['skipped', 'put_away_at'])
      .where('organization_id', '=', id)
      .forUpdate()
      .executeTakeFirstOrThrow();
    const skipped = [...new Set([...before.skipped, ...(skip ? [skip] : [])])].filter((one) => one !== take_on);
    const away = put_away ?? before.put_away_at !== null;
    await tx.system
      .updateTable('organization_setups')
      .set({
        skipped,
        put_away_at: away ? (before.put_away_at ?? tx.now) : null,
        put_away_by: away ? actor.user_id : null,
      })
      .where('organization_id', '=', id)
      .execute();
    await tx.audit({
      action: 'organization.setup',
      organization_id: id,
      subject: `organization:${id}`,
      data: {
        before: { skipped: before.skipped, put_away: before.put_away_at !== null },
        after: { skipped, put_away: away },
      },
    });
    return readSetup(tx.system, id);
  });
}
