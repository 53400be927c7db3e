import { connect as connectPlain, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { Clock } from '../../../core/time.ts';
import type { Env } from '../../../platform/env.ts';
import {
  addressesIn,
  createOutgoingFetch,
  ForbiddenAddress,
  isPublicAddress,
  lookupAmong,
} from '../../../platform/http/outgoing.ts';
import { retryAfterMs } from '../../../platform/http/retry-after.ts';
import { readAnswer, readHttpAnswer, type Tried } from '../rules/answer.ts';
import { FrameError, framed, FrameReader } from '../rules/mllp.ts';
import type { Where } from '../rules.ts';

/** Answers are short: what is longer is none. */
const ANSWER_BYTES = 64 * 1024;

/** Where a message goes; into a private network only where Peritus led it there. */
type To = Where & { ca_pem: string | null; may_lead_inside: boolean };
export type Send = (to: To, controlId: string, message: Uint8Array) => Promise<Tried>;

/** What was sent got no answer, in words for who keeps the connection. */
class NoAnswer extends Error {}

/** Sends one message and answers what came of it; never throws. */
export function createTransport(env: Pick<Env, 'HL7_ALLOW_PRIVATE' | 'HL7_ANSWER_SECONDS'>, clock: Clock): Send {
  const inside = transportInto(env, clock);
  const outside = transportInto({ ...env, HL7_ALLOW_PRIVATE: undefined }, clock);
  return (to, controlId, message) => (to.may_lead_inside ? inside : outside)(to, controlId, message);
}

function transportInto(env: Pick<Env, 'HL7_ALLOW_PRIVATE' | 'HL7_ANSWER_SECONDS'>, clock: Clock) {
  const inside = addressesIn(env.HL7_ALLOW_PRIVATE ?? []);
  const timeout_ms = env.HL7_ANSWER_SECONDS * 1000;
  const fetch = createOutgoingFetch({
    allowLoopback: inside('127.0.0.1'),
    also: inside,
    max_bytes: ANSWER_BYTES,
    timeout_ms,
  });
  // without TLS what is about a patient goes only where an operator said that the network is theirs
  const admitted = { mllp: inside, mllps: (address: string) => isPublicAddress(address) || inside(address) };

  async function byHttps(
    { url, ca_pem }: Where & { ca_pem: string | null },
    controlId: string,
    message: Uint8Array,
  ): Promise<Tried> {
    const answer = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/hl7-v2; charset=utf-8',
        'content-length': String(message.length),
        'user-agent': 'Peritus-HL7/1',
      },
      body: message,
      ...(ca_pem === null ? {} : { ca: ca_pem }),
    });
    const bytes = new Uint8Array(await answer.arrayBuffer());
    const retry_after_ms = retryAfterMs(answer.headers.get('retry-after'), clock.now());
    return readHttpAnswer({ status: answer.status, bytes, retry_after_ms }, controlId);
  }

  function byMllp(
    to: Where & { ca_pem: string | null; transport: 'mllp' | 'mllps' },
    message: Uint8Array,
  ): Promise<Uint8Array> {
    const { host, port, transport, ca_pem } = to;
    const admits = admitted[transport];
    return new Promise((resolve, reject) => {
      if (isIP(host) !== 0 && !admits(host)) return reject(new ForbiddenAddress());
      const where = { host, port: port ?? 0, lookup: lookupAmong(admits) };
      const socket: Socket =
        transport === 'mllp'
          ? connectPlain(where)
          : connectTls({
              ...where,
              ...(isIP(host) === 0 ? { servername: host } : {}),
              ...(ca_pem === null ? {} : { ca: ca_pem }),
            });
      const limit = setTimeout(
        () => end(new NoAnswer(`No answer within ${env.HL7_ANSWER_SECONDS} seconds.`)),
        timeout_ms,
      );
      const reader = new FrameReader(ANSWER_BYTES);
      function end(outcome: Error | Uint8Array): void {
        clearTimeout(limit);
        socket.destroy();
        if (outcome instanceof Error) reject(outcome);
        else resolve(outcome);
      }
      socket.once(transport === 'mllp' ? 'connect' : 'secureConnect', () => socket.write(framed(message)));
      socket.on('data', (chunk: Buffer) => {
        try {
          const [answer] = reader.push(chunk);
          if (answer) end(answer);
        } catch (error) {
          end(error as Error);
        }
      });
      socket.on('error', end);
      socket.on('end', () => end(new NoAnswer('The connection was cut off before an answer.')));
      socket.on('close', () => end(new NoAnswer('The connection was cut off before an answer.')));
    });
  }

  return async (to: Where & { ca_pem: string | null }, controlId: string, message: Uint8Array): Promise<Tried> => {
    try {
      const { transport } = to;
      if (transport === 'https') return await byHttps(to, controlId, message);
      return readAnswer(await byMllp({ ...to, transport }, message), controlId);
    } catch (error) {
      return { code: null, error: whyNot(error, to) };
    }
  };
}

/** Why nothing was answered, for who keeps the connection; nothing of the message, and nothing of the network this runs in. */
function whyNot(error: unknown, { transport }: Where): string {
  if (error instanceof NoAnswer) return error.message;
  if (error instanceof FrameError) return 'What came back is no answer of HL7.';
  if (error instanceof ForbiddenAddress)
    return transport === 'mllp'
      ? 'Without TLS, messages go only into networks this installation’s operator has named.'
      : 'The name leads into a private network this installation’s operator has not named.';
  const { name, code } = error as { name?: string; code?: string };
  if (name === 'TimeoutError' || name === 'AbortError') return 'No answer in time.';
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'The name of the host could not be found.';
  if (code === 'ECONNREFUSED') return 'The connection was refused.';
  if (code === 'ECONNRESET' || code === 'EPIPE') return 'The connection was cut off before an answer.';
  if (code !== undefined && /CERT|SIGNATURE|ERR_TLS|ERR_SSL|EPROTO|ISSUER/.test(code))
    return 'Its certificate is not one this connection trusts, or it speaks no TLS.';
  return 'The host could not be reached.';
}
