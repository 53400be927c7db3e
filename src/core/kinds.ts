/** A column that the lists of one kind have beside those of every kind; its cells come with the rows, as text. */
export interface OwnColumn {
  key: `own:${string}`;
  label: string;
  /** The heads of its lines in an exported file; a cell has as many lines at most. */
  heads: readonly string[];
  /** Least width, pixels, and the share of what is left. */
  min: number;
  share: number;
}

/** What a review kind is called and where it lives: routes, API paths, navigation, chat types, number prefixes, flags. */
export interface KindRow {
  api_path: string;
  slug: string;
  list_path: string;
  completed_path: string;
  /** Where what is ordered ahead is listed; null: nothing is. */
  ahead_path: string | null;
  invite_path: string;
  chat_type: string;
  label: string;
  singular: string;
  /** What the subject of a list is called. */
  subject_label: string;
  /** One of what it lists, and several, within a sentence: "case", "cases". */
  one: string;
  plural: string;
  number_prefix: string;
  /** What the requester's own number is called. */
  number_label: string;
  /** What the state a review belongs to is called. */
  state_label: string;
  /** The requester's side never learns who the expert is, not after acceptance and not in the report. */
  blind_expert: boolean;
  /** Whether the person a review is about can be heard, by a link and in writing. */
  hears_provider: boolean;
  /** Whether the records are those of charts that the order names. */
  has_charts: boolean;
  /** Whether experts take it from their first day; otherwise only those of whom it is said. */
  taken_by_new_experts: boolean;
  /** Whether the names are checked first, and whoever is asked sees them alone until they have cleared them. */
  names_first: boolean;
  /** Whether an agreement is signed with the expert, and a retainer paid, before work begins. */
  has_agreement: boolean;
  /** Whether somebody is examined in person for it: by an appointment with a place, of which notice is served. */
  has_exam: boolean;
  /** Whether its report can be dictated: sound is taken beside the form, and played there. */
  takes_dictation: boolean;
  /** Whether seats of a subscription order it. */
  by_subscription: boolean;
  /** Where its numbers are compared over time; null: nowhere. */
  trends_path: string | null;
  /** The columns of its lists alone. Whoever chose none sees them instead of the specialty. */
  own_columns: readonly OwnColumn[];
  /** Where customer administrators find those of everybody they oversee instead of on the kind's list; null: there. */
  overseen_path: string | null;
  /** What stands on every page about a review of this kind, exactly so; null: nothing. */
  confidential: string | null;
  /** Without this flag the kind does not exist for an organization. */
  enabled_flag: EnabledFlag;
  /** Without this flag an organization is not offered as the one that orders; null: it always is. */
  offered_flag: `for_${'peer_reviews' | 'imes' | 'generics'}` | null;
  /** Without this flag nothing new is ordered. */
  accepts_flag: AcceptsFlag;
  /** Under which flag the requester proposes call times, and asks further people to the call; null: never. */
  propose_flag: `allow_${'case_review' | 'peer_review' | 'ime'}_scheduling_with_no_expert_times` | null;
  subscribers_flag: `allow_${'case' | 'peer'}_review_call_subscribers` | null;
  /** Under which flag somebody can mark a review of this kind as needing attention; null: nobody can. */
  attention_flag: 'enable_needs_attention_peer_reviews' | null;
  /** With this flag a record can be kept from the expert; null: every record is for the expert. */
  hides_records_flag: 'enable_visible_non_visible_records_for_case_reviews' | null;
  /** The name by which an organization chooses the kind's list as its people's first page. */
  landing: string;
  /** Whether its list is where people land when nothing says otherwise; one kind's is. */
  usual_landing: boolean;
}

type EnabledFlag = 'case_reviews_enabled' | 'peer_reviews_enabled' | 'imes_enabled' | 'generics_enabled';
type AcceptsFlag = `accepts_new_${'case' | 'peer_review' | 'ime' | 'generic'}_submissions`;

/** The kinds whose tables stand (`features/reviews/kinds`): endpoints, pages and menus follow from these rows. */
const SHIPPED = {
  Case: {
    api_path: 'cases',
    slug: 'case',
    list_path: '/cases',
    completed_path: '/completed-cases',
    ahead_path: null,
    invite_path: '/case-invite',
    chat_type: 'hoot-case',
    label: 'Case Reviews',
    singular: 'case review',
    subject_label: 'Matter',
    one: 'case',
    plural: 'cases',
    number_prefix: 'CR',
    number_label: 'Claim',
    state_label: 'Venue',
    blind_expert: false,
    hears_provider: false,
    has_charts: false,
    names_first: false,
    has_agreement: false,
    has_exam: false,
    takes_dictation: false,
    taken_by_new_experts: true,
    by_subscription: false,
    trends_path: null,
    own_columns: [],
    overseen_path: null,
    confidential: null,
    enabled_flag: 'case_reviews_enabled',
    offered_flag: null,
    accepts_flag: 'accepts_new_case_submissions',
    propose_flag: 'allow_case_review_scheduling_with_no_expert_times',
    subscribers_flag: 'allow_case_review_call_subscribers',
    attention_flag: null,
    hides_records_flag: 'enable_visible_non_visible_records_for_case_reviews',
    landing: 'case-list',
    usual_landing: true,
  },
  PeerReview: {
    api_path: 'peer_reviews',
    slug: 'peer-review',
    list_path: '/peer-reviews',
    completed_path: '/completed-peer-reviews',
    ahead_path: '/pre-order-peer-reviews',
    invite_path: '/peer-review-invite',
    chat_type: 'peer-review',
    label: 'Peer Reviews',
    singular: 'peer review',
    subject_label: 'Provider',
    one: 'peer review',
    plural: 'peer reviews',
    number_prefix: 'PR',
    number_label: 'Case',
    state_label: 'Venue',
    blind_expert: true,
    hears_provider: true,
    has_charts: true,
    names_first: false,
    has_agreement: false,
    has_exam: false,
    takes_dictation: false,
    taken_by_new_experts: false,
    by_subscription: true,
    trends_path: '/peer-reviews/trends',
    own_columns: [],
    overseen_path: null,
    confidential:
      "This information is protected under each state's peer review statutes. Improper disclosure may result in disciplinary action including civil liability.",
    enabled_flag: 'peer_reviews_enabled',
    offered_flag: 'for_peer_reviews',
    accepts_flag: 'accepts_new_peer_review_submissions',
    propose_flag: 'allow_peer_review_scheduling_with_no_expert_times',
    subscribers_flag: 'allow_peer_review_call_subscribers',
    attention_flag: 'enable_needs_attention_peer_reviews',
    hides_records_flag: null,
    landing: 'peer-review-list',
    usual_landing: false,
  },
  IME: {
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
    one: 'independent medical exam',
    plural: 'exams',
    number_prefix: 'IM',
    number_label: 'Claim',
    state_label: 'Jurisdiction',
    blind_expert: false,
    hears_provider: false,
    has_charts: false,
    names_first: false,
    has_agreement: false,
    has_exam: true,
    takes_dictation: true,
    taken_by_new_experts: false,
    by_subscription: false,
    trends_path: null,
    own_columns: [
      { key: 'own:exam', label: 'Exam', heads: ['Exam (where it is held)', 'Place'], min: 150, share: 1.8 },
      { key: 'own:notice', label: 'Notice', heads: ['Notice', 'Day of the notice'], min: 104, share: 1 },
      { key: 'own:attendance', label: 'Attendance', heads: ['Attendance'], min: 96, share: 1 },
    ],
    overseen_path: null,
    confidential: null,
    enabled_flag: 'imes_enabled',
    offered_flag: 'for_imes',
    accepts_flag: 'accepts_new_ime_submissions',
    propose_flag: 'allow_ime_scheduling_with_no_expert_times',
    subscribers_flag: null,
    attention_flag: null,
    hides_records_flag: null,
    landing: 'ime-list',
    usual_landing: false,
  },
  Generic: {
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
    one: 'legal case',
    plural: 'legal cases',
    number_prefix: 'LC',
    number_label: 'Case',
    state_label: 'State',
    blind_expert: false,
    hears_provider: false,
    has_charts: false,
    names_first: true,
    has_agreement: true,
    has_exam: false,
    takes_dictation: false,
    taken_by_new_experts: false,
    by_subscription: false,
    trends_path: null,
    own_columns: [],
    overseen_path: '/admin-active-reviews',
    confidential: null,
    enabled_flag: 'generics_enabled',
    offered_flag: 'for_generics',
    accepts_flag: 'accepts_new_generic_submissions',
    propose_flag: null,
    subscribers_flag: null,
    attention_flag: null,
    hides_records_flag: null,
    landing: 'generic-list',
    usual_landing: false,
  },
} as const satisfies Record<string, KindRow>;

/** A kind of review: what is by kind has a part for each of these, or does not compile. */
export type Kind = keyof typeof SHIPPED;

const rows: Record<string, KindRow> = {};
const names: Kind[] = [];
const blind: Kind[] = [];

/**
 * Sets the built kinds of this process. The assembly calls it before anything is mounted, with the kinds it was handed;
 * until then those of the product stand. From here on a name is a `Kind`, whoever brought its tables.
 */
export function setKinds(given: Readonly<Record<string, KindRow>>): readonly Kind[] {
  for (const name of Object.keys(rows)) delete rows[name];
  Object.assign(rows, given);
  names.splice(0, Infinity, ...(Object.keys(rows) as Kind[]));
  blind.splice(0, Infinity, ...names.filter((kind) => KINDS[kind].blind_expert));
  return names;
}

/** Every kind, one row each. */
export const KINDS: Readonly<Record<Kind, KindRow>> = rows as Record<Kind, KindRow>;
/** Their names; endpoints and pages are mounted for these. */
export const KIND_NAMES: readonly Kind[] = names;

/** Kinds whose expert stays unknown to those who order. */
export const BLIND_KINDS: readonly Kind[] = blind;

setKinds(SHIPPED);

/** A kind's own column by its key; undefined for one that no kind has. */
export const ownColumn = (key: string): OwnColumn | undefined =>
  names.flatMap((kind) => KINDS[kind].own_columns).find((one) => one.key === key);

/** The rows of the kinds that come with the product. */
export const SHIPPED_ROWS: Readonly<Record<Kind, KindRow>> = SHIPPED;

/** States by name: those that mean it in every kind that has them, and those that mean it in one kind alone. */
export interface StatesByKind {
  everywhere: readonly string[];
  own: readonly { kind: Kind; names: readonly string[] }[];
}

/** What each built kind brings to one question. */
export interface KindTable<T, S = T> {
  /** The kind's own. Throws for a kind without: no endpoint is mounted for it. */
  of(kind: Kind): T;
  /** Sets a kind's own; the assembly does, for the kinds it is handed. */
  set(kind: Kind, own: S): void;
}

/** A table by kind. It does not compile while a kind of the product lacks its part; there is no default kind. */
export function byKind<T, S = T>(
  what: string,
  shipped: Readonly<Record<Kind, S>>,
  part: (own: S) => T,
): KindTable<T, S> {
  const parts = new Map<string, T>();
  for (const [kind, own] of Object.entries(shipped)) parts.set(kind, part(own));
  return {
    of(kind) {
      const own = parts.get(kind);
      if (own === undefined) throw new Error(`There is no ${what} for ${kind}.`);
      return own;
    },
    set: (kind, own) => void parts.set(kind, part(own)),
  };
}

/**
 * The first built kind of which something holds; without a condition any, for what is the same for all. Throws where there
 * is none: what asks has no place then.
 */
export function firstKind(holds: (row: KindRow) => boolean = () => true): Kind {
  const found = KIND_NAMES.find((kind) => holds(KINDS[kind]));
  if (found === undefined) throw new Error('No kind of review is built for this.');
  return found;
}

/** The kind that is ordered ahead, to which records of many reviews are sent at once. */
export const aheadKind = (): Kind => firstKind((row) => row.ahead_path !== null);

/** The kind that seats of a subscription order. */
export const subscribedKind = (): Kind => firstKind((row) => row.by_subscription);

/** The kind whose list people land on when nothing says otherwise. */
export const usualKind = (): Kind => firstKind((row) => row.usual_landing);

/** The kind whose numbers are compared over time. */
export const trendsKind = (): Kind => firstKind((row) => row.trends_path !== null);

/** The kind of this name, or undefined. */
export const kindNamed = (name: unknown): Kind | undefined => KIND_NAMES.find((kind) => kind === name);

/** The kind behind an API path segment or a page slug, or undefined. */
export function kindOf(segment: string): Kind | undefined {
  return KIND_NAMES.find((k) => KINDS[k].api_path === segment || KINDS[k].slug === segment);
}

/** A review's number as people read it: prefix and id, "CR-20418". */
export function reviewNumber(kind: Kind, id: number): string {
  return `${KINDS[kind].number_prefix}-${id}`;
}
