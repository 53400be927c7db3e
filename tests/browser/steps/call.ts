import { expect } from '../fixtures.ts';
import { inspect } from '../look.ts';
import type { Review } from './people.ts';

/** Times offered, one chosen, invitations for the calendar, the call held and recorded. */
export async function holdCall(j: Review): Promise<void> {
  const { dana, ines, server, who } = j;
  await ines.page.goto(`${j.base}/choose-available-times`);
  await expect(ines.page.getByRole('grid')).toBeVisible();
  await ines.page.getByRole('button', { name: 'Next week' }).click();
  await ines.page
    .getByRole('gridcell', { name: /, free$/ })
    .first()
    .click();
  for (const key of ['ArrowRight', 'ArrowDown', 'ArrowDown', 'Enter', 'ArrowRight', 'ArrowDown', ' '])
    await ines.page.keyboard.press(key);
  await expect(ines.page.getByRole('list', { name: 'Times to offer' }).getByRole('listitem')).toHaveCount(3);
  await inspect(ines.page);
  await ines.page.getByRole('button', { name: 'Offer three times' }).click();
  await expect(ines.page).toHaveURL(new RegExp(`${j.base}$`));
  await server.settle();

  await dana.page.goto(`${j.base}/choose-call-time`);
  await expect(dana.page.getByRole('radio')).toHaveCount(3);
  await dana.page.getByRole('radio').first().check();
  await inspect(dana.page);
  await dana.page.getByRole('button', { name: /^Set the call for / }).click();
  await expect(dana.page).toHaveURL(new RegExp(`${j.base}$`));
  await expect(dana.page.getByRole('heading', { name: 'Call', exact: true })).toBeVisible();
  await server.settle();
  await inspect(dana.page);
  const mails = await server.world.db
    .selectFrom('mails')
    .select(['to_email', 'ics', 'ics_method'])
    .where('review_id', '=', j.id)
    .where('template', '=', 'call_set')
    .execute();
  expect(mails.map((m) => m.to_email).toSorted()).toEqual([who.requester.email, who.expert.email].toSorted());
  for (const { ics, ics_method } of mails) {
    expect(ics).toContain(`SUMMARY:Expert call CR-${j.id}`);
    expect(ics).not.toContain('Ferrante');
    expect(ics_method).toBe('REQUEST');
  }

  // until the call the expert reads; what was in view is kept, and the page says how far that is
  await ines.page.goto(j.base);
  await inspect(ines.page);
  const told = ines.page.waitForResponse((r) => r.url().endsWith('/pages_seen') && r.ok());
  await ines.page.getByRole('link', { name: 'Read the records' }).click();
  await told;
  await ines.page.goBack();
  await expect(ines.page.getByText('1 of 6 pages seen before the call.')).toBeVisible();
  await expect(ines.page.getByRole('link', { name: 'Keep reading' })).toBeVisible();

  const { appointment_at } = await server.world.db
    .selectFrom('reviews')
    .select('appointment_at')
    .where('id', '=', j.id)
    .executeTakeFirstOrThrow();
  await server.advance({
    minutes: Math.ceil(((appointment_at?.getTime() ?? 0) - server.now().getTime()) / 60_000) + 50,
  });
  await ines.page.goto('/up-next');
  await expect(ines.page.getByRole('link', { name: new RegExp(`CR-${j.id}|Ferrante`) }).first()).toBeVisible();
  await inspect(ines.page);
  await ines.page.goto(j.base);
  const record = ines.page.getByRole('form', { name: 'Record the call' });
  await record.getByLabel('The call took').fill('48');
  await record.getByLabel('Preparation').fill('60');
  await inspect(ines.page);
  await record.getByRole('button', { name: 'Record it as held' }).click();
  await expect(ines.page.getByText('Held for 48 minutes.')).toBeVisible();
  await server.settle();
  await inspect(ines.page);
}
