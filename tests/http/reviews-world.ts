import type { TestApp } from '../harness/app.ts';
import type { Person } from '../harness/world.ts';
import type { ReviewDetail, ReviewState } from '../../src/features/reviews/contract.ts';

/** All fields of a case that can be ordered on the harness's day (November 18, 2026). */
export function completeSections(
  ids: { specialty_id: number; sub_specialty_id: number },
  more: Record<string, unknown> = {},
) {
  const sections: Record<string, Record<string, unknown>> = {
    step_one: {
      claim_number: 'HM-88-40213',
      claimant_first_name: 'Ana',
      claimant_last_name: 'Ferrante',
      claimant_dob: '1980-02-01',
      defendants: [{ name: 'Brightwater Regional' }],
      venue_state: 'IL',
      date_of_incident: '2026-03-14',
      claim_stage: 'pre_suit',
    },
    step_two: { ...ids },
    step_three: {
      summary:
        'Fall from a ladder on March 9. Presented with low back pain, urinary retention noted by triage. Decompression on March 11.',
      issue_scope: ['standard_of_care', 'causation'],
      questions: ['Was decompression within 24 hours the standard of care?', 'Did the delay change the outcome?'],
    },
    step_four: {
      service: 'call_45',
      needed_by: '2026-12-04',
      conflict_parties: [{ name: 'Ana Ferrante', role: 'claimant', kind: 'person' }],
      terms_accepted: true,
    },
  };
  for (const [key, value] of Object.entries(more)) {
    const home = Object.values(sections).find((s) => key in s) ?? sections['step_one'];
    if (home) home[key] = value;
  }
  return sections;
}

/** Ways tests order and read case reviews over HTTP. */
export function caseDesk(t: TestApp) {
  const read = (who: Person, id: number) => t.request<ReviewDetail>(who, 'GET', `/api/v1/cases/${id}`);
  const draft = async (who: Person, more: Record<string, unknown> = {}): Promise<number> => {
    const ids = await t.world.specialty();
    const made = await t.request<ReviewState>(who, 'POST', '/api/v1/cases', { sections: completeSections(ids, more) });
    if (made.status !== 201) throw new Error(`No draft: ${JSON.stringify(made.body)}`);
    return made.body.review_id;
  };
  /** What an order carries: the price its quote shows. */
  const shownPrice = async (who: Person, id: number): Promise<{ confirmed_total_cents: number | undefined }> => {
    const seen = await t.request<{ quote: { total_cents: number } | null }>(who, 'GET', `/api/v1/cases/${id}/quote`);
    return { confirmed_total_cents: seen.body.quote?.total_cents };
  };
  const order = async (who: Person, more: Record<string, unknown> = {}): Promise<number> => {
    const id = await draft(who, more);
    const sent = await t.request(who, 'POST', `/api/v1/cases/${id}/submit`, await shownPrice(who, id));
    if (sent.status !== 200) throw new Error(`Not ordered: ${JSON.stringify(sent.body)}`);
    await t.settle();
    return id;
  };
  /** Moves a review along by overrides, the one way without other features' commands. */
  const moveTo = async (admin: Person, id: number, ...states: string[]): Promise<void> => {
    for (const to of states) {
      const moved = await t.request(admin, 'POST', `/api/v1/cases/${id}/override`, { to, reason: 'For the test' });
      if (moved.status !== 200) throw new Error(`Not moved to ${to}: ${JSON.stringify(moved.body)}`);
    }
  };
  const act = (
    who: Person,
    id: number,
    action: string,
    body: Record<string, unknown> = {},
    headers?: Record<string, string>,
  ) => t.request<ReviewState>(who, 'POST', `/api/v1/cases/${id}/actions/${action}`, body, headers);
  return { read, draft, shownPrice, order, moveTo, act };
}
