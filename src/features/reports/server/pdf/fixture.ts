import {
  CASE_REPORT_FORM,
  citeToken,
  questionsOf,
  type Citations,
  type FormAnswer,
  type FormAnswers,
} from '../../rules.ts';
import type { ReportPdfInput } from './types.ts';

// People and matters are invented. Names in several scripts are here on purpose.
const citations: Citations = {
  adm: {
    file_id: 41,
    file_name: 'Brightwater admission.pdf',
    page: 188,
    bates: 'BW000188',
    quote: 'Second page to resident. Saddle sensation absent on right. Straight catheter 700 mL.',
  },
  page: {
    file_id: 41,
    file_name: 'Brightwater admission.pdf',
    page: 186,
    bates: 'BW000186',
    quote: 'Bladder scan 640 mL. Resident paged 02:44, no return call.',
  },
  mri: {
    file_id: 41,
    file_name: 'Brightwater admission.pdf',
    page: 191,
    bates: 'BW000191',
    quote: 'Impression: rule out cauda equina. Plan: MRI lumbar spine, next available.',
  },
  op: {
    file_id: 42,
    file_name: 'Operative note and imaging.pdf',
    page: 12,
    bates: 'BW000412',
    quote: 'Large central L4–L5 extrusion with severe compression of the thecal sac.',
  },
  rehab: {
    file_id: 43,
    file_name: 'Lakeshore rehabilitation.pdf',
    page: 57,
    quote: 'Continues intermittent self-catheterization at nine months; saddle anesthesia unchanged.',
  },
};
const c = citeToken;
const cited = (value: string): FormAnswer => ({ value, citations });
const chosen = (value: string, comment: string): FormAnswer => ({ value, comment, citations });

const answers: FormAnswers = {
  case_summary: cited(
    `Mrs. Świątek, then 46 years old, came to the Brightwater emergency department on March 13, 2025 with two days of severe low back pain and pain in both legs. Strength was 5/5 and perianal sensation intact at 00:15. She was admitted for pain control.\n\nDuring the night the nursing flow sheet records a steady change: heaviness of the right foot at 01:30, reduced sensation from S2 to S4 and a post-void residual of ≥ 600 mL at 02:40 ${c('page')}, and absent saddle sensation at 03:40 ${c('adm')}. A first page was not answered. MRI was ordered at 04:50 as routine ${c('mri')} and performed at 09:30; it showed a large central extrusion at L4–L5 ${c('op')}. Decompression began at 13:05, about 10.5 hours after the first sign of retention.\n\nShe has lasting bladder dysfunction and saddle anesthesia ${c('rehab')}.`,
  ),
  key_facts: cited(
    `Dr. Nguyễn Thị Hiền recalls a verbal report at about 03:00; the chart holds none. The opinions below assume that the first effective contact was at 04:05, as charted ${c('adm')}.`,
  ),
  records_reviewed: cited(
    `- Brightwater Medical Center, admission of March 13 to 27, 2025: 268 pages\n- Operative note and imaging, MRI of March 14, 2025, images viewed: 34 pages\n- Lakeshore Rehabilitation, April 2025 to January 2026: 122 pages\n- Deposition of Żaneta Łukasik, RN, November 4, 2025: 96 pages\n- Letter of Олександр Щербаченко, MD, treating neurologist, with translation: 4 pages`,
  ),
  records_sufficient: { value: 'with_limits' },
  records_missing: cited(
    'The paging system log for March 14, 2025, and the on-call schedule. The log could confirm or exclude the call at about 03:00.',
  ),
  care_standard: cited(
    'A reasonably prudent neurosurgical or hospital service, told of new urinary retention with bilateral leg symptoms, obtains emergency MRI, as a rule within one to four hours, and examines the patient without delay. This was the accepted standard in 2025 and does not depend on local custom. The applicable reference points:\n1. New bladder or bowel dysfunction with back pain is a red flag for cauda equina syndrome.\n2. MRI is an emergency examination once it is suspected, day or night.\n3. Decompression follows at the earliest safe time; outcome is better while retention is incomplete.',
  ),
  care_history_exam: chosen(
    'met',
    `The first examination was complete and the perianal sensation was tested and recorded. No red flag was missed at admission ${c('page')}.`,
  ),
  care_testing: chosen(
    'not_met',
    `With a residual of 640 mL at 02:40 and bilateral weakness at 04:05 emergency imaging was required ${c('adm')}. The MRI was ordered as routine, with a slot nearly five hours later ${c('mri')}.`,
  ),
  care_diagnosis: chosen('met', `The diagnosis was considered and written down at 04:05 ${c('mri')}.`),
  care_treatment: chosen(
    'met',
    `Once the diagnosis was imaged, decompression was indicated, prompt (3.5 h) and technically sound ${c('op')}.`,
  ),
  care_consent: { value: 'not_at_issue' },
  care_monitoring: chosen(
    'not_met',
    `A page at 02:44 went unanswered for 56 minutes and was not escalated, while sensation was lost ${c('page')} ${c('adm')}.`,
  ),
  care_communication: chosen(
    'cannot_determine',
    'Whether the resident was told of the findings before 03:40 turns on the paging log, which is missing from the records.',
  ),
  care_followup: { value: 'not_at_issue' },
  care_documentation: chosen(
    'met',
    `The nursing record is timely and exact; it is what allows the course to be reconstructed ${c('adm')}.`,
  ),
  care_overall: chosen(
    'not_met',
    `Most neurosurgeons would have obtained emergency imaging when retention and bilateral weakness came together. The delay from 04:05 to 09:30 has no explanation in the record ${c('mri')}.`,
  ),
  causation_opinion: chosen(
    'substantial',
    `At 02:40 retention was new and, by the course recorded, incomplete. Decompression before it became complete would more likely than not have left better bladder function (≈ 70–80% in published series, α = 0.05) ${c('op')} ${c('rehab')}. The extrusion itself, and the pain and weakness it caused, are not due to the delay.`,
  ),
  causation_alternatives: cited(
    'Pre-existing degenerative disease is present at L4–L5 and L5–S1 and would have required treatment in time. Diabetic cystopathy was considered and is unlikely: HbA1c 5.6%, no prior urinary complaint.',
  ),
  requester_answers: {
    value: {
      11: `No. It was required as an emergency at the latest when it was ordered, at 04:50, and was carried out at 09:30 ${c('mri')}.`,
      12: `Yes, more likely than not, with respect to the bladder. With respect to the leg weakness, which recovered fully by April, no difference is likely ${c('rehab')}.`,
      13: 'The nurses’ observation and charting met the standard. That the unanswered page was not carried further up the chain of command did not.',
    },
    citations,
  },
  limits: cited(
    'This is a review of records. I did not examine Mrs. Świątek or speak with those involved. The opinion on communication depends on the paging log.',
  ),
  further_records: cited(
    'Paging system log and on-call schedule for the night of March 13 to 14, 2025; urodynamic study, if one was made.',
  ),
  literature: cited(
    'Ahn UM et al. Cauda equina syndrome secondary to lumbar disc herniation. Spine 2000;25:1515–22.\nTodd NV. Cauda equina syndrome: the timing of surgery probably does influence outcome. Br J Neurosurg 2005;19:301–6.',
  ),
  conclusion: cited(
    `The standard of care was not met in testing and in the response to change during the night of March 14, 2025. The delay in imaging was a substantial contributing factor to the lasting bladder dysfunction and saddle anesthesia, and not to the disc extrusion itself ${c('op')}.`,
  ),
  certainty: { value: 'probability' },
  attestation: { value: ['own_opinion', 'qualified', 'independent', 'fee', 'supplement', 'confidential'] },
};

/** A complete, signed case report of seven pages. */
export const sampleReport = (): ReportPdfInput => ({
  document_id: 'R7K2-Q9FM-4XTD-81PC',
  version: 2,
  status: 'final',
  review: { number: 'CR-20418', kind_label: 'Case review' },
  organization: { name: 'Harborline Mutual Insurance Company' },
  service_provider: { name: 'Peritus Review Services, LLC', address_lines: ['410 Wharf Street', 'Portland, ME 04101'] },
  addressee: {
    name: 'Dana Whitlock',
    lines: [
      'Claim consultant',
      'Harborline Mutual Insurance Company',
      '77 Commercial Street, Floor 9',
      'Boston, MA 02109',
    ],
  },
  issued_at: '2026-11-18T19:14:00Z',
  time_zone: 'America/New_York',
  title: 'Report on standard of care and causation',
  matter: [
    { label: 'Matter', value: 'Świątek v. Brightwater Medical Center' },
    { label: 'Claim number', value: 'HM-2025-118-4407' },
    { label: 'Claimant', value: 'Małgorzata Świątek, born 1978' },
    { label: 'Providers', value: 'Nguyễn Thị Hiền, MD (neurosurgery); Brightwater Medical Center (nursing service)' },
    { label: 'Date of incident', value: 'March 14, 2025' },
    { label: 'Venue', value: 'Massachusetts' },
    { label: 'Issues', value: 'Standard of care, causation' },
  ],
  form: CASE_REPORT_FORM,
  answers,
  context: {
    facts: { issue_scope: ['standard_of_care', 'causation'], several_providers: false },
    questions: [
      { id: '11', text: 'Was the MRI obtained in time once cauda equina syndrome was suspected?', required: true },
      { id: '12', text: 'Would earlier decompression have changed the outcome, and in what respect?', required: true },
      {
        id: '13',
        text: 'Did the nursing staff meet the standard of care for observation and escalation?',
        required: true,
      },
    ],
    charts: [],
  },
  records: [
    { name: 'Brightwater admission.pdf', category: 'Hospital chart', pages: 268, bates: 'BW000001–268' },
    { name: 'Operative note and imaging.pdf', category: 'Surgery, imaging', pages: 34, bates: 'BW000401–434' },
    { name: 'Lakeshore rehabilitation.pdf', category: 'Rehabilitation', pages: 122 },
    { name: 'Deposition Łukasik.pdf', category: 'Deposition', pages: 96 },
    { name: 'Лист Щербаченко, переклад.pdf', category: 'Correspondence', pages: 4 },
  ],
  revision: {
    of_version: 1,
    reason: 'It answers question 3, which was added on November 16, 2026. No other opinion has changed.',
  },
  signature: {
    name: 'Ines Falkenrath, MD, FAANS',
    credentials: [
      'Board certified in neurological surgery',
      'Licensed in Massachusetts (218843) and New York (304417)',
    ],
    signed_at: '2026-11-18T19:14:00Z',
    time_zone: 'America/New_York',
    method: 'password and authenticator code',
  },
  verify_url: 'https://peritus.example/verify/R7K2-Q9FM-4XTD-81PC',
  confidentiality:
    'Confidential. Prepared at the request of Harborline Mutual Insurance Company in anticipation of litigation.',
});

/** The sample grown to roughly `pages` pages by longer answers to the requester's questions. */
export function longReport(pages: number): ReportPdfInput {
  const input = sampleReport();
  const paragraph = questionsOf(CASE_REPORT_FORM)
    .map(({ question }) => answers[question.key])
    .flatMap((answer) => (typeof answer?.value === 'string' && answer.value.length > 200 ? [answer.value] : []))
    .join('\n\n');
  const count = Math.max(1, Math.round(pages));
  const questions = Array.from({ length: count }, (_, at) => ({
    id: String(1000 + at),
    text: `Question ${at + 1}: was the care on this day within the standard?`,
  }));
  return {
    ...input,
    context: { ...input.context, questions },
    answers: {
      ...answers,
      requester_answers: {
        value: Object.fromEntries(questions.map(({ id }, at) => [id, `Answer ${at + 1}. ${paragraph}`])),
        citations,
      },
    },
  };
}
