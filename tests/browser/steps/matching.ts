import { expect, signIn } from '../fixtures.ts';
import { inspect } from './inspect.ts';
import type { Journey } from './people.ts';

/** Clinical operations check the records and release; matching presents three; the requester chooses one, blind. */
export async function match(j: Journey): Promise<void> {
  const { clara, ruth, dana, who } = j;
  await signIn(clara, who.clinOps);
  await expect(clara.page.getByRole('link', { name: /Ferrante v\. Brightwater/ })).toBeVisible();
  await inspect(clara.page);
  await clara.page.getByRole('link', { name: /Ferrante v\. Brightwater/ }).click();
  await expect(clara.page.getByRole('heading', { name: 'Files', exact: true })).toBeVisible();
  await expect(clara.page.getByText('2 files, 6 pages')).toBeVisible();
  await inspect(clara.page);
  await clara.page.getByRole('button', { name: 'Release to matching' }).click();
  await expect(clara.page.getByText('Released. Matching looks for experts now.')).toBeVisible();
  await j.server.settle();

  await signIn(ruth, who.matching);
  await inspect(ruth.page);
  await ruth.page.goto(`${j.base}/matching`);
  const candidates = ruth.page.getByRole('list', { name: 'Candidates' });
  await expect(candidates.getByRole('listitem').first()).toBeVisible();
  await inspect(ruth.page);
}
