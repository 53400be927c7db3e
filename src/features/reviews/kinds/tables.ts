import type { ReviewStatus } from '../rules/statuses.ts';
import type { ReviewAction } from '../rules/actions.ts';
import type { Kind } from '../../../core/kinds.ts';
import type { Lifecycle } from '../../../core/machine.ts';
import type { StateRow } from '../rules/facts.ts';
import { CASE_LIFECYCLE, CASE_ACTION_LABELS } from './case/lifecycle.ts';
import { CASE_PROCESS } from './case/process.ts';
import { CASE_STAGES, CASE_STATE_TABLE } from './case/states.ts';
import { PEER_REVIEW_LIFECYCLE, PEER_REVIEW_ACTION_LABELS } from './peer-review/lifecycle.ts';
import { PEER_REVIEW_PROCESS } from './peer-review/process.ts';
import { PEER_REVIEW_STAGES, PEER_REVIEW_STATE_TABLE } from './peer-review/states.ts';
import { IME_ACTION_LABELS, IME_LIFECYCLE } from './ime/lifecycle.ts';
import { IME_PROCESS } from './ime/process.ts';
import { IME_STAGES, IME_STATE_TABLE } from './ime/states.ts';
import { LEGAL_ACTION_LABELS, LEGAL_LIFECYCLE } from './legal-case/lifecycle.ts';
import { LEGAL_PROCESS } from './legal-case/process.ts';
import { LEGAL_STAGES, LEGAL_STATE_TABLE } from './legal-case/states.ts';
import type { KindProcess } from './process.ts';
import type { Guard, ReviewRole } from './vocabulary.ts';

type ReviewLifecycle = Lifecycle<ReviewStatus, ReviewAction, ReviewRole, Guard>;

/** How a kind of review runs: small tables, which pages read too. */
export interface KindTables {
  lifecycle: ReviewLifecycle;
  states: Readonly<Partial<Record<ReviewStatus, StateRow>>>;
  /** The bar over a review. */
  stages: readonly { key: string; label: string }[];
  action_labels: Readonly<Partial<Record<ReviewAction, string>>>;
  process: KindProcess;
}

/** The tables of every kind of the product. */
export const KIND_TABLES = {
  Case: {
    lifecycle: CASE_LIFECYCLE,
    states: CASE_STATE_TABLE,
    stages: CASE_STAGES,
    action_labels: CASE_ACTION_LABELS,
    process: CASE_PROCESS,
  },
  PeerReview: {
    lifecycle: PEER_REVIEW_LIFECYCLE,
    states: PEER_REVIEW_STATE_TABLE,
    stages: PEER_REVIEW_STAGES,
    action_labels: PEER_REVIEW_ACTION_LABELS,
    process: PEER_REVIEW_PROCESS,
  },
  IME: {
    lifecycle: IME_LIFECYCLE,
    states: IME_STATE_TABLE,
    stages: IME_STAGES,
    action_labels: IME_ACTION_LABELS,
    process: IME_PROCESS,
  },
  Generic: {
    lifecycle: LEGAL_LIFECYCLE,
    states: LEGAL_STATE_TABLE,
    stages: LEGAL_STAGES,
    action_labels: LEGAL_ACTION_LABELS,
    process: LEGAL_PROCESS,
  },
} satisfies Record<Kind, KindTables>;
