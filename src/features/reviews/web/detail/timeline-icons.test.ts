import { expect, test } from 'vitest';
import { KIND_NAMES } from '../../../../core/kinds.ts';
import { rulesOf } from '../../rules.ts';
import { GLYPHS } from './timeline-icons.tsx';

test.each(KIND_NAMES)('every step of the kind %s has a glyph of its meaning in the timeline', (kind) => {
  const actions = rulesOf(kind).lifecycle.transitions.map(({ action }) => action);
  expect(actions.filter((action) => !Object.hasOwn(GLYPHS, action))).toEqual([]);
});
