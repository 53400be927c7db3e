import { isGone } from '../rules.ts';
import { sql } from 'kysely';
import { type SystemActor, rolesAt } from '../../../core/actor.ts';
import { KINDS } from '../../../core/kinds.ts';
import { writeAudit } from '../../../platform/audit.ts';
import type { Tx } from '../../../platform/command.ts';
import { staffWithRole } from '../../../platform/mail/staff.ts';
import type { Ports } from '../../../platform/ports.ts';
import { type FamilyRow, familyOf } from './load.ts';
import { lockFamily } from './open.ts';

/** A record of the provider's own that another review of the case does not have. */
interface Lacking {
  id: number;
  review_id: number;
  /** Came by a link: whoever holds it is told of once, for all it brought. */
  by_link: boolean;
  /** It was there before that review's report was signed. */
  in_time: boolean;
}

/** The other opinions on a case that live: the first one is signed before any of them is opened. */
const othersOf = (family: readonly FamilyRow[]): FamilyRow[] =>
  family.filter((one) => one.role !== 'first' && !isGone(one));

async function isSigned(tx: Tx, reviewId: number): Promise<boolean> {
  const found = await tx.system
    .selectFrom('reports')
    .select('id')
    .where('review_id', '=', reviewId)
    .where('signed_at', 'is not', null)
    .executeTakeFirst();
  return found !== undefined;
}

/**
 * What the provider under review says is part of the case for everyone who judges it: a statement among the records of
 * one of its reviews is given to the others whose reviewers have not signed. Where a report is signed, the desk is told.
 * Pages this product makes of a statement are made for each review (`outside.statement_record`).
 */
export async function shareStatements(tx: Tx<SystemActor>, ports: Ports, reviewId: number): Promise<void> {
  await share(tx, ports, await lockShared(tx, reviewId));
}

/** The case, locked where there is more than one review of it; a review alone needs no lock, as it has nobody to share with. */
async function lockShared(tx: Tx, reviewId: number): Promise<FamilyRow[]> {
  const family = await familyOf(tx.system, reviewId);
  return family.length < 2 ? family : lockFamily(tx, reviewId);
}

async function share(tx: Tx<SystemActor>, ports: Ports, family: readonly FamilyRow[]): Promise<void> {
  for (const target of othersOf(family)) {
    const lacking = await lackingIn(tx, family, target);
    if (await isSigned(tx, target.review_id)) {
      for (const file of lacking)
        if (!file.by_link && !file.in_time) await tellTooLate(tx, ports, target, `file:${file.id}`);
      continue;
    }
    for (const from of new Set(lacking.map((file) => file.review_id))) {
      const files = lacking.filter((file) => file.review_id === from).map((file) => file.id);
      await ports.shareRecords(tx, { from, to: target.review_id, files });
    }
    if (lacking.some((file) => !file.by_link)) await noteAdded(tx, target);
  }
}

/** A statement was given by a link: those who judge learn of it, and the desk where one has signed. */
export async function followStatement(
  tx: Tx<SystemActor>,
  ports: Ports,
  reviewId: number,
  linkId: number,
): Promise<void> {
  const family = await lockShared(tx, reviewId);
  for (const target of othersOf(family)) {
    if (target.review_id === reviewId) continue;
    if (await isSigned(tx, target.review_id)) await tellTooLate(tx, ports, target, `link:${linkId}`);
    else await noteGiven(tx, target, reviewId, linkId);
  }
  await share(tx, ports, family);
}

async function lackingIn(tx: Tx, family: readonly FamilyRow[], target: FamilyRow): Promise<Lacking[]> {
  const sources = family.map((one) => one.review_id).filter((id) => id !== target.review_id);
  const { rows } = await sql<Lacking>`
    select distinct on (f.sha256) f.id, f.review_id,
      exists (select from uploads u where u.file_id = f.id and u.outside_link_id is not null) as by_link,
      coalesce(f.created_at <= (select min(p.signed_at) from reports p where p.review_id = ${target.review_id}), false)
        as in_time
    from files f
    where f.review_id = any(${sources}::bigint[]) and f.category = 'provider_statement' and f.deleted_at is null
      and f.status = 'ready' and f.visible_to_expert
      and not exists (select from outside_links l where l.file_id = f.id)
      and f.storage_key not like 'files/%/statement-%'
      -- what was taken out there is not brought back
      and not exists (select from files h where h.review_id = ${target.review_id} and h.sha256 = f.sha256)
    order by f.sha256, f.id`.execute(tx.system);
  return rows;
}

/** In the timeline of a review as in the one it was given to: its reviewer learns of the statement, not by which it came. */
async function noteGiven(tx: Tx<SystemActor>, to: FamilyRow, reviewId: number, linkId: number): Promise<void> {
  const given = await tx.system
    .selectFrom('audit_rows')
    .select('data')
    .where('review_id', '=', reviewId)
    .where('action', '=', 'outside.statement_given')
    .where('subject', '=', `outside_link:${linkId}`)
    .executeTakeFirst();
  const actor: SystemActor = { ...tx.actor, outside: { link_id: linkId, ip: null } };
  await writeAudit(tx.system, actor, tx.now, {
    action: 'outside.statement_given',
    review_id: to.review_id,
    organization_id: to.organization_id,
    subject: `outside_link:${linkId}`,
    data: given?.data ?? { by: 'provider' },
    timeline: true,
  });
}

/** In the timeline of a review for those who order and the staff; its reviewer finds the file itself. */
const noteAdded = (tx: Tx<SystemActor>, { review_id, organization_id }: FamilyRow): Promise<number> =>
  tx.audit({ action: 'review.statement_added', review_id, organization_id, timeline: true });

/** The report stands as it was signed: the desk decides whether a clarification is asked for. Once for each `what`. */
async function tellTooLate(tx: Tx<SystemActor>, ports: Ports, target: FamilyRow, what: string): Promise<void> {
  const { review_id, organization_id, kind } = target;
  const told = await tx.system
    .selectFrom('audit_rows')
    .select('id')
    .where('review_id', '=', review_id)
    .where('action', '=', 'review.statement_late')
    .where('subject', '=', what)
    // among all that is audited, the index of timelines leads to it
    .where(sql<boolean>`timeline`)
    .executeTakeFirst();
  if (told) return;
  await tx.audit({ action: 'review.statement_late', review_id, organization_id, subject: what, timeline: true });
  for (const to of await staffWithRole(tx.system, ...rolesAt('records')))
    await ports.mail(tx, {
      to,
      template: 'statement_late',
      data: { link: `/${KINDS[kind].slug}/${review_id}` },
      review_id,
      side: 'staff',
      dedupe_key: `statement_late:${review_id}:${what}:${to.user_id}`,
    });
}
