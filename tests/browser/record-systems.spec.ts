import { json } from '../../src/platform/db/json.ts';
import { type Hl7Receiver, hl7Receiver } from '../harness/hl7-receiver.ts';
import type { ServerProcess } from '../harness/server-process.ts';
import { test as base, expect, signIn, withServer } from './fixtures.ts';
import { inspect } from './look.ts';

/* An admin of Peritus connects a record system inside a network, says where its documents come from, sees what it answers to a test, and takes the connection away. */
const test = base.extend<object, { receiver: Hl7Receiver; server: ServerProcess }>({
  receiver: [
    async ({}, use) => {
      const receiver = await hl7Receiver();
      await use(receiver);
      await receiver.close();
    },
    { scope: 'worker' },
  ],
  server: [async ({}, use) => withServer(use, { env: { HL7_ALLOW_PRIVATE: '127.0.0.1' } }), { scope: 'worker' }],
});

test('a record system is connected, tried out and removed', async ({ person, server, receiver }) => {
  const { world } = server;
  const organization_id = await world.organization({ name: 'Lindqvist Clinics' });
  await world.db
    .updateTable('organizations')
    .set({ flags: json({ enable_athena_intely_integration: true }) })
    .where('id', '=', organization_id)
    .execute();
  const admin = await world.staff('admin');
  const browser = await person({ viewport: { width: 390, height: 844 } });
  const { page } = browser;
  await signIn(browser, admin, `/admin/organizations/${organization_id}?tab=record_systems`);
  await expect(page.getByText('No record system is connected')).toBeVisible();
  await page.getByRole('button', { name: 'Connect a record system' }).click();
  const form = page.getByRole('form', { name: 'Connect a record system' });
  await form.getByRole('button', { name: 'Connect it' }).click();
  await expect(form.getByText('Give the host.')).toBeVisible();
  await form.getByLabel('What it is called').fill('Clinic records');
  await form.getByLabel('How it is reached').selectOption({ label: 'MLLP, inside a private network' });
  await form.getByRole('textbox', { name: 'Host', exact: true }).fill('127.0.0.1');
  await form.getByRole('textbox', { name: 'Port', exact: true }).fill(String(receiver.port));
  await form.getByLabel('Documents arrive from').fill('127.0.0.1');
  await inspect(page);
  await form.getByRole('button', { name: 'Connect it' }).click();
  await expect(page.getByText('Documents arrive from 127.0.0.1.')).toBeVisible();
  await page.getByRole('button', { name: 'Send a test: Clinic records' }).click();
  await expect(page.getByText('The test was taken.')).toBeVisible();
  await inspect(page);
  expect(receiver.got[0]?.getSegment('MSH')?.getComponent(11, 1)).toBe('T');
  await page.getByRole('button', { name: 'Remove: Clinic records' }).click();
  await page.getByRole('button', { name: 'Remove it' }).click();
  await expect(page.getByText('No record system is connected')).toBeVisible();
});
