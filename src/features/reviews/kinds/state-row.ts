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
