import { unsealed } from '../src/platform/mail/opener.ts';
import { randomBytes } from 'node:crypto';
import { DAY, MINUTE } from '../src/core/time.ts';
import type { RankedCandidate } from '../src/features/matching/contract.ts';
import type { ReportView } from '../src/features/reports/contract.ts';
import { shippedStatute, ATTESTATION_LINES } from '../src/features/reviews/rules.ts';
import { DemoActs, type Headers } from './acts.ts';
import type { DemoMatter } from './matters/types.ts';
import { answersTo } from './peer-answers.ts';
import type { PeerGoal, PeerPlan, Says } from './peer-plan.ts';
import { recordKey } from './records/key.ts';
import { addRecords, fieldOf } from './order.ts';

const ORDERED_DAYS_AGO: Record<PeerGoal, number> = {
  draft: 1,
  pre_ordered: 6,
  in_intake: 0.3,
  invited: 2,
  in_review: 4,
  report_submitted: 9,
  in_qa: 9,
  returned: 10,
  delivered: 9,
  closed: 40,
};

/** Lives peer reviews through the product's own HTTP commands, each at its instant of the past. */
export class PeerHistory extends DemoActs {
  /** Seats of the programme, by their providers: what is ordered for one is ordered from it. */
  seats: ReadonlyMap<string, number> = new Map();

  /** The peer review that was ordered last. */
  last = 0;

  /** Orders a peer review and brings it as far as its plan says. */
  async live(matter: DemoMatter, plan: PeerPlan, index: number): Promise<void> {
    const { clock, now } = this.setup;
    const begin = new Date(now.getTime() - (plan.days_ago ?? ORDERED_DAYS_AGO[plan.goal]) * DAY - index * 11 * MINUTE);
    clock.at = new Date(Math.floor(begin.getTime() / MINUTE) * MINUTE);
    const requester = await this.named(plan.requester);
    const id = await this.#order(matter, plan, requester);
    this.last = id;
    const url = (rest: string) => `/api/v1/peer_reviews/${id}${rest}`;
    if (plan.goal === 'draft') return;
    if (plan.goal === 'pre_ordered') {
      await this.post(requester, url('/actions/pre_order'), {});
      return this.settle();
    }
    await this.submit(requester, url(''));
    await this.settle();
    if (plan.goal === 'in_intake') return;
    if (!(await this.#reviewed(id, matter, plan, { says: plan.says ?? {}, until: plan.goal }))) return;
    if (plan.second) await this.#second(id, matter, plan, plan.second);
    if (plan.goal === 'delivered') return plan.second ? undefined : this.#responded(id, requester, url);
    await this.later(30);
    if (plan.days_ago === undefined) await this.#called(requester, await this.#reviewerOf(id), url);
    await this.post(requester, url('/actions/acknowledge'), {});
    await this.later(90);
    await this.post(requester, url('/actions/record_outcome'), { outcome: 'commendation' });
    await this.settle();
  }

  /** Another reviewer judges the same charts, and where the two part by two levels a third is asked by the product itself. */
  async #second(
    id: number,
    matter: DemoMatter,
    plan: PeerPlan,
    second: NonNullable<PeerPlan['second']>,
  ): Promise<void> {
    await this.later(20);
    const requester = await this.named(plan.requester);
    const asked = await this.post<{ review_id: number }>(requester, `/api/v1/peer_reviews/${id}/opinions/second`, {
      reason: second.reason,
    });
    await this.settle();
    await this.#reviewed(asked.review_id, matter, plan, { says: second.says, until: 'delivered' });
    const third = await this.setup.db
      .selectFrom('linked_reviews')
      .select('review_id')
      .where('original_id', '=', id)
      .where('role', '=', 'adjudication')
      .executeTakeFirst();
    if (third) await this.#reviewed(third.review_id, matter, plan, { says: {}, until: 'in_review' });
  }

  async #reviewerOf(id: number): Promise<Headers> {
    const { expert_profile_id } = await this.setup.db
      .selectFrom('reviews')
      .select('expert_profile_id')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    return this.expert(expert_profile_id ?? 0);
  }

  /** From the order to the delivery, or to where the plan stops; answers whether it was delivered. */
  async #reviewed(
    id: number,
    matter: DemoMatter,
    plan: PeerPlan,
    { says, until }: { says: Says; until: PeerGoal },
  ): Promise<boolean> {
    const { password } = this.setup;
    const requester = await this.named(plan.requester);
    const managed = plan.requester === 'dana';
    const url = (rest: string) => `/api/v1/peer_reviews/${id}${rest}`;
    const clara = await this.named('clara');
    await this.later(5);
    if (managed) await this.post(clara, url('/actions/release_to_matching'), {});
    await this.settle();
    await this.later(6);
    const doctor = await this.expert(await this.#invited(id, url));
    if (until === 'invited') return false;
    await this.later(3);
    if (plan.goal === 'in_review') await this.#stated(id, requester, url);
    await this.later(6);
    await this.get(doctor, `/api/v1/invitations/review-${id}`);
    const answers = Object.fromEntries(ATTESTATION_LINES.map((l) => [l.key, l.good]));
    await this.post(doctor, `/api/v1/invitations/review-${id}/accept`, { answers, disclosure: '' });
    await this.settle();
    await this.later(20);
    await this.post(doctor, url('/report/start'), {});
    await this.#write(id, url, matter, doctor, says, until === 'in_review');
    if (until === 'in_review') {
      if (plan.goal !== 'in_review') return false;
      await this.later(50);
      await this.post(doctor, url('/attention'), {
        reason: 'wrong_chart',
        note: 'The pathology report in the chart belongs to another patient. I need the right one before I can continue.',
      });
      await this.settle();
      return false;
    }
    await this.later(30);
    await this.post(doctor, url('/report/sign'), { password, time_zone: 'America/New_York' });
    await this.settle();
    if (until === 'report_submitted') return false;
    await this.later(4);
    if (managed) await this.post(clara, url('/actions/open_qa'), {});
    if (until === 'in_qa') {
      await this.settle();
      return false;
    }
    if (until === 'returned') {
      await this.post(clara, url('/report/return'), {
        reason: 'The recommendation names more charts, but not how many and of which kind.',
        sections: [],
      });
      await this.later(5);
      await this.#noted(requester, clara, url);
      await this.settle();
      return false;
    }
    if (managed) {
      await this.later(3);
      await this.post(clara, url('/report/approve'), {});
    }
    await this.settle();
    return true;
  }

  /** The provider under review is asked for a statement and gives it, by the link of the mail. */
  async #stated(id: number, requester: Headers, url: (rest: string) => string): Promise<void> {
    await this.post(requester, url('/outside_links/statement'), {
      name: 'Provider 12',
      email: 'provider.12@northfield.example',
      due_on: new Date(this.setup.clock.at.getTime() + 10 * DAY).toISOString().slice(0, 10),
    });
    await this.settle();
    await this.later(2);
    await this.#writes(
      id,
      'outside_statement',
      'Provider 12',
      'At the first visit the margin was read as clear on the frozen section. The permanent section came back two days later, and I called the patient the same afternoon; the call is in the telephone log, not in the chart.\n\nThe second stage was offered for the following morning. The patient asked to wait until after a family event, which I noted in the scheduling system.',
    );
  }

  /** Findings are released in the requester's words, and the provider responds. */
  async #responded(id: number, requester: Headers, url: (rest: string) => string): Promise<void> {
    await this.later(6);
    await this.post(requester, url('/outside_links/response'), {
      name: 'Dr. Agnes Holt',
      email: 'agnes.holt@northfield.example',
      released: 'summary',
      summary:
        'The reviewer found care appropriate at each visit. In one chart the follow-up of an abnormal result is not recorded; the committee would like to know how it was closed.',
      days: 14,
    });
    await this.settle();
    await this.later(20);
    await this.#writes(
      id,
      'outside_response',
      'Agnes Holt, MD',
      'The patient was told by telephone on the day the result came, and repeated the test elsewhere closer to home. The outside result arrived by fax and was filed under correspondence. I have asked our staff to scan such results into the chart.',
    );
  }

  async #writes(id: number, template: string, signature_name: string, text: string): Promise<void> {
    const mail = await this.setup.db
      .selectFrom('mails')
      .selectAll()
      .where('review_id', '=', id)
      .where('template', '=', template)
      .executeTakeFirstOrThrow();
    const token = unsealed(this.setup.app.services.keys, mail, this.setup.clock.at) ?? '';
    const held = { token, visit: randomBytes(32).toString('base64url') };
    await this.post({}, '/api/v1/outside/open', held);
    await this.later(1);
    await this.post({}, '/api/v1/outside/submit', { ...held, text, signature_name });
    await this.settle();
  }

  /** Something to settle that somebody is on already, and something settled before it. */
  async #noted(requester: Headers, clara: Headers, url: (rest: string) => string): Promise<void> {
    const raise = async (reason: string, note: string): Promise<number> => {
      const { data } = await this.post<{ data: { id: number }[] }>(requester, url('/attention'), { reason, note });
      return data[0]?.id ?? 0;
    };
    const first = await raise('wrong_chart', 'The nursing notes of the second day are missing from the chart.');
    await this.later(2);
    await this.post(clara, url(`/attention/${first}/resolve`), { note: 'The pages were uploaded and counted.' });
    await this.later(6);
    const second = await raise(
      'patient_safety',
      'The same order set is still in use on the ward. The committee meets in three weeks; this cannot wait that long.',
    );
    await this.later(1);
    await this.post(clara, url(`/attention/${second}/acknowledge`), {});
  }

  /** The committee wants to hear the reviewer; the call is arranged and held. */
  async #called(requester: Headers, doctor: Headers, url: (rest: string) => string): Promise<void> {
    const { clock } = this.setup;
    await this.post(requester, url('/actions/request_call'), {
      reason: 'The committee would like to hear how you weigh the second visit.',
    });
    await this.later(20);
    await this.offerTimes(
      doctor,
      url(''),
      [2, 3, 4].map((days) => {
        const at = new Date(clock.at.getTime() + days * DAY);
        return new Date(at.setUTCHours(19, 0, 0, 0));
      }),
    );
    await this.later(5);
    const { offers } = await this.get<{ offers: { id: number; starts_at: string }[] }>(requester, url('/schedule'));
    const [first] = offers;
    if (!first) throw new Error('Three times are on offer.');
    await this.post(requester, url('/call'), { offer_id: first.id, zone: 'America/Chicago' });
    await this.settle();
    clock.at = new Date(Date.parse(first.starts_at) + 31 * MINUTE);
    await this.post(doctor, url('/call/held'), { minutes: 24, prep_minutes: 0 });
    await this.settle();
  }

  async #order(matter: DemoMatter, plan: PeerPlan, requester: Headers): Promise<number> {
    const { db, clock } = this.setup;
    const [record] = matter.records;
    const blind = plan.provider.startsWith('Provider ');
    const sections = {
      step_one: {
        review_type: plan.type,
        reason: plan.reason,
        facility: matter.facility,
        service: 'standard',
        expedited: false,
        case_number: `${matter.clinical.mrn.slice(0, 2)}-Q${Math.floor(clock.at.getUTCMonth() / 3) + 1}-${matter.clinical.mrn.slice(-3)}`,
      },
      step_two: {
        ...(await fieldOf(db, matter)),
        provider_name: plan.provider,
        provider_blind: blind,
        license_type: 'MD',
        state: matter.venue_state,
        conflict_parties: [
          ...(blind ? [] : [{ name: plan.provider, role: 'subject_provider', kind: 'person' }]),
          { name: matter.facility, role: 'facility', kind: 'facility' },
        ],
      },
      step_three: {
        charts: [
          {
            key: 'c_first',
            label: record?.name.replace('.pdf', '') ?? 'Chart',
            mrn: matter.clinical.mrn,
            sex: matter.claimant.sex,
            encounters: [{ from: record?.from, to: record?.to }],
          },
        ],
        sampling_note: 'Drawn from the list of the quarter by the quality office.',
        questions: ['Were abnormal results acted on in time?'],
      },
      ...(plan.goal === 'draft'
        ? {}
        : {
            step_four: {
              report_form: plan.type === 'focused' ? 'peer_focused' : 'peer_chart_audit',
              needed_by: new Date(clock.at.getTime() + 40 * DAY).toISOString().slice(0, 10),
              committee: `${matter.specialty} Peer Review Committee`,
              statute: shippedStatute(matter.venue_state)?.citation ?? '',
              confidentiality_accepted: true,
            },
          }),
    };
    const seat_id =
      plan.requester === 'noel' && plan.type === 'chart_audit' ? this.seats.get(plan.provider) : undefined;
    const { review_id: id } = await this.post<{ review_id: number }>(requester, '/api/v1/peer_reviews', {
      sections,
      ...(seat_id === undefined ? {} : { seat_id }),
    });
    // a pre-order waits for its charts
    if (plan.goal !== 'pre_ordered') await addRecords(db, id, matter, recordKey, clock.at);
    await this.settle();
    return id;
  }

  /** Who was asked by itself, or whom the matching desk asks now. */
  async #invited(id: number, url: (rest: string) => string): Promise<number> {
    const found = await this.setup.db
      .selectFrom('invitations')
      .select('expert_profile_id')
      .where('review_id', '=', id)
      .orderBy('id')
      .executeTakeFirst();
    if (found) return found.expert_profile_id;
    const ruth = await this.named('ruth');
    const board = await this.get<{ ranking: { candidates: RankedCandidate[] } }>(ruth, url('/matching'));
    const [first] = board.ranking.candidates;
    if (!first) throw new Error(`Peer review ${id}: nobody passes the filters.`);
    await this.post(ruth, url('/invitations'), { expert_profile_ids: [first.profile_id] });
    await this.settle();
    return first.profile_id;
  }

  async #write(
    id: number,
    url: (rest: string) => string,
    matter: DemoMatter,
    doctor: Headers,
    says: Says,
    unfinished: boolean,
  ): Promise<void> {
    const view = await this.get<ReportView>(doctor, url('/report'));
    const file = await this.setup.db
      .selectFrom('files')
      .select(['id', 'name'])
      .where('review_id', '=', id)
      .executeTakeFirstOrThrow();
    const answers = [...answersTo(view, matter, file, says)];
    // whoever settles judges alone before the other opinions open
    const begun = view.report?.definition.key === 'peer_adjudication' ? 2 : 1;
    for (const [section, given] of unfinished ? answers.slice(0, begun) : answers) {
      await this.put(doctor, url(`/report/sections/${section}`), { version: 0, answers: given });
      await this.later(0.4);
    }
  }
}
