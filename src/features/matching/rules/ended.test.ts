import { expect, test } from 'vitest';
import type { ExpertFacts, Need } from '../rules.ts';
import { endedFor } from './ended.ts';

const NOW = new Date('2026-12-01T06:00:00Z');
const credential = {
  specialty: 'Neurosurgery',
  sub_specialty: 'Spine',
  license_key: 'MD',
  license_state: 'IL',
  expires_on: '2027-01-31',
  availability: 'accepting',
} as const;
// what the rule reads
const expert = (more: Partial<ExpertFacts> = {}): ExpertFacts =>
  ({
    credentials: [credential],
    covered: true,
    board_certified: true,
    time_zone: 'America/Chicago',
    ...more,
  }) as ExpertFacts;
const need = (more: Partial<Need> = {}): Need =>
  ({
    specialty: 'Neurosurgery',
    neighbors: [],
    sub_specialty: 'Spine',
    license_keys: [],
    licensed_in: ['IL'],
    board_certified: true,
    ...more,
  }) as Need;

test('an invitation rests on what holds; what ended is named', () => {
  expect(endedFor(expert(), need(), NOW, false)).toBeNull();
  const over = { ...credential, expires_on: '2026-11-30' };
  expect(endedFor(expert({ credentials: [over] }), need(), NOW, false)).toBe('license');
  // the second before, where the expert is
  expect(endedFor(expert({ credentials: [over] }), need(), new Date('2026-12-01T05:59:59Z'), false)).toBeNull();
  // another license holds for it
  expect(endedFor(expert({ credentials: [over, credential] }), need(), NOW, false)).toBeNull();
  expect(endedFor(expert({ covered: false }), need(), NOW, false)).toBe('malpractice');
  expect(endedFor(expert({ board_certified: false }), need(), NOW, true)).toBe('board');
  expect(endedFor(expert({ board_certified: false }), need({ board_certified: false }), NOW, true)).toBeNull();
});

test('what has not ended takes no invitation back: no license there, none taken now, never certified', () => {
  expect(endedFor(expert(), need({ licensed_in: ['TX'] }), NOW, false)).toBeNull();
  expect(endedFor(expert({ credentials: [{ ...credential, availability: 'none' }] }), need(), NOW, false)).toBeNull();
  expect(endedFor(expert({ board_certified: false }), need(), NOW, false)).toBeNull();
});
