import { afterEach, expect, test } from 'vitest';
import { platformServices } from '../../../tests/harness/platform.ts';
import { listen } from './listen.ts';

const open: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of open.splice(0).toReversed()) await close();
});

/** Fulfilled with the next thing that is pushed. */
function tape<T>() {
  const held: T[] = [];
  let wake = (): void => undefined;
  return {
    push(one: T) {
      held.push(one);
      wake();
    },
    async next(): Promise<T | undefined> {
      while (held.length === 0) await new Promise<void>((resolve) => (wake = resolve));
      return held.shift();
    },
  };
}

test('what is committed is heard, also after the connection was lost, and then that there was a gap is told', async () => {
  const { services, close } = await platformServices();
  open.push(close);
  const { pool } = services.database;
  const begun = tape<null>();
  const heard = tape<string>();
  const ear = listen(services.database, 'rights', {
    heard: (payload) => heard.push(payload),
    begins: () => begun.push(null),
    log: services.log,
  });
  open.push(() => ear.close());
  await begun.next();
  await pool.query(`select pg_notify('rights', 'user:1')`);
  expect(await heard.next()).toBe('user:1');
  await pool.query(`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and query = 'listen rights'`);
  await begun.next();
  await pool.query(`select pg_notify('rights', 'user:2')`);
  expect(await heard.next()).toBe('user:2');
});
