import { Hl7Message } from '@medplum/core';
import { describe, expect, test } from 'vitest';
import { arrivedIn, chartsOf, comparedMrn, fitsChart, isFrom, pagesIn, partiesOf, sortOf } from './arriving.ts';
import { networksOverlap } from './networks.ts';
import { parsed } from './message.ts';

/* Documents as foreign systems send them, written by another's library. */

const PDF = Buffer.from('%PDF-1.7 a chart').toString('base64');
function message(change: (lines: string[]) => void = () => undefined): NonNullable<ReturnType<typeof parsed>> {
  const lines = [
    'MSH|^~\\&|EHR|CLINIC|PERITUS|REVIEWS|20261128||MDM^T02^MDM_T02|M1|P|2.5.1',
    'EVN|T02|20261128',
    'PID|1||8812^^^CLINIC^AN~0055-101^^^CLINIC^MR||Ferrante^Ana',
    'PV1|1|O',
    'TXA|1|CN|AP|20260803101500',
    `OBX|1|ED|11488-4^Consult note^LN||^application^pdf^Base64^${PDF}||||||F`,
  ];
  change(lines);
  const found = parsed(Hl7Message.parse(lines.join('\r')).toString());
  if (!found) throw new Error('It is a message.');
  return found;
}

describe('a document', () => {
  test('is read with whom it is about, the day of the care, and what it holds', () => {
    expect(arrivedIn(message())).toEqual({
      control_id: 'M1',
      mrns: ['55101'],
      patient_name: 'Ana Ferrante',
      dob: null,
      service_on: '2026-08-03',
      document_type: 'CN',
      name: 'Consult note 2026-08-03',
      content: { base64: PDF },
    });
    const text = message((lines) => lines.splice(5, 1, 'OBX|1|TX|||First\\.br\\line~Second', 'OBX|2|FT|||Third'));
    expect(arrivedIn(text)).toMatchObject({ content: { text: 'First\nline\nSecond\nThird' } });
    const visit = message((lines) => {
      lines[3] = `PV1|1|O${'|'.repeat(42)}20260805`;
      lines[4] = 'TXA|1|CN|AP|20261399|||||||||||../a/b.pdf';
    });
    expect(arrivedIn(visit)).toMatchObject({
      service_on: '2026-08-05',
      name: expect.not.stringContaining('/') as string,
    });
  });

  test.each([
    ['message control id', (l: string[]) => (l[0] = (l[0] ?? '').replace('|M1|', '||'))],
    ['MDM', (l: string[]) => (l[0] = (l[0] ?? '').replace('MDM^T02^MDM_T02', 'ORU^R01'))],
    ['MDM', (l: string[]) => (l[0] = (l[0] ?? '').replace('MDM^T02^MDM_T02', 'MDM^T11'))],
    ['PID-3', (l: string[]) => (l[2] = 'PID|1||""')],
    ['PID-3', (l: string[]) => l.splice(2, 1)],
    ['no document', (l: string[]) => l.splice(5, 1)],
    ['more than one', (l: string[]) => l.push(l[5] ?? '')],
    ['OBX-5.4', (l: string[]) => (l[5] = (l[5] ?? '').replace('Base64', 'Hex'))],
    ['OBX-5.5', (l: string[]) => (l[5] = (l[5] ?? '').replace(PDF, 'not base64'))],
  ])('without what it needs is refused: %s', (why, change) => {
    expect(arrivedIn(message((lines) => void change(lines)))).toContain(why);
  });

  test('is from the system a connection leads to, both sides the other way round', () => {
    const ours = {
      sending_application: 'PERITUS',
      sending_facility: 'REVIEWS',
      receiving_application: 'EHR',
      receiving_facility: 'CLINIC',
    };
    expect(isFrom(partiesOf(message()), ours)).toBe(true);
    for (const key of Object.keys(ours)) expect(isFrom(partiesOf(message()), { ...ours, [key]: 'X' })).toBe(false);
  });

  test('is of the sorts records are', () => {
    expect(sortOf(Buffer.from(PDF, 'base64'))?.extension).toBe('pdf');
    expect(sortOf(Uint8Array.of(0x49, 0x49, 0x2a, 0))?.extension).toBe('tiff');
    expect(sortOf(Buffer.from('MZ'))).toBeNull();
  });
});

test('a document fits a chart by its record number, and by a day of its encounters where both name one', () => {
  const [chart] = chartsOf({
    charts: [
      {
        key: 'a',
        label: 'A',
        mrn: '55 101',
        encounters: [{ from: '2026-08-01', to: '2026-08-03' }, { from: '2026-09-01' }],
      },
      { key: 'b', mrn: '' },
    ],
  });
  if (!chart) throw new Error('There is a chart.');
  const fits = (service_on: string | null, mrn = '0055-101') =>
    fitsChart({ mrns: [comparedMrn(mrn)], service_on }, chart);
  expect([fits('2026-08-03'), fits('2026-09-01'), fits(null)]).toEqual([true, true, true]);
  expect([fits('2026-08-04'), fits('2026-09-02'), fits('2026-08-03', '55102')]).toEqual([false, false, false]);
  expect(fitsChart({ mrns: ['55101'], service_on: '2026-01-01' }, { ...chart, encounters: [] })).toBe(true);
  expect(chartsOf(null)).toEqual([]);
});

test('networks overlap where an address can be in both', () => {
  const both = [
    ['10.0.0.0/8', '10.1.2.3'],
    ['10.1.2.3', '10.1.2.3/32'],
    ['192.168.0.0/16, 10.0.0.5', '172.16.0.0/12,10.0.0.0/29'],
    ['2001:db8::/32', '2001:db8:0:1::5'],
    ['0.0.0.0/0', '203.0.113.9'],
    ['::ffff:10.0.0.0/104', '10.255.0.1'],
    ['::/0', '10.0.0.1'],
  ] as const;
  const neither = [
    ['10.0.0.0/8', '11.0.0.0/8'],
    ['10.0.0.0/29', '10.0.0.8'],
    ['2001:db8::/33', '2001:db8:8000::1'],
    ['', '10.0.0.0/8'],
    ['nonsense', '0.0.0.0/0'],
  ] as const;
  for (const [a, b] of both) expect([a, b, networksOverlap(a, b), networksOverlap(b, a)]).toEqual([a, b, true, true]);
  for (const [a, b] of neither)
    expect([a, b, networksOverlap(a, b), networksOverlap(b, a)]).toEqual([a, b, false, false]);
});

test('pages are counted where a file shows them, and said of nothing else', () => {
  const pdf = (body: string): number | null => pagesIn(Buffer.from(`%PDF-1.4 ${body} %%EOF`), 'application/pdf');
  expect(pdf('<</Type/Pages/Count 2>> <</Type/Page>> <</Type /Page/Parent 1 0 R>>')).toBe(2);
  expect([pdf('<</Type/ObjStm>>'), pdf('<</Type/Page>> %%EOF <</Type/Page>>'), pdf('')]).toEqual([null, null, null]);
  expect([pagesIn(Buffer.from(''), 'image/png'), pagesIn(Buffer.from(''), 'image/tiff')]).toEqual([1, null]);
});
