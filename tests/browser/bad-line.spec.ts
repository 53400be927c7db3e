import { lineProxy } from '../harness/line-proxy.ts';
import { acceptedCase } from './accepted-case.ts';
import { expect, signIn, test } from './fixtures.ts';

/* A conversation over a line that is slow, loses what is said, and breaks: nothing said is lost, nothing stands there twice. */
test('messages over a line that delays, drops and resets come once, in their order', async ({ person, server }) => {
  const { cast, send, withExpert, d } = await acceptedCase(server);
  const line = await lineProxy(server.url);
  const dana = await person({ elsewhere: line.url });
  // what the line does to requests is what is shown
  dana.allow(0);
  const { page } = dana;
  await signIn(dana, cast.requester);
  await page.goto(`${line.url}/chat/${withExpert}`);
  const writer = page.getByRole('textbox', { name: /^Write to/ });
  const shown = page.getByRole('log');
  const write = async (words: string) => {
    await writer.fill(words);
    await writer.press('Control+Enter');
  };
  const stored = async () =>
    (
      await server.world.db
        .selectFrom('messages')
        .select(['seq', 'body'])
        .where('channel_id', '=', withExpert)
        .orderBy('seq')
        .execute()
    ).map(({ body }) => body);
  let serial = 0;
  const answer = (body: string) =>
    send(cast.expert, 'POST', `/api/v1/chat/channels/${withExpert}/messages`, {
      client_id: `line-${d.id}-${(serial += 1)}`,
      body,
    });
  const unsent = page.getByRole('article', { name: 'Your unsent message' });
  await write('On a good line.');
  await expect(shown).toContainText('On a good line.');
  await expect(unsent).toHaveCount(0);

  await test.step('it waits while the line is slow, and is there once', async () => {
    line.hold('up');
    await write('Over a slow line.');
    await expect(unsent).toHaveCount(1);
    await expect.poll(() => line.waiting('up')).toBeGreaterThan(0);
    expect(await stored()).toEqual(['On a good line.']);
    line.release();
    await expect(unsent).toHaveCount(0);
    expect(await stored()).toEqual(['On a good line.', 'Over a slow line.']);
  });

  await test.step('the answer to it is lost with the line: it is sent again, and stands there once', async () => {
    line.hold('down');
    await write('Answered on a line that broke.');
    await expect.poll(stored).toHaveLength(3);
    await expect(unsent).toHaveCount(1);
    line.reset();
    await expect(unsent).toHaveCount(0);
    await expect(shown.getByText('Answered on a line that broke.')).toHaveCount(1);
    expect(await stored()).toHaveLength(3);
  });

  await test.step('what is said on a line that is dead goes by another, and what was said meanwhile is filled in', async () => {
    line.lose();
    await write('Said into a dead line.');
    expect((await answer('And said by the other side meanwhile.')).status).toBe(201);
    await expect.poll(stored).toHaveLength(5);
    await expect(unsent).toHaveCount(0);
    line.reset();
    await expect(shown.getByText('And said by the other side meanwhile.')).toHaveCount(1);
    await expect(shown.getByText('Said into a dead line.')).toHaveCount(1);
  });

  await test.step('it reads as it was said', async () => {
    const all = await stored();
    expect(all.toSorted()).toEqual(
      [
        'On a good line.',
        'Over a slow line.',
        'Answered on a line that broke.',
        'Said into a dead line.',
        'And said by the other side meanwhile.',
      ].toSorted(),
    );
    const heard = await shown.getByRole('article').allInnerTexts();
    expect(heard.map((text) => all.findIndex((body) => text.includes(body)))).toEqual([0, 1, 2, 3, 4]);
    await page.reload();
    await expect(shown.getByRole('article')).toHaveCount(5);
  });
  await line.close();
});
