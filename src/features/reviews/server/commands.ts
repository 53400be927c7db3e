import { z } from 'zod';
import { sql } from 'kysely';
import { type Actor, isStaff } from '../../../core/actor.ts';
import { Refusal, refuseFields } from '../../../core/errors.ts';
import { KINDS, type Kind, reviewNumber } from '../../../core/kinds.ts';
import { command, type Tx } from '../../../platform/command.ts';
import { json } from '../../../platform/db/json.ts';
import type { OpenReviewRequest, OrderReview } from '../../../platform/ports.ts';
import type { Services } from '../../../platform/services.ts';
import { resolveFlags } from '../../organizations/rules.ts';
import type { QuoteInput } from '../../billing/rules.ts';
import { quote } from '../../billing/rules.ts';
import { coverage } from '../../subscriptions/rules.ts';
import type { ReviewState } from '../contract.ts';
import {
  cancellationFee,
  checkEditAfterAcceptance,
  checkOrder,
  editable,
  type Fault,
  type Fields,
  formOf,
  isUnordered,
  officesOf,
  parseSection,
  refusedByPermission,
  type Section,
  SECTIONS,
  switchedOff,
  wrongState,
} from '../rules.ts';
import { checkFacts, colleaguesIn, faultsOf } from './checks.ts';
import { deriveColumns, storeSection } from './derive.ts';
import { fieldsOf, type LoadedReview, loadRow, sectionData, toLoaded } from './load.ts';
import { trackNew } from './sales.ts';
import { announce, currentOf, lockReview, override, transition } from './transition.ts';
import { lockSeat, refuseSeatChange, seatFixed, seatOrder } from './seat.ts';
import { presentSection } from './sections.ts';
import { handOver, refuseStranger, refuseTransfers, transferAsked } from './transfer.ts';

/** A step's data in its shape; wrong shapes are 400 with the path of each, unknown steps 404. */
export function readShape(
  kind: Kind,
  section: string,
  data: unknown,
): { section: Section; data: Record<string, unknown> } {
  const known = SECTIONS.find((s) => s === section);
  if (!known) throw new Refusal('not_found', 'There is no such step.');
  try {
    return { section: known, data: parseSection(formOf(kind), known, data) };
  } catch (error) {
    if (!(error instanceof z.ZodError)) throw error;
    throw new Refusal('malformed', undefined, {
      errors: error.issues.map((i) => ({ path: ['data', ...i.path].join('.'), message: i.message })),
    });
  }
}

interface Ordering {
  id: number;
  copies: boolean;
  flags: Readonly<Partial<Record<string, boolean>>>;
}

/**
 * The organization an actor orders for. Refuses `not_found` for one outside the actor's tree or without the kind,
 * `forbidden` where it does not order the kind, `not_accepting`.
 */
async function orderingOrganization(tx: Tx, kind: Kind, wanted: number | undefined): Promise<Ordering> {
  const { actor } = tx;
  const id = wanted ?? (actor.kind === 'system' ? null : actor.organization_id);
  if (id === null) {
    const errors = [{ path: 'organization_id', message: 'Choose the organization this is ordered for.' }];
    throw new Refusal('invalid', undefined, { errors });
  }
  if (actor.kind !== 'system' && !isStaff(actor.kind) && !actor.organization_ids.includes(id))
    throw new Refusal('not_found');
  const { rows } = await sql<{ flags: unknown }>`
    select o.flags from organization_path(${id}) p join organizations o on o.id = p.id order by p.depth`.execute(
    tx.system,
  );
  if (rows.length === 0) throw new Refusal('not_found');
  const flags = resolveFlags(rows);
  const row = KINDS[kind];
  if (!flags[row.enabled_flag]) throw new Refusal('not_found');
  if (row.offered_flag !== null && !flags[row.offered_flag])
    throw new Refusal('forbidden', `This organization does not order ${row.singular}s.`);
  if (!flags[row.accepts_flag]) throw new Refusal('not_accepting');
  return {
    id,
    copies: flags.allow_copy_cases,
    flags,
  };
}

export function createReview(
  services: Services,
  actor: Actor,
  kind: Kind,
  body: {
    organization_id?: number | undefined;
    sections?: Record<string, Record<string, unknown>> | undefined;
    copy_of?: number | undefined;
    seat_id?: number | undefined;
    force_one_off?: boolean | undefined;
  },
): Promise<ReviewState> {
  const sent = Object.entries(body.sections ?? {}).map(([name, data]) => readShape(kind, name, data));
  return command(services, actor, async (tx) => {
    const source = body.copy_of === undefined ? null : await lockReview(tx, body.copy_of, kind);
    if (source && !officesOf(actor, source.facts).has('requester'))
      throw new Refusal('forbidden', 'Only the requester’s side orders reviews.');
    if (source?.facts.status === 'purged')
      throw new Refusal('wrong_state', 'Its records are deleted, so there is nothing to copy.');
    const seat = body.seat_id === undefined ? null : await seatOrder(tx, kind, body.seat_id);
    const named = body.organization_id ?? seat?.organization_id ?? source?.facts.organization.id;
    const organization = await orderingOrganization(tx, kind, named);
    if (source && !organization.copies) throw new Refusal('forbidden', 'Your organization does not copy reviews.');
    if (seat && seat.organization_id !== organization.id)
      refuseFields([
        { path: 'organization_id', message: 'This seat belongs to another organization. Leave one of both out.' },
      ]);
    for (const { section, data } of sent) refuseSwitchedOff(kind, section, {}, data, organization.flags);
    const fixed = seat?.sections(organization.flags['enable_license_id_field_for_peer_review_subscription'] === true);
    const sections: Record<string, Record<string, unknown>> = {};
    for (const section of SECTIONS) {
      const first = sent.find((s) => s.section === section)?.data;
      sections[section] = {
        ...(source ? copied(source, section, organization.flags) : {}),
        ...fixed?.[section],
        ...first,
        ...(fixed ? seatFixed(section, fixed[section] ?? {}) : {}),
      };
    }
    const review_id = await insertReview(
      tx,
      {
        kind,
        organization_id: organization.id,
        requester_id: actor.user_id,
        sections,
        ...(body.seat_id === undefined
          ? {}
          : { origin: { seat_id: body.seat_id, force_one_off: body.force_one_off === true } }),
        ...(source ? { data: { copy_of: source.facts.id } } : {}),
      },
      source ? 'review.copied' : 'review.created',
    );
    return { review_id, kind, number: reviewNumber(kind, review_id), status: 'draft', lock_version: 0 };
  });
}

/** A draft opened by another feature (see the port). */
export async function openReview(tx: Tx, request: OpenReviewRequest): Promise<{ review_id: number }> {
  const { kind } = request;
  const sections: Record<string, Record<string, unknown>> = {};
  for (const [name, data] of Object.entries(request.sections)) {
    const shaped = readShape(kind, name, data);
    sections[shaped.section] = shaped.data;
  }
  await orderingOrganization(tx, kind, request.organization_id);
  return { review_id: await insertReview(tx, { ...request, sections }, 'review.created') };
}

/** The draft's row with its steps, list columns and audit row; the caller has found that it may be made. */
async function insertReview(
  tx: Tx,
  { kind, organization_id, requester_id, sections, origin, data }: OpenReviewRequest,
  action: 'review.created' | 'review.copied',
): Promise<number> {
  const { id } = await tx.system
    .insertInto('reviews')
    .values({
      ...origin,
      kind,
      status: 'draft',
      bucket: 'draft',
      ball: 'requester',
      organization_id,
      requester_id,
      created_at: tx.now,
      updated_at: tx.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const author = tx.actor.kind === 'system' ? null : tx.actor.user_id;
  for (const section of SECTIONS) {
    const fields = sections[section] ?? {};
    if (Object.keys(fields).length > 0) await storeSection(tx, id, section, fields, author);
  }
  const stored = await loadRow(tx.system, id);
  if (!stored) throw new Error('The draft was not stored.');
  await deriveColumns(tx, stored, fieldsOf(stored));
  await trackNew(tx, id, organization_id);
  await tx.audit({
    action,
    review_id: id,
    organization_id,
    to_state: 'draft',
    ...(data ? { data } : {}),
    timeline: true,
  });
  return id;
}

/**
 * Ties a draft to what its address names: the organization that orders, and the seat it is ordered for, whose provider
 * and scope come with it. Refuses `not_found` for what is another tenant's, `wrong_state` once it is ordered.
 */
export function setOrigin(
  services: Services,
  actor: Actor,
  kind: Kind,
  id: number,
  body: { organization_id?: number | undefined; seat_id?: number | undefined; force_one_off?: boolean | undefined },
): Promise<ReviewState> {
  return command(services, actor, async (tx) => {
    const loaded = await lockReview(tx, id, kind);
    const { facts, row } = loaded;
    if (!officesOf(actor, facts).has('requester'))
      throw new Refusal('forbidden', 'Only the requester’s side can change the order.');
    if (facts.status !== 'draft')
      throw new Refusal('wrong_state', 'This is ordered already. Its seat and organization stay.', {
        current: currentOf(facts),
      });
    const seat = body.seat_id === undefined ? null : await seatOrder(tx, kind, body.seat_id);
    const wanted = body.organization_id ?? seat?.organization_id ?? facts.organization.id;
    const organization = await orderingOrganization(tx, kind, wanted);
    if (seat && seat.organization_id !== organization.id)
      refuseFields([
        { path: 'organization_id', message: 'This seat belongs to another organization. Leave one of both out.' },
      ]);
    if (row.seat && organization.id !== facts.organization.id)
      refuseFields([{ path: 'organization_id', message: 'It is ordered for a seat, so its organization stays.' }]);
    const state: ReviewState = {
      review_id: id,
      kind,
      number: reviewNumber(kind, id),
      status: facts.status,
      lock_version: facts.lock_version,
    };
    const same =
      organization.id === facts.organization.id &&
      (body.seat_id === undefined ||
        (row.seat?.seat_id === body.seat_id &&
          (body.force_one_off === undefined || row.seat.force_one_off === body.force_one_off)));
    if (same) return state;
    await tx.system
      .updateTable('reviews')
      .set({
        organization_id: organization.id,
        ...(body.seat_id === undefined ? {} : { seat_id: body.seat_id, force_one_off: body.force_one_off === true }),
        updated_at: tx.now,
      })
      .where('id', '=', id)
      .execute();
    const fixed =
      seat && row.seat?.seat_id !== body.seat_id
        ? seat.sections(organization.flags['enable_license_id_field_for_peer_review_subscription'] === true)
        : {};
    for (const section of SECTIONS) {
      const data = fixed[section];
      if (data) await storeSection(tx, id, section, { ...sectionData(row, section), ...data }, actor.user_id);
    }
    const stored = await loadRow(tx.system, id);
    if (!stored) throw new Refusal('not_found');
    await deriveColumns(tx, stored, fieldsOf(stored));
    await tx.audit({
      action: 'review.origin_set',
      review_id: id,
      organization_id: organization.id,
      ...(body.seat_id === undefined ? {} : { subject: `seat:${body.seat_id}` }),
    });
    await announce(tx, stored);
    return state;
  });
}

/** A step's fields for a copy: all but what belongs to the one order, and what the organization does not use any more. */
function copied({ row }: LoadedReview, section: Section, flags: Ordering['flags']): Record<string, unknown> {
  const { not_copied, sections } = formOf(row.kind);
  const data: Fields = sectionData(row, section);
  const off = new Set(
    sections.flatMap((s) => s.fields.filter((f) => switchedOff([f], {}, data, flags) !== null).map((f) => f.key)),
  );
  return Object.fromEntries(Object.entries(data).filter(([key]) => !not_copied.has(key) && !off.has(key)));
}

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
    throw new Refusal('wrong_state', 'This review has ended. Nothing in it changes any more.', {
      current: currentOf(facts),
    });
  }
  return { loaded, phase: isUnordered(facts) ? 'draft' : phase };
}

export function saveSection(
  services: Services,
  actor: Actor,
  kind: Kind,
  id: number,
  name: string,
  body: { version: number; data: Record<string, unknown> },
) {
  const { section, data } = readShape(kind, name, body.data);
  return command(services, actor, async (tx) => {
    const { loaded, phase } = await lockForEdit(tx, kind, id);
    const before = loaded.row.sections?.find((s) => s.section === section);
    if ((before?.version ?? 0) !== body.version) {
      const fresh = await presentSection(tx.system, loaded, section, tx.now);
      throw new Refusal('stale', undefined, { current: fresh });
    }
    refuseSeatChange(loaded, section, data);
    const fieldsBefore = loaded.fields;
    refuseSwitchedOff(kind, section, fieldsBefore, data, loaded.facts.organization.flags);
    const fields = { ...withoutSection(loaded, section), ...data };
    if (phase !== 'draft') await refuseBrokenEdit(tx, loaded, section, fields, phase);
    await storeSection(tx, id, section, data, actor.user_id);
    const subject = await deriveColumns(tx, loaded.row, fields);
    if (phase !== 'draft') await letReadersFollow(tx, { ...loaded, fields });
    if (section === 'step_one') await reassign(tx, loaded, fields['requester_id']);
    if (phase !== 'draft') await auditEdits(tx, loaded, section, fieldsBefore, fields);
    const row = await loadRow(tx.system, id);
    if (!row) throw new Refusal('not_found');
    await announce(tx, row);
    return { ...(await presentSection(tx.system, toLoaded(row), section, tx.now)), subject };
  });
}

/** Refuses what a field says that the organization does not use. */
function refuseSwitchedOff(
  kind: Kind,
  section: Section,
  before: Fields,
  after: Fields,
  flags: Ordering['flags'],
): void {
  const specs = formOf(kind).sections.find((s) => s.key === section)?.fields ?? [];
  const off = switchedOff(specs, before, after, flags);
  if (off !== null) throw new Refusal('forbidden', `Your organization does not use this in “${off}”.`);
}

function withoutSection(loaded: LoadedReview, section: Section): Fields {
  const fields: Record<string, unknown> = {};
  for (const other of SECTIONS) if (other !== section) Object.assign(fields, sectionData(loaded.row, other));
  return fields;
}

/** After ordering an edit may leave nothing broken that was whole before, and must respect what the expert accepted. */
async function refuseBrokenEdit(
  tx: Tx<Actor>,
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
  const broken = checkOrder(kind, fields, facts).filter(
    (f) => f.section === section && !(known.has(key(f)) && unchanged(f)),
  );
  const fixed = phase === 'accepted' ? checkEditAfterAcceptance(formOf(kind), loaded.fields, fields) : [];
  refuseFields([...broken, ...fixed].map(({ path, message }) => ({ path: `data.${path}`, message })));
}

async function auditEdits(
  tx: Tx<Actor>,
  loaded: LoadedReview,
  section: Section,
  before: Fields,
  after: Fields,
): Promise<void> {
  for (const field of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const old = before[field] ?? null;
    const fresh = after[field] ?? null;
    if (JSON.stringify(old) === JSON.stringify(fresh)) continue;
    await tx.audit({
      action: 'review.edited',
      review_id: loaded.facts.id,
      organization_id: loaded.facts.organization.id,
      subject: `field:${field}`,
      data: { field, section },
      detail: { old, new: fresh },
      timeline: true,
    });
  }
}

/** Whoever manages others' reviews may hand one to a colleague of the organization. */
export async function reassign(tx: Tx<Actor>, loaded: LoadedReview, requesterId: unknown): Promise<void> {
  const { facts } = loaded;
  if (typeof requesterId !== 'number' || requesterId === facts.requester_id) return;
  if (!officesOf(tx.actor, facts).has('review_manager')) {
    refuseFields([{ path: 'data.requester_id', message: 'Only a review manager can hand this to someone else.' }]);
  }
  if (!(await isColleague(tx, facts.organization.id, requesterId))) {
    refuseFields([{ path: 'data.requester_id', message: 'Choose someone of the ordering organization.' }]);
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

export function submitReview(
  services: Services,
  actor: Actor,
  kind: Kind,
  id: number,
  lockVersion: number | undefined,
) {
  return command(services, actor, async (tx) => {
    const loaded = await lockSeat(tx, await lockReview(tx, id, kind));
    refuseOrder(tx, loaded);
    const faults = await faultsOf(tx.system, loaded, tx.now);
    refuseFields(faults.map((f) => ({ path: `${f.section}.${f.path}`, message: f.message })));
    return order(tx, loaded, actor.user_id, lockVersion);
  });
}

/** An order on another feature's behalf (see the port). */
export const orderReview: OrderReview = async (tx, { review_id, consented_by }) => {
  const loaded = await lockSeat(tx, await lockReview(tx, review_id));
  refuseOrder(tx, loaded);
  const faults = await faultsOf(tx.system, loaded, tx.now);
  if (faults.length === 0) await order(tx, loaded, consented_by, undefined);
  return {
    ordered: faults.length === 0,
    faults: faults.map((f) => ({ path: `${f.section}.${f.path}`, message: f.message })),
  };
};

/** Refuses an order by permission and state; what the order itself lacks is asked after. */
function refuseOrder(tx: Tx, { facts }: LoadedReview): void {
  const forbidden = refusedByPermission(tx.actor, facts, 'submit');
  if (forbidden !== null) throw new Refusal('forbidden', forbidden);
  if (!facts.organization.accepts) throw new Refusal('not_accepting');
  if (!isUnordered(facts)) {
    throw new Refusal('wrong_state', wrongState(tx.actor, facts, tx.now), { current: currentOf(facts) });
  }
  if (facts.organization.billing_hold) {
    throw new Refusal('wrong_state', 'A billing hold is on. Your administrator and Peritus can lift it.', {
      current: currentOf(facts),
    });
  }
}

/** Fixes the price and takes the order; nothing is missing in it. */
async function order(tx: Tx, loaded: LoadedReview, consentedBy: number | null, lockVersion: number | undefined) {
  const { id, pages } = loaded.facts;
  if (!loaded.price) throw new Error('A complete order has a price.');
  const { total_cents } = loaded.price.now;
  await freezeQuote(tx, loaded, loaded.price.input, consentedBy);
  const { seat } = loaded;
  await tx.system
    .updateTable('reviews')
    .set({
      pages,
      ...(seat
        ? {
            seat_charge: coverage(seat).included ? ('included' as const) : ('one_off' as const),
            seat_period: loaded.row.seat?.period_starts_on ?? null,
          }
        : {}),
    })
    .where('id', '=', id)
    .execute();
  const state = await transition(tx, {
    review_id: id,
    action: 'submit',
    lock_version: lockVersion,
    patch: { total_cents },
    data: { total_cents },
  });
  await letReadersFollow(tx, loaded);
  return { ...state, total_cents };
}

/** Whoever receives the report follows the review, so that it can be opened and its news arrive. */
async function letReadersFollow(tx: Tx, { facts, fields }: LoadedReview): Promise<void> {
  const readers = formOf(facts.kind).report_readers(fields) ?? [];
  const others = readers.filter((one) => one !== facts.requester_id);
  if (others.length === 0) return;
  await tx.system
    .insertInto('review_watchers')
    .values(others.map((user_id) => ({ review_id: facts.id, user_id })))
    .onConflict((oc) => oc.doNothing())
    .execute();
}

/** Fixes a price as the next version of the review's quote; answers its total in cents. */
export async function freezeQuote(
  tx: Tx,
  loaded: LoadedReview,
  input: QuoteInput,
  consentedBy: number | null,
): Promise<number> {
  const fixed = quote(input);
  await tx.system
    .insertInto('quotes')
    .values({
      review_id: loaded.facts.id,
      version: (loaded.row.fixed?.version ?? 0) + 1,
      lines: json(fixed.lines as never),
      inputs: json(input as never),
      total_cents: fixed.total_cents,
      frozen_at: tx.now,
      consented_by: consentedBy,
    })
    .execute();
  await tx.system
    .updateTable('reviews')
    .set({ total_cents: fixed.total_cents })
    .where('id', '=', loaded.facts.id)
    .execute();
  return fixed.total_cents;
}

/** Actions whose payload another endpoint takes, and where. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  submit: 'POST /{id}/submit',
  request_files: 'POST /{id}/file_requests',
  files_answered: 'the file request',
  present_candidates: 'the matching board',
  invite_directly: 'the matching board',
  withdraw_invitation: 'the matching board',
  select_expert: 'the presented experts',
  accept: 'the invitation',
  accept_report_only: 'the invitation',
  decline: 'the invitation',
  offer_times: 'the call times',
  propose_time: 'the call times',
  confirm_time: 'the call',
  refuse_time: 'the call',
  choose_time: 'the call times',
  none_fit: 'the call times',
  reschedule: 'the call',
  ask_new_times: 'the call',
  call_missed: 'the call',
  call_held: 'the call',
  start_report: 'the report',
  sign_report: 'the report',
  return_report: 'the report',
  approve_report: 'the report',
  ask_clarification: 'the report',
};
/** Actions only the system takes. */
const BY_ITSELF: ReadonlySet<string> = new Set([
  'lapse',
  'expire_invitation',
  'offers_lapsed',
  'start_ordered_report',
  'start_closeout',
  'close_automatically',
  'complete_automatically',
]);

interface ActBody {
  lock_version?: number | undefined;
  reason?: string | undefined;
  approved_total_cents?: number | undefined;
  confirmed_fee_cents?: number | undefined;
  outcome?: string | undefined;
  requester_id?: number | undefined;
}

export function actOnReview(
  services: Services,
  actor: Actor,
  kind: Kind,
  id: number,
  action: string,
  body: ActBody,
): Promise<ReviewState> {
  const elsewhere = ELSEWHERE[action];
  if (elsewhere) throw new Refusal('malformed', `This action is taken at ${elsewhere}.`);
  if (BY_ITSELF.has(action)) throw new Refusal('malformed', 'This happens by itself.');
  return command(services, actor, async (tx) => {
    const loaded = await lockReview(tx, id, kind);
    if (action === 'request_transfer') refuseTransfers(loaded);
    const data: Record<string, unknown> = {};
    if (action === 'request_report') {
      data['approved_total_cents'] = body.approved_total_cents;
      data['total_cents'] = body.approved_total_cents;
    }
    if (action === 'cancel') {
      data['confirmed_fee_cents'] = body.confirmed_fee_cents;
      data['fee_cents'] = cancellationFee(loaded.facts, tx.now).fee_cents;
    }
    if (action === 'record_outcome') data['outcome'] = body.outcome;
    const state = await transition(tx, {
      review_id: id,
      action,
      reason: body.reason,
      lock_version: body.lock_version,
      data,
      ...(action === 'request_transfer' ? { patch: { transfer_request: transferAsked(tx, body) } } : {}),
    });
    if (action === 'request_transfer' && body.requester_id !== undefined)
      await refuseStranger(tx, loaded, body.requester_id);
    if (action === 'hand_over') await handOver(tx, loaded);
    if (action === 'request_report' && loaded.price) {
      const cents = loaded.price.input.report_cost_cents;
      await freezeQuote(tx, loaded, { ...loaded.price.input, added_report_cents: cents }, actor.user_id);
    }
    return state;
  });
}

export function overrideStatus(
  services: Services,
  actor: Actor,
  kind: Kind,
  id: number,
  body: { to: string; reason: string; lock_version?: number | undefined },
): Promise<ReviewState> {
  return command(services, actor, (tx) => override(tx, { review_id: id, kind, ...body }));
}

export function consentToQuote(services: Services, actor: Actor, kind: Kind, id: number, totalCents: number) {
  return command(services, actor, async (tx) => {
    const loaded = await lockReview(tx, id, kind);
    const { facts } = loaded;
    const forbidden = refusedByPermission(actor, facts, 'cancel');
    if (forbidden !== null) throw new Refusal('forbidden', 'Only the requester agrees to a price.');
    if (!facts.requote_pending || !loaded.price) {
      throw new Refusal('wrong_state', 'No changed price is waiting for you.', { current: currentOf(facts) });
    }
    if (totalCents !== loaded.price.now.total_cents) {
      throw new Refusal('wrong_state', 'The price changed again meanwhile. Look at it once more.', {
        current: { ...currentOf(facts), total_cents: loaded.price.now.total_cents },
      });
    }
    const total = await freezeQuote(tx, loaded, loaded.price.input, actor.user_id);
    await tx.audit({
      action: 'review.requoted',
      review_id: id,
      organization_id: facts.organization.id,
      data: { total_cents: total },
      timeline: true,
    });
    await tx.emit('review.requoted', { total_cents: total }, id);
    await announce(tx, loaded.row);
    const { status, lock_version } = facts;
    return { review_id: id, kind, number: reviewNumber(kind, id), status, lock_version, total_cents: total };
  });
}
