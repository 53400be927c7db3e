/** The demo world's matters: who, what happened, and the records that tell it. All people and places are invented. */

type ClaimStage = 'incident' | 'pre_suit' | 'suit_filed' | 'discovery' | 'pre_trial';
type IssueScope = 'standard_of_care' | 'causation' | 'damages' | 'prognosis';
export type RecordCategory =
  | 'medical_records'
  | 'hospital_chart'
  | 'operative'
  | 'imaging_report'
  | 'outpatient'
  | 'demand_letter'
  | 'complaint'
  | 'deposition'
  | 'incident_report'
  | 'prior_expert_report'
  | 'policy';

/** Where a stretch of the clinical course happens; decides which kinds of pages are written for it. */
export type Place = 'ed' | 'floor' | 'icu' | 'or' | 'labor' | 'nicu' | 'clinic' | 'rehab' | 'dental' | 'nursing_home';

/** The patient's condition during a stretch; decides vital signs and routine laboratory values. */
export type Condition =
  | 'steady'
  | 'pain'
  | 'hypertensive'
  | 'tachycardic'
  | 'febrile'
  | 'septic'
  | 'shock'
  | 'hypoxic'
  | 'ventilated'
  | 'bleeding'
  | 'labor'
  | 'newborn'
  | 'newborn_ill'
  | 'child'
  | 'child_ill'
  | 'anemic'
  | 'renal';

/** One stretch of the clinical course, from `at` (local chart time, YYYY-MM-DDTHH:MM) to the next stretch. */
export type Phase = {
  at: string;
  place: Place;
  condition: Condition;
  /** Charted observations that the page writers draw from; all true for the whole stretch. */
  notes: string[];
  /** Medications on the administration record in this stretch; the matter's list when absent. */
  meds?: string[];
  /** Routine laboratory values of this stretch that differ from what the condition gives: test name to low and high. */
  labs?: Record<string, [number, number]>;
};

export type PlantedKind =
  | 'triage'
  | 'ed_note'
  | 'history_physical'
  | 'progress'
  | 'consult'
  | 'nursing'
  | 'operative'
  | 'anesthesia'
  | 'radiology'
  | 'lab'
  | 'pathology'
  | 'order'
  | 'telephone'
  | 'clinic'
  | 'therapy'
  | 'discharge'
  | 'letter'
  | 'testimony'
  | 'statement';

/** A decisive entry on a known page. */
export type PlantedEntry = {
  page: number;
  at: string;
  kind: PlantedKind;
  title: string;
  author: string;
  /** Paragraphs; one that starts with "HH:MM " is a timed entry, one that starts with "Word: " has a run-in heading. */
  text: string[];
};

type RecordFacts = { phases: Phase[]; planted: PlantedEntry[] };

export type DemoRecord = {
  name: string;
  category: RecordCategory;
  visible_to_expert: boolean;
  pages: number;
  /** True: a scan without a text layer. */
  scan: boolean;
  /** Whose letterhead the pages carry. */
  source: string;
  /** First and last date the record covers, YYYY-MM-DD. */
  from: string;
  to: string;
  facts: RecordFacts;
};

export type Party = {
  name: string;
  kind: 'person' | 'facility' | 'firm' | 'insurer';
  role:
    | 'claimant'
    | 'defendant'
    | 'facility'
    | 'plaintiff_counsel'
    | 'defense_counsel'
    | 'insurer'
    | 'treating_provider';
};

export type Cite = { record: number; page: number; quote: string };
type ConclusionAnswer = { question: number; text: string; cites: Cite[] };

export type Conclusion = {
  answers: ConclusionAnswer[];
  standard_of_care: 'met' | 'not_met' | 'cannot_determine';
  causation: 'more_likely_than_not' | 'not_supported' | 'cannot_determine';
  causation_text: string;
  overall_summary: string;
};

/**
 * What the page writers need to know about the patient beyond the course itself.
 * An entry of history, home_meds or problems that starts with a date ("2024-10-04 Dialysis") is charted from that day on.
 */
export type Clinical = {
  mrn: string;
  allergies: string;
  history: string[];
  home_meds: string[];
  meds: string[];
  problems: string[];
  attending: string;
  city: string;
};

export type DemoMatter = {
  key: string;
  caption: string;
  claim_number: string;
  insurer: string;
  claimant: { first_name: string; last_name: string; date_of_birth: string; sex: 'female' | 'male' };
  defendants: { name: string; specialty: string; npi?: string }[];
  facility: string;
  venue_state: string;
  date_of_incident: string;
  date_claim_reported: string;
  claim_stage: ClaimStage;
  specialty: string;
  sub_specialty: string | null;
  summary: string;
  issue_scope: IssueScope[];
  questions: string[];
  severity: 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9;
  parties: Party[];
  clinical: Clinical;
  records: DemoRecord[];
  conclusion: Conclusion;
};
