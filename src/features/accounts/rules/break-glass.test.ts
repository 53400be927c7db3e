import { describe, expect, test } from 'vitest';
import { breakGlassReasonFault, breakGlassState } from './break-glass.ts';

const now = new Date('2026-11-19T13:30:00Z');
const later = new Date('2026-11-19T13:30:01Z');
const link = { used_at: null, replaced_at: null, expires_at: later };

describe('a break-glass link', () => {
  test.each([
    ['open', {}],
    ['expired', { expires_at: now }],
    ['used', { used_at: now }],
    // how it ended first is what is said of it
    ['used', { used_at: now, expires_at: now }],
    ['replaced', { replaced_at: now, expires_at: now }],
  ] as const)('is %s', (state, more) => {
    expect(breakGlassState({ ...link, ...more }, now)).toBe(state);
  });

  test.each([
    ['', false],
    ['         x         ', false],
    ['Lost phone', true],
    ['x'.repeat(500), true],
    ['x'.repeat(501), false],
  ])('its reason %j', (reason, good) => {
    expect(breakGlassReasonFault(reason) === null).toBe(good);
  });
});
