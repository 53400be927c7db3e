import { isHeld } from '../../rules/guards.ts';
import { isTeamChecked } from '../../../organizations/rules.ts';
import type { ReviewAction } from '../../rules/actions.ts';
import type { Mails } from '../../../../platform/declarations.ts';
import { onEvent } from '../../../../platform/workers.ts';
import { type SystemActor, rolesAt } from '../../../../core/actor.ts';
import { nextDaily } from '../../../../core/durations.ts';
import { dateIn } from '../../../../core/time.ts';
import type { Tx } from '../../../../platform/command.ts';
import { resultsElsewhere } from '../../../../platform/db/results-elsewhere.ts';
import { staffWithRole } from '../../../../platform/mail/staff.ts';
import type { ReferrerStep } from '../mails/referrer.ts';
import type { Ports } from '../../../../platform/ports.ts';
import {
  type DeadlineHandlers,
  type EventHandler,
  onAction,
  onActionIn,
  type OutboxEvent,
} from '../../../../platform/workers.ts';
import { type Kind, KINDS } from '../../../../core/kinds.ts';
import { ability, type AutomaticStep, awaitsApprovers, nextLapse, processOf, stateRow } from '../../rules.ts';
import { formatCents } from '../../../../core/money.ts';
import { settlePrice } from '../order/price.ts';
import { mailApprovers, mailDecision } from '../order/approval.ts';
import { makePriceLink } from '../order/price-links.ts';
import { type LoadedReview, loadById, lockById } from '../load.ts';
import { leadSide, type ReviewMail, type Recipient, requesters, send } from '../order/recipients.ts';
import { closeoutHandlers } from './closeout.ts';
import { reminderHandlers } from './reminders.ts';
import { purgeDate, purgeReview, purgeWarningIsOver, setPurgeDeadlines } from './purge.ts';
import { announce, transition } from './transition.ts';

type SystemTx = Tx<SystemActor>;

/** Takes an action by itself when nothing stands in its way; answers whether it did. */
async function tryAction(tx: SystemTx, id: number, action: ReviewAction, reason?: string): Promise<boolean> {
  const loaded = await loadById(tx.system, id, tx.now);
  if (!loaded || !ability(tx.actor, loaded.facts, action, tx.now).allowed) return false;
  await transition(tx, { review_id: id, action, reason });
  return true;
}

type Moved = OutboxEvent<'review.transitioned'>;

/** The steps that follow by themselves once a review moved: the first of the kind's table that is possible. */
async function followTransition(tx: SystemTx, event: Moved): Promise<void> {
  const id = event.review_id;
  if (id === null) return;
  const { action, to } = event.payload;
  await takeAutomaticStep(tx, id, to, action);
  if (purged(event)) await purgeReview(tx, id);
}

const purged = onAction('purge');

/** Whether anything may follow what an event tells of. */
function hasAutomaticStep(event: Moved): boolean {
  const { action, to, kind } = event.payload;
  return purged(event) || stepsFrom(kind, to, action).length > 0;
}

/** The steps of the kind's table that may follow by themselves; `action` null: something else changed. */
const stepsFrom = (kind: Kind, to: string, action: ReviewAction | null): readonly AutomaticStep[] =>
  processOf(kind).automatic_steps.filter(
    (step) =>
      step.to === to &&
      (!step.after || (action !== null && step.after.includes(action))) &&
      !(action !== null && step.not_after?.includes(action)),
  );

/** Takes what follows by itself from the state `to`, to which `action` brought it; null: something else changed. */
async function takeAutomaticStep(tx: SystemTx, id: number, to: string, action: ReviewAction | null): Promise<void> {
  const loaded = await loadById(tx.system, id, tx.now);
  if (!loaded) return;
  const { kind, organization } = loaded.facts;
  for (const step of stepsFrom(kind, to, action)) {
    if (step.only === 'saas' && isTeamChecked(organization)) continue;
    if (await tryAction(tx, id, step.action)) return;
  }
}

/** Counts pages anew and, once ordered, sees to the price: small changes are fixed, larger ones wait for consent. */
async function recount(tx: SystemTx, event: OutboxEvent): Promise<void> {
  const id = event.review_id;
  if (id === null) return;
  const loaded = await lockById(tx.system, id, tx.now);
  if (!loaded) return;
  const { facts, row } = loaded;
  if (row.pages !== facts.pages) {
    await tx.system.updateTable('reviews').set({ pages: facts.pages }).where('id', '=', id).execute();
  }
  await settlePrice(tx, loaded);
  // an organization without our staff's intake passes it as soon as its checks hold
  const { phase, led_on_by_records } = stateRow(facts.kind, facts.status);
  if (phase === 'checks_records' || led_on_by_records) await takeAutomaticStep(tx, id, facts.status, null);
  await announce(tx, row);
}

/** What somebody who referred a review hears of, by the action that took place. */
const REFERRED: Readonly<Partial<Record<ReviewAction, ReferrerStep>>> = {
  submit: 'ordered',
  accept: 'accepted',
  accept_report_only: 'accepted',
  accept_records_review: 'accepted',
  approve_report: 'delivered',
  close: 'closed',
  close_automatically: 'closed',
  cancel: 'cancelled',
};

/** The referrer's address, where the organization uses that field and it was filled in. */
function referrerOf({ facts, fields }: LoadedReview): string | null {
  const email = fields['referrer_email'];
  return facts.organization.flags['enable_referrer_email'] && typeof email === 'string' && email !== '' ? email : null;
}

/** What a mail of this feature is written from. */
interface EventMail extends Pick<LoadedReview, 'facts' | 'row'> {
  tx: SystemTx;
  id: number;
  mail<N extends keyof Mails>(
    to: readonly Recipient[],
    template: N,
    side: ReviewMail['side'],
    data: Mails[N],
  ): Promise<void>;
  /** The address of one of the review's pages. */
  page(name: string): string;
}

async function submitted({ tx, id, row, facts, mail }: EventMail): Promise<void> {
  const data = row.needed_by ? { needed_by: row.needed_by } : {};
  const team = isTeamChecked(facts.organization);
  await mail(await requesters(tx, id), 'review_submitted', 'requester', team ? data : { ...data, automatic: true });
  if (team) await mail(await staffWithRole(tx.system, ...rolesAt('records')), 'review_submitted', 'staff', data);
}

async function reportAsked({ tx, id, facts, mail, page }: EventMail): Promise<void> {
  // the expert is told with the approval
  if (awaitsApprovers(facts)) return;
  const due = facts.report_due_at ? { due_at: facts.report_due_at.toISOString() } : {};
  await mail(await leadSide(tx, id), 'report_requested', 'expert', { ...due, link: page('report') });
}

async function delivered({ tx, id, facts, mail, page }: EventMail): Promise<void> {
  // it went to their record system, and they read it there
  if ((await resultsElsewhere(tx.system, id)) !== null) return;
  const at = facts.closeout_at ? { closeout_at: facts.closeout_at.toISOString() } : {};
  await mail(await requesters(tx, id), 'report_delivered', 'requester', { ...at, link: page('report') });
}

async function filesAsked({ tx, id, facts, mail, page }: EventMail): Promise<void> {
  const due = facts.file_request_due_on ? { due_on: facts.file_request_due_on } : {};
  await mail(await requesters(tx, id), 'files_requested', 'requester', {
    count: facts.open_file_items,
    ...due,
    link: page('file-request'),
  });
}

const closed =
  (automated: boolean) =>
  async ({ tx, id, mail }: EventMail): Promise<void> =>
    mail(await requesters(tx, id), 'review_closed', 'requester', { automated });

async function concluded({ tx, id, mail }: EventMail): Promise<void> {
  await mail(await leadSide(tx, id), 'matter_concluded', 'expert', {});
}

async function takenUpAgain({ tx, id, mail }: EventMail): Promise<void> {
  await mail(await leadSide(tx, id), 'taken_up_again', 'expert', {});
  await mail(await requesters(tx, id), 'taken_up_again', 'requester', {});
}

/** The mails the steps of this feature cause; matching, scheduling and reports send their own. */
const LETTERS: Readonly<Partial<Record<ReviewAction, (telling: EventMail) => Promise<void>>>> = {
  submit: submitted,
  request_report: reportAsked,
  start_ordered_report: reportAsked,
  accept_report_only: reportAsked,
  accept_records_review: reportAsked,
  report_on_records: reportAsked,
  approve_report: delivered,
  request_files: filesAsked,
  close: closed(false),
  close_automatically: closed(true),
  conclude: concluded,
  take_up_again: takenUpAgain,
  reopen: takenUpAgain,
};

async function notify(tx: SystemTx, ports: Ports, event: Moved): Promise<void> {
  const id = event.review_id;
  const loaded = id === null ? null : await loadById(tx.system, id, tx.now);
  if (id === null || !loaded) return;
  const { facts, row } = loaded;
  const key = String(event.id);
  const { action } = event.payload;
  const step = REFERRED[action];
  const referrer = referrerOf(loaded);
  if (step !== undefined && referrer !== null)
    await send(tx, ports, id, key, [{ user_id: null, email: referrer, name: referrer }], {
      template: 'referrer_status',
      data: { step },
      side: 'requester',
    });
  await LETTERS[action]?.({
    tx,
    id,
    facts,
    row,
    mail: (to, template, side, data) =>
      // the signature ties the data to its template; a union cannot be built from a type parameter
      send(tx, ports, id, key, to, { template, side, data } as ReviewMail),
    page: (name) => `/${KINDS[facts.kind].slug}/${id}/${name}`,
  });
}

/** Tells who ordered a review that its new price waits for their agreement, once for each price that waits. */
async function mailPrice(tx: SystemTx, ports: Ports, event: OutboxEvent<'review.price_changed'>): Promise<void> {
  const id = event.review_id;
  const loaded = id === null ? null : await loadById(tx.system, id, tx.now);
  if (id === null || !loaded?.facts.requote_pending) return;
  const { facts, row, price } = loaded;
  const to = (await requesters(tx, id)).filter(({ user_id }) => user_id === facts.requester_id);
  if (to.length === 0 || !row.fixed || !price) return;
  await send(tx, ports, id, `${row.fixed.version}:${event.id}`, to, {
    template: 'price_to_agree',
    side: 'requester',
    data: {
      before: formatCents(row.fixed.total_cents),
      now: formatCents(price.now.total_cents),
      opener: await makePriceLink(tx, id, facts.requester_id),
    },
  });
}

export function reviewEvents(ports: Ports): EventHandler[] {
  return [
    onEvent({ name: 'reviews.follow', topics: ['review.transitioned'], when: hasAutomaticStep, run: followTransition }),
    onEvent({
      name: 'reviews.mail',
      tells: true,
      topics: ['review.transitioned'],
      when: onActionIn(REFERRED, LETTERS),
      run: (tx, event) => notify(tx, ports, event),
    }),
    onEvent({
      name: 'reviews.price_mail',
      tells: true,
      topics: ['review.price_changed'],
      run: (tx, event) => mailPrice(tx, ports, event),
    }),
    onEvent({
      name: 'reviews.approval_mail',
      tells: true,
      topics: ['review.approval_asked'],
      run: (tx, event) => mailApprovers(tx, ports, event),
    }),
    onEvent({
      name: 'reviews.decision_mail',
      tells: true,
      topics: ['review.approval_ended'],
      run: (tx, event) => mailDecision(tx, ports, event),
    }),
    onEvent({
      name: 'reviews.recount',
      topics: ['files.changed', 'file.ready', 'file.failed', 'review.requoted', 'review.approval_ended'],
      run: recount,
    }),
  ];
}

export function reviewDeadlines(ports: Ports) {
  return {
    ...reminderHandlers(ports),
    ...closeoutHandlers(ports, (tx, id, action) => tryAction(tx, id, action)),
    async purge_warning(tx, deadline) {
      const id = deadline.review_id;
      const loaded = await loadById(tx.system, id, tx.now);
      const at = loaded && purgeDate(loaded);
      if (!loaded || !at || isHeld(loaded.facts)) return undefined;
      if (purgeWarningIsOver(at, tx.now, deadline.key)) return 'over';
      await send(tx, ports, id, `${deadline.key}:${at.toISOString()}`, await requesters(tx, id), {
        template: 'purge_warning',
        side: 'requester',
        data: { purge_on: dateIn(at, loaded.facts.organization.time_zone) },
      });
      return undefined;
    },
    async purge(tx, deadline) {
      const id = deadline.review_id;
      const loaded = await loadById(tx.system, id, tx.now);
      const at = loaded && purgeDate(loaded);
      if (!loaded || !at) return;
      // the delay was lengthened meanwhile, or a legal hold is on: it is looked at again
      if (at > tx.now) return setPurgeDeadlines(tx, loaded, loaded.facts.status);
      if (await tryAction(tx, id, 'purge', 'The time its records are kept is over.')) return;
      await tx.setDeadline({
        review_id: id,
        kind: 'purge',
        due_at: nextDaily(deadline.due_at, tx.now),
      });
    },
    async review_clock(tx, deadline) {
      const id = deadline.review_id;
      const loaded = await loadById(tx.system, id, tx.now);
      if (!loaded || stateRow(loaded.facts.kind, loaded.facts.status).call !== 'choosing') return;
      const at = nextLapse(loaded.facts.offers, tx.now);
      if (!at) return;
      await tx.system.updateTable('reviews').set({ due_at: at }).where('id', '=', id).execute();
      await tx.setDeadline({ review_id: id, kind: 'review_clock', due_at: at });
      await announce(tx, loaded.row);
    },
  } satisfies Partial<DeadlineHandlers>;
}
