import { type FieldRule, type Fields, type KindForm, type Section } from '../form.ts';
import { PARTY_KINDS, PARTY_ROLES, PRACTICE_SETTINGS, SEXES } from '../options.ts';
import { formOfType, PEER_NEEDED_BY_DAYS, PEER_REVIEW_MISSING, PEER_REVIEW_RULES } from './checks.ts';
import { PEER_REVIEW_FIELD_SECTIONS, PEER_REVIEW_SCHEMAS, type PeerReviewFields, peerReviewSubject } from './fields.ts';
import { PEER_REVIEW_GUIDE } from './guide.ts';
import {
  LICENSE_TYPES,
  OUTCOMES,
  PEER_QUESTION_BANK,
  PEER_REVIEW_SERVICES,
  PEER_REVIEW_TYPES,
  peersOf,
  peerReviewType,
  PRACTICE_SIZES,
  QUESTION_GROUPS,
  REASONS,
  REPORT_FORMS,
} from './options.ts';
import { privilegeStatement } from './statutes.ts';

const read = (fields: Fields): Partial<PeerReviewFields> => fields as Partial<PeerReviewFields>;
const ROLES = PARTY_ROLES.filter((r) =>
  ['subject_provider', 'facility', 'health_system', 'group', 'treating_provider', 'other'].includes(r.value),
);

/** The order of a peer review. */
export const PEER_REVIEW_FORM: KindForm = {
  ...PEER_REVIEW_GUIDE,
  schemas: PEER_REVIEW_SCHEMAS,
  sections: PEER_REVIEW_FIELD_SECTIONS,
  missing: PEER_REVIEW_MISSING,
  rules: PEER_REVIEW_RULES as unknown as Record<Section, FieldRule<Fields>[]>,
  needed_by_days: PEER_NEEDED_BY_DAYS,
  not_copied: new Set([
    'needed_by',
    'charts',
    'provider_statement',
    'expedited_consent',
    'confidentiality_accepted',
    'requester_id',
  ]),
  told: [
    'review_type',
    'reason',
    'facility',
    'provider_name',
    'license_type',
    'practice_setting',
    'practice_size',
    'ehr',
    'committee',
    'charts',
    'sampling_note',
    'provider_statement',
  ],
  services: PEER_REVIEW_SERVICES,
  stages: [],
  options: {
    peer_review_types: PEER_REVIEW_TYPES.map(({ value, label }) => ({ value, label })),
    reasons: REASONS,
    license_types: LICENSE_TYPES,
    practice_settings: PRACTICE_SETTINGS,
    practice_sizes: PRACTICE_SIZES,
    report_forms: REPORT_FORMS,
    question_groups: QUESTION_GROUPS,
    outcomes: OUTCOMES,
    sexes: SEXES,
    party_roles: ROLES,
    party_kinds: PARTY_KINDS,
  },
  question_bank: PEER_QUESTION_BANK,
  question_groups: 'question_groups',
  number: { path: 'step_one.case_number', noun: 'case number' },
  charts: (fields) =>
    (read(fields).charts ?? []).flatMap((c, i) => {
      const known_as = c.mrn || c.label;
      return known_as ? [{ path: `step_three.charts.${i}.label`, known_as }] : [];
    }),
  columns(fields) {
    const f = read(fields);
    return {
      subject: peerReviewSubject(f),
      claim_number: f.case_number || null,
      specialty_id: f.specialty_id ?? null,
      sub_specialty_id: f.sub_specialty_id ?? null,
      state: f.state ?? null,
      review_type: f.review_type || null,
      service: f.service ?? null,
      expedited: f.expedited === true,
      needed_by: f.needed_by ?? null,
      decision_deadline: null,
    };
  },
  expert_need(fields) {
    const f = read(fields);
    return {
      license_keys: f.license_type ? peersOf(f.license_type) : [],
      preferred_states: [],
      licensed_in: [],
      // a colleague of the same market is no outside reviewer
      excluded_states: [...new Set([...(f.excluded_states ?? []), ...(f.state ? [f.state] : [])])],
      setting: PRACTICE_SETTINGS.find((s) => s.value === f.practice_setting)?.label ?? null,
      board_certified: true,
      active_within_years: 2,
      excluded_experts: f.excluded_experts ?? [],
      preferred_experts: [],
      second_specialty_id: null,
      notes: f.excluded_miles
        ? [{ label: 'Not within', value: `${f.excluded_miles} miles of ${f.facility ?? ''}` }]
        : [],
    };
  },
  report_form(fields) {
    const f = read(fields);
    if (f.service === 'limited') return 'peer_chart_audit';
    return f.report_form ?? formOfType(f.review_type);
  },
  report_context(fields, recorded) {
    const f = read(fields);
    return {
      facts: {
        service: f.service ?? '',
        review_type: f.review_type ?? '',
        reason: f.reason ?? '',
        // written into the order, uploaded with the records, or given by a link
        has_statement: Boolean(f.provider_statement?.trim()) || recorded?.has('provider_statement') === true,
      },
      questions: f.questions ?? [],
      charts: (f.charts ?? []).map((c) => ({ key: c.key, label: c.label || 'Chart' })),
    };
  },
  matter(fields) {
    const f = read(fields);
    return [
      ['Type of review', peerReviewType(f.review_type)?.label ?? ''],
      ['Reason', REASONS.find((r) => r.value === f.reason)?.label ?? ''],
      ['Provider under review', f.provider_name ?? ''],
      ['License', f.license_type ?? ''],
      ['Facility', f.facility ?? ''],
      ['State', f.state ?? ''],
      ['Charts', (f.charts ?? []).map((c) => c.label).join(', ')],
      ['Committee', f.committee ?? ''],
    ];
  },
  confidentiality(fields) {
    const f = read(fields);
    return f.committee && f.statute ? privilegeStatement(f.committee, f.statute) : null;
  },
  report_readers: (fields) => read(fields).recipients ?? [],
};
