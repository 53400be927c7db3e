import { json } from '../../src/platform/db/json.ts';
import { type Hl7Receiver, hl7Receiver } from '../harness/hl7-receiver.ts';
import { CaseDriver } from '../harness/case-driver.ts';
import { documentMessage } from '../harness/hl7-document.ts';
import { hl7Settings } from '../harness/hl7-settings.ts';
import { peerCast, PeerDriver } from '../harness/peer-driver.ts';
import { castFor } from '../harness/review-driver.ts';
import { atServer, sender } from '../harness/sender.ts';
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

/** An organization with a record system that sends documents and takes results. */
async function connected(server: ServerProcess, organization_id: number, by: number, port: number) {
  await server.world.db
    .updateTable('organizations')
    .set({ flags: json({ enable_athena_intely_integration: true }) })
    .where('id', '=', organization_id)
    .execute();
  return server.world.db
    .insertInto('hl7_connections')
    .values({
      ...hl7Settings({ transport: 'mllp', host: '127.0.0.1', port }),
      organization_id,
      may_lead_inside: true,
      created_at: server.now(),
      created_by: by,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
}

test('what a record system sent is taken in where charts are gathered, on a telephone', async ({
  person,
  server,
  receiver,
  passwordHash,
}) => {
  const { world } = server;
  const cast = await peerCast(world, passwordHash);
  const { id } = await connected(server, cast.organization_id, cast.admin.user_id, receiver.port);
  const admin = await world.person({ role: 'org_admin', organization_id: cast.organization_id });
  await world.db.updateTable('sessions').set({ authenticated_at: server.now() }).execute();
  const path = `/api/v1/organizations/${cast.organization_id}/hl7/${id}/token`;
  const { body } = await sender(server.url)(admin, 'POST', path);
  const address = new URL((body as { address: string }).address).pathname;
  const posted = await fetch(server.url + address, {
    method: 'POST',
    headers: { 'content-type': 'application/hl7-v2' },
    body: documentMessage(),
  });
  expect(posted.status).toBe(200);
  const d = await new PeerDriver(atServer(server, cast)).draft();
  const browser = await person({ viewport: { width: 390, height: 844 } });
  const { page } = browser;
  await signIn(browser, cast.requester, `/peer-review/${d.id}/step-three`);
  const arrived = page.getByRole('region', { name: '1 document arrived from your record system for this MRN' });
  await expect(arrived).toContainText('MRN 55-101');
  await inspect(page);
  await arrived.getByRole('button', { name: /^Take it in: / }).click();
  await expect(page.getByText('It is among the records.')).toBeVisible();
  await expect(arrived).toHaveCount(0);
  await expect(page.getByText('Consult note 2026-08-03.pdf').first()).toBeVisible();
  await inspect(page);
});

test('a result no record system took is sent again from the console', async ({
  person,
  server,
  receiver,
  passwordHash,
}) => {
  const cast = await castFor(server.world, passwordHash);
  await connected(server, cast.organization_id, cast.admin.user_id, receiver.port);
  const needed_by = new Date(server.now().getTime() + 30 * 86_400_000).toISOString().slice(0, 10);
  receiver.faults.push({ code: 'AR', text: 'No such patient' });
  const before = receiver.got.length;
  await new CaseDriver(atServer(server, cast)).to('delivered', { service: 'report_only', needed_by });
  await server.settle();
  expect(receiver.got).toHaveLength(before + 1);
  const browser = await person({ viewport: { width: 390, height: 844 } });
  const { page } = browser;
  await signIn(browser, await server.world.staff('admin'), '/admin/record-systems');
  await expect(page.getByText('No such patient')).toBeVisible();
  await inspect(page);
  await page.getByRole('button', { name: /^Send again/ }).click();
  await expect(page.getByText('Everything was taken')).toBeVisible();
  await expect.poll(() => receiver.got.length).toBe(before + 2);
  await inspect(page);
});
