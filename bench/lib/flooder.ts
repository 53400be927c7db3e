/**
 * A client, in a thread of its own, that sends requests ahead: `full` keeps sixty waiting on one connection, `thousands`
 * sends five thousand at once, takes the first answer and does so again on a new connection. Told to stop, it says how
 * many answers it got or how many connections it opened.
 */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { parentPort, workerData } from 'node:worker_threads';

export type FloodSort = 'full' | 'thousands';
export interface Flooding {
  port: number;
  head: string;
  sort: FloodSort;
}

const AHEAD = 60;
const AT_ONCE = 5_000;

const { port, head, sort } = workerData as Flooding;
const hall = { open: true };
parentPort?.once('message', () => (hall.open = false));

async function open(): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return socket;
}

/** A connection that is cut ends by an error; that is an end like any other here. */
const closed = (socket: Socket): Promise<void> => new Promise((resolve) => socket.once('close', () => resolve()));

async function full(): Promise<number> {
  const socket = await open();
  let answers = 0;
  socket.setEncoding('latin1').on('data', (chunk: string) => {
    const more = chunk.split('HTTP/1.1 200').length - 1;
    answers += more;
    if (hall.open) socket.write(head.repeat(more));
    else socket.destroy();
  });
  socket.write(head.repeat(AHEAD));
  await closed(socket);
  if (hall.open) throw new Error('The connection was cut.');
  return answers;
}

async function thousands(): Promise<number> {
  const all = Buffer.from(head.repeat(AT_ONCE), 'latin1');
  let opened = 0;
  for (; hall.open; opened += 1) {
    const socket = await open();
    socket.once('data', () => socket.destroy());
    socket.write(all);
    await closed(socket);
  }
  return opened;
}

parentPort?.postMessage(sort === 'full' ? await full() : await thousands());
