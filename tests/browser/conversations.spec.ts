import { json } from '../../src/platform/db/json.ts';
import { CaseDriver } from '../harness/case-driver.ts';
import { castFor, writeRecord } from '../harness/review-driver.ts';
import { atServer } from '../harness/sender.ts';
import { acceptedCase } from './accepted-case.ts';
import type { ServerProcess } from '../harness/server-process.ts';
import { expect, expectAccessible, expectFits, expectSound, signIn, test, type Watched } from './fixtures.ts';

/** A case with its expert, and `say`, which writes in a conversation as one of them. */
async function conversing(server: ServerProcess) {
  const { cast, d, send, withExpert } = await acceptedCase(server);
  let serial = 0;
  const say = async (who: { headers: Record<string, string> }, channel: string, body: string, more = {}) => {
    const answer = await send(who, 'POST', `/api/v1/chat/channels/${channel}/messages`, {
      client_id: `spec-${d.id}-${(serial += 1)}`,
      body,
      ...more,
    });
    expect(answer.status).toBe(201);
    return answer.body as { id: number };
  };
  return { cast, d, say, withExpert };
}

const log = ({ page }: Watched) => page.getByRole('log');
const writer = ({ page }: Watched) => page.getByRole('textbox', { name: /^Write to/ });
const badge = ({ page }: Watched) => page.getByRole('banner').getByRole('link', { name: /unread conversation/ });

test('two people talk: live on both sides, read, changed, taken back, by keyboard', async ({ person, server }) => {
  const { cast, say, withExpert } = await conversing(server);
  const [dana, ines] = [await person(), await person({ zone: 'America/New_York' })];
  await signIn(dana, cast.requester);
  await signIn(ines, cast.expert);
  await dana.page.goto('/cases');
  await expect(badge(dana)).toHaveCount(0);
  await say(cast.expert, withExpert, 'Is there a flow sheet?');
  await expect(badge(dana)).toHaveText(/1 unread conversation/);

  await dana.page
    .getByRole('banner')
    .getByRole('link', { name: /Conversations/ })
    .click();
  await dana.page
    .getByRole('navigation', { name: 'Conversations' })
    .getByRole('link', { name: /Is there a flow sheet/ })
    .click();
  await expect(log(dana)).toContainText('Is there a flow sheet?');
  await expect(badge(dana)).toHaveCount(0);

  await ines.page.goto(`/chat/${withExpert}`);
  await expect(log(ines)).toContainText('Is there a flow sheet?');
  await expect(log(ines).getByText('Read', { exact: true })).toBeVisible();
  await writer(dana).click();
  await dana.page.keyboard.type('There is, **from page 12**.');
  await expect(ines.page.getByText(/is writing$/)).toBeVisible();
  await dana.page.keyboard.press('Control+Enter');
  await expect(log(ines).locator('strong')).toHaveText('from page 12');
  await expect(ines.page.getByText(/is writing$/)).toHaveCount(0);
  await expect(writer(dana)).toHaveValue('');
  await expect(writer(dana)).toBeFocused();

  const own = log(dana).getByRole('article').last();
  await own.hover();
  await own.getByRole('button', { name: 'Change your message' }).click();
  await dana.page.getByRole('menuitem', { name: 'Edit' }).click();
  await dana.page.getByRole('textbox', { name: 'Your message' }).fill('There is, from page 188.');
  await dana.page.getByRole('button', { name: 'Save' }).click();
  await expect(log(ines)).toContainText('from page 188');
  await expect(log(ines)).toContainText('Edited');
  await own.hover();
  await own.getByRole('button', { name: 'Change your message' }).click();
  await dana.page.getByRole('menuitem', { name: 'Take back' }).click();
  await expect(log(ines)).toContainText('This message was taken back.');
  await expect(log(ines)).not.toContainText('188');
});

test('a message that comes while unread ones are being counted for the first time is counted', async ({
  person,
  server,
}) => {
  const { cast, say, withExpert } = await conversing(server);
  const dana = await person();
  await signIn(dana, cast.requester);
  const counted = Promise.withResolvers<void>();
  const hearing = Promise.withResolvers<void>();
  const told = Promise.withResolvers<void>();
  await dana.page.route('**/api/v1/chat/unread', async (route) => {
    const answer = await route.fetch();
    counted.resolve();
    await told.promise;
    await route.fulfill({ response: answer });
  });
  dana.page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => {
      // it is known who converses: the page is in the rooms of its conversations
      if (payload.includes('"expires_at"')) hearing.resolve();
      if (payload.includes('message.new')) told.resolve();
    }),
  );
  await dana.page.goto('/cases');
  await Promise.all([counted.promise, hearing.promise]);
  await say(cast.expert, withExpert, 'Is there a flow sheet?');
  await expect(badge(dana)).toHaveText(/1 unread conversation/);
});

test('a draft outlives the page; a message written while the server is dead arrives once', async ({
  person,
  server,
}) => {
  const { cast, withExpert } = await conversing(server);
  const [dana, ines] = [await person(), await person()];
  await signIn(dana, cast.requester);
  await signIn(ines, cast.expert);
  await dana.page.goto(`/chat/${withExpert}`);
  await ines.page.goto(`/chat/${withExpert}`);
  await writer(dana).fill('Half a thought');
  await dana.page.reload();
  await expect(writer(dana)).toHaveValue('Half a thought');

  await server.kill();
  for (const who of [dana, ines]) who.allow(0);
  await writer(dana).fill('Sent into the void');
  await dana.page.getByRole('button', { name: 'Send' }).click();
  await writer(dana).fill('And a second one');
  await dana.page.getByRole('button', { name: 'Send' }).click();
  await expect(log(dana)).toContainText('Waiting for the connection');
  await server.restart();
  await expect(log(ines).getByText('And a second one')).toHaveCount(1);
  await expect(log(ines).getByText('Sent into the void')).toHaveCount(1);
  await expect(log(dana)).not.toContainText('Waiting for the connection');
  const stored = await server.database.systemDb
    .selectFrom('messages')
    .select(['seq', 'body'])
    .where('channel_id', '=', withExpert)
    .orderBy('seq')
    .execute();
  expect(stored).toEqual([
    { seq: 1, body: 'Sent into the void' },
    { seq: 2, body: 'And a second one' },
  ]);
});

test('a record with its page is pointed to; markup in a message stays text', async ({ person, server }) => {
  const { cast, d, say, withExpert } = await conversing(server);
  await writeRecord(server.world, d.id, 'Internal.pdf', 9, false);
  await say(cast.expert, withExpert, '<img src=x onerror="document.title=`owned`"> [x](javascript:alert(1))');
  const dana = await person();
  await signIn(dana, cast.requester);
  await dana.page.goto(`/case/${d.id}`);
  const panel = dana.page.getByRole('region', { name: 'Conversation' });
  await expect(panel.getByRole('log')).toContainText('<img src=x');
  await expect(dana.page).not.toHaveTitle(/owned/);
  await panel.getByRole('button', { name: 'Point to a record' }).click();
  const records = dana.page.getByRole('dialog');
  await expect(records.getByRole('button')).toHaveText([/Chart\.pdf/]);
  await records.getByRole('button', { name: /Chart\.pdf/ }).click();
  await panel.getByRole('spinbutton', { name: 'Page' }).fill('12');
  await panel.getByRole('button', { name: 'Send' }).click();
  await expect(panel.getByRole('link', { name: /Chart\.pdf Page 12 of 40/ })).toHaveAttribute(
    'href',
    `/preview-file/${d.fileId}?reviewId=${d.id}&reviewProductType=Case&page=12`,
  );
});

test('addresses of other programs lead to a conversation or say that there is none yet; an expired token is had anew', async ({
  person,
  server,
}) => {
  const { cast, d, say, withExpert } = await conversing(server);
  await say(cast.expert, withExpert, 'From the expert');
  const answer = await server.world.db
    .selectFrom('reviews')
    .select('subject')
    .where('id', '=', d.id)
    .executeTakeFirstOrThrow();
  const claimant = encodeURIComponent(answer.subject.split(' v. ')[0] ?? '');
  const dana = await person();
  await signIn(dana, cast.requester);
  for (const address of [
    `/chat/${d.id}?channelType=hoot-case`,
    `/chat/${d.id}-requester_expert?channelType=hoot-case`,
    '/chat?channelType=hoot-case',
    `/chat?claimant=${claimant}`,
  ]) {
    await dana.page.goto(address);
    await expect(log(dana)).toContainText('From the expert');
    await expect(dana.page).toHaveURL(new RegExp(`/chat/${withExpert}$`));
  }
  await dana.page.goto('/chat?channelType=peer-review&claimant=Odette+Marsh');
  await expect(dana.page.getByText('No conversation about Odette Marsh yet')).toBeVisible();
  dana.allow(404);
  await dana.page.goto('/chat/hoot-case-999999-requester_expert?claimant=Odette+Marsh');
  await expect(dana.page.getByText('No conversation about Odette Marsh yet')).toBeVisible();
  await expectSound(dana);

  // the token of an hour is over; what is written arrives all the same, over the same connection
  await dana.page.goto(`/chat/${withExpert}`);
  await expect(log(dana)).toContainText('From the expert');
  const tokens: string[] = [];
  dana.page.on('request', (request) => {
    if (request.url().endsWith('/chat/token')) tokens.push(request.url());
    expect(request.url()).not.toMatch(/\/messages$/);
  });
  await server.advance({ minutes: 61 });
  await writer(dana).fill('After an hour');
  await dana.page.keyboard.press('Control+Enter');
  await expect(log(dana)).toContainText('After an hour');
  await expect(log(dana).getByText(/^Sending/)).toHaveCount(0);
  expect(tokens).toHaveLength(1);
});

test('news are shown by the browser while the page is not looked at, where its owner wants that', async ({
  person,
  server,
}) => {
  const { cast, d, say, withExpert } = await conversing(server);
  const dana = await person();
  await dana.context.grantPermissions(['notifications']);
  await dana.page.addInitScript(`
    globalThis.shown = [];
    globalThis.Notification = class {
      static permission = 'granted';
      static requestPermission = async () => 'granted';
      constructor(title, { tag, body }) { shown.push({ title, tag, body }); }
      addEventListener() {}
    };
    globalThis.lookAway = () => Object.defineProperty(document, 'visibilityState', { get: () => 'hidden', configurable: true });
  `);
  const shown = () => dana.page.evaluate<unknown[]>('shown');
  await signIn(dana, cast.requester, '/account/notifications');
  const wanted = dana.page.getByRole('switch', { name: 'Show new messages on this device' });
  await expect(wanted).not.toBeChecked();
  await dana.page.evaluate('lookAway()');
  await say(cast.expert, withExpert, 'planted-word one');
  await expect(badge(dana)).toHaveText(/1 unread conversation/);
  expect(await shown()).toEqual([]);
  await wanted.check();
  await expect(wanted).toBeChecked();
  await say(cast.expert, withExpert, 'planted-word two');
  await expect.poll(shown).toEqual([{ title: `New message about CR-${d.id}`, tag: withExpert }]);
  await dana.page.reload();
  await expect(wanted).toBeChecked();
  await expectSound(dana);
});

test('accessible and fitting with data and without, light and dark, wide and narrow', async ({ person, server }) => {
  const { cast, say, withExpert } = await conversing(server);
  for (let i = 0; i < 30; i++)
    await say(i % 3 ? cast.expert : cast.requester, withExpert, `Message ${i}\n- one\n- two`);
  const dana = await person();
  await signIn(dana, cast.requester);
  for (const path of ['/chats', '/chats?filter=closed', '/chats?q=nothing+like+it', `/chat/${withExpert}`]) {
    await dana.page.goto(path);
    // the list alone opens the newest conversation: looked at once that is there
    if (path === '/chats') await expect(dana.page).toHaveURL(/\/chat\//);
    await expect(dana.page.locator('h1').first()).toBeVisible();
    if (/^\/chats?(\/|$)/.test(path)) await expect(log(dana)).toContainText('Message 29');
    await expectSound(dana);
  }
  // what a page is loaded as, it stays: begun dark and narrow, too
  const phone = await person({ dark: true, viewport: { width: 390, height: 800 } });
  await signIn(phone, cast.requester, `/chat/${withExpert}`);
  await expect(log(phone)).toContainText('Message 29');
  await expectFits(phone.page);
  await expectAccessible(phone.page);
});

test('whoever is invited to a call talks in it on a telephone, and reads nothing more once taken off it', async ({
  person,
  server,
  passwordHash,
}) => {
  const cast = await castFor(server.world, passwordHash);
  await server.world.db
    .updateTable('organizations')
    .set({ flags: json({ allow_case_review_call_subscribers: true }) })
    .where('id', '=', cast.organization_id)
    .execute();
  const invited = await server.world.person({ profile: 'Attendee', organization_id: cast.organization_id });
  const d = await new CaseDriver(atServer(server, cast)).to('timeChosen');
  await d.must(cast.requester, 'POST', d.url('/attendees'), { name: 'Ottoline Brask', email: invited.email });
  await server.settle();
  const [ottoline, dana] = [await person({ viewport: { width: 390, height: 844 }, dark: true }), await person()];
  await signIn(ottoline, invited, `/case/${d.id}`);
  await expect(ottoline.page.getByRole('heading', { level: 1, name: `CR-${d.id}` })).toBeVisible();
  await expectSound(ottoline);
  await ottoline.page
    .getByRole('banner')
    .getByRole('link', { name: /Conversations/ })
    .click();
  await ottoline.page
    .getByRole('link', { name: /Everybody in the call/ })
    .first()
    .click();
  await expect(writer(ottoline)).toBeVisible();
  await signIn(dana, cast.requester, `/chat/hoot-case-${d.id}-call`);
  await writer(dana).fill('We begin at nine.');
  await dana.page.keyboard.press('Control+Enter');
  await expect(log(ottoline)).toContainText('We begin at nine.');
  await writer(ottoline).fill('I dial in from the road.');
  await ottoline.page.getByRole('button', { name: 'Send' }).click();
  await expect(log(dana)).toContainText('I dial in from the road.');
  await expectSound(ottoline);

  ottoline.allow(404);
  const { attendees } = await d.must<{ attendees: { id: number }[] }>(cast.requester, 'GET', d.url('/schedule'));
  await d.must(cast.requester, 'POST', d.url('/attendees/remove'), { attendee_id: attendees[0]?.id });
  await expect(ottoline.page.getByText('We begin at nine.')).toHaveCount(0);
  await expect(writer(ottoline)).toHaveCount(0);
});
