import { ATTESTATION_LINES } from '../src/features/reviews/rules.ts';
import type { InterviewsView, InterviewView } from '../src/features/interviews/contract.ts';
import { dateText } from '../src/core/dates.ts';
import { addDays } from '../src/core/durations.ts';
import { DAY, dateIn, HOUR, MINUTE } from '../src/core/time.ts';
import type { MatterDatesView } from '../src/features/matter-dates/contract.ts';
import { readOrder } from '../src/features/matter-dates/rules.ts';
import type { ContinuationView } from '../src/features/continuations/contract.ts';
import { CONSENT_LINES } from '../src/features/continuations/rules.ts';
import type { FormerExpertsView } from '../src/features/matters/contract/former.ts';
import type { EngagementView } from '../src/features/engagements/contract.ts';
import type { EngagementTerms } from '../src/features/engagements/rules.ts';
import type { SessionsView } from '../src/features/testimony/contract.ts';
import type { ReviewDetail } from '../src/features/reviews/contract.ts';
import type { ReportView } from '../src/features/reports/contract.ts';
import { DemoActs, type Headers, type Setup } from './acts.ts';
import { DemoLegalWork, type Hours, ZONE } from './legal-work.ts';
import { LEGAL_PLAN, type LegalPlan } from './legal-plan.ts';
import { demoMatter } from './matters/index.ts';
import type { DemoMatter, Party } from './matters/types.ts';
import { addRecords, fieldOf } from './order.ts';
import { recordKey } from './records/key.ts';
import { demoAnswers } from './report.ts';

/** What experts read by the hour. */
const READ: Hours = {
  note: 'The chart first, then the imaging.',
  entries: [
    [132, 'Read the emergency chart and the nursing notes; made a timeline.'],
    [84, 'Read the operative note and the discharge papers against the timeline.'],
  ],
};
/** Nearly all that was agreed: what is laid out then does not all fit. */
const NEARLY_ALL: Hours = {
  ...READ,
  entries: [...READ.entries, [336, 'Read the deposition of the emergency physician and the hospital’s policies.']],
};
const BEFORE_HANDOVER: Hours = {
  note: 'The study and both readings of it, before anything else.',
  entries: [
    [96, 'Looked through the study of May 2, image by image, before reading either report.'],
    [48, 'Read the first report and the second reading against the images.'],
  ],
};
const AFTER_HANDOVER: Hours = {
  note: 'The study anew, then the hospital chart from where it was left.',
  entries: [[114, 'Looked through the study of May 2 without the second reading; wrote down what is seen on it.']],
};
/** What the first expert of the matter that was handed over says. */
const HANDOVER = {
  reason:
    'My department has agreed to treat patients of this imaging center, and I cannot give an opinion on it any longer.',
  handover:
    'Done: the study of May 2 and both readings of it. I have told the firm nothing of what I think of them. Open: the hospital chart from May 27 on, the angiography, and whether the technique of the study was adequate. All of it is in the files of the matter; I have kept no copies.',
};

const ROLES: Partial<Record<Party['role'], string>> = { claimant: 'plaintiff' };

/** Lives legal cases through the product's own HTTP commands, each at its instant of the past. */
export class DemoLegalCases extends DemoActs {
  /** The matters whose expert is at work, by their key. */
  readonly engaged = new Map<string, { id: number; profile_id: number }>();

  /** The matter that was ordered last. */
  last = 0;
  readonly #work: DemoLegalWork;

  constructor(setup: Setup) {
    super(setup);
    this.#work = new DemoLegalWork(setup);
  }

  /** What is there with the first page. */
  async all(): Promise<void> {
    for (const plan of LEGAL_PLAN) await this.live(demoMatter(plan.matter), plan);
    await this.#continue();
  }

  /** Orders a matter and brings it as far as its plan says. */
  async live(matter: DemoMatter, plan: LegalPlan): Promise<void> {
    const { clock, now } = this.setup;
    clock.at = new Date(Math.floor((now.getTime() - plan.days_ago * DAY) / MINUTE) * MINUTE);
    const [marcus, clara, ruth] = await Promise.all(['marcus', 'clara', 'ruth'].map((key) => this.named(key)));
    if (!marcus || !clara || !ruth) throw new Error('Seed people before legal cases.');
    const id = await this.#order(matter, plan, marcus);
    this.last = id;
    const url = (rest = '') => `/api/v1/generics/${id}${rest}`;
    if (plan.goal === 'draft') return;
    await this.submit(marcus, url());
    await this.settle();
    if (plan.goal === 'conflict_check') return;
    await this.later(4);
    await this.post(ruth, url('/actions/release_to_matching'), {});
    await this.settle();
    await this.later(5);
    const presented = await this.presentBest(ruth, url());
    const [chosen] = presented;
    if (chosen === undefined) throw new Error('Demo data: nobody fits a legal case.');
    if (plan.goal === 'expert_selection') return;
    if (plan.goal === 'interviewing') return this.#interview(marcus, url, presented);
    await this.#choose(marcus, url);
    if (plan.goal === 'invited') return;
    await this.later(20);
    const doctor = await this.expert(chosen);
    await this.acceptInvitation(doctor, id);
    this.engaged.set(plan.matter, { id, profile_id: chosen });
    if (plan.federal) await this.#pasteOrder(marcus, url);
    if (!(await this.#agree(marcus, doctor, url, plan))) return;
    if (plan.deposition) await this.#work.hours(marcus, doctor, url, plan.expenses ? NEARLY_ALL : READ);
    if (plan.expenses) await this.#work.expenses(marcus, doctor, url);
    if (plan.replaced) await this.#replace({ marcus, ruth, doctor }, id, plan);
    if (plan.goal === 'retained') return;
    await this.later(60);
    await this.#confer(marcus, doctor, url, plan);
    if (plan.change) await this.#change(marcus, url);
    if (plan.goal === 'call_scheduled') return;
    await this.#report(matter, plan, { marcus, clara, doctor }, url);
    if (plan.deposition) await this.#depose(marcus, doctor, url, plan.deposition);
    if (plan.outcome === undefined) return;
    await this.later(14 * 24);
    const { ending } = await this.get<ReviewDetail>(marcus, url());
    await this.post(marcus, url('/actions/conclude'), {
      outcome: plan.outcome,
      confirmed_ending: {
        called_off_cents: ending?.called_off_cents ?? 0,
        waiting_cents: (ending?.expenses_cents ?? 0) + (ending?.unrecorded_cents ?? 0),
      },
    });
    await this.settle();
    if (plan.goal === 'closeout_pending') return;
    if (plan.goal === 'concluded') {
      // it is looked at once more before it closes
      await this.post(marcus, url('/actions/cancel_closeout'), {});
      return this.settle();
    }
    await this.later(80);
    await this.settle();
  }

  /** The firm chooses the first who was presented. */
  async #choose(marcus: Headers, url: (rest?: string) => string): Promise<void> {
    await this.later(8);
    const { candidates } = await this.get<{ candidates: { id: number }[] }>(marcus, url('/candidates'));
    await this.post(marcus, url(`/candidates/${candidates[0]?.id}/select`), {});
    await this.settle();
  }

  /** Its expert works some hours and hands over; the firm finds another one, lets them read that, and they work on. */
  async #replace(
    { marcus, ruth, doctor }: Record<'marcus' | 'ruth' | 'doctor', Headers>,
    id: number,
    plan: LegalPlan,
  ): Promise<void> {
    const url = (rest = '') => `/api/v1/generics/${id}${rest}`;
    await this.#work.hours(marcus, doctor, url, BEFORE_HANDOVER);
    await this.later(6 * 24);
    await this.post(doctor, url('/agreement/withdraw'), HANDOVER);
    await this.settle();
    await this.later(3);
    await this.post(marcus, url('/actions/replace_expert'), {});
    await this.settle();
    await this.later(20);
    const [next] = await this.presentBest(ruth, url());
    if (next === undefined) throw new Error('Demo data: nobody follows on a legal case.');
    await this.#choose(marcus, url);
    await this.later(18);
    const successor = await this.expert(next);
    await this.acceptInvitation(successor, id);
    this.engaged.set(plan.matter, { id, profile_id: next });
    await this.#agree(marcus, successor, url, plan);
    await this.later(2);
    const { experts } = await this.get<FormerExpertsView>(marcus, url('/former_experts'));
    await this.post(marcus, url('/former_experts/show'), { id: experts[0]?.id, shown: true });
    await this.#work.hours(marcus, successor, url, AFTER_HANDOVER);
  }

  /** The firm proposes that its adviser testifies, and that no drafts are kept; the expert has not answered yet. */
  async #change(marcus: Headers, url: (rest?: string) => string): Promise<void> {
    await this.later(2);
    await this.proveAgain();
    const { start, own_name } = await this.get<EngagementView>(marcus, url('/agreement'));
    await this.post(marcus, url('/agreement/amend'), {
      terms: { ...start, role: 'testifying', no_drafts: true },
      note: 'The court has set a day for disclosures. We would like to name you.',
      name: own_name,
      consents: true,
      amends: 1,
      answers: null,
    });
    await this.settle();
  }

  /** Of the firm's case reviews one goes to suit: its expert has agreed to continue, and the desk has not opened the legal case yet. */
  async #continue(): Promise<void> {
    const { clock, db, now, people } = this.setup;
    const marcus = await this.named('marcus');
    const review = await db
      .selectFrom('reviews')
      .select(['id', 'expert_profile_id'])
      .where('kind', '=', 'Case')
      .where('requester_id', '=', people.users.get('marcus')?.user_id ?? 0)
      .where('status', '=', 'closeout_pending')
      .orderBy('id')
      .executeTakeFirst();
    if (!review?.expert_profile_id) throw new Error('Demo data: no case review of the firm is about to close.');
    clock.at = new Date(now.getTime() - 5 * HOUR);
    const url = `/api/v1/cases/${review.id}/continuation`;
    const file = await db
      .selectFrom('files')
      .select('id')
      .where('review_id', '=', review.id)
      .where('deleted_at', 'is', null)
      .orderBy('position')
      .executeTakeFirst();
    await this.post(marcus, `${url}/ask`, {
      reason: 'Suit was filed on Monday, and we would like to keep your opinion.',
      names: [{ name: 'Haverbrook & Stone LLP', role: 'plaintiff_counsel' }],
      files: file ? [file.id] : [],
    });
    await this.settle();
    await this.later(3);
    const answers = Object.fromEntries(CONSENT_LINES.map(({ key, good }) => [key, good]));
    const expert = await this.expert(review.expert_profile_id);
    const { asked } = await this.get<ContinuationView>(expert, url);
    await this.post(expert, `${url}/answer`, { asked_id: asked?.id, agrees: true, answers });
    await this.settle();
  }

  /** Each candidate is asked for an interview: the first has a time, the second offers some, the third has not answered yet. */
  async #interview(marcus: Headers, url: (rest?: string) => string, presented: readonly number[]): Promise<void> {
    await this.later(4);
    const { candidates } = await this.get<{ candidates: { id: number }[] }>(marcus, url('/candidates'));
    for (const { id } of candidates) await this.post(marcus, url('/interviews/ask'), { candidate_id: id, minutes: 30 });
    await this.settle();
    const { interviews } = await this.get<InterviewsView>(marcus, url('/interviews'));
    const answers = Object.fromEntries(ATTESTATION_LINES.map((line) => [line.key, line.good]));
    const act = async (who: Headers, id: number, name: string, body: object) => {
      const { lock_version } = await this.get<InterviewView>(who, `/api/v1/interviews/${id}`);
      await this.post(who, `/api/v1/interviews/${id}/${name}`, { lock_version, ...body });
    };
    await this.later(5);
    for (const [at, profile] of presented.slice(0, 2).entries()) {
      const id = interviews[at]?.id ?? 0;
      const starts_at = await this.#freeHours(profile, 3);
      await act(await this.expert(profile), id, 'offer', { answers, starts_at });
      if (at === 0) await act(marcus, id, 'choose', { starts_at: starts_at[0], zone: ZONE });
    }
    await this.settle();
  }

  /** Afternoons of the days after the demo's present on which nothing else is in this expert's calendar. */
  async #freeHours(profile: number, most: number): Promise<string[]> {
    const taken = await this.setup.db
      .selectFrom('appointments')
      .select(['starts_at'])
      .where('expert_profile_id', '=', profile)
      .where('status', 'in', ['scheduled', 'tentative'])
      .execute();
    const hours: string[] = [];
    for (let day = 3; hours.length < most; day += 1) {
      const start = new Date(this.setup.now.getTime() + day * DAY).setUTCHours(20, 0, 0, 0);
      const weekday = new Date(start).getUTCDay();
      if (weekday === 0 || weekday === 6) continue;
      if (taken.every(({ starts_at }) => Math.abs(starts_at.getTime() - start) > 2 * 60 * MINUTE))
        hours.push(new Date(start).toISOString());
    }
    return hours;
  }

  /** The court's order, pasted line by line as it came: its dates join those of the order. */
  async #pasteOrder(marcus: Headers, url: (rest?: string) => string): Promise<void> {
    const { dates, side } = await this.get<MatterDatesView>(marcus, url('/matter_dates'));
    const trial = dates.find(({ type }) => type === 'trial')?.day;
    if (!trial) throw new Error('Demo data: no trial is set.');
    const before = (days: number) => dateText(addDays(trial, -days), 'long');
    const lines = [
      `Rebuttal expert reports: ${before(110)}`,
      `Expert depositions to be completed by ${before(95)}`,
      `Final pretrial conference: ${before(21)} at 10:30 a.m.`,
      `Trial: ${before(0)} at 9:00 a.m.`,
    ];
    await this.post(marcus, url('/matter_dates/keep'), {
      dates: readOrder(lines.join('\n'), side).flatMap((one) => {
        if (!('date' in one)) return [];
        const { time, ...date } = one.date;
        const was = dates.find(({ type, label }) => type === date.type && label === date.label)?.day ?? null;
        return [{ ...date, time_of_day: time, source: 'Scheduling order, docket entry 24', was }];
      }),
    });
    await this.settle();
  }

  /** The agreement and its retainer, as far as the plan says; answers whether work has begun. */
  async #agree(marcus: Headers, doctor: Headers, url: (rest?: string) => string, plan: LegalPlan): Promise<boolean> {
    if (plan.goal === 'agreement_pending') return false;
    await this.later(4);
    const propose = async (by: Headers, note: string, other: Partial<EngagementTerms> = {}) => {
      await this.proveAgain();
      const { start, own_name, lock_version } = await this.get<EngagementView>(by, url('/agreement'));
      const terms = { ...start, ...other };
      await this.post(by, url('/agreement/propose'), { terms, note, name: own_name, consents: true, lock_version });
    };
    const { start: usual } = await this.get<EngagementView>(marcus, url('/agreement'));
    await propose(marcus, '', {
      further: 'Depositions by video where the court allows it.',
      ...(plan.expenses && usual ? { budget_cents: usual.retainer_cents } : {}),
    });
    if (plan.counters) {
      await this.later(20);
      const { start } = await this.get<EngagementView>(doctor, url('/agreement'));
      await propose(doctor, 'Depositions take me a whole day with the drive.', {
        deposition_hourly_cents: (start?.deposition_hourly_cents ?? 0) + 20_000,
        deposition_minimum_hours: 4,
      });
    }
    if (plan.goal === 'agreement_countered') {
      await this.settle();
      return false;
    }
    await this.later(10);
    const signs = plan.counters ? marcus : doctor;
    const { versions, own_name } = await this.get<EngagementView>(signs, url('/agreement'));
    const open = versions?.find(({ status }) => status === 'open');
    await this.proveAgain();
    const { version, sha256 } = open ?? {};
    await this.post(signs, url('/agreement/sign'), { version, sha256, name: own_name, consents: true });
    if (plan.goal === 'retainer_pending') {
      await this.settle();
      return false;
    }
    await this.later(26);
    const { retainer, today } = await this.get<EngagementView>(doctor, url('/agreement'));
    // what is left of an earlier expert's may cover it
    if ((retainer?.due_cents ?? 0) > 0) {
      const paid = { cents: retainer?.due_cents, moved_on: today, method: 'wire', reference: 'CALDER TRUST 0418' };
      await this.post(doctor, url('/retainer/receive'), paid);
    }
    await this.settle();
    return true;
  }

  /** The deposition: asked for, and where the plan says so confirmed, held, and its transcript there. */
  async #depose(
    marcus: Headers,
    doctor: Headers,
    url: (rest?: string) => string,
    goal: 'asked' | 'held',
  ): Promise<void> {
    const { clock } = this.setup;
    await this.later(4);
    const day = new Date(clock.at.getTime() + (goal === 'asked' ? 40 : 10) * DAY);
    // nobody is deposed on a weekend
    const onWeekday = new Date(day.getTime() + ([1, 0, 0, 0, 0, 0, 2][day.getUTCDay()] ?? 0) * DAY);
    const starts_at = new Date(onWeekday.setUTCHours(16, 0, 0, 0)).toISOString();
    const { sessions } = await this.post<SessionsView>(marcus, url('/testimony/ask'), {
      type: 'deposition',
      starts_at,
      minutes: 300,
      zone: ZONE,
      place: '1700 Tremont Place, Suite 610, Denver',
      attendees: [
        { name: 'Helena Marsh', role: 'opposing_counsel' },
        { name: 'Front Range Reporting', role: 'court_reporter' },
      ],
      note: 'Bring your file as it is; nothing is to be prepared for it in writing.',
    });
    await this.settle();
    if (goal === 'asked') return;
    const id = sessions[0]?.id;
    await this.later(7);
    await this.post(doctor, url(`/testimony/${id}/confirm`), { starts_at });
    await this.settle();
    await this.later((Date.parse(starts_at) - clock.at.getTime()) / HOUR + 6);
    await this.post(doctor, url(`/testimony/${id}/hold`), {
      held_from: starts_at,
      held_to: new Date(Date.parse(starts_at) + 5 * HOUR).toISOString(),
      break_minutes: 40,
    });
    await this.settle();
    await this.later(5 * 24);
    await this.post(marcus, url(`/testimony/${id}/transcript`), { available_on: dateIn(clock.at, ZONE) });
    await this.settle();
  }

  /** A conference: asked for, set, and held unless it is still ahead. */
  async #confer(marcus: Headers, doctor: Headers, url: (rest?: string) => string, plan: LegalPlan): Promise<void> {
    const { clock } = this.setup;
    await this.post(marcus, url('/actions/request_conference'), {
      reason: 'Your first view of the records, before anything is in writing.',
    });
    await this.settle();
    await this.later(6);
    const noon = new Date(clock.at.getTime() + 3 * DAY).setUTCHours(19, 0, 0, 0);
    await this.offerTimes(
      doctor,
      url(),
      [0, 1, 2].map((n) => new Date(noon + n * DAY)),
    );
    await this.later(5);
    const { offers } = await this.get<{ offers: { id: number; starts_at: string }[] }>(marcus, url('/schedule'));
    const first = offers[0];
    await this.post(marcus, url('/call'), { offer_id: first?.id, zone: ZONE });
    await this.settle();
    if (plan.goal === 'call_scheduled') return;
    await this.later((Date.parse(first?.starts_at ?? '') - clock.at.getTime()) / HOUR + 1);
    await this.post(doctor, url('/call/held'), { minutes: 50, prep_minutes: 120 });
    await this.settle();
  }

  /** The report: asked for, written, signed and delivered, as far as the plan says. */
  async #report(
    matter: DemoMatter,
    plan: LegalPlan,
    { marcus, clara, doctor }: Record<'marcus' | 'clara' | 'doctor', Headers>,
    url: (rest?: string) => string,
  ): Promise<void> {
    await this.later(30);
    const { quote } = await this.get<{ quote: { report_later_cents: number | null } | null }>(marcus, url());
    await this.post(marcus, url('/actions/request_report'), { approved_total_cents: quote?.report_later_cents });
    await this.settle();
    await this.later(28);
    await this.post(doctor, url('/report/start'), {});
    await this.settle();
    if (plan.goal === 'report_in_progress') return;
    await this.later(90);
    const { report } = await this.get<ReportView>(doctor, url('/report'));
    if (!report) throw new Error('Demo data: there is no report.');
    const { data: files } = await this.get<{ data: { id: number; name: string }[] }>(doctor, url('/files'));
    const inOrder = matter.records.map(({ name }) => files.find((file) => file.name === name));
    for (const [section, answers] of demoAnswers(
      matter,
      report.definition,
      report.context,
      inOrder.map((file) => file ?? { id: 0, name: '' }),
    ))
      await this.put(doctor, url(`/report/sections/${section}`), { version: 0, answers });
    await this.post(doctor, url('/report/sign'), { password: this.setup.password, time_zone: 'America/New_York' });
    await this.settle();
    if (plan.goal === 'report_in_qa') return;
    await this.later(6);
    await this.post(clara, url('/report/approve'), {});
    await this.settle();
  }

  /** An order in four steps, with its records. */
  async #order(matter: DemoMatter, plan: LegalPlan, marcus: Headers): Promise<number> {
    const { db, clock } = this.setup;
    const today = dateIn(clock.at, ZONE);
    const inDays = (days: number) => addDays(today, days);
    const { review_id: id } = await this.post<{ review_id: number }>(marcus, '/api/v1/generics', {
      sections: {
        step_one: {
          caption: matter.caption,
          case_number: `CR-${matter.claim_number.slice(-5)}`,
          court: plan.federal
            ? 'U.S. District Court, District of Colorado'
            : 'District Court, City and County of Denver',
          federal: plan.federal ?? false,
          jurisdiction_state: 'CO',
          side: plan.side,
          practice_area: 'medical_malpractice',
          matter_stage: plan.disclosure_in === undefined ? 'investigation' : 'discovery',
          ...(plan.disclosure_in === undefined
            ? { no_schedule: true }
            : {
                disclosure_deadline: inDays(plan.disclosure_in),
                discovery_cutoff: inDays(plan.disclosure_in + 60),
                trial_on: inDays(plan.disclosure_in + 150),
              }),
        },
        step_two: {
          conflict_parties: matter.parties.map(({ name, kind, role }) => ({ name, kind, role: ROLES[role] ?? role })),
        },
        ...(plan.goal === 'draft'
          ? {}
          : {
              step_three: {
                ...(await fieldOf(db, matter)),
                service: plan.service,
                work_wanted: ['record_review', 'conference', 'report', 'deposition'],
                summary: matter.summary,
                issues: ['standard_of_care', 'causation'],
                questions: matter.questions,
                records_complete: true,
              },
              step_four: {
                needed_by: inDays(Math.min(plan.disclosure_in ?? 45, 45)),
                retainer: 'replenished',
                billing_contact: 'Accounts, Calder & Rowe',
                terms_accepted: true,
              },
            }),
      },
    });
    if (plan.goal !== 'draft') await addRecords(db, id, matter, recordKey, clock.at);
    await this.settle();
    return id;
  }
}
