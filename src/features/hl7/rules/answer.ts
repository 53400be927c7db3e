import { DAY, HOUR, MINUTE } from '../../../core/durations.ts';
import { atLeastAsked } from '../../../core/waits.ts';
import { decoded } from './charset.ts';
import { header, messageOf, parsed, segment, segmentOf, valueOf } from './message.ts';

const SECOND = 1000;

/** How a receiver answers: taken, an error that may pass, refused for good. */
const ANSWER_CODES = ['AA', 'AE', 'AR'] as const;
export type AnswerCode = (typeof ANSWER_CODES)[number];

/** In the enhanced mode a receiver says by these that it keeps the message, and answers for it from then on. */
const AS: Readonly<Record<string, AnswerCode>> = { AA: 'AA', AE: 'AE', AR: 'AR', CA: 'AA', CE: 'AE', CR: 'AR' };

/** What came of a try: an answer with the receiver's words, or why there is none. `retry_after_ms`: so long it asked to be left alone. */
export type Tried = ({ code: AnswerCode; text: string } | { code: null; error: string }) & { retry_after_ms?: number };

const WORDS_MAX = 500;

/** What a receiver's bytes say of the message with this control id. */
export function readAnswer(bytes: Uint8Array, controlId: string): Tried {
  const message = parsed(decoded(bytes));
  const msa = message && segmentOf(message, 'MSA');
  if (!message || !msa) return { code: null, error: 'What came back is no answer of HL7.' };
  const code = AS[valueOf(message, msa, 1)];
  if (code === undefined) return { code: null, error: 'What came back has no code that HL7 knows.' };
  if (valueOf(message, msa, 2) !== controlId) return { code: null, error: 'What came back answers another message.' };
  const err = segmentOf(message, 'ERR');
  const words = [
    valueOf(message, msa, 3),
    valueOf(message, err, 8),
    valueOf(message, err, 7),
    valueOf(message, err, 3, 2),
    valueOf(message, err, 1, 4),
  ];
  return { code, text: [...new Set(words.filter((one) => one !== ''))].join(' · ').slice(0, WORDS_MAX) };
}

/**
 * What came back by HTTP. A message of HL7 counts with any status where it says no; that something was taken counts only with a
 * status that says so as well, as what stands between may answer in a receiver's place.
 */
export function readHttpAnswer(
  { status, bytes, retry_after_ms }: { status: number; bytes: Uint8Array; retry_after_ms: number | null },
  controlId: string,
): Tried {
  const later = retry_after_ms === null ? {} : { retry_after_ms };
  const isFine = status >= 200 && status < 300;
  const without = { code: null, error: `It answered ${status}, without a message of HL7.` } as const;
  if (bytes.length === 0) return { ...without, ...later };
  const said = readAnswer(bytes, controlId);
  if (isFine || said.code === 'AE' || said.code === 'AR') return { ...said, ...later };
  return { ...(said.code === null ? without : { code: null, error: `It answered ${status}.` }), ...later };
}

/** How long is waited after each try that failed: three days in all. */
const WAITS = [
  10 * SECOND,
  MINUTE,
  5 * MINUTE,
  15 * MINUTE,
  HOUR,
  3 * HOUR,
  6 * HOUR,
  12 * HOUR,
  24 * HOUR,
  24 * HOUR,
] as const;
export const MOST_TRIES = WAITS.length + 1;

export type AfterTry = { status: 'acked' } | { status: 'dead' } | { status: 'queued'; next_at: Date };

/**
 * Whether a message was taken, is tried again and when, or was the last try. What a receiver refuses for good it refuses the
 * next time too, so it is dead at once; an error is tried again, as may pass. `tries` counts this one.
 */
export function afterTry(tried: Tried, tries: number, now: Date): AfterTry {
  if (tried.code === 'AA') return { status: 'acked' };
  const wait = WAITS[tries - 1];
  if (tried.code === 'AR' || wait === undefined) return { status: 'dead' };
  return { status: 'queued', next_at: new Date(now.getTime() + atLeastAsked(wait, tried.retry_after_ms ?? null, DAY)) };
}

/** Our answer to a message that arrived; to what cannot be read as one, with nothing of it. */
export function answerTo(
  text: string,
  { code, why, at, id }: { code: AnswerCode; why: string; at: string; id: string },
): string {
  const message = parsed(text);
  const msh = message ? segmentOf(message, 'MSH') : undefined;
  const value = (field: number, component = 1) => (message ? valueOf(message, msh, field, component) : '');
  const trigger = value(9, 2);
  return messageOf([
    header(
      value(5),
      value(6),
      value(3),
      value(4),
      at,
      null,
      ['ACK', trigger, ...(trigger === '' ? [] : ['ACK'])],
      id,
      value(11) || 'P',
      value(12) || '2.5.1',
      null,
      null,
      null,
      null,
      null,
      'UNICODE UTF-8',
    ),
    segment('MSA', code, value(10), why),
    ...(code === 'AA'
      ? []
      : [segment('ERR', null, null, ['207', 'Application internal error', 'HL70357'], 'E', null, null, null, why)]),
  ]);
}
