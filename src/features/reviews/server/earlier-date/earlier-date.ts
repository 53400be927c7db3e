import type { ReviewMail } from '../order/recipients.ts';
import type { Actor } from '../../../../core/actor.ts';
import { Refusal, refuseFields } from '../../../../core/errors.ts';
import { type Kind, KINDS } from '../../../../core/kinds.ts';
import { startOfDay } from '../../../../core/time.ts';
import { command, type Tx } from '../../../../platform/command.ts';
import type { Ports } from '../../../../platform/ports.ts';
import type { Services } from '../../../../platform/services.ts';
import type { DeadlineHandlers } from '../../../../platform/workers.ts';
import {
  checkOrder,
  dateBeside,
  type EarlierDate,
  type EarlierDateAction,
  earlierDateForbidden,
  earlierDateNotNow,
  earliestNeededBy,
  formOf,
  lapsesOn,
  sectionOf,
} from '../../rules.ts';
import { extraHolidays } from '../../../../platform/db/extra-holidays.ts';
import { holidaysIn } from '../../rules/holidays.ts';
import { checkFacts } from '../order/checks.ts';
import { deriveColumns, storeSection } from '../order/derive.ts';
import { dropEarlierDate, EARLIER_DATE_LAPSE, lapseEarlierDate, storeEarlierDate } from './stored.ts';
import { type LoadedReview, lockById, sectionData } from '../load.ts';
import { leadOf, type Recipient, requesters, send } from '../order/recipients.ts';
import { announce, currentOf, lockReview } from '../lifecycle/transition.ts';

/** The review in scope, locked, this act on it permitted and possible now. */
async function lockFor(tx: Tx<Actor>, kind: Kind, id: number, action: EarlierDateAction): Promise<LoadedReview> {
  const loaded = await lockReview(tx, id, kind);
  const { facts } = loaded;
  const forbidden = earlierDateForbidden(tx.actor, facts, action);
  if (forbidden !== null) throw new Refusal('forbidden', forbidden);
  const refused = earlierDateNotNow(facts, action, tx.now);
  if (refused !== null) throw new Refusal('wrong_state', refused, { current: currentOf(facts) });
  return loaded;
}

/** When a date has come too near to be agreed to: the beginning of that day where the organization is. */
async function lapseOf(tx: Tx, { facts }: LoadedReview, asked: string): Promise<Date> {
  const isHoliday = holidaysIn(facts.state, await extraHolidays(tx.system));
  const { needed_by_days } = formOf(facts.kind);
  const day = lapsesOn(asked, (today) => earliestNeededBy(needed_by_days, today, facts.expedited, isHoliday));
  return startOfDay(day, facts.organization.time_zone);
}

/** Why this date cannot be asked for, by the rules of the kind's form. */
async function faultOf(tx: Tx, loaded: LoadedReview, asked: string): Promise<string | null> {
  const { row, fields, facts } = loaded;
  if (row.needed_by === null) return 'Choose the date in the order first.';
  if (asked >= row.needed_by)
    return `It is needed by ${dateBeside(row.needed_by, asked)} already. A later date is changed in the order, without asking.`;
  const wanted = { ...fields, needed_by: asked };
  const faults = checkOrder(facts.kind, wanted, await checkFacts(tx.system, loaded, wanted, tx.now));
  return faults.find((fault) => fault.path === 'needed_by')?.message ?? null;
}

export function askEarlierDate(
  services: Services,
  ports: Ports,
  actor: Actor,
  kind: Kind,
  id: number,
  body: { needed_by: string; reason: string },
) {
  return command(services, actor, async (tx) => {
    const loaded = await lockFor(tx, kind, id, 'ask_earlier_date');
    const { row } = loaded;
    const fault = await faultOf(tx, loaded, body.needed_by);
    refuseFields([
      ...(fault === null ? [] : [{ path: 'needed_by', message: fault }]),
      ...(body.reason === ''
        ? [{ path: 'reason', message: 'Say why it is needed earlier, in a sentence or two.' }]
        : []),
    ]);
    const lapse = await lapseOf(tx, loaded, body.needed_by);
    const asked: EarlierDate = { ...body, asked_at: tx.now.toISOString(), lapses_at: lapse.toISOString() };
    await storeEarlierDate(tx, id, asked);
    await touch(tx, id);
    await record(tx, loaded, 'asked', { was: row.needed_by, asked: body.needed_by }, body.reason);
    await notify(tx, ports, loaded, 'asked', await leadOf(tx, id), asked);
    await announce(tx, row);
    return { review_id: id, needed_by: row.needed_by, earlier_date: asked };
  });
}

export function takeBackEarlierDate(services: Services, actor: Actor, kind: Kind, id: number) {
  return command(services, actor, async (tx) => {
    const loaded = await lockFor(tx, kind, id, 'take_back_earlier_date');
    await clear(tx, loaded);
    await record(tx, loaded, 'taken_back');
    return lockRequest(tx, loaded, loaded.row.needed_by);
  });
}

/** The accepted expert's answer. Agreeing moves the date in the order, as an edit would; keeping leaves it. */
export function answerEarlierDate(
  services: Services,
  ports: Ports,
  actor: Actor,
  kind: Kind,
  id: number,
  body: { agrees: boolean; needed_by: string; reason?: string | undefined },
) {
  return command(services, actor, async (tx) => {
    const loaded = await lockFor(tx, kind, id, 'answer_earlier_date');
    const { row, facts, fields } = loaded;
    const asked = facts.earlier_date;
    const was = row.needed_by;
    if (asked === null || was === null || asked.needed_by !== body.needed_by)
      throw new Refusal('stale', 'Another date has been requested since. Look at it before you answer.', {
        current: { review_id: id, needed_by: was, earlier_date: asked },
      });
    await clear(tx, loaded);
    if (body.agrees) {
      const section = sectionOf(formOf(kind), 'needed_by');
      if (section === undefined) throw new Error(`A ${kind} is not needed by a date.`);
      await storeSection(tx, id, section, { ...sectionData(row, section), needed_by: asked.needed_by }, actor.user_id);
      await deriveColumns(tx, row, { ...fields, needed_by: asked.needed_by });
    }
    const answer = body.agrees ? 'agreed' : 'kept';
    await record(tx, loaded, answer, { was, asked: asked.needed_by }, body.reason);
    await notify(tx, ports, loaded, answer, await requesters(tx, id), asked);
    return lockRequest(tx, loaded, body.agrees ? asked.needed_by : was);
  });
}

const touch = (tx: Tx, id: number) =>
  tx.system.updateTable('reviews').set({ updated_at: tx.now }).where('id', '=', id).execute();

async function clear(tx: Tx, { facts }: LoadedReview): Promise<void> {
  await dropEarlierDate(tx, facts.id);
  await touch(tx, facts.id);
}

async function lockRequest(tx: Tx, { row }: LoadedReview, needed_by: string | null) {
  await announce(tx, row);
  return { review_id: row.id, needed_by, earlier_date: null };
}

/** The row of the timeline; dates are no health data, why somebody asks may be. */
async function record(
  tx: Tx,
  { facts }: LoadedReview,
  what: 'asked' | 'agreed' | 'kept' | 'taken_back',
  data: Record<string, unknown> = {},
  reason?: string,
): Promise<void> {
  await tx.audit({
    action: `review.earlier_date_${what}`,
    review_id: facts.id,
    organization_id: facts.organization.id,
    subject: 'field:needed_by',
    data,
    ...(reason ? { reason } : {}),
    timeline: true,
  });
}

/** A letter about it, without names and without what was written: in a blind review neither side knows the other. */
async function notify(
  tx: Tx,
  ports: Ports,
  { facts, row }: LoadedReview,
  what: 'asked' | 'agreed' | 'kept' | 'lapsed',
  to: readonly Recipient[],
  asked: EarlierDate,
): Promise<void> {
  if (row.needed_by === null) throw new Error('An earlier date was requested where there is none.');
  const data = {
    needed_by: row.needed_by,
    asked: asked.needed_by,
    link: `/${KINDS[facts.kind].slug}/${facts.id}`,
  };
  const mail: ReviewMail =
    what === 'asked'
      ? { template: 'earlier_date_asked', side: 'expert', data: { ...data, answer_by: asked.lapses_at } }
      : { template: `earlier_date_${what}`, side: 'requester', data };
  await send(tx, ports, facts.id, `${asked.asked_at}:${asked.needed_by}`, to, mail);
}

export const earlierDateDeadlines = (ports: Ports) =>
  ({
    // unanswered, the date has come too near
    async [EARLIER_DATE_LAPSE](tx, { review_id }) {
      const loaded = await lockById(tx.system, review_id, tx.now);
      const asked = loaded?.facts.earlier_date;
      if (!loaded || !asked) return;
      const lapse = await lapseOf(tx, loaded, asked.needed_by);
      // made expedited meanwhile, it stands longer
      if (lapse > tx.now) {
        await storeEarlierDate(tx, review_id, { ...asked, lapses_at: lapse.toISOString() });
        return;
      }
      await lapseEarlierDate(tx, loaded.facts);
      await touch(tx, review_id);
      await notify(tx, ports, loaded, 'lapsed', await requesters(tx, review_id), asked);
      await announce(tx, loaded.row);
    },
  }) satisfies Partial<DeadlineHandlers>;
