import { ADMINS, AT_DESK, ORGANIZATION_ADMINS } from '../../../../platform/db/roles.ts';
import { isPurged } from '../../rules/kinds.ts';
import type { MailText } from '../../../../platform/ports.ts';
import { onEvent } from '../../../../platform/workers.ts';
import { fullNameOf } from '../../../../platform/db/full-name.ts';
import { sql } from 'kysely';
import { type Actor, isExpert, type SystemActor } from '../../../../core/actor.ts';
import { Refusal, refuseFields } from '../../../../core/errors.ts';
import { type Kind, KINDS } from '../../../../core/kinds.ts';
import { addBusinessDaysInstant } from '../../../../core/time.ts';
import { command, type Tx } from '../../../../platform/command.ts';
import type { Ports } from '../../../../platform/ports.ts';
import type { Services } from '../../../../platform/services.ts';
import type { DeadlineHandlers, EventHandler, OutboxEvent } from '../../../../platform/workers.ts';
import {
  ACKNOWLEDGE_DAYS,
  type AttentionAction,
  attentionForbidden,
  attentionNotNow,
  attentionReason,
  type AttentionReasonKey,
  hasAttention,
  MOST_ALERTS,
  REPORT_QUESTION,
  stateRow,
  viewOf,
} from '../../rules.ts';
import { extraHolidays } from '../../../../platform/db/extra-holidays.ts';
import { holidaysIn } from '../../rules/holidays.ts';
import type { AttentionEntry } from '../../contract.ts';
import { attentionQuery, type AttentionSource, presentAttention } from './view.ts';
import { type LoadedReview, lockById } from '../load.ts';
import { type Recipient, send } from '../order/recipients.ts';
import { readerOf } from '../page/timeline.ts';
import { announce, currentOf, lockReview } from '../lifecycle/transition.ts';

type SystemTx = Tx<SystemActor>;

/** The review in scope, locked, and this act on it permitted; state is asked by the caller. */
async function lockFor(tx: Tx<Actor>, kind: Kind, id: number, action: AttentionAction): Promise<LoadedReview> {
  const loaded = await lockReview(tx, id, kind);
  const forbidden = attentionForbidden(tx.actor, loaded.facts, action);
  if (forbidden !== null) throw new Refusal('forbidden', forbidden);
  return loaded;
}

const wrong = ({ facts }: LoadedReview, sentence: string): Refusal =>
  new Refusal('wrong_state', sentence, { current: currentOf(facts) });

export function raiseAttention(
  services: Services,
  ports: Ports,
  actor: Actor,
  kind: Kind,
  id: number,
  body: { reason: AttentionReasonKey; note: string },
) {
  return command(services, actor, async (tx) => {
    const loaded = await lockFor(tx, kind, id, 'raise_attention');
    const refused = attentionNotNow(loaded.facts, 'raise_attention');
    if (refused !== null) throw wrong(loaded, refused);
    const open = await openEntries(tx, id);
    if (open.some((entry) => entry.reason === body.reason))
      throw wrong(loaded, 'It is marked for this reason already. Settle that first, or choose another reason.');
    refuseFields(body.note === '' ? [{ path: 'note', message: 'Say what is wrong, in a sentence or two.' }] : []);
    await raise(tx, ports, loaded, { ...body, cause: null });
    return present(tx, actor, loaded);
  });
}

export function acknowledgeAttention(services: Services, actor: Actor, kind: Kind, id: number, entryId: number) {
  return command(services, actor, async (tx) => {
    const loaded = await lockFor(tx, kind, id, 'acknowledge_attention');
    const entry = await openEntry(tx, loaded, entryId);
    if (entry.acknowledged_at !== null) throw wrong(loaded, 'Someone has already acknowledged it.');
    await tx.system
      .updateTable('review_attention')
      .set({ acknowledged_by: actor.user_id, acknowledged_kind: actor.kind, acknowledged_at: tx.now })
      .where('id', '=', entryId)
      .execute();
    await settled(tx, loaded, 'review.attention_acknowledged', entry);
    return present(tx, actor, loaded);
  });
}

export function resolveAttention(
  services: Services,
  actor: Actor,
  kind: Kind,
  id: number,
  entryId: number,
  note: string,
) {
  return command(services, actor, async (tx) => {
    const loaded = await lockFor(tx, kind, id, 'resolve_attention');
    const entry = await openEntry(tx, loaded, entryId);
    refuseFields(note === '' ? [{ path: 'note', message: 'Say how it was settled, in a sentence or two.' }] : []);
    await resolve(tx, loaded, entry, note);
    return present(tx, actor, loaded);
  });
}

interface OpenEntry {
  id: number;
  reason: string;
  raised_kind: string;
  cause: string | null;
  acknowledged_at: Date | null;
  resolved_at: Date | null;
}

const columns = ['id', 'reason', 'raised_kind', 'cause', 'acknowledged_at', 'resolved_at'] as const;

function openEntries(tx: Tx, reviewId: number): Promise<OpenEntry[]> {
  return tx.system
    .selectFrom('review_attention')
    .select(columns)
    .where('review_id', '=', reviewId)
    .where('resolved_at', 'is', null)
    .orderBy('id')
    .execute();
}

/** An entry of this review that is not settled; refuses `not_found` for one of another review, 409 for a settled one. */
async function openEntry(tx: Tx, loaded: LoadedReview, entryId: number): Promise<OpenEntry> {
  const entry = await tx.system
    .selectFrom('review_attention')
    .select(columns)
    .where('id', '=', entryId)
    .where('review_id', '=', loaded.facts.id)
    .executeTakeFirst();
  if (!entry) throw new Refusal('not_found');
  if (isPurged(loaded.facts)) throw wrong(loaded, 'Its records are deleted.');
  if (entry.resolved_at !== null) throw wrong(loaded, 'It is settled already.');
  return entry;
}

const dueToAcknowledge = async (tx: Tx, { facts }: LoadedReview): Promise<Date> =>
  addBusinessDaysInstant(
    tx.now,
    ACKNOWLEDGE_DAYS,
    facts.organization.time_zone,
    holidaysIn(facts.state, await extraHolidays(tx.system)),
  );

/** Whether the expert's side is told of an entry: its own, and what its report asked for. */
const isTheExperts = (entry: Pick<OpenEntry, 'raised_kind' | 'cause'>): boolean =>
  (entry.raised_kind !== 'system' && isExpert(entry.raised_kind as Actor['kind'])) || entry.cause === 'report';

/** Writes an entry with its clock, and tells those who can act. What a cause raised once is not raised again. */
async function raise(
  tx: Tx,
  ports: Ports,
  loaded: LoadedReview,
  entry: { reason: AttentionReasonKey; note: string; cause: string | null },
): Promise<void> {
  const { id, organization } = loaded.facts;
  const person = tx.actor.kind === 'system' ? null : tx.actor;
  const acknowledge_by = await dueToAcknowledge(tx, loaded);
  const written = await tx.system
    .insertInto('review_attention')
    .values({
      ...entry,
      review_id: id,
      raised_by: person?.user_id ?? null,
      raised_kind: tx.actor.kind,
      raised_profile_id: person?.profile?.id ?? null,
      raised_at: tx.now,
      acknowledge_by,
    })
    .onConflict((oc) => oc.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!written) return;
  await sumUp(tx, id);
  await tx.audit({
    action: 'review.attention_raised',
    review_id: id,
    organization_id: organization.id,
    subject: `attention:${written.id}`,
    data: { reason: entry.reason, of_expert: isTheExperts({ raised_kind: tx.actor.kind, cause: entry.cause }) },
    timeline: true,
  });
  await tx.setDeadline({
    review_id: id,
    kind: 'attention_acknowledge',
    key: String(written.id),
    due_at: acknowledge_by,
  });
  // what a report says is read by people; until then it may be the gravest
  const urgent = attentionReason(entry.reason).urgent || entry.cause === 'report';
  await alert(tx, ports, loaded, {
    entry_id: written.id,
    round: 1,
    text: (whose, link) => ({
      template: urgent && whose !== 'platform' ? 'attention_urgent' : 'attention_raised',
      data: { acknowledge_by, link },
    }),
  });
  await announce(tx, loaded.row);
}

async function resolve(tx: Tx, loaded: LoadedReview, entry: OpenEntry, note: string): Promise<void> {
  const by = tx.actor.kind === 'system' ? null : tx.actor.user_id;
  await tx.system
    .updateTable('review_attention')
    .set({
      resolved_by: by,
      resolved_kind: tx.actor.kind,
      resolved_at: tx.now,
      resolution: note,
      // whoever settles it has seen it
      ...(entry.acknowledged_at === null
        ? { acknowledged_by: by, acknowledged_kind: tx.actor.kind, acknowledged_at: tx.now }
        : {}),
    })
    .where('id', '=', entry.id)
    .execute();
  await settled(tx, loaded, 'review.attention_resolved', entry);
}

/** What follows when somebody took note of an entry or settled it. */
async function settled(
  tx: Tx,
  { facts, row }: LoadedReview,
  action: 'review.attention_acknowledged' | 'review.attention_resolved',
  entry: OpenEntry,
): Promise<void> {
  await sumUp(tx, facts.id);
  await tx.audit({
    action,
    review_id: facts.id,
    organization_id: facts.organization.id,
    subject: `attention:${entry.id}`,
    data: { reason: entry.reason, of_expert: isTheExperts(entry) },
    timeline: true,
  });
  await announce(tx, row);
}

/** Keeps what lists read of a review in step with its open entries: the newest urgent one, else the newest. */
async function sumUp(tx: Tx, reviewId: number): Promise<void> {
  await sql`update reviews set updated_at = ${tx.now}, attention = (
      select jsonb_build_object('reason', a.reason, 'raised_at', a.raised_at, 'waits', (select bool_or(o.acknowledged_at is null)
          from review_attention o where o.review_id = ${reviewId} and o.resolved_at is null))
      from review_attention a where a.review_id = ${reviewId} and a.resolved_at is null
      order by (a.reason = 'patient_safety') desc, a.id desc limit 1)
    where id = ${reviewId}`.execute(tx.system);
}

async function present(tx: Tx<Actor>, actor: Actor, { facts }: LoadedReview): Promise<{ data: AttentionEntry[] }> {
  const { rows } = await sql<{ entries: AttentionSource[] | null }>`
    select ${attentionQuery(sql`${facts.id}::bigint`)} as entries`.execute(tx.system);
  return {
    data: presentAttention(rows[0]?.entries ?? [], readerOf(actor, facts), viewOf(actor, facts) === 'full'),
  };
}

/** Who is told: the requester, the organization's managers and admins, the clinical desk, the platform's admins. */
type Whose = 'requester' | 'managers' | 'records_desk' | 'platform';

interface Notified extends Recipient {
  whose: Whose;
}

async function concerned(tx: Tx, { facts }: LoadedReview): Promise<Notified[]> {
  const { rows } = await sql<Notified>`
    select distinct on (u.id) u.id as user_id, u.email, ${fullNameOf('u')} as name, w.whose
    from (
      select p.user_id, 'managers' as whose, 1 as rank from profiles p
        where p.is_review_manager and p.type = 'ClaimConsultant' and p.organization_id = ${facts.organization.id}
      union all select u.id, 'managers', 1 from users u join organization_path(${facts.organization.id}) o
        on o.id = u.organization_id where u.role in ${ORGANIZATION_ADMINS}
      union all select u.id, 'records_desk', 2 from users u where u.role in ${AT_DESK.records}
      union all select u.id, 'platform', 3 from users u where u.role in ${ADMINS}
      union all select ${facts.requester_id}::bigint, 'requester', 4
    ) w join users u on u.id = w.user_id where u.suspended_at is null order by u.id, w.rank`.execute(tx.system);
  return rows;
}

async function alert(
  tx: Tx,
  ports: Ports,
  loaded: LoadedReview,
  told: {
    entry_id: number;
    round: number;
    text: (whose: Whose, link: string) => MailText;
  },
): Promise<void> {
  const { id, kind } = loaded.facts;
  for (const to of await concerned(tx, loaded)) {
    await send(tx, ports, id, `${told.entry_id}:${told.round}`, [to], {
      ...told.text(to.whose, `/${KINDS[kind].slug}/${id}`),
      side: to.whose === 'requester' || to.whose === 'managers' ? 'requester' : 'staff',
    });
  }
}

/** A signed report that asks for attention raises it, once a review; and what was overdue is so no more. */
async function reportSigned(tx: SystemTx, ports: Ports, event: OutboxEvent<'report.signed'>): Promise<void> {
  const loaded = event.review_id === null ? null : await lockById(tx.system, event.review_id, tx.now);
  if (!loaded || !hasAttention(loaded.facts)) return;
  for (const entry of await openEntries(tx, loaded.facts.id))
    if (entry.reason === 'report_overdue') await resolve(tx, loaded, entry, 'The report was signed.');
  const asks = await tx.system
    .selectFrom('report_answers')
    .select('section')
    .where('report_id', '=', event.payload.report_id)
    .where(sql<boolean>`answers -> ${REPORT_QUESTION} ->> 'value' = 'yes'`)
    .executeTakeFirst();
  if (!asks || attentionNotNow(loaded.facts, 'raise_attention') !== null) return;
  await raise(tx, ports, loaded, {
    reason: 'critical_deficiency',
    note: 'The signed report asks for attention. It says why, and how soon.',
    cause: 'report',
  });
}

/** The clock of a report runs with the review's: set where a report is due, gone where none is. */
async function watchReport(tx: SystemTx, event: OutboxEvent<'review.transitioned'>): Promise<void> {
  const loaded = event.review_id === null ? null : await lockById(tx.system, event.review_id, tx.now);
  if (!loaded) return;
  const { id, report_due_at } = loaded.facts;
  if (awaitsReport(loaded) && report_due_at)
    await tx.setDeadline({ review_id: id, kind: 'report_overdue', due_at: report_due_at });
  else await tx.cancelDeadlines(id, ['report_overdue']);
}

const awaitsReport = ({ facts }: LoadedReview): boolean => {
  const { report } = stateRow(facts.kind, facts.status);
  return report === 'asked' || report === 'writing' || report === 'returned';
};

export const attentionEvents = (ports: Ports): EventHandler[] => [
  onEvent({ name: 'reviews.attention', topics: ['report.signed'], run: (tx, event) => reportSigned(tx, ports, event) }),
  onEvent({
    name: 'reviews.report_clock',
    topics: ['review.transitioned'],
    when: ({ payload }) => KINDS[payload.kind].attention_flag !== null,
    run: watchReport,
  }),
];

export const attentionDeadlines = (ports: Ports) =>
  ({
    async report_overdue(tx, deadline) {
      const loaded = await lockById(tx.system, deadline.review_id, tx.now);
      const due = loaded?.facts.report_due_at;
      if (!loaded || !due || !awaitsReport(loaded) || !hasAttention(loaded.facts)) return;
      if (due > tx.now) return tx.setDeadline({ review_id: deadline.review_id, kind: 'report_overdue', due_at: due });
      const open = await openEntries(tx, deadline.review_id);
      if (open.some((entry) => entry.reason === 'report_overdue')) return;
      await raise(tx, ports, loaded, {
        reason: 'report_overdue',
        note: 'The report was due and is not signed.',
        cause: `overdue:${due.toISOString()}`,
      });
    },
    async attention_acknowledge(tx, deadline) {
      const loaded = await lockById(tx.system, deadline.review_id, tx.now);
      if (!loaded || !hasAttention(loaded.facts) || isPurged(loaded.facts)) return;
      const entry = await tx.system
        .selectFrom('review_attention')
        .select([...columns, 'alerts', 'raised_at'])
        .where('id', '=', Number(deadline.key))
        .executeTakeFirst();
      if (!entry || entry.acknowledged_at !== null || entry.resolved_at !== null || entry.alerts >= MOST_ALERTS) return;
      const round = entry.alerts + 1;
      await tx.system.updateTable('review_attention').set({ alerts: round }).where('id', '=', entry.id).execute();
      await tx.audit({
        action: 'review.attention_late',
        review_id: deadline.review_id,
        organization_id: loaded.facts.organization.id,
        subject: `attention:${entry.id}`,
        data: { reason: entry.reason, of_expert: false },
        timeline: true,
      });
      await alert(tx, ports, loaded, {
        entry_id: entry.id,
        round,
        text: (whose, link) => ({
          template: whose === 'records_desk' || whose === 'platform' ? 'attention_escalated' : 'attention_late',
          data: { raised_at: entry.raised_at, link },
        }),
      });
      await tx.setDeadline({
        review_id: deadline.review_id,
        kind: 'attention_acknowledge',
        key: deadline.key,
        due_at: await dueToAcknowledge(tx, loaded),
      });
      await announce(tx, loaded.row);
    },
  }) satisfies Partial<DeadlineHandlers>;
