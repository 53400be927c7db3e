import PdfDocument from 'pdfkit';
import type { EngagementTerms } from '../../src/features/engagements/rules.ts';
import type { ExpertRecordsView } from '../../src/features/experts/contract/records.ts';
import type { LegalDriver } from './legal-driver.ts';

/** A PDF of so many pages, with words and their number on each. */
export function pdfOf(words: string, pages = 1): Promise<Buffer> {
  const doc = new PdfDocument({ size: 'LETTER', margin: 60, autoFirstPage: false });
  const chunks: Buffer[] = [];
  const done = new Promise<Buffer>((resolve) => {
    doc.on('data', (chunk: Buffer) => chunks.push(chunk));
    doc.on('end', () => resolve(Buffer.concat(chunks)));
  });
  for (let page = 1; page <= pages; page += 1) doc.addPage().text(`${words}, page ${page}`);
  doc.end();
  return done;
}

/** Terms without a retainer, under which the expert testifies. */
const TESTIFYING: Partial<EngagementTerms> = {
  role: 'testifying',
  retainer_cents: 0,
  replenish_below_cents: 0,
  holds_when_used_up: false,
  hourly_cents: 40_000,
  deposition_hourly_cents: 60_000,
  deposition_minimum_hours: 4,
  trial_day_cents: 500_000,
  step_minutes: 6,
  budget_cents: null,
};

/** Both sides agree on that, whatever else is said. */
export async function agreed(d: LegalDriver, terms: Partial<EngagementTerms> = {}): Promise<LegalDriver> {
  await d.to('accepted');
  await d.agreementProposed(d.cast.requester, { ...TESTIFYING, ...terms });
  await d.agreementSigned();
  return d;
}

/** A record of the expert’s as staff verified it. */
export async function verifiedRecord(d: LegalDriver, part: 'testimony' | 'publication', data: object): Promise<void> {
  const { expert, clinOps } = d.cast;
  const url = (rest: string) => `/api/v1/experts/${expert.profile_id}/${rest}`;
  const said = await d.must<ExpertRecordsView>(expert, 'POST', url('changes'), {
    part,
    record_id: null,
    after: null,
    data,
    document_id: null,
  });
  const change = said.changes.at(-1);
  await d.must(clinOps, 'POST', url(`changes/${change?.id}/decision`), {
    decision: 'verify',
    reason: '',
    source: '',
    document_id: null,
    lock_version: change?.lock_version,
  });
}

export const PUBLICATION = { title: 'Timing of decompression', venue: 'Spine 41(3)', year: 2021 };
export const TESTIMONY = {
  case_name: 'Doe v. General Hospital',
  docket: '2023-CV-118',
  court: 'District Court of Suffolk County',
  testified_on: '2024-05-02',
  form: 'deposition',
  side: 'defense',
  retaining_firm: 'Whoever & Sons',
  exclusion: null,
  exclusion_note: '',
};

/** An hour and a half of recorded work on a task the firm asked for. */
export async function recorded(d: LegalDriver, minutes = 90): Promise<void> {
  const { tasks } = await d.must<{ tasks: { id: number }[] }>(d.cast.requester, 'POST', d.url('/work/tasks'), {
    type: 'record_review',
    note: '',
    rate: { cents: 40_000, per: 'hour' },
    budget_minutes: 600,
  });
  await d.must(d.cast.expert, 'POST', d.url(`/work/tasks/${tasks.at(-1)?.id}/entries`), {
    worked_on: d.world.clock.now().toISOString().slice(0, 10),
    minutes,
    narrative: 'Read the chart.',
  });
}
