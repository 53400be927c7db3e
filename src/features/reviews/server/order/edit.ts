import type { AmendDraft } from '../../ports.ts';
import { fullNameOf } from '../../../../platform/db/full-name.ts';
import { sql } from 'kysely';
import type { Actor } from '../../../../core/actor.ts';
import { Refusal, refuseFields } from '../../../../core/errors.ts';
import type { Kind } from '../../../../core/kinds.ts';
import { command, type Tx } from '../../../../platform/command.ts';
import type { Ports } from '../../../../platform/ports.ts';
import type { Services } from '../../../../platform/services.ts';
import {
  checkEditAfterAcceptance,
  checkOrder,
  editable,
  type Fault,
  type Fields,
  formOf,
  isUnordered,
  managerOf,
  officesOf,
  type Section,
  SECTIONS,
} from '../../rules.ts';
import { checkFacts, colleaguesIn, seesOrdersOf } from './checks.ts';
import { deriveColumns, storeSection } from './derive.ts';
import { fieldsOf, type LoadedReview, lockById, sectionData, toLoaded } from '../load.ts';
import { loadRow } from '../list/row.ts';
import { announce, currentOf, lockReview } from '../lifecycle/transition.ts';
import { refuseFixedChange } from './seat.ts';
import { presentSection } from './sections.ts';
import { readSection, refuseSwitchedOff } from './section-parser.ts';
import { type Named, pointsAt } from '../../rules/values.ts';
import { TYPE_FIELDS } from '../../rules/list.ts';
import { keepMeeting } from './meeting.ts';
import { letReadersFollow } from './order.ts';
import { settlePrice } from './price.ts';
import { keepTypeName, ownTypeLabels } from './types.ts';

/** The review for an edit: in scope, the actor may edit it, and it can still be changed. */
export async function lockForEdit(
  tx: Tx<Actor>,
  kind: Kind | undefined,
  id: number,
): Promise<{ loaded: LoadedReview; phase: 'draft' | 'all' | 'accepted' }> {
  const loaded = await lockReview(tx, id, kind);
  const { facts } = loaded;
  if (!officesOf(tx.actor, facts).has('requester')) {
    throw new Refusal('forbidden', 'Only the requester’s side can change the order.');
  }
  const phase = editable(facts);
  if (phase === 'none') {
    throw new Refusal('wrong_state', 'This review has ended. Nothing in it can change anymore.', {
      current: currentOf(facts),
    });
  }
  return { loaded, phase: isUnordered(facts) ? 'draft' : phase };
}

export function saveSection(
  services: Services,
  ports: Pick<Ports, 'orderLimits'>,
  actor: Actor,
  kind: Kind,
  id: number,
  name: string,
  body: { version: number; data: Record<string, unknown> },
) {
  const { section, data } = readSection(kind, name, body.data);
  return command(services, actor, async (tx) => {
    const { loaded, phase } = await lockForEdit(tx, kind, id);
    const before = loaded.row.sections?.find((s) => s.section === section);
    if ((before?.version ?? 0) !== body.version) {
      const fresh = await presentSection(tx.system, ports, loaded, section, tx.now);
      throw new Refusal('stale', undefined, { current: fresh });
    }
    refuseFixedChange(loaded, section, data);
    const fieldsBefore = loaded.fields;
    refuseSwitchedOff(kind, section, fieldsBefore, data, loaded.facts.organization.flags);
    const fields = { ...withoutSection(loaded, section), ...data };
    if (phase !== 'draft') await refuseBrokenEdit(tx, ports, loaded, section, fields, phase);
    await storeSection(tx, id, section, data, actor.user_id);
    const subject = await deriveColumns(tx, loaded.row, fields);
    if (phase !== 'draft') {
      const now = formOf(kind).columns(fields);
      if (now.service !== loaded.facts.service) await keepMeeting(tx, loaded, now.service);
      if (now.review_type !== loaded.row.review_type) await keepTypeName(tx, loaded, now.review_type);
    }
    if (phase !== 'draft') await letReadersFollow(tx, { ...loaded, fields });
    if (section === 'step_one') await reassign(tx, loaded, fields['requester_id']);
    if (phase !== 'draft') await auditEdits(tx, loaded, section, fieldsBefore, fields);
    if (phase !== 'draft') await tx.emit('review.order_changed', { section }, id);
    const row = await loadRow(tx.system, id, tx.now);
    if (!row) throw new Refusal('not_found');
    // what an order asks for beside its service is part of the price
    if (phase !== 'draft') await settlePrice(tx, toLoaded(row));
    await announce(tx, row);
    return { ...(await presentSection(tx.system, ports, toLoaded(row), section, tx.now)), subject };
  });
}

/** A correction on another feature's behalf (see the port). */
export const amendDraft: AmendDraft = async (tx, { review_id, change }) => {
  const loaded = await lockById(tx.system, review_id, tx.now);
  if (!loaded || !isUnordered(loaded.facts)) return false;
  const { row } = loaded;
  const author = tx.actor.kind === 'system' ? null : tx.actor.user_id;
  const before = Object.fromEntries(SECTIONS.map((section) => [section, sectionData(row, section)]));
  let changed = false;
  for (const [name, wanted] of Object.entries(change(before))) {
    const { section, data } = readSection(row.kind, name, wanted);
    if (JSON.stringify(data) === JSON.stringify(before[section])) continue;
    changed = true;
    await storeSection(tx, review_id, section, data, author);
    await auditEdits(tx, loaded, section, before[section] ?? {}, data);
  }
  if (!changed) return false;
  const stored = await loadRow(tx.system, review_id, tx.now);
  if (!stored) throw new Refusal('not_found');
  await deriveColumns(tx, stored, fieldsOf(stored));
  await announce(tx, stored);
  return true;
};

/** Fields that come another way than by the form (see the port). */
export const orderFields: Ports['orderFields'] = async (tx, review_id, name, changed) => {
  const loaded = await lockById(tx.system, review_id, tx.now);
  if (!loaded) throw new Refusal('not_found');
  const before = sectionData(loaded.row, name);
  const { section, data } = readSection(loaded.row.kind, name, { ...before, ...changed });
  if (JSON.stringify(data) === JSON.stringify(before)) return;
  await storeSection(tx, review_id, section, data, tx.actor.user_id);
  await auditEdits(tx, loaded, section, before, data);
  const stored = await loadRow(tx.system, review_id, tx.now);
  if (!stored) throw new Refusal('not_found');
  await deriveColumns(tx, stored, fieldsOf(stored));
  await announce(tx, stored);
};

/** Questions that come another way than by the form (see the port). */
export const orderQuestions: Ports['orderQuestions'] = (tx, review_id, questions) =>
  orderFields(tx, review_id, 'step_three', { questions });

function withoutSection(loaded: LoadedReview, section: Section): Fields {
  const fields: Record<string, unknown> = {};
  for (const other of SECTIONS) if (other !== section) Object.assign(fields, sectionData(loaded.row, other));
  return fields;
}

/** After ordering an edit may leave nothing broken that was whole before, and must respect what the expert accepted. */
async function refuseBrokenEdit(
  tx: Tx<Actor>,
  ports: Pick<Ports, 'orderLimits'>,
  loaded: LoadedReview,
  section: Section,
  fields: Fields,
  phase: 'all' | 'accepted',
): Promise<void> {
  const facts = await checkFacts(tx.system, loaded, fields, tx.now);
  const { kind } = loaded.facts;
  const key = (f: Fault): string => `${f.path} ${f.rule}`;
  const known = new Set(checkOrder(kind, loaded.fields, facts).map(key));
  const unchanged = (f: Fault): boolean => {
    const name = f.path.split('.')[0] ?? '';
    return JSON.stringify(loaded.fields[name] ?? null) === JSON.stringify(fields[name] ?? null);
  };
  const limits = await ports.orderLimits(tx.system, { kind, fields }, facts.today);
  const broken = [
    ...checkOrder(kind, fields, facts).filter((f) => !(known.has(key(f)) && unchanged(f))),
    ...limits.faults.filter((f) => !unchanged(f)),
  ].filter((f) => f.section === section);
  const fixed = phase === 'accepted' ? checkEditAfterAcceptance(formOf(kind), loaded.fields, fields) : [];
  refuseFields([...broken, ...fixed].map(({ path, message }) => ({ path: `data.${path}`, message })));
}

async function auditEdits(
  tx: Tx,
  loaded: LoadedReview,
  section: Section,
  before: Fields,
  after: Fields,
): Promise<void> {
  for (const field of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const old = before[field] ?? null;
    const fresh = after[field] ?? null;
    if (JSON.stringify(old) === JSON.stringify(fresh)) continue;
    const named = await namesIn(tx, loaded, field, [old, fresh]);
    await tx.audit({
      action: 'review.edited',
      review_id: loaded.facts.id,
      organization_id: loaded.facts.organization.id,
      subject: `field:${field}`,
      data: { field, section, ...(Object.keys(named).length > 0 ? { named } : {}) },
      detail: { old, new: fresh },
      timeline: true,
    });
  }
}

/** Names of what an edited field's values point at, kept with the row: what they are called now may not be so later. */
async function namesIn(tx: Tx, loaded: LoadedReview, field: string, values: unknown[]): Promise<Named> {
  const { facts, services } = loaded;
  if (TYPE_FIELDS.has(field)) return Object.fromEntries(await ownTypeLabels(tx.system, loaded, values));
  if (field === 'service')
    return Object.fromEntries(
      services.filter(({ value }) => values.includes(value)).map(({ value, label }) => [value, label]),
    );
  const at = pointsAt(facts.kind, field, values);
  if (!at || at.ids.length === 0) return {};
  const name = at.of === 'users' ? fullNameOf() : sql<string>`name`;
  const { rows } = await sql<{ id: number; name: string }>`
    select id, ${name} as name from ${sql.table(at.of)} where id = any(${at.ids}::bigint[])`.execute(tx.system);
  return Object.fromEntries(rows.map((row) => [String(row.id), row.name]));
}

/** Whoever manages others' reviews may hand one to a colleague of the organization. */
export async function reassign(tx: Tx<Actor>, loaded: LoadedReview, requesterId: unknown): Promise<void> {
  const { facts } = loaded;
  if (typeof requesterId !== 'number' || requesterId === facts.requester_id) return;
  if (!officesOf(tx.actor, facts).has('review_manager')) {
    refuseFields([
      { path: 'data.requester_id', message: `Only ${managerOf(facts.organization)} can hand this to someone else.` },
    ]);
  }
  if (!(await isColleague(tx, facts.organization.id, requesterId))) {
    refuseFields([{ path: 'data.requester_id', message: 'Choose someone of the ordering organization.' }]);
  }
  if (!(await seesOrdersOf(tx.system, facts.organization.id, requesterId))) {
    refuseFields([
      {
        path: 'data.requester_id',
        message: 'They do not see the orders of this organization. Choose someone who does.',
      },
    ]);
  }
  await tx.db.updateTable('reviews').set({ requester_id: requesterId }).where('reviews.id', '=', facts.id).execute();
  await tx.audit({
    action: 'review.requester_changed',
    review_id: facts.id,
    organization_id: facts.organization.id,
    subject: `user:${requesterId}`,
    timeline: true,
  });
  await tx.emit('review.people_changed', {}, facts.id);
}

/** Whether a user belongs to the ordering organization or one above it, and orders. */
const isColleague = async (tx: Tx, organizationId: number, userId: number): Promise<boolean> =>
  (await colleaguesIn(tx.system, organizationId, [userId])).has(userId);
