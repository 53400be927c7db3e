import { formOfTable } from '../field.ts';
import { type KindForm, kindForm } from '../form.ts';
import { PRACTICE_SETTINGS } from '../options.ts';
import { PEER_NEEDED_BY_DAYS, PEER_REVIEW_RULES, reportFormOf } from './checks.ts';
import { PEER_REVIEW_FIELDS, type PeerReviewFields, peerReviewSubject } from './fields.ts';
import { PEER_REVIEW_EXAMPLE } from './example.ts';
import { PEER_REVIEW_GUIDE } from './guide.ts';
import {
  OUTCOMES,
  PEER_QUESTION_BANK,
  PEER_REVIEW_SERVICES,
  peersOf,
  peerReviewType,
  QUESTION_GROUPS,
  REASONS,
  PEER_REVIEW_TYPES,
  REVIEWER_CALL,
} from './options.ts';
import { PEER_REVIEW_PRICES } from './prices.ts';
import { protectionOf } from './statutes.ts';

const TABLE = formOfTable(PEER_REVIEW_FIELDS, peerReviewSubject);

/** The order of a peer review. */
export const PEER_REVIEW_FORM: KindForm = kindForm<PeerReviewFields>({
  ...PEER_REVIEW_GUIDE,
  example: PEER_REVIEW_EXAMPLE,
  ...TABLE,
  options: { ...TABLE.options, question_groups: QUESTION_GROUPS, outcomes: OUTCOMES },
  rules: PEER_REVIEW_RULES,
  needed_by_days: PEER_NEEDED_BY_DAYS,
  services: PEER_REVIEW_SERVICES,
  later_call: REVIEWER_CALL,
  prices: PEER_REVIEW_PRICES,
  types: PEER_REVIEW_TYPES,
  stages: [],
  question_bank: PEER_QUESTION_BANK,
  question_groups: 'question_groups',
  number: { path: 'step_one.case_number', noun: 'case number' },
  charts: (f) =>
    (f.charts ?? []).flatMap((c, i) => {
      const known_as = c.mrn || c.label;
      return known_as ? [{ path: `step_three.charts.${i}.label`, known_as }] : [];
    }),
  expert_need(f) {
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
      further_specialty_ids: [],
      near: null,
      max_hourly_cents: null,
      notes: f.excluded_miles
        ? [{ label: 'Not within', value: `${f.excluded_miles} miles of ${f.facility ?? ''}` }]
        : [],
    };
  },
  report_form: reportFormOf,
  report_context(f, recorded) {
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
  matter(f, ownType) {
    return [
      ['Type of review', peerReviewType(f.review_type)?.label ?? ownType ?? ''],
      ['Reason', REASONS.find((r) => r.value === f.reason)?.label ?? ''],
      ['Provider under review', f.provider_name ?? ''],
      ['License', f.license_type ?? ''],
      ['Facility', f.facility ?? ''],
      ['State', f.state ?? ''],
      ['Charts', (f.charts ?? []).map((c) => c.label).join(', ')],
      ['Committee', f.committee ?? ''],
    ];
  },
  protection: protectionOf,
  report_readers: (f) => f.recipients ?? [],
});
