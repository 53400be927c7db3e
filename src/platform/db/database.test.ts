import { expect, test } from 'vitest';
import { emptyDatabase } from '../../../tests/harness/cluster.ts';
import { givenCluster } from '../../../tests/harness/provided.ts';
import { connect } from './database.ts';

test('a connection the server ends is told of while the product works, and not once it is closing', async () => {
  const own = await emptyDatabase(givenCluster());
  const other = connect(own.connection, { max: 2 });
  const told: unknown[] = [];
  const database = connect(own.connection, {
    max: 4,
    onError: (error) => told.push('code' in error ? error.code : error.message),
  });
  try {
    const endOne = async () => {
      const client = await database.pool.connect();
      const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
      const ended = new Promise<void>((resolve) => client.once('end', () => resolve()));
      return {
        async terminate() {
          await other.pool.query('select pg_terminate_backend($1)', [rows[0]?.pid]);
          await ended;
          client.release(true);
        },
      };
    };
    const [first, second] = [await endOne(), await endOne()];
    await first.terminate();
    expect(told).toContain('57P01');
    told.length = 0;
    const closed = database.close();
    await second.terminate();
    await closed;
    expect(told).toEqual([]);
  } finally {
    await other.close();
    await own.drop();
  }
});
