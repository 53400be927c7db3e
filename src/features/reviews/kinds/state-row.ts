import type { Ball, Bucket, StateRow } from '../rules/facts.ts';

/** A row of a kind's table of states, written on one line. */
export const stateRowOf = (
  label: string,
  tone: StateRow['tone'],
  pie: number,
  bucket: Bucket,
  ball: Ball,
  act: string,
  stage: StateRow['stage'],
  icon: StateRow['icon'] = 'pie',
): StateRow => ({ label, tone, pie, bucket, ball, act, stage, icon });

/** The states beside the way, which every kind shows alike. */
export const SIDE_STATES = {
  needs_information: {
    ...stateRowOf(
      'Needs information',
      'warn',
      0.2,
      'active',
      'requester',
      'Send the records asked for',
      null,
      'triangle',
    ),
    phase: 'waits_for_records',
  },
  on_hold: {
    ...stateRowOf('On hold', 'neutral', 0.2, 'active', 'nobody', 'On hold', null, 'pause'),
    phase: 'rests',
  },
  cancelled: stateRowOf('Canceled', 'neutral', 1, 'cancelled', 'nobody', 'Canceled', null, 'cross'),
} as const satisfies Record<string, StateRow>;
