import { signInByHand, test } from './fixtures.ts';
import { clarify, close, rate, talk } from './steps/after.ts';
import { holdCall } from './steps/call.ts';
import { accept, match } from './steps/matching.ts';
import { order } from './steps/order.ts';
import { type Journey, populate } from './steps/people.ts';
import { readReport, report } from './steps/report.ts';

test('one case review from order to close, by four people in four browsers', async ({
  person,
  server,
  passwordHash,
}) => {
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
  await signInByHand(j.dana, who.requester);
  await test.step('order', () => order(j));
  await test.step('matching', () => match(j));
  await test.step('acceptance', () => accept(j));
  await test.step('call', () => holdCall(j));
  await test.step('report', () => report(j));
  await test.step('reading', () => readReport(j, 1));
  await test.step('talking', () => talk(j));
  await test.step('rating', () => rate(j));
  await test.step('clarification', () => clarify(j));
  await test.step('reading again', () => readReport(j, 2));
  await test.step('closing', () => close(j));
});
