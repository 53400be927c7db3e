import { type Actor, isRequesterSide, isStaff, isExpertSide } from '../../../../core/actor.ts';
import type { ReviewDetail } from '../../contract.ts';
import { seesPrices } from '../../rules.ts';

/** Who reads a review's page, as far as it decides what is on it. */
export interface DetailReader {
  actor: Actor;
  view: ReviewDetail['view'];
  /** Whether the reader leads the review as its expert, or assists who does. */
  leads: boolean;
}

const orders = ({ actor }: DetailReader): boolean => isRequesterSide(actor.kind) || isStaff(actor.kind);
const expertSide = ({ actor }: DetailReader): boolean => isExpertSide(actor.kind);
const open = ({ view }: DetailReader): boolean => view === 'full' || view === 'no_contents';
/** Of its experts who leads it; everybody else as they stand. */
const notBeside = (reader: DetailReader): boolean => !expertSide(reader) || reader.leads;
const full = ({ view }: DetailReader): boolean => view === 'full';

/** Those a part of the page can be for. */
export const AUDIENCES = {
  everyone: () => true,
  /** Not those who only attend its call. */
  participants: ({ view }) => view !== 'call_only',
  /** Not an expert who has not attested. */
  attested: ({ view }) => view !== 'blind',
  /** Those who see what the review is about, and matching, which sees no contents. */
  open,
  open_to_orderers: (reader) => open(reader) && !expertSide(reader),
  /** Of its experts the one who leads it alone: what is theirs to offer and to write. */
  open_but_beside: (reader) => open(reader) && notBeside(reader),
  full,
  full_but_beside: (reader) => full(reader) && notBeside(reader),
  /** The requester's side and staff. */
  orderers: orders,
  full_to_orderers: (reader) => full(reader) && orders(reader),
  staff: ({ actor }) => isStaff(actor.kind),
  /** Those who see amounts. */
  prices: ({ actor }) => seesPrices(actor),
} satisfies Record<string, (reader: DetailReader) => boolean>;
export type Audience = keyof typeof AUDIENCES;

/** The page of a review: field → who sees it. What they see of it stands in `detail.ts`. */
export const DETAIL_FIELDS: { readonly [K in keyof ReviewDetail]: Audience } = {
  id: 'everyone',
  kind: 'everyone',
  number: 'everyone',
  view: 'everyone',
  subject: 'open',
  status: 'everyone',
  bucket: 'everyone',
  ball: 'everyone',
  yours: 'everyone',
  act: 'everyone',
  due: 'everyone',
  lock_version: 'everyone',
  matching_status: 'everyone',
  schedule_status: 'everyone',
  report_status: 'everyone',
  billing_status: 'prices',
  specialty: 'everyone',
  sub_specialty: 'everyone',
  service: 'everyone',
  service_label: 'everyone',
  call_minutes: 'everyone',
  state: 'everyone',
  stage: 'open',
  stage_label: 'open',
  claim_number: 'open_to_orderers',
  review_type: 'open',
  expedited: 'everyone',
  needed_by: 'everyone',
  decision_deadline: 'open',
  pages: 'everyone',
  expert: 'participants',
  organization: 'open',
  requester: 'open',
  given: 'full_to_orderers',
  seat: 'full_to_orderers',
  charts: 'full',
  pre_order: 'full_to_orderers',
  stages: 'everyone',
  what_now: 'everyone',
  timeline: 'open',
  people: 'attested',
  quote: 'prices',
  questions: 'full',
  summary: 'full',
  parties: 'participants',
  brief: 'full',
  sections: 'full_to_orderers',
  files: 'attested',
  file_requests: 'full',
  invitations: 'staff',
  candidates: 'orderers',
  offers: 'open_but_beside',
  call: 'attested',
  report: 'full_but_beside',
  ratings: 'everyone',
  attention: 'open',
  legal_hold: 'orderers',
  transfer_request: 'orderers',
  earlier_date: 'open',
  closeout_at: 'open',
  cancellation: 'prices',
  ending: 'prices',
  moving: 'prices',
  on_records: 'prices',
  watching: 'everyone',
  created_at: 'everyone',
  submitted_at: 'open',
  closed_at: 'everyone',
  updated_at: 'everyone',
  abilities: 'everyone',
};

/** What stands in place of a field that is not the reader's; where nothing is said, null. */
export const HIDDEN: Partial<ReviewDetail> = {
  subject: '',
  billing_status: '',
  timeline: { data: [], next_cursor: null },
  people: [],
};
