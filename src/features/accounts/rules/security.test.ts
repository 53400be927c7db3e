import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ACTOR_KINDS, ROLES } from '../../../core/actor.ts';
import { isRecent } from '../../../core/recent.ts';
import { DAY, HOUR, MINUTE } from '../../../core/time.ts';
import {
  deviceName,
  FACTOR_METHODS,
  type FactorMethod,
  idleState,
  idleWords,
  LOCK_AFTER,
  maySuspend,
  pageIdleMs,
  readRecoveryCode,
  recoveryCodeFrom,
  removalFault,
  requiredBy,
  waitAfter,
  waitsFor,
} from '../rules.ts';

const STAFF = ['admin', 'super_admin', 'matching_admin', 'support_agent', 'clin_ops'];
const at = (minutes: number) => new Date(Date.UTC(2026, 10, 18, 15) + minutes * MINUTE);

describe('what a sign-in waits for', () => {
  const facts = fc.record({
    role: fc.constantFrom(...ROLES),
    methods: fc.subarray([...FACTOR_METHODS]),
    remembered: fc.boolean(),
    organization_requires: fc.boolean(),
    staff_require: fc.boolean(),
  });
  const plain = {
    role: 'user',
    methods: [],
    remembered: false,
    organization_requires: false,
    staff_require: false,
  } as const;

  test.each([
    ['nothing set up, nothing required', {}, 'nothing'],
    ['an app', { methods: ['app'] }, 'proof'],
    ['an app in a remembered browser', { methods: ['app'], remembered: true }, 'nothing'],
    ['required and none', { organization_requires: true }, 'setup'],
    ['required and none in a remembered browser', { organization_requires: true, remembered: true }, 'setup'],
    ['required and one', { organization_requires: true, methods: ['email'] }, 'proof'],
    ['staff', { role: 'clin_ops', staff_require: true }, 'setup'],
    ['not staff', { role: 'org_admin', staff_require: true }, 'nothing'],
    ['staff where it is off', { role: 'super_admin' }, 'nothing'],
  ] as const)('%s', (_, more, wanted) => {
    expect(waitsFor({ ...plain, ...more })).toBe(wanted);
  });

  test('a way that is set up is always asked for unless the browser is remembered; one is never skipped by being required', () => {
    fc.assert(
      fc.property(facts, (f) => {
        const waiting = waitsFor(f);
        if (f.methods.length > 0) expect(waiting).toBe(f.remembered ? 'nothing' : 'proof');
        else expect(waiting).toBe(requiredBy(f) === null ? 'nothing' : 'setup');
        expect(requiredBy(f) === 'role').toBe(f.staff_require && STAFF.includes(f.role));
      }),
    );
  });

  test('what is required keeps its last way', () => {
    fc.assert(
      fc.property(fc.subarray([...FACTOR_METHODS], { minLength: 1 }), fc.boolean(), (methods, required) => {
        for (const method of methods) {
          const left = methods.filter((m: FactorMethod) => m !== method);
          expect(removalFault(methods, method, required) === null).toBe(!required || left.length > 0);
        }
      }),
    );
  });
});

test('the password of the last ten minutes is recent; one from before, from later or never is not', () => {
  expect([0, 5, 9.99].map((m) => isRecent(at(0), at(m)))).toEqual([true, true, true]);
  expect([10, 60].map((m) => isRecent(at(0), at(m)))).toEqual([false, false]);
  expect([isRecent(at(1), at(0)), isRecent(null, at(0))]).toEqual([false, false]);
});

test('after every five wrong codes there is a wait, longer each time, up to a day', () => {
  const waits = Array.from({ length: 41 }, (_, tries) => waitAfter(tries, LOCK_AFTER.account));
  expect(waits.flatMap((wait, tries) => (wait > 0 ? [tries] : []))).toEqual([5, 10, 15, 20, 25, 30, 35, 40]);
  expect([5, 10, 15, 20, 25, 30, 35].map((n) => waits[n])).toEqual([
    MINUTE,
    5 * MINUTE,
    15 * MINUTE,
    HOUR,
    4 * HOUR,
    DAY,
    DAY,
  ]);
});

describe('recovery codes', () => {
  const bytes = fc.uint8Array({ minLength: 24, maxLength: 24 });

  test('are read as they are written, and however they are typed', () => {
    fc.assert(
      fc.property(bytes, fc.constantFrom('-', ' ', '', '\u2013', ' - '), fc.boolean(), (random, between, upper) => {
        const code = recoveryCodeFrom(random);
        fc.pre(code !== null);
        expect(code).toMatch(/^([a-hj-km-np-z2-9]{4}-){2}[a-hj-km-np-z2-9]{4}$/);
        const typed = ` ${code.replaceAll('-', between)} `;
        expect(readRecoveryCode(upper ? typed.toUpperCase() : typed)).toBe(code);
      }),
    );
  });

  test('are nothing else', () => {
    for (const text of ['', 'abcd-efgh', 'abcd-efgh-jkl0', 'abcd-efgh-jkmnp', 'abcd_efgh_jkmn', '123456'])
      expect(readRecoveryCode(text), text).toBeNull();
    expect(recoveryCodeFrom(new Uint8Array(24).fill(255))).toBeNull();
    expect(recoveryCodeFrom(new Uint8Array(11))).toBeNull();
  });

  test('every character is equally likely', () => {
    const first = Array.from({ length: 256 }, (_, n) => recoveryCodeFrom(new Uint8Array(24).fill(n))?.[0]);
    const counts = new Map<string, number>();
    for (const char of first) if (char !== undefined) counts.set(char, (counts.get(char) ?? 0) + 1);
    expect(new Set(counts.values()).size).toBe(1);
  });
});

test.each([
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
    'Chrome on Windows',
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0 Safari/537.36 Edg/142.0',
    'Edge on Windows',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15',
    'Safari on Mac',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 CriOS/142.0 Mobile/15E148 Safari/604.1',
    'Chrome on iPhone',
  ],
  [
    'Mozilla/5.0 (Linux; Android 15; SM-S921B) AppleWebKit/537.36 SamsungBrowser/26.0 Chrome/122.0 Mobile Safari/537.36',
    'Samsung Internet on Android',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Linux'],
  ['curl/8.9', 'A program or unknown browser'],
  [null, 'A program or unknown browser'],
])('%s is %s', (header, name) => {
  expect(deviceName(header)).toBe(name);
});

describe('an idle page', () => {
  test('ends before its session, by what the server may hear late', () => {
    expect([30, 10, 4, 1].map((m) => pageIdleMs(m * MINUTE) / MINUTE)).toEqual([28.5, 8.5, 3, 0.75]);
  });

  test('warns two minutes before its end, and is over at it', () => {
    const idle = 30 * MINUTE;
    const states = [0, 27, 28, 29, 30, 300].map((m) => idleState(0, m * MINUTE, idle).state);
    expect(states).toEqual(['active', 'active', 'warning', 'warning', 'over', 'over']);
  });

  test('goes from active over warning to over, and back only by activity', () => {
    const order = { active: 0, warning: 1, over: 2 };
    fc.assert(
      fc.property(
        fc.integer({ min: MINUTE, max: 60 * MINUTE }),
        fc.nat(120 * MINUTE),
        fc.nat(120 * MINUTE),
        (idle, a, b) => {
          const [early, late] = [Math.min(a, b), Math.max(a, b)];
          expect(order[idleState(0, early, idle).state]).toBeLessThanOrEqual(order[idleState(0, late, idle).state]);
          expect(idleState(late, late, idle).state).toBe('active');
          expect(idleState(0, idle - 1, idle).state).toBe('warning');
        },
      ),
    );
  });

  test('says how long is left', () => {
    expect([120_000, 61_000, 60_000, 59_100, 1_000, 1].map(idleWords)).toEqual([
      '2 minutes',
      '2 minutes',
      '1 minute',
      '1 minute',
      '1 second',
      '1 second',
    ]);
  });
});

describe('who may suspend whom', () => {
  const may = (
    kind: (typeof ACTOR_KINDS)[number],
    role: (typeof ROLES)[number],
    organization_id: number | null,
    id = 2,
  ) => maySuspend({ kind, user_id: 1, organization_ids: [10, 11] }, { id, role, organization_id });

  test('as a complete table of actors and roles', () => {
    for (const kind of ACTOR_KINDS) {
      for (const role of ROLES) {
        const staff = STAFF.includes(role);
        const organizational = kind === 'org_admin' || kind === 'customer_admin';
        expect([kind, role, may(kind, role, 10)]).toEqual([
          kind,
          role,
          kind === 'super_admin' || (!staff && (kind === 'admin' || organizational)),
        ]);
        expect([kind, role, may(kind, role, 99)]).toEqual([
          kind,
          role,
          kind === 'super_admin' || (!staff && kind === 'admin'),
        ]);
        expect(may(kind, role, null)).toBe(kind === 'super_admin' || (!staff && kind === 'admin'));
        expect(may(kind, role, 10, 1)).toBe(false);
      }
    }
  });
});
