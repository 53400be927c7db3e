import { expect, test } from 'vitest';
import { readEnv } from '../../src/platform/env.ts';
import { type TestApp, testApp } from '../harness/app.ts';

// requests of the harness come from 127.0.0.1
const CASES = [
  { setting: undefined, forwarded: '203.0.113.9', seen: '127.0.0.1' },
  { setting: '10.0.0.0/8', forwarded: '203.0.113.9', seen: '127.0.0.1' },
  { setting: '127.0.0.1', forwarded: '203.0.113.9', seen: '203.0.113.9' },
  { setting: 'loopback, 10.0.0.0/8', forwarded: '198.51.100.7, 203.0.113.9, 10.1.2.3', seen: '203.0.113.9' },
];

for (const { setting, forwarded, seen } of CASES) {
  test(`TRUST_PROXY ${setting ?? 'not set'}: "${forwarded}" counts as ${seen}`, async () => {
    const t: TestApp = await testApp(setting === undefined ? {} : { env: { TRUST_PROXY: setting } });
    try {
      const body = { email: 'nobody@x.example', password: 'not the password' };
      const answer = await t.request(null, 'POST', '/api/v1/user/login', body, { 'x-forwarded-for': forwarded });
      expect(answer.status).toBe(401);
      const { rows } = await t.app.services.database.pool.query<{ data: { source: string } }>(
        `select data from audit_rows where action = 'session.sign_in_failed'`,
      );
      expect(rows.map((row) => row.data.source)).toEqual([seen]);
    } finally {
      await t.close();
    }
  });
}

test('a proxy that is no address stops the start by name', () => {
  for (const TRUST_PROXY of ['true', '*', 'proxy.internal', '10.0.0.0/64', '10.0.0.1,,10.0.0.2'])
    expect(() => readEnv({ TRUST_PROXY })).toThrow(/TRUST_PROXY=/);
});
