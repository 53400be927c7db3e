import { expect, it } from 'vitest';
import { ACTOR_KINDS } from '../../core/actor.ts';
import { BUDGETS_PLACE } from '../../features/budgets/rules/place.ts';
import { SPEND_PLACE } from '../../features/spend/rules/place.ts';
import { SUBSCRIPTIONS_PLACE } from '../../features/subscriptions/rules.ts';
import { CONSOLE_PLACES } from '../console.ts';
import { type FramedPath, PAGES } from './pages.tsx';

/** Those who order find it in their lists, and review managers beside their invoices. */
const ALSO_ELSEWHERE: readonly string[] = [SUBSCRIPTIONS_PLACE.path, SPEND_PLACE.path, BUDGETS_PLACE.path];

// pages say it without the places, which every page would load otherwise
it.each(CONSOLE_PLACES.map((place) => [place.path, place] as const))(
  '%s admits to its page whom its place in the console admits, and nobody else',
  (path, place) => {
    const admits = PAGES[path as FramedPath].admits ?? (() => true);
    const found = ACTOR_KINDS.filter(place.admits);
    expect(ACTOR_KINDS.filter((kind) => admits(kind))).toEqual(
      ALSO_ELSEWHERE.includes(path) ? expect.arrayContaining(found) : found,
    );
  },
);
