import type { ReviewStatus } from '../rules/statuses.ts';
import { expect, test } from 'vitest';
import { SCREENING } from '../../../../tests/harness/screening.ts';
import { KIND_NAMES, type Kind } from '../../../core/kinds.ts';
import { isRateable, type NewestReport } from '../../ratings/rules.ts';
import type { Phase } from '../rules/facts.ts';
import { onStateWith, stateRow, statesWith } from '../rules/kinds.ts';
import { KIND_TABLES, type KindTables } from './tables.ts';

const KINDS: [string, KindTables][] = [...Object.entries(KIND_TABLES), ['Screening', SCREENING]];

/** What leads to a state, of the actions every kind has. */
const LEADS_TO: Readonly<Record<string, Phase>> = {
  submit: 'ordered',
  open_intake: 'checks_records',
  release_to_matching: 'finds_expert',
  request_files: 'waits_for_records',
  hold: 'rests',
  close: 'ended',
  purge: 'records_deleted',
};

test.each(KINDS)('the states of a %s say what they are as its transitions lead to them', (_kind, tables) => {
  const led = tables.lifecycle.transitions.flatMap(({ action, from, to }) => {
    const row = to === 'return' ? undefined : tables.states[to];
    const starts = from.map((state) => tables.states[state]);
    const says: [unknown, unknown][] = [];
    if (LEADS_TO[action] !== undefined && row?.closing === undefined) says.push([row?.phase, LEADS_TO[action]]);
    if (action === 'cancel') says.push([row?.bucket, 'cancelled']);
    if (action === 'offer_times') says.push([row?.call, 'choosing']);
    if (action === 'choose_time') says.push([row?.call, 'set']);
    if (action === 'accept') says.push(...starts.map((one): [unknown, unknown] => [one?.phase, 'asks_expert']));
    return says.map(([is, expected]) => ({ action, is, expected }));
  });
  expect(led.filter(({ is, expected }) => is !== expected)).toEqual([]);
  expect(led.length).toBeGreaterThan(8);
});

test('states are told by kind where kinds differ about one of the same name', () => {
  const awaiting = statesWith((row) => row.report === 'delivered');
  expect(awaiting.everywhere).toContain('report_delivered');
  expect(awaiting.everywhere).not.toContain('call_scheduled');
  expect(awaiting.own).toEqual([
    { kind: 'PeerReview', names: ['awaiting_times', 'awaiting_time_choice', 'call_scheduled'] },
  ]);
  expect(statesWith((row) => row.call === 'set')).toEqual({ everywhere: ['call_scheduled'], own: [] });
});

test('an event tells of a state by what it is', () => {
  const told = onStateWith((row) => row.report === 'delivered');
  expect(told({ payload: { kind: 'PeerReview', to: 'call_scheduled' } })).toBe(true);
  expect(told({ payload: { kind: 'Case', to: 'call_scheduled' } })).toBe(false);
  expect(told({ payload: {} })).toBe(false);
});

const written = { version: 1, delivered_at: null };
const delivered = { version: 1, delivered_at: new Date('2026-11-18T15:00:00Z') };
const clarified = { version: 2, delivered_at: null };
test.each([
  ...['draft', 'matching', 'invited', 'call_scheduled', 'on_hold', 'cancelled', 'purged'].map((s) => [s, null, false]),
  // a call is all there is
  ...['call_completed', 'closeout_pending', 'closed'].map((s) => [s, null, true]),
  // a report is being written
  ['report_requested', null, false],
  ...['report_in_progress', 'report_in_qa', 'in_review', 'report_submitted', 'in_qa', 'returned'].map((s) => [
    s,
    written,
    false,
  ]),
  ...['report_delivered', 'closeout_pending', 'closed', 'delivered', 'completed'].map((s) => [s, delivered, true]),
  // delivered, and something more asked
  ...['report_in_progress', 'report_in_qa', 'in_review', 'in_qa'].map((s) => [s, clarified, true]),
  ...['awaiting_times', 'call_scheduled'].map((s) => [s, delivered, true]),
  ['cancelled', delivered, false],
] as [ReviewStatus, NewestReport | null, boolean][])(
  'in %s, report %o, there is work to rate: %s',
  (status, report, open) => {
    const having: Kind[] = KIND_NAMES.filter((kind) => Object.hasOwn(KIND_TABLES[kind as 'Case'].states, status));
    expect(having.length).toBeGreaterThan(0);
    for (const kind of having) expect(isRateable(stateRow(kind, status).rateable, report)).toBe(open);
  },
);
