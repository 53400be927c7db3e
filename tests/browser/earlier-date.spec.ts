import { castFor } from '../harness/review-driver.ts';
import { CaseDriver } from '../harness/case-driver.ts';
import { PeerDriver, peerCast } from '../harness/peer-driver.ts';
import { atServer } from '../harness/sender.ts';
import { expect, expectFits, expectSound, signIn, test } from './fixtures.ts';
import { inspect } from './look.ts';

/* After acceptance an earlier date is asked of the expert from the edit page: agreed to once, kept the next time. */

for (const [what, slug, begin] of [
  [
    'case review',
    'case',
    async (d: CaseDriver) => {
      await d.to('presented', { needed_by: '2026-12-31' });
      return d.to('accepted');
    },
  ],
  ['peer review', 'peer-review', (d: CaseDriver) => (d as PeerDriver).to('accepted', { needed_by: '2026-12-31' })],
] as const) {
  test(`an earlier date of a ${what} is asked of the expert, who agrees, and the next time keeps`, async ({
    person,
    server,
  }) => {
    const peer = slug === 'peer-review';
    const cast = peer ? await peerCast(server.world) : await castFor(server.world);
    const d = peer ? new PeerDriver(atServer(server, cast)) : new CaseDriver(atServer(server, cast));
    await begin(d);
    const dana = await person();
    await signIn(dana, cast.requester);
    await dana.page.goto(`/${slug}/${d.id}/edit`);
    const date = dana.page.getByRole('textbox', { name: /^Needed by/ });
    await expect(date).toHaveValue('12/31/2026');
    const folded = dana.page.locator('summary').filter({ hasText: 'if they help' }).last();
    await folded.click();
    await dana.page.getByLabel('Billing reference').fill('BR-77');
    await date.fill('12/22/2026');
    await expect(dana.page.getByRole('main')).toContainText('December 22 needs their agreement');
    // what was begun is still there after the tab was closed
    await dana.page.getByLabel('Why it is needed earlier').fill('The hearing was moved.');
    await expect(dana.page.getByText('Saved', { exact: false }).first()).toBeVisible();
    await dana.page.reload();
    await expect(dana.page.getByLabel('Why it is needed earlier')).toHaveValue('The hearing was moved.');
    await expect(date).toHaveValue('12/31/2026');
    await expect(folded).toContainText('Billing reference: BR-77');
    await inspect(dana.page);
    // whoever is done without having asked is led back to it
    await dana.page.getByRole('button', { name: 'Done' }).click();
    await expect(dana.page.getByLabel('Why it is needed earlier')).toBeFocused();
    await dana.page.getByRole('button', { name: 'Ask for December 22' }).click();
    await expect(dana.page.getByRole('main')).toContainText(
      'The expert was asked for December 22 instead of December 31.',
    );
    await expect(dana.page.getByRole('button', { name: 'Take it back' })).toBeVisible();
    await dana.page.goto(`/${slug}/${d.id}`);
    await expect(dana.page.getByRole('main')).toContainText(
      'The expert was asked for December 22 instead of December 31.',
    );

    const ines = await person();
    await signIn(ines, cast.expert);
    await ines.page.goto('/up-next');
    await expect(ines.page.getByRole('main')).toContainText('December 22 instead of December 31');
    await ines.page.getByRole('link', { name: 'Answer whether an earlier date works' }).click();
    await expect(ines.page.getByRole('main')).toContainText(
      'The requester asks for December 22 instead of December 31.',
    );
    await expect(ines.page.getByRole('main')).toContainText('“The hearing was moved.”');
    await expectSound(ines);
    await ines.page.getByRole('button', { name: 'Agree to December 22' }).click();
    const agree = ines.page.getByRole('dialog', { name: 'Agree to December 22?' });
    await agree.getByLabel('An explanation').fill('I have a free week.');
    await expectSound(ines);
    await agree.getByRole('button', { name: 'Agree to December 22' }).click();
    await expect(agree).toBeHidden();
    for (const { page } of [ines, dana]) {
      const main = page.getByRole('main');
      await expect(main).toContainText('agreed to December 22 instead of December 31');
      await expect(main).toContainText('Tue, Dec 22, 2026');
      await expect(main).not.toContainText('was asked for December 22');
    }

    // a second time the expert keeps it
    await dana.page.goto(`/${slug}/${d.id}/edit`);
    await expect(date).toHaveValue('12/22/2026');
    await date.fill('12/18/2026');
    await dana.page.getByLabel('Why it is needed earlier').fill('The committee meets sooner.');
    await dana.page.getByRole('button', { name: 'Ask for December 18' }).click();
    await expect(dana.page.getByRole('button', { name: 'Take it back' })).toBeVisible();
    await dana.page.goto(`/${slug}/${d.id}`);
    await ines.page.setViewportSize({ width: 390, height: 844 });
    await ines.page.reload();
    await expect(ines.page.getByRole('button', { name: 'Keep December 22' })).toBeVisible();
    await expectFits(ines.page);
    await ines.page.getByRole('button', { name: 'Keep December 22' }).click();
    const keep = ines.page.getByRole('dialog', { name: 'Keep December 22?' });
    await keep.getByRole('button', { name: 'Keep December 22' }).click();
    await expect(keep).toBeHidden();
    await expect(dana.page.getByRole('main')).toContainText('kept December 22, not December 18');
    await expect(dana.page.getByRole('main')).toContainText('Tue, Dec 22, 2026');
    await expect(ines.page.getByRole('button', { name: 'Keep December 22' })).toHaveCount(0);
  });
}
