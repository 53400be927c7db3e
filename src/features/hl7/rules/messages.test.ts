import { Hl7Message } from '@medplum/core';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { afterTry, answerTo, MOST_TRIES, readAnswer } from './answer.ts';
import { decoded, encoded, fitted } from './charset.ts';
import { escaped, parsed, segmentOf, unescaped, valueOf } from './message.ts';
import { FrameError, framed, FrameReader } from './mllp.ts';
import { patientOf } from './patient.ts';
import { type MessageSettings, type Result, resultMessage, testMessage } from './results.ts';

/* Our messages are read here by another's parser, and another's messages by ours. */

const SETTINGS: MessageSettings = {
  message_kind: 'MDM_T02',
  sending_application: 'PERITUS',
  sending_facility: 'REVIEWS',
  receiving_application: 'ATHENA',
  receiving_facility: 'CLINIC^1',
  document_type: 'CN',
  observation_code: '11488-4',
  observation_text: 'Consult note',
  observation_system: 'LN',
  processing: 'P',
  charset: 'UNICODE UTF-8',
  version: '2.5.1',
};
const PDF = Buffer.from('%PDF-1.7 a report').toString('base64');
const RESULT: Result = {
  control_id: 'P42',
  made_at: new Date('2026-11-28T10:20:30Z'),
  patient: {
    id: '55-101|A',
    id_sort: 'MR',
    last_name: 'Ferrante~Ruiz',
    first_name: 'Ana & Co',
    dob: '1961-02-03',
    sex: 'F',
  },
  number: 'CR-20001',
  reference: 'CLM-9\\3',
  report_version: 1,
  replaces: null,
  delivered_at: new Date('2026-11-28T10:00:00Z'),
  signed_at: new Date('2026-11-27T18:00:00Z'),
  file_name: 'CR-20001 report v1.pdf',
  pdf: PDF,
};
/** What another's parser finds; it leaves escapes to whoever asks. */
const read = (text: string) => {
  const message = Hl7Message.parse(text);
  return (name: string, field: number, component = 1) =>
    unescaped(message.getSegment(name)?.getComponent(field, component) ?? '');
};

describe('a result', () => {
  test('as a document is read by another’s parser, down to the bytes of the PDF', () => {
    const text = resultMessage(SETTINGS, RESULT);
    const of = read(text);
    expect([of('MSH', 9, 1), of('MSH', 9, 2), of('MSH', 9, 3)]).toEqual(['MDM', 'T02', 'MDM_T02']);
    expect([3, 4, 5, 6, 7, 10, 11, 12, 18].map((n) => of('MSH', n))).toEqual([
      'PERITUS',
      'REVIEWS',
      'ATHENA',
      'CLINIC^1',
      '20261128102030+0000',
      'P42',
      'P',
      '2.5.1',
      'UNICODE UTF-8',
    ]);
    expect([of('EVN', 1), of('EVN', 2)]).toEqual(['T02', '20261128100000+0000']);
    expect([of('PID', 3), of('PID', 3, 4), of('PID', 3, 5)]).toEqual(['55-101|A', 'PERITUS', 'MR']);
    expect([of('PID', 5), of('PID', 5, 2), of('PID', 7), of('PID', 8)]).toEqual([
      'Ferrante~Ruiz',
      'Ana & Co',
      '19610203',
      'F',
    ]);
    expect(of('PV1', 2)).toBe('N');
    expect([2, 12, 13, 14, 15, 16, 17, 19].map((n) => of('TXA', n))).toEqual([
      'CN',
      'CR-20001-V1',
      '',
      'CLM-9\\3',
      'CR-20001',
      'CR-20001 report v1.pdf',
      'LA',
      'AV',
    ]);
    expect([of('OBX', 2), of('OBX', 3), of('OBX', 3, 3), of('OBX', 11)]).toEqual(['ED', '11488-4', 'LN', 'F']);
    expect([2, 3, 4].map((n) => of('OBX', 5, n))).toEqual(['application', 'pdf', 'Base64']);
    expect(Buffer.from(of('OBX', 5, 5), 'base64').toString()).toBe('%PDF-1.7 a report');
    expect(text.split('\r').map((line) => line.slice(0, 3))).toEqual(['MSH', 'EVN', 'PID', 'PV1', 'TXA', 'OBX', '']);
  });

  test('that replaces one names it; as an observation it is a correction', () => {
    const again = { ...RESULT, report_version: 3, replaces: 1 };
    const of = read(resultMessage(SETTINGS, again));
    expect([of('MSH', 9, 2), of('EVN', 1), of('TXA', 12), of('TXA', 13)]).toEqual([
      'T10',
      'T10',
      'CR-20001-V3',
      'CR-20001-V1',
    ]);
    const observed = { ...SETTINGS, message_kind: 'ORU_R01' as const };
    const first = read(resultMessage(observed, RESULT));
    expect([first('MSH', 9, 1), first('MSH', 9, 2), first('MSH', 9, 3)]).toEqual(['ORU', 'R01', 'ORU_R01']);
    expect([first('OBR', 2), first('OBR', 3), first('OBR', 4), first('OBR', 25), first('OBX', 11)]).toEqual([
      'CLM-9\\3',
      'CR-20001',
      '11488-4',
      'F',
      'F',
    ]);
    const second = read(resultMessage(observed, again));
    expect([second('OBR', 25), second('OBX', 11)]).toEqual(['C', 'C']);
    expect(Buffer.from(second('OBX', 5, 5), 'base64').toString()).toBe('%PDF-1.7 a report');
  });

  test('fits what the receiver reads, and its version', () => {
    const zoe = { ...RESULT, patient: { ...RESULT.patient, last_name: 'Łukasz-Zoë 李', first_name: '' } };
    const lines = (charset: MessageSettings['charset']) =>
      read(decoded(encoded(resultMessage({ ...SETTINGS, charset, version: '2.3' }, zoe), charset)));
    expect(lines('UNICODE UTF-8')('PID', 5)).toBe('Łukasz-Zoë 李');
    expect(lines('8859/1')('PID', 5)).toBe('?ukasz-Zoë ?');
    expect(lines('ASCII')('PID', 5)).toBe('?ukasz-Zoe ?');
    expect(lines('ASCII')('MSH', 9, 3)).toBe('');
    expect(fitted('“résumé”', 'ASCII')).toBe('"resume"');
  });

  test('that only tries a connection out says so', () => {
    for (const message_kind of ['MDM_T02', 'ORU_R01'] as const) {
      const of = read(testMessage({ ...SETTINGS, message_kind }, RESULT));
      expect([of('MSH', 11), of('MSH', 10), of('PID', 5), of('OBX', 2)]).toEqual(['T', 'P42', 'Test', 'TX']);
    }
  });
});

describe('whom it is about', () => {
  const chart = { mrn: '55-101', patient_name: 'Ana Maria Ferrante', dob: '1961-02-03', sex: 'female' };
  test('is the claimant, the examinee, or the one patient of a peer review', () => {
    expect(
      patientOf({ claimant_first_name: 'Ana', claimant_last_name: 'Ferrante', claim_number: 'C-1' }, 'CR-1'),
    ).toEqual({
      id: 'C-1',
      id_sort: 'AN',
      last_name: 'Ferrante',
      first_name: 'Ana',
      dob: null,
      sex: 'U',
    });
    expect(patientOf({ examinee_last_name: 'Marchetti', examinee_sex: 'male' }, 'IME-1')).toMatchObject({
      id: 'IME-1',
      last_name: 'Marchetti',
      sex: 'M',
    });
    expect(patientOf({ charts: [chart, { ...chart, label: 'B' }] }, 'PR-1')).toEqual({
      id: '55-101',
      id_sort: 'MR',
      last_name: 'Ferrante',
      first_name: 'Ana Maria',
      dob: '1961-02-03',
      sex: 'F',
    });
  });

  test('is nobody where there are several patients, or none: it goes into nobody’s chart', () => {
    const several = patientOf({ charts: [chart, { ...chart, mrn: '55-102' }] }, 'PR-1');
    for (const nobody of [several, patientOf({}, 'PR-1'), patientOf({ charts: [{ ...chart, mrn: '' }] }, 'PR-1')])
      expect(nobody).toEqual({ id: 'PR-1', id_sort: 'AN', last_name: 'Unknown', first_name: '', dob: null, sex: 'U' });
  });
});

describe('a text', () => {
  test('comes back as it was, whatever it holds, and cuts nothing', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 0xd7ff }), { maxLength: 40 }), (codes) => {
        const text = String.fromCodePoint(...codes);
        expect(unescaped(escaped(text))).toBe(text);
        // oxlint-disable-next-line no-control-regex -- these are what cuts a message
        expect(escaped(text)).not.toMatch(/[|^~&\r\n\u001C\u000B]/);
      }),
    );
    expect(escaped('a\rb')).toBe('a\\X0D\\b');
    expect(unescaped('one\\.br\\two \\H\\bold\\N\\ \\XC3A9\\ \\XE9\\ \\Zx\\ 3\\4')).toBe(
      'one\ntwo bold é é \\Zx\\ 3\\4',
    );
  });

  test('is found in messages of another that uses other signs, other line ends, or says nothing of its letters', () => {
    const other = parsed('MSH#@*!%#LAB#A@B%C\nPID#1##7!F!8@@@@MR*9@@@@AN\n');
    expect(other && valueOf(other, segmentOf(other, 'PID'), 3)).toBe('7#8');
    expect(other && valueOf(other, segmentOf(other, 'MSH'), 4, 2)).toBe('B');
    const foreign = Hl7Message.parse('MSH|^~\\&|A|B\rPID|1||""').toString();
    const message = parsed(foreign);
    expect(message && valueOf(message, segmentOf(message, 'PID'), 3)).toBe('');
    expect(decoded(Buffer.from('Zoë', 'latin1'))).toBe('Zoë');
    expect(decoded(Buffer.from('Zoë', 'utf8'))).toBe('Zoë');
    for (const text of ['', 'PID|1', 'MSH', 'MSH|', 'MSHA^~\\&|', 'MSH||||||||', 'MSH|^^^^|x'])
      expect(parsed(text)).toBeNull();
    fc.assert(fc.property(fc.string({ maxLength: 60 }), (text) => void parsed(`MSH${text}`)));
  });
});

describe('a frame', () => {
  const all = (reader: FrameReader, bytes: Uint8Array, cuts: readonly number[]) => {
    const at = [...new Set(cuts.map((cut) => cut % (bytes.length + 1)))].sort((a, b) => a - b);
    return [...at, bytes.length].flatMap((to, n) => reader.push(bytes.subarray(at[n - 1] ?? 0, to)));
  };
  test('is whole however it is cut, one after another', () => {
    const body = fc.uint8Array({ maxLength: 40 }).filter((bytes) => bytes.every((one) => one !== 0x1c));
    fc.assert(
      fc.property(
        fc.array(body, { minLength: 1, maxLength: 4 }),
        fc.array(fc.nat(), { maxLength: 12 }),
        (bodies, cuts) => {
          const bytes = Buffer.concat(bodies.map((one) => framed(one)));
          const found = all(new FrameReader(100), bytes, cuts);
          expect(found.map((one) => [...one])).toEqual(bodies.map((one) => [...one]));
        },
      ),
    );
  });
  test('holds what looks like its end, and is refused where it is too long or begins in the middle', () => {
    const inside = Uint8Array.of(1, 0x1c, 2, 0x1c, 0x1c);
    expect(new FrameReader(10).push(framed(inside)).map((one) => [...one])).toEqual([[...inside]]);
    expect(() => new FrameReader(4).push(framed(inside))).toThrow(FrameError);
    expect(new FrameReader(5).push(framed(inside))).toHaveLength(1);
    expect(() => new FrameReader(10).push(Buffer.from('220 mail ready'))).toThrow(FrameError);
    // the bytes themselves: ours on both sides would hide a wrong one
    expect([...framed(Uint8Array.of(65))]).toEqual([0x0b, 65, 0x1c, 0x0d]);
    expect(new FrameReader(10).push(Uint8Array.of(0x0b, 65, 0x1c, 0x0d))).toEqual([Uint8Array.of(65)]);
    const half = new FrameReader(10);
    expect([half.push(framed(inside).subarray(0, 4)), half.open]).toEqual([[], true]);
  });
});

describe('an answer', () => {
  const sent = Hl7Message.parse(resultMessage(SETTINGS, RESULT));
  const answered = (ackCode: 'AA' | 'AE' | 'AR' | 'CA' | 'CE' | 'CR') =>
    Buffer.from(sent.buildAck({ ackCode }).toString());
  test('of another is read: taken, an error, refused', () => {
    expect((['AA', 'CA', 'AE', 'CE', 'AR', 'CR'] as const).map((one) => readAnswer(answered(one), 'P42').code)).toEqual(
      ['AA', 'AA', 'AE', 'AE', 'AR', 'AR'],
    );
    const words =
      'MSH|^~\\&|A|B|C|D|1||ACK|9|P|2.5.1\rMSA|AE|P42|No patient 55\\T\\1\rERR|||100^Segment missing^HL70357|E||||Ask the desk';
    expect(readAnswer(Buffer.from(words), 'P42')).toEqual({
      code: 'AE',
      text: 'No patient 55&1 · Ask the desk · Segment missing',
    });
  });
  test('to another message, without a code, or no answer at all counts as none', () => {
    expect(readAnswer(answered('AA'), 'P43')).toMatchObject({ code: null });
    for (const text of ['', 'OK', 'MSH|^~\\&|A', 'MSH|^~\\&|A\rMSA|XX|P42']) {
      expect(readAnswer(Buffer.from(text), 'P42')).toMatchObject({ code: null });
    }
  });
  test('of ours is read by another’s parser and by ours', () => {
    const ours = answerTo(sent.toString(), { code: 'AR', why: 'No | such', at: '20261128', id: 'A1' });
    const of = read(ours);
    expect([of('MSH', 3), of('MSH', 5), of('MSH', 9, 2), of('MSA', 1), of('MSA', 2), of('ERR', 8)]).toEqual([
      'ATHENA',
      'PERITUS',
      'T02',
      'AR',
      'P42',
      'No | such',
    ]);
    expect(readAnswer(Buffer.from(ours), 'P42')).toMatchObject({
      code: 'AR',
      text: expect.stringContaining('No | such'),
    });
    expect(read(answerTo('nonsense', { code: 'AR', why: 'x', at: '1', id: 'A1' }))('MSA', 1)).toBe('AR');
  });
  test('decides what comes next: later each time for three days, dead at once where it is refused', () => {
    const now = new Date('2026-11-28T00:00:00Z');
    const none = { code: null, error: 'No answer.' } as const;
    expect(afterTry({ code: 'AA', text: '' }, 1, now)).toEqual({ status: 'acked' });
    expect(afterTry({ code: 'AR', text: '' }, 1, now)).toEqual({ status: 'dead' });
    const waits = Array.from({ length: MOST_TRIES }, (_, n) =>
      afterTry(n % 2 ? none : { code: 'AE', text: '' }, n + 1, now),
    );
    expect(waits.at(-1)).toEqual({ status: 'dead' });
    // later where the receiver asks for that, up to a day, and never sooner
    const asked = (retry_after_ms: number) => {
      const after = afterTry({ ...none, retry_after_ms }, 1, now);
      return 'next_at' in after ? after.next_at.getTime() - now.getTime() : null;
    };
    expect([asked(1), asked(7_200_000), asked(1e12)]).toEqual([10_000, 7_200_000, 86_400_000]);
    const hours = waits
      .slice(0, -1)
      .map((one) => ('next_at' in one ? (one.next_at.getTime() - now.getTime()) / 3_600_000 : 0));
    expect(hours).toEqual(hours.toSorted((a, b) => a - b));
    expect(Math.round(hours.reduce((sum, one) => sum + one, 0))).toBe(70);
  });
});
