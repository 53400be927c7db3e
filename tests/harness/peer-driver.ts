import type { ReportView } from '../../src/features/reports/contract.ts';
import { CaseDriver, type Cast, castFor, writeRecord } from './case-driver.ts';
import { answersToForm } from './report-answers.ts';
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

/** Drives one peer review through its life, as its people would, over HTTP. */
export class PeerDriver extends CaseDriver {
  override url(rest = ''): string {
    return `/api/v1/peer_reviews/${this.id}${rest}`;
  }

  override async draft(more: Record<string, unknown> = {}): Promise<this> {
    const ids = await this.world.specialty();
    const { review_id } = await this.must<{ review_id: number }>(this.cast.requester, 'POST', '/api/v1/peer_reviews', {
      sections: peerSections(ids, more),
    });
    this.id = review_id;
    this.fileId = await writeRecord(this.world, review_id);
    await this.world.db.updateTable('files').set({ chart_key: '*' }).where('id', '=', this.fileId).execute();
    return this;
  }

  async invited(): Promise<this> {
    await this.must(this.cast.matching, 'POST', this.url('/invitations'), {
      expert_profile_ids: [this.cast.expert.profile_id],
    });
    await this.settle();
    return this;
  }

  override async reportWritten(): Promise<this> {
    const view = await this.must<ReportView>(this.cast.expert, 'GET', this.url('/report'));
    for (const [section, answers] of answersToForm(view, this.fileId)) {
      await this.must(this.cast.expert, 'PUT', this.url(`/report/sections/${section}`), {
        version: view.report?.sections.find((s) => s.section === section)?.version ?? 0,
        answers,
      });
    }
    return this;
  }

  async checked(): Promise<this> {
    await this.must(this.cast.clinOps, 'POST', this.url('/actions/open_qa'), {});
    await this.settle();
    return this;
  }

  /** From the draft to a reviewer who has accepted. */
  async begun(more: Record<string, unknown> = {}): Promise<this> {
    await this.draft(more);
    await this.submitted();
    await this.released();
    await this.invited();
    return this.accepted();
  }

  /** From the draft to the report in the requester's hands. */
  async finished(password: string, more: Record<string, unknown> = {}): Promise<this> {
    await this.begun(more);
    await this.reportStarted();
    await this.reportWritten();
    await this.signed(password);
    await this.checked();
    return this.delivered();
  }
}
