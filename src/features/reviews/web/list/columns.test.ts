import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ACTOR_KINDS } from '../../../../core/actor.ts';
import { KIND_NAMES } from '../../../../core/kinds.ts';
import { LIST_SIDES, usualColumns } from '../../rules.ts';
import { fittingColumns, tracksOf } from './columns.tsx';

/** A scroll bar that stands beside the page, pixels. */
const SCROLL_BAR = 15;

test('wherever rows are not cards, the usual columns fit beside a scroll bar', () => {
  const css = readFileSync(join(import.meta.dirname, 'list.module.css'), 'utf8');
  const cards = Number(/three lines[\s\S]*?@media \(width < (\d+)px\)/.exec(css)?.[1]);
  expect(cards).toBeGreaterThan(0);
  for (const kind of [null, ...KIND_NAMES])
    for (const who of ACTOR_KINDS)
      for (const side of LIST_SIDES) {
        const usual = usualColumns(who, side, kind);
        for (let window = cards; window <= 1600; window += 7) {
          const room = window - SCROLL_BAR;
          const { least } = tracksOf(fittingColumns(usual, room));
          expect(least, `${kind} ${who} ${side} at ${window}`).toBeLessThanOrEqual(room);
        }
      }
});
