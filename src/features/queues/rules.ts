import { type ActorKind, actsForClinOps, isReadingStaff, isStaff, runsMatching } from '../../core/actor.ts';
import type { ConsolePlace } from '../../core/console.ts';

/** The queues of staff's work, in the order they are shown. */
export const QUEUE_NAMES = [
  'intake',
  'quality',
  'matching',
  'failed_invitations',
  'attention',
  'closeouts',
  'transfers',
] as const;
export type QueueName = (typeof QUEUE_NAMES)[number];

interface QueueRow {
  label: string;
  /** What waits there, in one sentence. */
  about: string;
  /** What one does with one of them, as its link says. */
  act: string;
  /** The page under a review where that is done; empty: the review itself. */
  page: '' | '/matching' | '/report';
  /** Who works in it. */
  admits: (kind: ActorKind) => boolean;
  /** What is said where nothing waits. */
  empty: string;
}

export const QUEUES: Readonly<Record<QueueName, QueueRow>> = {
  intake: {
    label: 'Intake',
    about: 'Ordered reviews whose records wait for a check.',
    act: 'Check the records',
    page: '',
    admits: actsForClinOps,
    empty: 'Every ordered review has had its records check.',
  },
  quality: {
    label: 'Report quality',
    about: 'Signed reports that wait for a check before they are delivered.',
    act: 'Check the report',
    page: '/report',
    admits: actsForClinOps,
    empty: 'Every signed report has been checked.',
  },
  matching: {
    label: 'Matching',
    about: 'Reviews that wait for experts to be presented or invited.',
    act: 'Open the board',
    page: '/matching',
    admits: runsMatching,
    empty: 'Every review has candidates.',
  },
  failed_invitations: {
    label: 'Failed invitations',
    about: 'Three invitations were declined or expired, and matching stopped.',
    act: 'Open the board',
    page: '/matching',
    admits: runsMatching,
    empty: 'No matching has stopped.',
  },
  attention: {
    label: 'Attention',
    about: 'Somebody marked these as needing attention.',
    act: 'Open the review',
    page: '',
    admits: isReadingStaff,
    empty: 'Nothing needs attention.',
  },
  closeouts: {
    label: 'Stopped closeouts',
    about: 'The work is done, and closing by itself was stopped or is paused.',
    act: 'Open the review',
    page: '',
    admits: isReadingStaff,
    empty: 'No closeout is stopped.',
  },
  transfers: {
    label: 'Transfers',
    about: 'A transfer was requested and is not decided.',
    act: 'Decide',
    page: '',
    admits: isReadingStaff,
    empty: 'No transfer waits for a decision.',
  },
};

/** The queues a person works in. */
export const queuesOf = (kind: ActorKind): readonly QueueName[] =>
  QUEUE_NAMES.filter((name) => QUEUES[name].admits(kind));

/** Why somebody has no part in a queue; null: they work in it. */
export const refusedInQueue = (kind: ActorKind, name: QueueName): string | null =>
  QUEUES[name].admits(kind) ? null : `Your role does not work in ${QUEUES[name].label}.`;

export const QUEUES_PLACE: ConsolePlace = {
  group: 'Work',
  label: 'Queues',
  about: 'Take the next review that waits, and see who has what.',
  path: '/admin/queues',
  glyph: 'queues',
  admits: isStaff,
  words: 'intake quality matching attention closeouts transfers assign workload next',
};
