import { LICENSE_KEYS } from '../../../../core/licenses.ts';
import type { ReviewType } from '../form.ts';
import { options } from '../options.ts';

/** What can be ordered. A limited review is a small audit; a standard one a whole case or up to ten charts. */
export const PEER_REVIEW_SERVICES = [
  {
    value: 'standard',
    label: 'Standard',
    minutes: null,
    report: true,
    gets: 'Every chart of the order, on the form of its type.',
  },
  {
    value: 'limited',
    label: 'Limited',
    minutes: null,
    report: true,
    gets: 'Up to 5 encounters or 50 pages, on the same form, without questions afterward.',
  },
] as const;
export type PeerReviewService = (typeof PEER_REVIEW_SERVICES)[number]['value'];

/** The call about a delivered report, which comes with a standard review. */
export const REVIEWER_CALL = {
  value: 'reviewer_call',
  label: 'Call with the reviewer',
  minutes: 30,
  report: false,
  gets: 'Questions about the delivered report, by phone.',
} as const;

/** A limited review takes so many encounters, or so many pages; it needs to stay within one of the two. */
export const LIMITED = { encounters: 5, pages: 50 } as const;

export const REPORT_FORMS = options([
  ['peer_chart_audit', 'Chart audit, several charts'],
  ['peer_focused', 'Focused review of one case'],
  ['peer_fppe', 'FPPE or privilege, cases and procedures'],
  ['peer_oppe', 'OPPE summary'],
  ['peer_adjudication', 'Second reviewer and adjudication'],
]);
type ReportFormKey = (typeof REPORT_FORMS)[number]['value'];

export const isShippedForm = (form: string): boolean => REPORT_FORMS.some(({ value }) => value === form);
/** What a limited review of a shipped type is written on. */
export const LIMITED_FORM = 'peer_chart_audit' satisfies ReportFormKey;

export type PeerReviewType = ReviewType;
type ShippedType = PeerReviewType & { form: ReportFormKey };

/** The shipped types of peer review: how many charts each takes, and the form its report is written on. */
export const PEER_REVIEW_TYPES = [
  { id: 1, value: 'chart_audit', label: 'Chart audit', form: 'peer_chart_audit', charts: { min: 1, max: 10 } },
  { id: 2, value: 'focused', label: 'Focused case review', form: 'peer_focused', charts: { min: 1, max: 1 } },
  { id: 3, value: 'fppe', label: 'FPPE or new privilege', form: 'peer_fppe', charts: { min: 1, max: 10 } },
  { id: 4, value: 'oppe', label: 'OPPE summary', form: 'peer_oppe', charts: { min: 3, max: 10 } },
  { id: 5, value: 'second_review', label: 'Second review', form: 'peer_adjudication', charts: { min: 1, max: 10 } },
] as const satisfies readonly ShippedType[];

/** A shipped type by its value or number. */
export const peerReviewType = (value: unknown): PeerReviewType | undefined =>
  PEER_REVIEW_TYPES.find((t) => t.value === value || t.id === value);

/** What a review that names no type takes. */
export const ANY_CHARTS = { min: 1, max: 10 } as const;

export const REASONS = options([
  ['random_sample', 'Random sample'],
  ['oppe', 'Ongoing evaluation (OPPE)'],
  ['fppe', 'Focused evaluation (FPPE)'],
  ['adverse_outcome', 'Adverse outcome'],
  ['complaint', 'Complaint'],
  ['mortality', 'Mortality'],
  ['readmission', 'Readmission'],
  ['return_to_or', 'Return to the operating room'],
  ['unplanned_transfer', 'Unplanned transfer'],
  ['privilege_request', 'Request for a privilege'],
  ['committee_referral', 'Referred by a committee'],
  ['litigation_risk', 'Litigation risk'],
]);

export const LICENSE_TYPES = LICENSE_KEYS.map((key) => ({ value: key, label: key }));

/** License keys that judge each other as peers; one that is not named is its own only peer. */
const PEERS: readonly (readonly string[])[] = [
  ['MD', 'DO'],
  ['DDS', 'DMD'],
  ['PsyD', 'PhD'],
];
/** The license keys a reviewer may hold for a provider of this one. */
export const peersOf = (license: string): readonly string[] => PEERS.find((p) => p.includes(license)) ?? [license];

export const PRACTICE_SIZES = options([
  ['solo', 'Solo'],
  ['2_10', '2 to 10 clinicians'],
  ['11_50', '11 to 50 clinicians'],
  ['over_50', 'More than 50 clinicians'],
]);

/** What a committee can decide; the letter itself is written elsewhere. */
export const OUTCOMES = options([
  ['no_action', 'No further review'],
  ['commendation', 'Commendation'],
  ['education', 'Education'],
  ['educational_letter', 'Educational letter'],
  ['collegial_intervention', 'Collegial intervention'],
  ['improvement_plan', 'Performance improvement plan'],
  ['proctoring', 'Proctoring or FPPE'],
  ['system_change', 'Policy or system change'],
  ['other', 'Something else'],
]);
export const isOutcome = (value: unknown): boolean => OUTCOMES.some((o) => o.value === value);

export const QUESTION_GROUPS = options([
  ['care', 'Care'],
  ['judgment', 'Judgment'],
  ['system', 'System'],
  ['privilege', 'Privileges'],
]);

/** Questions to take over and adapt. */
export const PEER_QUESTION_BANK: { issue: (typeof QUESTION_GROUPS)[number]['value']; text: string }[] = [
  { issue: 'care', text: 'Would most experienced, competent clinicians of this specialty have managed it similarly?' },
  { issue: 'care', text: 'Were tests chosen, timed and acted on as the findings called for?' },
  { issue: 'care', text: 'Was the deterioration recognized and answered in time?' },
  { issue: 'judgment', text: 'Was the indication for the procedure supported by the record at the time?' },
  { issue: 'judgment', text: 'Was consultation or transfer sought when it was needed?' },
  { issue: 'system', text: 'Which parts of the course are explained by the system rather than by the provider?' },
  { issue: 'system', text: 'Which change in policy, staffing or equipment would make this less likely?' },
  { issue: 'privilege', text: 'Do these cases support granting the privilege asked for?' },
  { issue: 'privilege', text: 'Does any case call for proctoring before independent practice?' },
];
