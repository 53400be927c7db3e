import { connect, type Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import type { Env } from '../env.ts';
import type { Source } from '../storage.ts';

/** What a scanner says of a content. */
export type Verdict = { is: 'clean' } | { is: 'infected'; signature: string };

/** The scanner could not say: it is away or answers nonsense, or the content is larger than it takes. */
export class NotScannedError extends Error {
  readonly why: 'away' | 'too_large';
  constructor(why: 'away' | 'too_large', said: string) {
    super(said);
    this.name = 'NotScannedError';
    this.why = why;
  }
}

export interface Scanner {
  /** Throws NotScannedError. What reading the content throws is passed on. */
  scan(content: Source): Promise<Verdict>;
  /** Whether it is there and works. */
  answers(): Promise<boolean>;
}

interface Limits {
  connect_ms: number;
  /** So long nothing may happen: no byte taken, no word said. */
  silence_ms: number;
}

const LIMITS: Limits = { connect_ms: 5_000, silence_ms: 120_000 };
const CHUNK_BYTES = 256 * 1024;
/** An answer is a line; more is no answer. */
const MOST_ANSWER = 4_096;

/** The scanner of this installation, or null where none is set. */
export const scannerOf = (env: Pick<Env, 'CLAMD_ADDRESS'>): Scanner | null =>
  env.CLAMD_ADDRESS === undefined ? null : clamd(env.CLAMD_ADDRESS);

/** A clamd at "host:port" or the path of its socket, by its INSTREAM command (clamd(8)). A connection for each content. */
export function clamd(address: string, limits: Partial<Limits> = {}): Scanner {
  const { connect_ms, silence_ms } = { ...LIMITS, ...limits };
  const open = () => connected(address, connect_ms, silence_ms);
  return {
    async scan(content) {
      const line = await open();
      try {
        line.send(Buffer.from('zINSTREAM\0'));
        let sent = 0;
        for (let at = 0; at < content.size && !line.ended(); at += CHUNK_BYTES) {
          const bytes = await content.bytes(at, CHUNK_BYTES);
          if (bytes.length === 0) break;
          const length = Buffer.alloc(4);
          length.writeUInt32BE(bytes.length);
          line.send(length);
          await line.drained(bytes);
          sent += bytes.length;
        }
        // what it has said by now it says of less than the content
        await turn();
        const whole = sent === content.size && !line.ended();
        line.send(Buffer.alloc(4));
        return judge(await line.answer(), whole);
      } finally {
        line.close();
      }
    },
    async answers() {
      try {
        const line = await open();
        try {
          line.send(Buffer.from('zPING\0'));
          return (await line.answer()) === 'PONG';
        } finally {
          line.close();
        }
      } catch {
        return false;
      }
    },
  };
}

/**
 * What an answer means. Clamd finds "Heuristics.Limits.Exceeded" where it is told to say that it did not look into all of a
 * content (AlertExceedsMax): no virus, and not cleared either. Cleared is what it was given to its end (`whole`) alone.
 */
function judge(answer: string, whole: boolean): Verdict {
  const [, signature] = /^stream: (\S.*) FOUND$/.exec(answer) ?? [];
  if (answer === 'stream: OK' && whole) return { is: 'clean' };
  if (/size limit exceeded/i.test(answer) || signature?.startsWith('Heuristics.Limits.Exceeded'))
    throw new NotScannedError('too_large', answer);
  if (signature !== undefined) return { is: 'infected', signature };
  throw new NotScannedError('away', `The scanner answered ${JSON.stringify(answer.slice(0, 200))}.`);
}

interface Line {
  send(bytes: Buffer): void;
  /** Sends, and waits until there is room for more or nothing is taken any longer. */
  drained(bytes: Buffer): Promise<void>;
  /** Whether the other side has spoken or gone: nothing more needs to be sent. */
  ended(): boolean;
  /** What it said, without the closing zero. */
  answer(): Promise<string>;
  close(): void;
}

async function connected(address: string, connectMs: number, silenceMs: number): Promise<Line> {
  const at = address.lastIndexOf(':');
  const socket: Socket = address.startsWith('/')
    ? connect({ path: address })
    : connect({ host: address.slice(0, at).replace(/^\[|\]$/g, ''), port: Number(address.slice(at + 1)) });
  let said = Buffer.alloc(0);
  let over = false;
  let fault = 'The scanner closed the connection without an answer.';
  const ending = Promise.withResolvers<void>();
  const end = (why?: string): void => {
    if (why !== undefined) fault = why;
    over = true;
    ending.resolve();
  };
  const opened = Promise.withResolvers<void>();
  socket.setTimeout(connectMs, () => {
    end('The scanner did not answer in time.');
    socket.destroy();
  });
  socket.on('connect', () => {
    socket.setTimeout(silenceMs);
    opened.resolve();
  });
  socket.on('data', (bytes: Buffer) => {
    said = Buffer.concat([said, bytes]);
    if (said.includes(0) || said.length > MOST_ANSWER) end();
  });
  // it may speak and close while bytes are still sent: what it said counts
  socket.on('error', (error) => end(error.message));
  socket.on('end', () => end());
  socket.on('close', () => end());
  await Promise.race([opened.promise, ending.promise]);
  if (over && said.length === 0) {
    socket.destroy();
    throw new NotScannedError('away', fault);
  }
  return {
    send: (bytes) => void (over || socket.write(bytes)),
    async drained(bytes) {
      if (over || socket.write(bytes)) return;
      const room = Promise.withResolvers<void>();
      socket.once('drain', room.resolve);
      await Promise.race([room.promise, ending.promise]);
      socket.off('drain', room.resolve);
    },
    ended: () => over,
    async answer() {
      await ending.promise;
      const end = said.indexOf(0);
      if (end < 0) throw new NotScannedError('away', fault);
      return said.toString('utf8', 0, end).trim();
    },
    close: () => void socket.destroy(),
  };
}
