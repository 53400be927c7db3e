/**
 * The four review kinds, one row each. Routes, API paths, navigation, chat types, number prefixes and flags are all
 * read from here; adding a kind means adding a row, a lifecycle table and a field schema.
 */
export const KINDS = {
  Case: {
    kind: 'Case',
    api_path: 'cases',
    slug: 'case',
    list_path: '/cases',
    completed_path: '/completed-cases',
    ahead_path: null,
    invite_path: '/case-invite',
    chat_type: 'hoot-case',
    label: 'Case Reviews',
    singular: 'case review',
    /** What the subject of a list is called, and what it lists. */
    subject_label: 'Matter',
    plural: 'cases',
    number_prefix: 'CR',
    /** What the requester's own number is called. */
    number_label: 'Claim',
    /** The requester's side never learns who the expert is, not after acceptance and not in the report. */
    blind_expert: false,
    /** What stands on every page about a review of this kind, exactly so; null: nothing. */
    confidential: null,
    enabled_flag: 'case_reviews_enabled',
    offered_flag: null,
    accepts_flag: 'accepts_new_case_submissions',
    /** Under which flag the requester proposes call times, and asks further people to the call; null: never. */
    propose_flag: 'allow_case_review_scheduling_with_no_expert_times',
    subscribers_flag: 'allow_case_review_call_subscribers',
    /** Under which flag somebody can mark a review of this kind as needing attention; null: nobody can. */
    attention_flag: null,
    /** With this flag a record can be kept from the expert; null: every record is for the expert. */
    hides_records_flag: 'enable_visible_non_visible_records_for_case_reviews',
    /** Somebody's work is judged who is heard before, and answers after. */
    hears_provider: false,
    landing: 'case-list',
  },
  PeerReview: {
    kind: 'PeerReview',
    api_path: 'peer_reviews',
    slug: 'peer-review',
    list_path: '/peer-reviews',
    completed_path: '/completed-peer-reviews',
    /** Where what is ordered ahead is listed. */
    ahead_path: '/pre-order-peer-reviews',
    invite_path: '/peer-review-invite',
    chat_type: 'peer-review',
    label: 'Peer Reviews',
    singular: 'peer review',
    subject_label: 'Provider',
    plural: 'peer reviews',
    number_prefix: 'PR',
    number_label: 'Case',
    blind_expert: true,
    confidential:
      "This information is protected under each state's peer review statutes. Improper disclosure may result in disciplinary action including civil liability.",
    enabled_flag: 'peer_reviews_enabled',
    offered_flag: 'for_peer_reviews',
    accepts_flag: 'accepts_new_peer_review_submissions',
    propose_flag: 'allow_peer_review_scheduling_with_no_expert_times',
    subscribers_flag: 'allow_peer_review_call_subscribers',
    attention_flag: 'enable_needs_attention_peer_reviews',
    hides_records_flag: null,
    hears_provider: true,
    landing: 'peer-review-list',
  },
  IME: {
    kind: 'IME',
    api_path: 'imes',
    slug: 'ime',
    list_path: '/imes',
    completed_path: '/completed-imes',
    ahead_path: null,
    invite_path: '/ime-invite',
    chat_type: 'ime-review',
    label: 'IME Cases',
    singular: 'independent medical exam',
    subject_label: 'Examinee',
    plural: 'exams',
    number_prefix: 'IM',
    number_label: 'Claim',
    blind_expert: false,
    confidential: null,
    enabled_flag: 'imes_enabled',
    offered_flag: 'for_imes',
    accepts_flag: 'accepts_new_ime_submissions',
    propose_flag: 'allow_ime_scheduling_with_no_expert_times',
    subscribers_flag: null,
    attention_flag: null,
    hides_records_flag: null,
    hears_provider: false,
    landing: 'ime-list',
  },
  Generic: {
    kind: 'Generic',
    api_path: 'generics',
    slug: 'legal-case',
    list_path: '/legal-cases',
    completed_path: '/completed-legal-cases',
    ahead_path: null,
    invite_path: '/legal-case-invite',
    chat_type: 'generic-review',
    label: 'Legal Cases',
    singular: 'legal case',
    subject_label: 'Caption',
    plural: 'legal cases',
    number_prefix: 'LC',
    number_label: 'Case',
    blind_expert: false,
    confidential: null,
    enabled_flag: 'generics_enabled',
    offered_flag: 'for_generics',
    accepts_flag: 'accepts_new_generic_submissions',
    propose_flag: null,
    subscribers_flag: null,
    attention_flag: null,
    hides_records_flag: null,
    hears_provider: false,
    landing: 'generic-list',
  },
} as const;

export type Kind = keyof typeof KINDS;
export type KindRow = (typeof KINDS)[Kind];
export type ApiPath = KindRow['api_path'];

export const KIND_NAMES = Object.keys(KINDS) as Kind[];

/** Kinds whose lifecycle and field schema stand; endpoints and pages are mounted for these. */
export const BUILT_KINDS: readonly Kind[] = ['Case', 'PeerReview'];

/** Kinds whose expert stays unknown to those who order. */
export const BLIND_KINDS: readonly Kind[] = KIND_NAMES.filter((kind) => KINDS[kind].blind_expert);

/** The kind behind an API path segment or a page slug, or undefined. */
export function kindOf(segment: string): Kind | undefined {
  return KIND_NAMES.find((k) => KINDS[k].api_path === segment || KINDS[k].slug === segment);
}

/** A review's number as people read it: prefix and id, "CR-20418". */
export function reviewNumber(kind: Kind, id: number): string {
  return `${KINDS[kind].number_prefix}-${id}`;
}
