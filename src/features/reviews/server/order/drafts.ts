import { seesOrdersOf } from './checks.ts';
import type { OrganizationFlags } from '../../../organizations/rules.ts';
import { isPurged, initialOf } from '../../rules/kinds.ts';
import type { OpenReviewRequest } from '../../ports.ts';
import { sql } from 'kysely';
import { type Actor, isStaff } from '../../../../core/actor.ts';
import { Refusal, refuseFields } from '../../../../core/errors.ts';
import { KINDS, type Kind, reviewNumber } from '../../../../core/kinds.ts';
import { command, type Tx } from '../../../../platform/command.ts';
import type { Services } from '../../../../platform/services.ts';
import { resolveFlags } from '../../../organizations/rules.ts';
import type { ReviewState } from '../../contract.ts';
import { type Fields, formOf, officesOf, type Section, SECTIONS, switchedOff, withoutChoice } from '../../rules.ts';
import { guideOf } from '../../rules/guides.ts';
import { firstOrderable } from './orderable.ts';
import { deriveColumns, storeSection } from './derive.ts';
import { fieldsOf, type LoadedReview, sectionData } from '../load.ts';
import { loadRow } from '../list/row.ts';
import { trackNew } from '../page/sales.ts';
import { announce, currentOf, lockReview } from '../lifecycle/transition.ts';
import { seatFixed, seatOrder, storeSeat } from './seat.ts';
import { readSection, refuseSwitchedOff } from './section-parser.ts';

interface Ordering {
  id: number;
  copies: boolean;
  flags: Readonly<Partial<OrganizationFlags>>;
}

/**
 * The organization an actor orders for. Refuses `not_found` for one outside the actor's tree or without the kind,
 * `forbidden` where it does not order the kind, `not_accepting`.
 */
async function orderingOrganization(tx: Tx, kind: Kind, id: number | null): Promise<Ordering> {
  const { actor } = tx;
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

/** The fields a seat gives an order of the organization, none without a seat; refuses a seat of another one. */
function givenBySeat(
  seat: Awaited<ReturnType<typeof seatOrder>> | null,
  organization: Ordering,
): Readonly<Record<string, Record<string, unknown>>> {
  if (!seat) return {};
  if (seat.organization_id !== organization.id)
    refuseFields([
      { path: 'organization_id', message: 'This seat belongs to another organization. Leave one of both out.' },
    ]);
  return seat.sections(organization.flags['enable_license_id_field_for_peer_review_subscription'] === true);
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
  const sent = Object.entries(body.sections ?? {}).map(([name, data]) => readSection(kind, name, data));
  return command(services, actor, async (tx) => {
    const source = body.copy_of === undefined ? null : await lockReview(tx, body.copy_of, kind);
    if (source && !officesOf(actor, source.facts).has('requester'))
      throw new Refusal('forbidden', 'Only the requester’s side orders reviews.');
    if (source && isPurged(source.facts))
      throw new Refusal('wrong_state', 'Its records are deleted, so there is nothing to copy.');
    const seat = body.seat_id === undefined ? null : await seatOrder(tx, kind, body.seat_id);
    const named = body.organization_id ?? seat?.organization_id ?? source?.facts.organization.id;
    const organization = await orderingOrganization(tx, kind, named ?? (await firstOrderable(tx.db, kind)));
    if (source && !organization.copies) throw new Refusal('forbidden', 'Your organization does not copy reviews.');
    const given = givenBySeat(seat, organization);
    for (const { section, data } of sent) refuseSwitchedOff(kind, section, {}, data, organization.flags);
    const sections: Record<string, Record<string, unknown>> = {};
    for (const section of SECTIONS) {
      const first = sent.find((s) => s.section === section)?.data;
      sections[section] = {
        ...withoutChoice(formOf(kind), section, organization.flags),
        ...(source ? copied(source, section, organization.flags) : {}),
        ...given[section],
        ...first,
        ...seatFixed(section, given[section] ?? {}),
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
          : { seat: { seat_id: body.seat_id, force_one_off: body.force_one_off === true } }),
        // a price of its own is asked for once, and stays whatever the form chooses later
        ...(body.force_one_off ? { given: ['force_one_off'] } : {}),
        ...(source ? { data: { copy_of: source.facts.id } } : {}),
      },
      source ? 'review.copied' : 'review.created',
    );
    return { review_id, kind, number: reviewNumber(kind, review_id), status: initialOf(kind), lock_version: 0 };
  });
}

/** A draft opened by another feature (see the port). */
export async function openReview(tx: Tx, request: OpenReviewRequest): Promise<{ review_id: number }> {
  const { kind } = request;
  const sections: Record<string, Record<string, unknown>> = {};
  for (const [name, data] of Object.entries(request.sections)) {
    const shaped = readSection(kind, name, data);
    sections[shaped.section] = shaped.data;
  }
  await orderingOrganization(tx, kind, request.organization_id);
  return { review_id: await insertReview(tx, { ...request, sections }, 'review.created') };
}

/** The draft's row with its steps, list columns and audit row; the caller has found that it may be made. */
async function insertReview(
  tx: Tx,
  { kind, organization_id, requester_id, sections, seat, data, given = [] }: OpenReviewRequest & { given?: string[] },
  action: 'review.created' | 'review.copied',
): Promise<number> {
  const { id } = await tx.system
    .insertInto('reviews')
    .values({
      kind,
      status: initialOf(kind),
      bucket: 'draft',
      ball: 'requester',
      organization_id,
      requester_id,
      given,
      created_at: tx.now,
      updated_at: tx.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (seat) await storeSeat(tx, id, seat);
  const author = tx.actor.kind === 'system' ? null : tx.actor.user_id;
  for (const section of SECTIONS) {
    const fields = sections[section] ?? {};
    if (Object.keys(fields).length > 0) await storeSection(tx, id, section, fields, author);
  }
  const stored = await loadRow(tx.system, id, tx.now);
  if (!stored) throw new Error('The draft was not stored.');
  await deriveColumns(tx, stored, fieldsOf(stored));
  await trackNew(tx, id, organization_id);
  await tx.audit({
    action,
    review_id: id,
    organization_id,
    to_state: initialOf(kind),
    ...(data ? { data } : {}),
    timeline: true,
  });
  return id;
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

interface OriginBody {
  organization_id?: number | undefined;
  seat_id?: number | undefined;
  force_one_off?: boolean | undefined;
  review_type?: string | undefined;
  review_type_id?: string | undefined;
  review_type_label?: string | undefined;
  fixed: boolean;
}

/** What an address asks the first step to begin with, by the names it has there. */
const askedOf = (body: OriginBody): Fields => ({
  reviewType: body.review_type,
  reviewTypeId: body.review_type_id,
  reviewTypeLabel: body.review_type_label,
});

/** What is given from now on: what was, and what an address names now. A price of its own can be given and taken back. */
function nowGiven(before: readonly string[], body: OriginBody, fields: readonly string[]): string[] {
  const given = new Set(before);
  if (body.fixed && body.organization_id !== undefined) given.add('organization_id');
  if (body.fixed) for (const field of fields) given.add(field);
  if (body.force_one_off !== undefined) given.delete('force_one_off');
  if (body.force_one_off) given.add('force_one_off');
  return [...given].toSorted();
}

/** Of the first step's fields those an organization uses. */
const inUse = (kind: Kind, fields: Fields, flags: Ordering['flags']): Record<string, unknown> =>
  Object.fromEntries(
    formOf(kind)
      .sections.flatMap((section) => section.fields)
      .filter((spec) => spec.key in fields && switchedOff([spec], {}, fields, flags) === null)
      .map(({ key }) => [key, fields[key]]),
  );

/** A step's fields that an organization does not use, each as null. */
function switchedOffFields({ row }: LoadedReview, section: Section, flags: Ordering['flags']): Record<string, null> {
  const data: Fields = sectionData(row, section);
  const specs = formOf(row.kind).sections.find((one) => one.key === section)?.fields ?? [];
  return Object.fromEntries(
    specs.filter((spec) => switchedOff([spec], {}, data, flags) !== null).map(({ key }) => [key, null]),
  );
}

/**
 * Ties a draft to what its address names or the form chooses: the organization that orders, the seat it is ordered for,
 * whose provider and scope come with it, its own price, first fields. What an address names (`fixed`) stays as it is
 * until another address names it. Refuses `not_found` for what is another tenant's, `wrong_state` once it is ordered.
 */
export function setOrigin(
  services: Services,
  actor: Actor,
  kind: Kind,
  id: number,
  body: OriginBody,
): Promise<ReviewState> {
  return command(services, actor, async (tx) => {
    const loaded = await lockReview(tx, id, kind);
    const { facts, row } = loaded;
    if (!officesOf(actor, facts).has('requester'))
      throw new Refusal('forbidden', 'Only the requester’s side can change the order.');
    if (facts.status !== initialOf(facts.kind))
      throw new Refusal('wrong_state', 'This is ordered already. Its seat and organization stay.', {
        current: currentOf(facts),
      });
    const seat = body.seat_id === undefined ? null : await seatOrder(tx, kind, body.seat_id);
    const wanted = body.organization_id ?? seat?.organization_id ?? facts.organization.id;
    const organization = await orderingOrganization(tx, kind, wanted);
    const moves = organization.id !== facts.organization.id;
    // an order stays with somebody who sees it and may place it
    if (moves && !(await seesOrdersOf(tx.system, organization.id, row.requester_id)))
      refuseFields([
        {
          path: 'organization_id',
          message:
            'Its requester does not order for this organization. Choose another requester first, or another organization.',
        },
      ]);
    if (row.seat && moves)
      refuseFields([{ path: 'organization_id', message: 'It is ordered for a seat, so its organization stays.' }]);
    if (!body.fixed && moves && row.given.includes('organization_id'))
      refuseFields([
        { path: 'organization_id', message: 'The link this order was begun from names its organization.' },
      ]);
    const state: ReviewState = {
      review_id: id,
      kind,
      number: reviewNumber(kind, id),
      status: facts.status,
      lock_version: facts.lock_version,
    };
    const one_off = body.force_one_off ?? (row.given.includes('force_one_off') || row.seat?.force_one_off === true);
    const seat_id = body.seat_id ?? row.seat?.seat_id;
    // a seat says itself what is reviewed
    const asked = seat_id === undefined ? inUse(kind, guideOf(kind).prefill(askedOf(body)), organization.flags) : {};
    const given = nowGiven(row.given, body, Object.keys(asked));
    const seats = seat_id !== undefined && (row.seat?.seat_id !== seat_id || row.seat.force_one_off !== one_off);
    const sections: Record<string, Record<string, unknown>> = {};
    const change = (section: Section, data: Record<string, unknown>): void => {
      const before = sectionData(row, section);
      if (JSON.stringify({ ...before, ...data }) !== JSON.stringify(before)) sections[section] = { ...before, ...data };
    };
    if (moves) for (const section of SECTIONS) change(section, switchedOffFields(loaded, section, organization.flags));
    if (row.seat?.seat_id !== body.seat_id)
      for (const section of SECTIONS) change(section, givenBySeat(seat, organization)[section] ?? {});
    change('step_one', asked);
    if (!moves && !seats && given.join() === row.given.join() && Object.keys(sections).length === 0) return state;
    await tx.system
      .updateTable('reviews')
      .set({ organization_id: organization.id, given, updated_at: tx.now })
      .where('id', '=', id)
      .execute();
    if (seats) await storeSeat(tx, id, { seat_id, force_one_off: one_off });
    for (const section of SECTIONS) {
      const data = sections[section];
      if (data) await storeSection(tx, id, section, data, actor.user_id);
    }
    const stored = await loadRow(tx.system, id, tx.now);
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
