import { expect, type Watched } from '../fixtures.ts';
import { inspect } from '../look.ts';
import type { Journey } from './people.ts';
import { sign } from './report.ts';

const log = ({ page }: Watched) => page.getByRole('log');
const writer = ({ page }: Watched) => page.getByRole('textbox', { name: /^Write to/ });
const badge = ({ page }: Watched) => page.getByRole('banner').getByRole('link', { name: /unread conversation/ });

/** Requester and expert talk: each sees the other's words without a reload, the header counts what is unread. */
export async function talk({ dana, ines, base }: Journey): Promise<void> {
  await dana.page.goto(base);
  const panel = dana.page.getByRole('region', { name: 'Conversation' });
  await panel.getByRole('tab', { name: /expert/i }).click();
  await ines.page.goto('/up-next');
  await expect(badge(ines)).toHaveCount(0);
  await writer(dana).fill('Which page shows the drain output?');
  await panel.getByRole('button', { name: 'Send' }).click();
  await expect(badge(ines)).toHaveText(/1 unread conversation/);
  await inspect(ines.page);
  await badge(ines).click();
  await ines.page
    .getByRole('navigation', { name: 'Conversations' })
    .getByRole('link', { name: /Which page shows/ })
    .click();
  await expect(log(ines)).toContainText('Which page shows the drain output?');
  await expect(badge(ines)).toHaveCount(0);
  await writer(ines).fill('Page 3, at 04:10.');
  await ines.page.getByRole('button', { name: 'Send' }).click();
  await expect(log(dana)).toContainText('Page 3, at 04:10.');
  await inspect(ines.page);
  await inspect(dana.page);
}

/** Both sides rate; what one wrote is thanked for and nobody else's to read. */
export async function rate({ dana, ines, base }: Journey): Promise<void> {
  for (const [{ page }, path] of [
    [dana, 'rate-medical-expert'],
    [ines, 'rate-claim-requester'],
  ] as const) {
    await page.goto(`${base}/${path}`);
    await expect(page.getByRole('radiogroup').first()).toBeVisible();
    for (const item of await page.getByRole('radiogroup').all()) {
      const yes = item.getByRole('radio', { name: 'Yes' });
      await ((await yes.count()) > 0 ? yes : item.getByRole('radio', { name: '5' })).check();
    }
    await page.getByLabel(/^Anything else/).fill('Clear and on time.');
    await inspect(page);
    await page.getByRole('button', { name: 'Send the rating' }).click();
    await expect(page.getByRole('heading', { name: 'Thank you. Your rating is in.' })).toBeVisible();
  }
  await inspect(dana.page);
}

/** The closeout that began with the delivery is stopped to ask back; the expert answers in a second version. */
export async function clarify(j: Journey): Promise<void> {
  const { dana, ines, server, base } = j;
  await dana.page.goto(`${base}/cancel-automated-closeout`);
  await expect(dana.page.getByRole('button', { name: 'Stop the closeout' })).toBeVisible();
  await inspect(dana.page);
  await dana.page.getByRole('button', { name: 'Stop the closeout' }).click();
  await expect(dana.page.getByRole('heading', { name: 'Nothing to stop' })).toBeVisible();
  await server.settle();
  await inspect(dana.page);

  await dana.page.goto(`${base}/report`);
  await dana.page.getByRole('button', { name: 'Ask for a clarification' }).click();
  await dana.page.getByLabel('What is unclear, and in which answer').fill('By what hour at the latest?');
  await inspect(dana.page);
  await dana.page.getByRole('button', { name: 'Ask the expert' }).click();
  await expect(dana.page.getByText('A clarification is under way.')).toBeVisible();
  await server.settle();

  await ines.page.goto(`${base}/report`);
  await expect(ines.page.getByText('“By what hour at the latest?”')).toBeVisible();
  await ines.page
    .getByRole('navigation', { name: /sections/i })
    .getByRole('button', { name: /Limits/ })
    .click();
  await ines.page.getByRole('textbox', { name: /^Further records/ }).click();
  await ines.page.keyboard.insertText('By noon of that day.');
  await ines.page
    .getByRole('navigation', { name: /sections/i })
    .getByRole('button', { name: /Attestation/ })
    .click();
  await sign(j, true);
}

/** The closeout began anew with the second delivery; nobody stops it, and both see the review closed. */
export async function close({ dana, ines, server, base }: Journey): Promise<void> {
  await dana.page.goto(base);
  await expect(dana.page.getByText(/Closes/).first()).toBeVisible();
  await inspect(dana.page);
  await ines.page.goto(base);
  // nothing closes untold: the warning goes first
  await server.advance({ hours: 50 });
  await server.advance({ hours: 30 });
  for (const { page } of [dana, ines]) {
    await expect(page.getByRole('main').getByText('Closed', { exact: true }).first()).toBeVisible();
    await inspect(page);
  }
  await dana.page.goto('/completed-cases');
  await expect(dana.page.getByRole('link', { name: /Ferrante v\. Brightwater Regional Hospital/ })).toBeVisible();
  await inspect(dana.page);
  await dana.page.goto(`${base}/cancel-automated-closeout`);
  await expect(dana.page.getByRole('heading', { name: 'It is too late to stop it' })).toBeVisible();
  await inspect(dana.page);
}
