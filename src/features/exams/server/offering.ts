import { busyOf } from '../../../platform/db/busy-times.ts';
import { sql } from 'kysely';
import { type Actor, isExpertSide } from '../../../core/actor.ts';
import { Refusal, refuseFields } from '../../../core/errors.ts';
import { leads } from '../../../core/experts.ts';
import { dateIn, MINUTE } from '../../../core/time.ts';
import type { Tx } from '../../../platform/command.ts';
import { json } from '../../../platform/db/json.ts';
import { stateName } from '../../reviews/rules.ts';
import {
  type Arrangement,
  isByVideo,
  isTaken,
  linkFault,
  LONGEST_MINUTES,
  noticeBy,
  offerFault,
  type SiteOf,
  siteOfPlace,
  startsOf,
  visitLength,
} from '../rules.ts';
import {
  type ExamReview,
  heldOn,
  type Law,
  lawOf,
  licensedIn,
  orderOf,
  type Panelist,
  panelOf,
  placesFor,
  videoPlace,
  zoneOf,
} from './load.ts';
import { endOfDay, isOpenAt } from './placing.ts';
import { freeRoom } from './rooms.ts';

/** Refuses `wrong_state` where the rule of that day does not allow an exam by video. */
export function refuseVideo({ ruleOn, state }: Law, held_on: string): void {
  const rule = ruleOn(held_on);
  if (rule.telehealth) return;
  throw new Refusal(
    'wrong_state',
    `${rule.state === null ? `No rule that allows an exam by video is entered${state === null ? '' : ` for ${stateName(state)}`}` : `The rule of ${stateName(rule.state)} that holds then does not allow an exam by video`}. Offer it at a site.`,
  );
}

/** Writes the appointments offered or proposed; refuses those that cannot be. */
export async function writeOffers(
  tx: Tx<Actor>,
  review: ExamReview,
  body: {
    offers: readonly { site_of: SiteOf; site_id: number; starts_at: string }[];
    video?: { link: string; time_zone: string } | undefined;
    minutes: number;
    arrangement: Arrangement;
  },
  status: 'open' | 'proposed',
): Promise<void> {
  const profile = review.expert_profile_id;
  if (profile === null || (isExpertSide(tx.actor.kind) && !leads(tx.actor, review))) throw new Refusal('forbidden');
  const panel = await panelOf(tx.system, review);
  const { minutes, arrangement } = body;
  const whole = visitLength(minutes, panel.length, arrangement);
  refuseFields(
    whole > LONGEST_MINUTES
      ? [{ path: 'minutes', message: `All of them together take ${whole} minutes. ${LONGEST_MINUTES} are the most.` }]
      : [],
  );
  const order = await orderOf(tx.system, review);
  const zone = await zoneOf(tx.system, review.organization_id);
  const today = dateIn(tx.now, zone);
  const law = await lawOf(tx.system, order, today);
  const sites = await placesFor(tx.system, panel, order.exam_state);
  if (status === 'proposed')
    // the address of a call is the examiner's
    refuseFields(
      body.offers.flatMap((one, at) =>
        isByVideo(one) ? [{ path: `offers.${at}.site_id`, message: 'The examiner offers exams by video.' }] : [],
      ),
    );
  const byVideo = body.offers.filter(isByVideo);
  if (byVideo.length > 0) {
    // who offers what the rule of that day does not allow is told so before anything about the call
    for (const { starts_at } of byVideo) refuseVideo(law, dateIn(new Date(starts_at), body.video?.time_zone ?? zone));
    const place = videoPlace(order, { link: '', time_zone: zone, ...body.video });
    if (!place) throw new Refusal('wrong_state', 'The order does not say in which state the examinee is.');
    const fault = linkFault(place.link ?? '');
    refuseFields(fault === null ? [] : [{ path: 'video.link', message: fault }]);
    sites.push({ place, time_zone: place.time_zone, hours: [] });
  }
  const people: { one: Panelist; busy: Awaited<ReturnType<typeof busyOf>>; licensed: Set<string> }[] = [];
  for (const one of panel)
    people.push({
      one,
      busy: await busyOf(tx.system, one.expert_profile_id, tx.now, null),
      licensed: await licensedIn(tx.system, one.expert_profile_id, today),
    });
  // alone it is oneself who is spoken to
  const said = (one: Panelist, own: string, theirs: string): string =>
    one.expert_profile_id === profile && isExpertSide(tx.actor.kind) ? own : `${one.name} ${theirs}`;
  const faults: { path: string; message: string }[] = [];
  for (const [at, { site_of, site_id, starts_at }] of body.offers.entries()) {
    const site = sites.find((one) => one.place.site_id === site_id && siteOfPlace(one.place).of === site_of);
    const start = new Date(starts_at);
    if (!site) {
      faults.push({
        path: `offers.${at}.site_id`,
        message: isExpertSide(tx.actor.kind) ? 'Choose one of your sites.' : 'Choose one of the examiners’ sites.',
      });
      continue;
    }
    const { place } = site;
    const held_on = heldOn({ starts_at: start, place });
    const notice_by = noticeBy(law.ruleOn(held_on), held_on, law.isHoliday);
    const starts = startsOf(start, minutes, panel.length, arrangement);
    const fault =
      offerFault(start, { now: tx.now, notice_by, today }) ??
      (isOpenAt(site, start, whole) ? null : 'The site is closed then.');
    if (fault) faults.push({ path: `offers.${at}.starts_at`, message: fault });
    for (const [n, { one, busy, licensed }] of people.entries()) {
      if (!fault && isTaken(starts[n] ?? start, minutes, busy))
        faults.push({
          path: `offers.${at}.starts_at`,
          message: `${said(one, 'You have', 'has')} something else at that time.`,
        });
      if (!licensed.has(place.state))
        faults.push({
          path: `offers.${at}.site_id`,
          message: `${said(one, 'You hold', 'holds')} no license in ${stateName(place.state)}.`,
        });
    }
    if (
      !fault &&
      !isByVideo(place) &&
      (await freeRoom(tx.system, place, start, new Date(start.getTime() + whole * MINUTE))) === null
    )
      faults.push({ path: `offers.${at}.starts_at`, message: 'No room is free there then.' });
    if (order.exam_state && !isByVideo(place) && place.state !== order.exam_state)
      faults.push({
        path: `offers.${at}.site_id`,
        message: `The exam was ordered in ${stateName(order.exam_state)}.`,
      });
    if (faults.length > 0) continue;
    const written = await tx.system
      .insertInto('exam_offers')
      .values({
        review_id: review.id,
        expert_profile_id: profile,
        starts_at: start,
        minutes,
        place: json(place),
        parts: json(
          panel.flatMap(({ panel_place, expert_profile_id }, n) =>
            n === 0 ? [] : [{ panel_place, expert_profile_id, starts_at: (starts[n] ?? start).toISOString() }],
          ),
        ),
        notice_by,
        status,
        created_at: tx.now,
      })
      .onConflict((oc) => oc.columns(['review_id', 'starts_at']).where('status', '=', sql.lit(status)).doNothing())
      .returning('id')
      .executeTakeFirst();
    if (written)
      await tx.setDeadline({
        review_id: review.id,
        kind: 'exam_offer_lapse',
        key: String(written.id),
        due_at: endOfDay(notice_by, zone),
        payload: { offer_id: written.id },
      });
  }
  refuseFields(faults);
}
