import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clearDrafts } from '../session/drafts.ts';
import { Autosave, Refused, StaleVersion } from './autosave.ts';
import type { AutosaveOptions, AutosaveWorld } from './autosave.ts';

/** A storage that outlives tabs. */
function memory(): Storage {
  const items = new Map<string, string>();
  return {
    get length() {
      return items.size;
    },
    key: (index) => [...items.keys()][index] ?? null,
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: (key) => void items.delete(key),
    clear: () => items.clear(),
  };
}

/** A world whose time is turned by hand. */
function handTurned(storage: Storage | null = memory()) {
  let now = 0;
  let online = true;
  let next = 1;
  const timers = new Map<number, { at: number; run: () => void }>();
  const world: AutosaveWorld = {
    now: () => now,
    setTimer: (run, ms) => {
      timers.set(next, { at: now + ms, run });
      return next++;
    },
    clearTimer: (timer) => void timers.delete(timer as number),
    online: () => online,
    storage,
  };
  const settle = async () => {
    for (let turn = 0; turn < 10; turn++) await Promise.resolve();
  };
  return {
    world,
    settle,
    setOnline: (value: boolean) => {
      online = value;
    },
    waiting: () => timers.size,
    async advance(ms: number) {
      const end = now + ms;
      for (;;) {
        const due = [...timers].filter(([, timer]) => timer.at <= end).sort((a, b) => a[1].at - b[1].at)[0];
        if (!due) break;
        now = due[1].at;
        timers.delete(due[0]);
        due[1].run();
        await settle();
      }
      now = end;
      await settle();
    },
  };
}

/** A server with versions, as the API keeps them. */
function server(value = 'a') {
  const held = { value, version: 1 };
  let failure: (() => Error) | null = null;
  let running = 0;
  let most = 0;
  const taken: string[] = [];
  return {
    held,
    taken,
    most: () => most,
    failWith: (next: (() => Error) | null) => {
      failure = next;
    },
    save: async (next: string, version: number) => {
      running++;
      most = Math.max(most, running);
      await Promise.resolve();
      running--;
      if (failure) throw failure();
      if (version !== held.version) throw new StaleVersion({ ...held });
      held.value = next;
      held.version++;
      taken.push(next);
      return { version: held.version };
    },
  };
}

const open = (
  home: ReturnType<typeof handTurned>,
  far: ReturnType<typeof server>,
  more: Partial<AutosaveOptions<string>> = {},
) => {
  const options = { draftKey: 'case:1:basics', initial: { ...far.held }, save: far.save, ...more };
  const auto = new Autosave<string>(options, home.world);
  auto.start();
  return auto;
};

describe('sending', () => {
  it('sends once after a quiet, and keeps the draft until then', async () => {
    const [home, far] = [handTurned(), server()];
    const auto = open(home, far);
    auto.set('b');
    await home.advance(500);
    auto.set('bc');
    await home.advance(600);
    expect(far.taken).toEqual([]);
    expect(home.world.storage?.getItem('peritus:draft:case:1:basics')).toContain('bc');
    await home.advance(200);
    expect(far.taken).toEqual(['bc']);
    expect(auto.state).toEqual({ kind: 'clean', saved_at: 1200 });
    expect(home.world.storage?.getItem('peritus:draft:case:1:basics')).toBeNull();
  });

  it('waits at most 1.2 s while typing goes on', async () => {
    const [home, far] = [handTurned(), server()];
    const auto = open(home, far);
    for (let key = 0; key < 30; key++) {
      auto.set('x'.repeat(key + 1));
      await home.advance(100);
    }
    expect(far.taken.length).toBeGreaterThanOrEqual(2);
  });

  it('runs one save at a time and lets the newest follow', async () => {
    const [home, far] = [handTurned(), server()];
    const auto = open(home, far);
    auto.set('b');
    const first = auto.flush();
    auto.set('c');
    const second = auto.flush();
    await Promise.all([first, second]);
    expect(far.taken).toEqual(['b', 'c']);
    expect(far.most()).toBe(1);
    expect(auto.dirty).toBe(false);
  });
});

describe('losing the network', () => {
  it('keeps the value, backs off, and sends when it is back', async () => {
    const [home, far] = [handTurned(), server()];
    far.failWith(() => new TypeError('Failed to fetch'));
    home.setOnline(false);
    const auto = open(home, far);
    auto.set('b');
    await home.advance(800);
    expect(auto.state).toMatchObject({ kind: 'offline', kept: true, retry_at: 1800 });
    await home.advance(1000);
    expect(auto.state).toMatchObject({ kind: 'offline', retry_at: 3800 });
    auto.set('bc');
    far.failWith(null);
    auto.wake();
    await home.settle();
    expect(far.taken).toEqual(['bc']);
    expect(auto.state.kind).toBe('clean');
  });

  it('never waits longer than 30 s', async () => {
    const [home, far] = [handTurned(), server()];
    far.failWith(() => new Error('busy'));
    const auto = open(home, far);
    auto.set('b');
    await home.advance(10 * 60_000);
    expect(auto.state.kind).toBe('retrying');
    far.failWith(null);
    await home.advance(30_000);
    expect(far.taken).toEqual(['b']);
  });

  it('takes up the draft of a killed tab', async () => {
    const kept = memory();
    const [home, far] = [handTurned(kept), server()];
    far.failWith(() => new TypeError('Failed to fetch'));
    const killed = open(home, far);
    killed.set('half a sentence');
    killed.dispose();
    await home.settle();
    far.failWith(null);
    const next = open(home, far);
    expect(next.value).toBe('half a sentence');
    await home.advance(800);
    expect(far.held.value).toBe('half a sentence');
    expect(kept.length).toBe(0);
  });

  it('sends nothing before it is started: a render may be thrown away', async () => {
    const [home, far] = [handTurned(), server()];
    open(home, far).set('mine');
    const held = home.world.storage;
    const next = handTurned(held as Storage);
    const thrown = new Autosave<string>(
      { draftKey: 'case:1:basics', initial: { ...far.held }, save: far.save },
      next.world,
    );
    await next.advance(5000);
    expect([thrown.value, far.taken, next.waiting()]).toEqual(['mine', [], 0]);
  });

  it('does nothing behind the reader once disposed', async () => {
    const [home, far] = [handTurned(), server()];
    far.failWith(() => new Error('busy'));
    const auto = open(home, far);
    auto.set('b');
    const last = auto.flush();
    auto.dispose();
    await last;
    expect(home.waiting()).toBe(0);
  });

  it('says honestly when the device keeps nothing', async () => {
    const full = memory();
    full.setItem = () => {
      throw new Error('QuotaExceededError');
    };
    const [home, far] = [handTurned(full), server()];
    const auto = open(home, far);
    auto.set('b');
    expect(auto.state).toEqual({ kind: 'editing', kept: false });
    await home.advance(800);
    expect(far.taken).toEqual(['b']);
  });
});

describe('changed elsewhere', () => {
  it('hands over both, saves nothing meanwhile, and sends mine over the fresh version when told', async () => {
    const [home, far] = [handTurned(), server()];
    const seen: unknown[] = [];
    const auto = open(home, far, { onConflict: (mine, fresh) => seen.push([mine, fresh]) });
    far.held.value = 'theirs';
    far.held.version = 7;
    auto.set('mine');
    await home.advance(800);
    expect(seen).toEqual([['mine', { value: 'theirs', version: 7 }]]);
    auto.set('mine, longer');
    await home.advance(60_000);
    expect(far.taken).toEqual([]);
    expect(auto.state.kind).toBe('conflict');
    auto.resolve('mine');
    await home.settle();
    expect(far.held).toEqual({ value: 'mine, longer', version: 8 });
  });

  it('takes the fresh one when told', async () => {
    const [home, far] = [handTurned(), server()];
    const auto = open(home, far);
    far.held.value = 'theirs';
    far.held.version = 7;
    auto.set('mine');
    await home.advance(800);
    auto.resolve('fresh');
    expect(auto.value).toBe('theirs');
    auto.set('theirs and mine');
    await home.advance(800);
    expect(far.held).toEqual({ value: 'theirs and mine', version: 8 });
  });

  it('is no conflict when the server already has what was sent (the answer was lost)', async () => {
    const [home, far] = [handTurned(), server()];
    const auto = open(home, far);
    far.held.value = 'b';
    far.held.version = 2;
    auto.set('b');
    await home.advance(800);
    expect(auto.state.kind).toBe('clean');
    expect(auto.version).toBe(2);
  });

  it('asks when a kept draft meets a newer version', () => {
    const [home, far] = [handTurned(), server()];
    const killed = open(home, far);
    killed.set('mine');
    killed.dispose();
    far.held.value = 'theirs';
    far.held.version = 2;
    const next = open(home, far);
    expect(next.state).toEqual({ kind: 'conflict', kept: true, fresh: { value: 'theirs', version: 2 }, base: 'a' });
    expect(next.value).toBe('mine');
  });

  it('refresh replaces a clean value and never an edited one', () => {
    const [home, far] = [handTurned(), server()];
    const auto = open(home, far);
    auto.refresh({ value: 'newer', version: 2 });
    expect(auto.value).toBe('newer');
    auto.set('mine');
    auto.refresh({ value: 'newest', version: 3 });
    expect(auto.value).toBe('mine');
    expect(auto.state.kind).toBe('conflict');
  });
});

it('stops at a refusal until the next edit', async () => {
  const [home, far] = [handTurned(), server()];
  far.failWith(() => new Refused('This date is in the future.'));
  const auto = open(home, far);
  auto.set('b');
  await home.advance(60_000);
  expect(auto.state).toEqual({ kind: 'refused', kept: true, message: 'This date is in the future.' });
  far.failWith(null);
  auto.set('c');
  await home.advance(800);
  expect(far.taken).toEqual(['c']);
});

it('log out forgets the drafts and nothing else', () => {
  const storage = memory();
  storage.setItem('other', 'stays');
  const auto = open(handTurned(storage), server());
  auto.set('b');
  clearDrafts(storage);
  expect([storage.length, storage.getItem('other')]).toEqual([1, 'stays']);
});

it('whatever happens, the last edit reaches the server once the network holds', async () => {
  const step = fc.oneof(
    fc.record({ do: fc.constant('type' as const), text: fc.string({ minLength: 1, maxLength: 8 }) }),
    fc.record({ do: fc.constant('wait' as const), ms: fc.integer({ min: 1, max: 3000 }) }),
    fc.record({ do: fc.constant('break' as const) }),
    fc.record({ do: fc.constant('mend' as const) }),
    fc.record({ do: fc.constant('reload' as const) }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
      const [home, far] = [handTurned(), server()];
      let auto = open(home, far);
      let last = far.held.value;
      for (const one of steps) {
        if (one.do === 'type') auto.set((last = one.text));
        if (one.do === 'wait') await home.advance(one.ms);
        if (one.do === 'break') far.failWith(() => new TypeError('Failed to fetch'));
        if (one.do === 'mend') far.failWith(null);
        if (one.do === 'reload') {
          auto.dispose();
          await home.settle();
          auto = open(home, far);
        }
      }
      far.failWith(null);
      await home.advance(60_000);
      expect(far.held.value).toBe(last);
      expect(auto.dirty).toBe(false);
      expect(far.most()).toBeLessThanOrEqual(1);
    }),
    { numRuns: 200 },
  );
});
