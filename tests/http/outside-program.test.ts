import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ApiKeyWithToken } from '../../src/features/api-keys/contract.ts';
import type { WebhookWithSecret } from '../../src/features/webhooks/contract.ts';
import { type TestApp, testApp } from '../harness/app.ts';
import { freePort } from '../harness/server-process.ts';

/* A program of its own process that knows the API's document and a key: tests/outside/program.ts. */
let t: TestApp;
beforeAll(async () => {
  t = await testApp({ env: { WEBHOOK_ALLOW_LOOPBACK: 'on' } });
  await t.app.http.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => t.close());

it('orders a review by the document alone, and gets what the document says', async () => {
  const organization_id = await t.world.organization({ name: 'Harborline Mutual' });
  const admin = await t.world.person({ role: 'org_admin', organization_id });
  await t.world.db.updateTable('sessions').set({ authenticated_at: t.clock.now() }).execute();
  await t.world.specialty();
  const port = await freePort();
  const at = `/api/v1/organizations/${organization_id}`;
  const hook = await t.request<WebhookWithSecret>(admin, 'POST', `${at}/webhooks`, {
    url: `http://127.0.0.1:${port}/`,
    description: '',
    events: ['review.ordered', 'review.status_changed'],
  });
  const key = await t.request<ApiKeyWithToken>(admin, 'POST', `${at}/api_keys`, {
    name: 'Claims system',
    scopes: ['reviews:read', 'reviews:order', 'files:read', 'files:write', 'conversations:read', 'conversations:write'],
    days: 30,
  });
  const program = spawn(process.execPath, [join(import.meta.dirname, '../outside/program.ts')], {
    env: {
      BASE: `http://127.0.0.1:${(t.app.http.server.address() as AddressInfo).port}`,
      KEY: key.body.token,
      HOOK_PORT: String(port),
      HOOK_SECRET: hook.body.secret,
    },
  });
  let said = '';
  let faults = '';
  let settling = Promise.resolve();
  program.stdout.on('data', (part: Buffer) => {
    said += part.toString();
    settling = settling.then(() => t.settle());
  });
  program.stderr.on('data', (part: Buffer) => (faults += part.toString()));
  await once(program, 'exit');
  await settling;

  expect(faults).toBe('');
  const { id, ...rest } = JSON.parse(said.trim().split('\n').at(-1) ?? '') as { id: number };
  expect(rest).toMatchObject({ status: 'in_intake' });
  const review = await t.world.db
    .selectFrom('reviews')
    .select(['requester_id', 'organization_id', 'status'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  expect(review).toEqual({ requester_id: admin.user_id, organization_id, status: 'in_intake' });
});
