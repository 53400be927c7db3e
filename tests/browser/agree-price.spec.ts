import { unsealed } from '../../src/platform/mail/opener.ts';
import { CaseDriver } from '../harness/case-driver.ts';
import { castFor, writeRecord } from '../harness/review-driver.ts';
import { atServer } from '../harness/sender.ts';
import { expect, test } from './fixtures.ts';
import { inspect } from './look.ts';

/* Who ordered agrees to a changed price by the link of the mail, signed out, on a telephone. */
test('a changed price is agreed to by its link', async ({ person, server }) => {
  const cast = await castFor(server.world);
  const d = await new CaseDriver(atServer(server, cast)).to('released');
  const grows = async (pages: number) => {
    await writeRecord(server.world, d.id, `More ${pages}.pdf`, pages);
    await server.world.db
      .insertInto('outbox')
      .values({ topic: 'files.changed', payload: {} as never, review_id: d.id, created_at: server.now() })
      .execute();
    await server.settle();
  };
  await grows(1_000);
  const mail = await server.world.db
    .selectFrom('mails')
    .selectAll()
    .where('review_id', '=', d.id)
    .where('template', '=', 'price_to_agree')
    .executeTakeFirstOrThrow();
  const token = unsealed(await server.keys(), mail, server.now());
  const browser = await person({ viewport: { width: 390, height: 844 } });
  const { page, allow } = browser;
  await page.goto(`/agree-price?token=${token}`);
  await expect(page.getByRole('heading', { level: 1, name: `CR-${d.id} costs more than before` })).toBeVisible();
  await inspect(page);

  // it moves once more behind the open page: what is agreed to is what was looked at
  await grows(200);
  const act = page.getByRole('button', { name: /^Agree to \$/ });
  const shown = await act.textContent();
  allow(409);
  await act.click();
  await expect(page.getByText('The price changed again meanwhile.')).toBeVisible();
  await expect(act).not.toHaveText(shown ?? '');
  await act.click();
  await expect(page.getByRole('heading', { level: 1, name: /^You agreed to \$/ })).toBeFocused();
  await inspect(page);

  allow(410);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'This price was agreed to' })).toBeVisible();
});
