import { randomBytes } from 'node:crypto';
import { addDays } from '../src/core/durations.ts';
import { DAY, HOUR, MINUTE } from '../src/core/time.ts';
import type { ReportView } from '../src/features/reports/contract.ts';
import type { RankedCandidate } from '../src/features/matching/contract.ts';
import { DemoActs, type Headers } from './acts.ts';
import { DemoApprovals } from './approvals.ts';
import { callTimes } from './call-times.ts';
import type { DemoMatter } from './matters/types.ts';
import { demoPerson } from './people.ts';
import type { DemoGoal, DemoPlan } from './plan.ts';
import { demoAnswers, type DemoFile } from './report.ts';
import { addRecords, fieldOf } from './order.ts';
import { recordKey } from './records/key.ts';
import { wordsOf } from './words.ts';

/** Days before the demo's present at which a review with this goal was ordered. */
const ORDERED_DAYS_AGO: Record<DemoGoal, number> = {
  draft: 1,
  in_intake: 0.2,
  needs_information: 2,
  matching: 1,
  expert_selection: 1.6,
  invited: 2.2,
  declined: 3,
  awaiting_times: 3,
  awaiting_time_choice: 3.4,
  call_scheduled: 4.5,
  closeout_pending: 5.5,
  report_requested: 10,
  report_in_progress: 12,
  report_returned: 13,
  report_in_qa: 13,
  report_delivered: 7,
  closed: 30,
  cancelled: 9,
  on_hold: 8,
};

/** Lives reviews through the product's own HTTP commands, each at its instant of the past. */
export class DemoHistory extends DemoActs {
  readonly #approvals = new DemoApprovals(this.setup);
  /** The review that was ordered last. */
  last = 0;

  /** Orders a matter and brings it as far as its plan says. */
  async live(matter: DemoMatter, plan: DemoPlan, index: number): Promise<void> {
    const { clock, now } = this.setup;
    // a delivered report closes by itself after three days: one without a call is ordered later
    const days = plan.goal === 'report_delivered' && plan.service === 'report_only' ? 4 : ORDERED_DAYS_AGO[plan.goal];
    const begin = new Date(now.getTime() - (plan.days_ago ?? days) * DAY - index * 7 * MINUTE);
    clock.at = new Date(Math.floor(begin.getTime() / MINUTE) * MINUTE);
    const requester = await this.named(plan.requester);
    const id = await this.#order(matter, plan, requester);
    this.last = id;
    if (plan.goal === 'draft') return;
    await this.submit(requester, `/api/v1/cases/${id}`);
    await this.settle();
    if (plan.approval) await this.#approvals.decide(id, 'cases', plan.approval);
    const clara = await this.named('clara');
    if (plan.goal === 'in_intake') return;
    if (plan.goal === 'needs_information') return this.#needsInformation(id, clara, requester, plan);
    await this.later(4);
    if (plan.requester !== 'noel') await this.post(clara, `/api/v1/cases/${id}/actions/release_to_matching`, {});
    await this.settle();
    const words = wordsOf(plan.matter);
    await this.#talk(id, requester, 'requester_staff', words.sent);
    await this.later(1);
    await this.#talk(id, clara, 'requester_staff', words.checked);
    if (plan.goal === 'matching') return;
    await this.later(13);
    const expert = await this.#present(id, plan);
    if (plan.goal === 'expert_selection') return;
    await this.later(6);
    const chosen = await this.#choose(id, requester, expert);
    if (plan.goal === 'invited') return;
    await this.later(7);
    const doctor = await this.expert(chosen);
    if (plan.goal === 'declined') {
      await this.get(doctor, `/api/v1/invitations/review-${id}`);
      await this.post(doctor, `/api/v1/invitations/review-${id}/decline`, { reason: 'too_soon', note: '' });
      return this.settle();
    }
    await this.#accept(id, doctor);
    await this.#talk(id, doctor, 'requester_expert', words.accepted);
    await this.later(1);
    await this.#talk(id, requester, 'requester_expert', words.welcomed);
    if (plan.goal === 'awaiting_times') return;
    if (plan.goal === 'cancelled') {
      await this.later(20);
      await this.post(requester, `/api/v1/cases/${id}/actions/cancel`, {
        reason: 'The matter settled.',
        confirmed_fee_cents: 0,
      });
      return this.settle();
    }
    if (plan.goal === 'on_hold') {
      await this.later(20);
      await this.post(await this.named('nadia'), `/api/v1/cases/${id}/actions/hold`, {
        reason: 'Waits for the coverage decision.',
      });
      return this.settle();
    }
    if (plan.service !== 'report_only') {
      await this.later(16);
      await this.#offer(id, doctor, plan.goal);
      await this.#talk(id, doctor, 'requester_expert', words.offered);
      if (plan.goal === 'awaiting_time_choice') return;
      await this.later(9);
      await this.#chooseTime(id, requester, plan.goal);
      await this.#talk(id, requester, 'requester_expert', words.chose);
      if (plan.goal === 'call_scheduled') return this.#joined(id, requester, plan);
      await this.#call(id, doctor);
      // with a report to come it is rated once that is delivered
      if (plan.service !== 'call_and_report') await this.#rate(id, requester, doctor);
      if (plan.goal === 'closeout_pending') return;
    }
    if (plan.service === 'report_only' || plan.service === 'call_and_report') {
      if (plan.goal === 'report_requested') return;
      await this.#report(id, matter, plan, doctor, clara);
      if (plan.goal === 'report_in_progress' && plan.expert) return this.#askEarlier(id, requester);
      if (plan.goal !== 'closed') return;
      if (plan.service === 'call_and_report') await this.#rate(id, requester, doctor);
    }
    await this.later(80);
    await this.settle();
  }

  async #order(matter: DemoMatter, plan: DemoPlan, requester: Headers): Promise<number> {
    const { db, clock } = this.setup;
    const field = await fieldOf(db, matter);
    const neededBy = new Date(clock.at.getTime() + 24 * DAY).toISOString().slice(0, 10);
    const sections = {
      step_one: {
        ...(plan.requester === 'noel' || plan.requester === 'marcus' ? {} : { case_type: 'malpractice' }),
        claim_number: matter.claim_number,
        caption: matter.caption,
        claimant_first_name: matter.claimant.first_name,
        claimant_last_name: matter.claimant.last_name,
        claimant_dob: matter.claimant.date_of_birth,
        claimant_sex: matter.claimant.sex,
        defendants: matter.defendants,
        facility: matter.facility,
        venue_state: matter.venue_state,
        date_of_incident: matter.date_of_incident,
        date_claim_reported: matter.date_claim_reported,
        claim_stage: matter.claim_stage,
        insurer: matter.insurer,
      },
      step_two: {
        ...field,
        license_level: matter.specialty === 'Nursing' ? 'rn' : matter.specialty === 'Dentistry' ? 'dds_dmd' : 'md_do',
        board_certification_required: matter.specialty !== 'Nursing',
        active_within_years: 2,
        number_of_experts: 1,
        testimony: 'consulting_only',
      },
      step_three: {
        summary: matter.summary,
        issue_scope: matter.issue_scope,
        questions: matter.questions,
        severity: String(matter.severity),
        records_complete: true,
      },
      ...(plan.goal === 'draft'
        ? {}
        : {
            step_four: {
              service: plan.service,
              expedited: plan.expedited ?? false,
              needed_by: neededBy,
              conflict_parties: matter.parties,
              terms_accepted: true,
            },
          }),
    };
    const { review_id: id } = await this.post<{ review_id: number }>(requester, '/api/v1/cases', { sections });
    await addRecords(db, id, matter, recordKey, clock.at);
    await this.settle();
    return id;
  }

  /** The expert is asked for a date some days before the one accepted, and has not answered yet. */
  async #askEarlier(id: number, requester: Headers): Promise<void> {
    const { needed_by } = await this.get<{ needed_by: string }>(requester, `/api/v1/cases/${id}`);
    await this.put(requester, `/api/v1/cases/${id}/earlier_date`, {
      needed_by: addDays(needed_by, -3),
      reason: 'The mediation was moved up; counsel would like to read the report the weekend before.',
    });
    return this.settle();
  }

  /** Dana has the firm that defends join. */
  async #joined(id: number, requester: Headers, plan: DemoPlan): Promise<void> {
    if (plan.requester !== 'dana') return;
    const { first_name, last_name, email } = demoPerson('ben');
    await this.post(requester, `/api/v1/cases/${id}/attendees`, {
      name: `${first_name} ${last_name}`,
      email,
      role: 'Defense counsel',
    });
    await this.settle();
  }

  async #needsInformation(id: number, clara: Headers, requester: Headers, { matter }: DemoPlan): Promise<void> {
    await this.later(5);
    const asked = await this.post<{ id: number }>(clara, `/api/v1/cases/${id}/file_requests`, {
      items: [
        { label: 'Anesthesia record of the first operation' },
        { label: 'Intensive care flow sheets, first 48 hours' },
        { label: 'Bariatric clinic notes before the operation' },
      ],
      due_on: new Date(this.setup.now.getTime() - 0.2 * DAY).toISOString().slice(0, 10),
      note: 'The chart names these, but they are not among the files.',
    });
    await this.settle();
    await this.later(3);
    await this.post(requester, `/api/v1/cases/${id}/outside_links/records`, {
      name: 'Records desk, Tidewater Medical Center',
      email: 'records@tidewater-medical.example',
      file_request_id: asked.id,
      items: [
        { item: 1, label: 'Anesthesia record of the first operation' },
        { item: 2, label: 'Intensive care flow sheets, first 48 hours' },
      ],
      days: 14,
    });
    await this.settle();
    await this.#talk(id, requester, 'requester_staff', wordsOf(matter).sent);
  }

  async #present(id: number, plan: DemoPlan): Promise<number> {
    const ruth = await this.named('ruth');
    const { db } = this.setup;
    const presented = await db
      .selectFrom('candidates')
      .select('expert_profile_id')
      .where('review_id', '=', id)
      .orderBy('position')
      .execute();
    if (presented.length > 0) return presented[0]?.expert_profile_id ?? 0;
    const board = await this.get<{ ranking: { candidates: RankedCandidate[] } }>(ruth, `/api/v1/cases/${id}/matching`);
    const ranked = board.ranking.candidates.map((c) => c.profile_id);
    const wanted = plan.expert ? this.setup.people.users.get(plan.expert)?.profile_id : null;
    if (wanted && !ranked.includes(wanted)) throw new Error(`Review ${id}: the named expert is not eligible.`);
    const three = [...new Set([...(wanted ? [wanted] : []), ...ranked])].slice(0, 3);
    if (three.length === 0) throw new Error(`Review ${id} (${plan.matter}): nobody passes the filters.`);
    await this.post(ruth, `/api/v1/cases/${id}/candidates`, { expert_profile_ids: three, note: '' });
    await this.settle();
    return three[0] ?? 0;
  }

  /** Chooses the wanted expert, or the next presented one when that calendar has filled since; answers who it is. */
  async #choose(id: number, requester: Headers, wanted: number): Promise<number> {
    const presented = await this.setup.db
      .selectFrom('candidates')
      .select(['id', 'expert_profile_id'])
      .where('review_id', '=', id)
      .orderBy('position')
      .execute();
    const board = await this.get<{ ranking: { candidates: RankedCandidate[] } }>(
      await this.named('ruth'),
      `/api/v1/cases/${id}/matching`,
    );
    const free = new Set(board.ranking.candidates.map((candidate) => candidate.profile_id));
    const chosen = presented
      .filter((candidate) => free.has(candidate.expert_profile_id))
      .toSorted((a, b) => Number(b.expert_profile_id === wanted) - Number(a.expert_profile_id === wanted))[0];
    if (!chosen) throw new Error(`Review ${id}: none of the presented experts is free anymore.`);
    await this.post(requester, `/api/v1/cases/${id}/candidates/${chosen.id}/select`, {});
    await this.settle();
    return chosen.expert_profile_id;
  }

  async #accept(id: number, doctor: Headers): Promise<void> {
    await this.get(doctor, `/api/v1/invitations/review-${id}`);
    await this.acceptInvitation(doctor, id);
  }

  async #offer(id: number, doctor: Headers, goal: DemoGoal): Promise<void> {
    const { clock, now } = this.setup;
    const toCome = goal === 'awaiting_time_choice' || goal === 'call_scheduled';
    // where the call is the last thing that has happened, and where a report followed it
    const since = goal === 'closeout_pending' ? 8 * HOUR : 2.5 * DAY;
    const times = callTimes(
      clock.at,
      toCome ? { not_before: new Date(now.getTime() + 20 * HOUR) } : { held_by: new Date(now.getTime() - since) },
    );
    await this.offerTimes(doctor, `/api/v1/cases/${id}`, times);
  }

  /** When those who order have a call to come, by their sessions: nobody is on two at once. */
  readonly #calls = new Map<Headers, Set<string>>();

  async #chooseTime(id: number, requester: Headers, goal: DemoGoal): Promise<void> {
    const { offers } = await this.get<{ offers: { id: number; status: string; starts_at: string }[] }>(
      requester,
      `/api/v1/cases/${id}/schedule`,
    );
    // one that has been held by now was at the first time offered
    const calls = goal === 'call_scheduled' ? (this.#calls.get(requester) ?? new Set<string>()) : new Set<string>();
    const open = offers.find((o) => o.status === 'open' && !calls.has(o.starts_at));
    if (!open) throw new Error(`Review ${id}: no time is open.`);
    if (goal === 'call_scheduled') this.#calls.set(requester, calls.add(open.starts_at));
    await this.post(requester, `/api/v1/cases/${id}/call`, { offer_id: open.id, zone: 'America/Chicago' });
    await this.settle();
  }

  async #call(id: number, doctor: Headers): Promise<void> {
    const { db, clock } = this.setup;
    const call = await db
      .selectFrom('appointments')
      .select(['starts_at', 'duration_minutes'])
      .where('review_id', '=', id)
      .where('status', '=', 'scheduled')
      .executeTakeFirstOrThrow();
    if (call.starts_at.getTime() + HOUR > this.setup.now.getTime())
      throw new Error(`Review ${id}: its call lies after the demo's present.`);
    clock.at = new Date(call.starts_at.getTime() - 30 * MINUTE);
    await this.settle();
    clock.at = new Date(call.starts_at.getTime() + (call.duration_minutes + 12) * MINUTE);
    await this.post(doctor, `/api/v1/cases/${id}/call/held`, { minutes: call.duration_minutes - 4, prep_minutes: 70 });
    await this.settle();
  }

  async #rate(id: number, requester: Headers, doctor: Headers): Promise<void> {
    await this.later(2);
    const five = (n: number) => 4 + ((id + n) % 2);
    await this.put(requester, `/api/v1/cases/${id}/ratings/medical_expert`, {
      scores: { knowledge: 5, preparation: five(1), clarity: five(2), responsiveness: five(3), would_use_again: true },
      private_comment: '',
    });
    await this.put(doctor, `/api/v1/cases/${id}/ratings/claim_requester`, {
      scores: { records: five(1), questions: five(2), punctuality: 5, overall: five(3), would_work_again: true },
      private_comment: '',
    });
  }

  async #report(id: number, matter: DemoMatter, plan: DemoPlan, doctor: Headers, clara: Headers): Promise<void> {
    await this.later(20);
    await this.post(doctor, `/api/v1/cases/${id}/report/start`, {});
    const view = await this.get<ReportView>(doctor, `/api/v1/cases/${id}/report`);
    if (!view.report) throw new Error(`Review ${id}: no report was begun.`);
    const files: DemoFile[] = [];
    for (const record of matter.records) {
      const found = await this.setup.db
        .selectFrom('files')
        .select(['id', 'name'])
        .where('review_id', '=', id)
        .where('name', '=', record.name)
        .executeTakeFirst();
      files.push(found ?? { id: 0, name: record.name });
    }
    const answers = [...demoAnswers(matter, view.report.definition, view.report.context, files)];
    const unfinished = plan.goal === 'report_in_progress';
    for (const [section, given] of unfinished ? answers.slice(0, 3) : answers) {
      await this.put(doctor, `/api/v1/cases/${id}/report/sections/${section}`, { version: 0, answers: given });
      await this.later(0.3);
    }
    if (unfinished) return;
    await this.later(5);
    await this.post(doctor, `/api/v1/cases/${id}/report/sign`, {
      password: this.setup.password,
      time_zone: 'America/New_York',
    });
    await this.settle();
    if (plan.goal === 'report_in_qa' || plan.requester === 'noel') return;
    await this.later(6);
    if (plan.goal === 'report_returned') {
      await this.post(clara, `/api/v1/cases/${id}/report/return`, {
        reason: 'One answer needs the page it rests on, and the second question is only half answered.',
        sections: [{ section: 'questions', note: 'Answer the second half of question 2, with the page.' }],
      });
      return this.settle();
    }
    await this.post(clara, `/api/v1/cases/${id}/report/approve`, {});
    await this.settle();
  }

  /** A few words in one of the review's conversations, where there are some. */
  async #talk(id: number, who: Headers, audience: string, body: string | undefined): Promise<void> {
    if (body === undefined) return;
    const { channels } = await this.post<{ channels: { channel_id: string; audience: string }[] }>(
      who,
      `/api/v1/cases/${id}/chat/channels`,
      undefined,
    );
    const channel = channels.find((c) => c.audience === audience);
    if (!channel) return;
    await this.post(who, `/api/v1/chat/channels/${channel.channel_id}/messages`, {
      client_id: randomBytes(9).toString('base64url'),
      body,
    });
  }
}
