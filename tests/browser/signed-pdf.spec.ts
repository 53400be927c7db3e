import type { ReportView } from '../../src/features/reports/contract.ts';
import { peerCast, PeerDriver } from '../harness/peer-driver.ts';
import { atServer } from '../harness/sender.ts';
import { expect, test } from './fixtures.ts';
import { inspect } from './look.ts';

test('whoever holds a report checks its fingerprint and its signature, without an account', async ({
  person,
  server,
  passwordHash,
}) => {
  const cast = await peerCast(server.world, passwordHash);
  const d = await new PeerDriver(atServer(server, cast)).to('delivered');
  await d.settle();
  const { report } = await d.must<ReportView>(cast.requester, 'GET', d.url('/report'));
  const { page } = await person({ viewport: { width: 390, height: 844 } });
  const got = await page.request.get(d.url('/report/pdf'), { headers: cast.requester.headers });
  const pdf: Buffer = await got.body();
  const choose = (buffer: Buffer) =>
    page.getByLabel('Choose the PDF').setInputFiles({ name: 'report.pdf', mimeType: 'application/pdf', buffer });

  await page.goto(`/report-verification/${report?.verification_code}`);
  await expect(page.getByText('Its own signature', { exact: true })).toBeVisible();
  await choose(pdf);
  await expect(page.getByText('This is the file that was signed.')).toBeVisible();
  await expect(page.getByText('Its signature is valid, and this installation’s.')).toBeVisible();
  await inspect(page);

  const changed = Buffer.from(pdf);
  changed[300] = (changed[300] ?? 0) ^ 1;
  await choose(changed);
  await expect(page.getByText('This file was changed, or it is not this version.')).toBeVisible();
  await expect(page.getByText('It was changed after it was signed.')).toBeVisible();
  await inspect(page);
});
