import type { PeerReviewState } from '../../src/features/reviews/kinds/peer-review/lifecycle.ts';
import { answersToForm } from './report-answers.ts';
import { type Cast, castFor, type KindOfDriver, ReviewDriver, type Step } from './review-driver.ts';
import type { World } from './world.ts';

/** All fields of a peer review that can be ordered on the harness's day (November 18, 2026). */
export function peerSections(
  ids: { specialty_id: number; sub_specialty_id: number },
  more: Record<string, unknown> = {},
): Record<string, Record<string, unknown>> {
  const sections: Record<string, Record<string, unknown>> = {
    step_one: {
      review_type: 'chart_audit',
      reason: 'random_sample',
      facility: 'Saltmarsh General',
      service: 'standard',
      expedited: false,
      case_number: 'SG-2026-114',
    },
    step_two: {
      ...ids,
      provider_name: 'Dr. Lowell Pike',
      license_type: 'MD',
      state: 'IL',
      conflict_parties: [
        { name: 'Dr. Lowell Pike', role: 'subject_provider', kind: 'person' },
        { name: 'Saltmarsh General', role: 'facility', kind: 'facility' },
      ],
    },
    step_three: {
      charts: [
        { key: 'c_a', label: 'Chart A', mrn: '55-101', encounters: [{ from: '2026-08-03' }, { from: '2026-08-19' }] },
        { key: 'c_b', label: 'Chart B', mrn: '55-102', encounters: [{ from: '2026-09-07', to: '2026-09-09' }] },
      ],
      questions: ['Were the abnormal results acted on in time?'],
      provider_statement: null,
    },
    step_four: {
      report_form: 'peer_chart_audit',
      needed_by: '2027-08-31',
      committee: 'Surgical Peer Review Committee',
      statute: '735 Ill. Comp. Stat. 5/8-2101',
      expedited_consent: false,
      confidentiality_accepted: true,
    },
  };
  for (const [key, value] of Object.entries(more)) {
    const home = Object.values(sections).find((s) => key in s) ?? sections['step_four'];
    if (home) home[key] = value;
  }
  return sections;
}

/** Everybody a peer review needs; its reviewers are of another state than the provider. */
export async function peerCast(
  world: World,
  passwordHash?: string,
  platform_type: 'managed' | 'saas' = 'managed',
): Promise<Cast> {
  const cast = await castFor(world, passwordHash, platform_type);
  await reviewPeers(
    world,
    [cast.expert, ...cast.others].map((e) => e.profile_id),
  );
  return cast;
}

/** Lets these experts take peer reviews. */
export async function reviewPeers(world: World, profileIds: readonly number[]): Promise<void> {
  await world.db
    .updateTable('expert_profiles')
    .set({ accepts_kinds: ['Case', 'PeerReview'] })
    .where('profile_id', 'in', [...profileIds])
    .execute();
}

/** What is done next with a peer review; a call may follow its report. */
const NEXT: Partial<Record<PeerReviewState, readonly Step[]>> = {
  draft: ['submitted'],
  in_intake: ['released'],
  matching: ['invited'],
  invited: ['accepted'],
  in_review: ['reportStarted', 'reportWritten', 'signed'],
  report_submitted: ['checked'],
  in_qa: ['delivered'],
  awaiting_times: ['offered'],
  awaiting_time_choice: ['timeChosen'],
  call_scheduled: ['held'],
};

/** Drives one peer review. */
export class PeerDriver extends ReviewDriver {
  readonly kind: KindOfDriver = {
    resource: 'peer_reviews',
    sections: peerSections,
    next: NEXT,
    answers: answersToForm,
  };

  /** Its record shows every chart. */
  override async draft(more: Record<string, unknown> = {}): Promise<this> {
    await super.draft(more);
    await this.world.db.updateTable('files').set({ chart_key: '*' }).where('id', '=', this.fileId).execute();
    return this;
  }
}
