import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { askAgain } from './ask-again.ts';

/** A query that is watched, and its requests: each is answered by hand. */
function watched(client: QueryClient) {
  const asked: ((value: string) => void)[] = [];
  const observer = new QueryObserver(client, {
    queryKey: ['counts'],
    queryFn: () => new Promise<string>((answer) => asked.push(answer)),
  });
  return { asked, observer, end: observer.subscribe(() => undefined) };
}

const turn = () => new Promise((done) => setTimeout(done));

it('asks once more after the first answer, which was under way when something changed', async () => {
  const client = new QueryClient();
  const { asked, observer, end } = watched(client);
  expect(asked).toHaveLength(1);
  const over = askAgain(client, { queryKey: ['counts'] });
  await turn();
  expect(asked).toHaveLength(1);
  asked[0]?.('read before the change');
  await turn();
  expect(asked).toHaveLength(2);
  asked[1]?.('read after it');
  await over;
  expect(observer.getCurrentResult().data).toBe('read after it');
  end();
});

it('asks once when there is an answer already, in place of one under way', async () => {
  const client = new QueryClient();
  const { asked, observer, end } = watched(client);
  asked[0]?.('first');
  await turn();
  void observer.refetch();
  await turn();
  expect(asked).toHaveLength(2);
  const over = askAgain(client, { queryKey: ['counts'] });
  await turn();
  expect(asked).toHaveLength(3);
  asked[1]?.('given up');
  asked[2]?.('read after it');
  await over;
  expect(asked).toHaveLength(3);
  expect(observer.getCurrentResult().data).toBe('read after it');
  end();
});

it('leaves what nobody watches alone', async () => {
  const client = new QueryClient();
  await askAgain(client, { queryKey: ['counts'] });
  expect(client.isFetching()).toBe(0);
});
