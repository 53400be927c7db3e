import { samplePdf } from '../../src/platform/inspect/samples.ts';
import type { ExpertDeskView } from '../../src/features/experts/contract/experts-desk.ts';
import type { TestApp } from './app.ts';
import type { Person } from './world.ts';
import type { ExpertOfReview } from '../../src/core/experts.ts';

/** A review's experts where one leads it, and others are on it in another part. */
export const ledBy = (lead: number | null, ...others: number[]) => ({
  expert_profile_id: lead,
  experts: [
    ...(lead === null ? [] : [{ expert_profile_id: lead, part: 'lead' as const }]),
    ...others.map((expert_profile_id) => ({ expert_profile_id, part: 'member' as const })),
  ] satisfies ExpertOfReview[],
});

/** An expert sends a CV, which staff approve. */
export async function approvedCv(t: TestApp, who: Person, version: 'full' | 'redacted', approver: Person) {
  const sent = await t.app.http.inject({
    method: 'PUT',
    url: `/api/v1/cvs/${version}?name=CV.pdf`,
    headers: { ...who.headers, 'content-type': 'application/pdf' },
    payload: await samplePdf(1),
  });
  const url = `/api/v1/experts/${who.profile_id}`;
  const { waiting } = (await t.request<ExpertDeskView>(approver, 'GET', url)).body.cv[version];
  const approved = await t.request(approver, 'POST', `${url}/cv/${version}/decision`, {
    decision: 'approve',
    reason: '',
    sent_at: waiting?.sent_at,
  });
  if (sent.statusCode !== 200 || approved.status !== 200)
    throw new Error(`No CV: ${sent.statusCode} ${sent.body}, ${approved.raw.body}`);
}
