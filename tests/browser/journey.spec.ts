import { signIn, test } from './fixtures.ts';
import { match } from './steps/matching.ts';
import { order } from './steps/order.ts';
import { type Journey, populate } from './steps/people.ts';

test('one case review from order to close, by four people in four browsers', async ({
  person,
  server,
  passwordHash,
}) => {
  test.setTimeout(300_000);
  const who = await populate(server, passwordHash);
  const j: Journey = {
    server,
    who,
    dana: await person(),
    clara: await person(),
    ruth: await person(),
    ines: await person({ zone: 'America/New_York' }),
    id: 0,
    base: '',
  };
  await signIn(j.dana, who.requester);
  await test.step('order', () => order(j));
  await test.step('matching', () => match(j));
});
