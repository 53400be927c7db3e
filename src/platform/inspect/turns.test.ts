import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { LONG_TRIES, LongTries, nextTurn, Served, type Turn } from './turns.ts';

const turn = fc.record({
  organization: fc.constantFrom('a', 'b', 'c'),
  person: fc.constantFrom('1', '2', '3'),
  size_bytes: fc.integer({ min: 1, max: 5 }),
  costly: fc.boolean(),
});
const turns = fc
  .array(turn, { maxLength: 25 })
  .map((all) => all.map((one, order): Turn => ({ ...one, order: order + 1 })));

/** Everything that waits, one after the other, each done before the next begins. */
function inOrder(all: readonly Turn[], served = new Served()): Turn[] {
  const left = [...all];
  const done: Turn[] = [];
  for (let next = nextTurn(left, [], served, 2); next; next = nextTurn(left, [], served, 2)) {
    served.note(next);
    left.splice(left.indexOf(next), 1);
    done.push(next);
  }
  return done;
}

/** No group is served twice while another one waits all the time between. */
function isFair(order: readonly Turn[], groupOf: (one: Turn) => string): boolean {
  return order.every((one, at) => {
    const again = order.findIndex((other, n) => n > at && groupOf(other) === groupOf(one));
    if (again < 0) return true;
    const between = new Set(order.slice(at + 1, again).map(groupOf));
    const waited = new Set(order.slice(again + 1).map(groupOf));
    return [...waited].every((group) => group === groupOf(one) || between.has(group));
  });
}

describe('whose file is looked at next', () => {
  test('all are, each once', () => {
    fc.assert(
      fc.property(turns, (all) => {
        expect(new Set(inOrder(all))).toEqual(new Set(all));
      }),
    );
  });

  test('organizations take turns, and the people in each', () => {
    fc.assert(
      fc.property(turns, (all) => {
        const order = inOrder(all);
        expect(isFair(order, (one) => one.organization)).toBe(true);
        for (const organization of ['a', 'b', 'c'])
          expect(
            isFair(
              order.filter((one) => one.organization === organization),
              (one) => one.person,
            ),
          ).toBe(true);
      }),
    );
  });

  test('of one person the cheap before the costly, then small before large, then as they came', () => {
    fc.assert(
      fc.property(turns, (all) => {
        for (const organization of ['a', 'b', 'c'])
          for (const person of ['1', '2', '3']) {
            const own = inOrder(all).filter((one) => one.organization === organization && one.person === person);
            const sorted = own.toSorted(
              (a, b) => Number(a.costly) - Number(b.costly) || a.size_bytes - b.size_bytes || a.order - b.order,
            );
            expect(own).toEqual(sorted);
          }
      }),
    );
  });

  test('costly files never hold all places: what is cheap begins as soon as one is free', () => {
    fc.assert(
      fc.property(turns, turns, fc.integer({ min: 1, max: 4 }), (waiting, under, places) => {
        const running: Turn[] = [];
        for (const one of under) if (nextTurn([one], running, new Served(), places) === one) running.push(one);
        const costly = running.filter((one) => one.costly).length;
        expect(costly).toBeLessThanOrEqual(Math.max(1, places - 1));
        const next = nextTurn(waiting, running, new Served(), places);
        const may = waiting.some((one) => !one.costly || costly < Math.max(1, places - 1));
        expect(next === null).toBe(running.length >= places || !may);
      }),
    );
  });

  test('six bombs of one person do not stand before another organization’s file', () => {
    const bomb = (order: number): Turn => ({ organization: 'a', person: '1', size_bytes: 1, costly: false, order });
    const chart: Turn = { organization: 'b', person: '1', size_bytes: 9_000_000, costly: false, order: 7 };
    expect(inOrder([1, 2, 3, 4, 5, 6].map(bomb).concat(chart)).indexOf(chart)).toBeLessThanOrEqual(1);
  });

  test('long looks are limited by person and hour', () => {
    const tries = new LongTries();
    const own: Turn = { organization: 'a', person: '1', size_bytes: 1, costly: true, order: 1 };
    const at = (minutes: number) => new Date(Date.UTC(2026, 0, 1, 0, minutes));
    const granted = Array.from({ length: LONG_TRIES + 2 }, (_, n) => tries.take(own, at(n)));
    expect(granted).toEqual([...Array.from({ length: LONG_TRIES }, () => true), false, false]);
    expect(tries.take({ ...own, person: '2' }, at(8))).toBe(true);
    expect(tries.take(own, at(60))).toBe(true);
  });
});
