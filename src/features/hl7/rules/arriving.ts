import { DAY, HOUR } from '../../../core/durations.ts';
import { componentOf, type Message, repetitionsOf, segmentOf, unescaped, valueOf, withoutControls } from './message.ts';

/** So long a document waits for somebody to take it into a review. */
const DOCUMENT_DAYS = 30;
export const documentEnds = (now: Date): Date => new Date(now.getTime() + DOCUMENT_DAYS * DAY);
/** The largest message that is taken. */
export const ARRIVING_BYTES = 40 * 1024 * 1024;

/** Where a document's content is stored: with when it came, so that what is left without a row can be told by its age. */
export const arrivingKey = (connectionId: number, now: Date, unique: string): string =>
  `hl7/${connectionId}/${now.getTime()}-${unique}`;
/** Whether nobody can be about to make a row for what is stored there. One without its time is from before that was kept. */
export function isLeftBehind(key: string, now: Date): boolean {
  const [, at] = /^hl7\/\d+\/(\d{10,16})-[^/]+$/.exec(key) ?? [];
  return now.getTime() - Number(at ?? 0) >= HOUR;
}

/** Whom a message is from and to: MSH-3 to MSH-6. */
export interface Parties {
  sending_application: string;
  sending_facility: string;
  receiving_application: string;
  receiving_facility: string;
}

export const partiesOf = (message: Message): Parties => {
  const msh = segmentOf(message, 'MSH');
  return {
    sending_application: valueOf(message, msh, 3),
    sending_facility: valueOf(message, msh, 4),
    receiving_application: valueOf(message, msh, 5),
    receiving_facility: valueOf(message, msh, 6),
  };
};

/** Whether a message comes from the system a connection leads to, and is meant for this side of it. */
export const isFrom = (parties: Parties, connection: Parties): boolean =>
  parties.sending_application === connection.receiving_application &&
  parties.sending_facility === connection.receiving_facility &&
  parties.receiving_application === connection.sending_application &&
  parties.receiving_facility === connection.sending_facility;

/** A document as it came; `base64` or `text` is what it holds. */
export interface Arrived {
  control_id: string;
  mrns: string[];
  patient_name: string;
  /** YYYY-MM-DD, as PID-7 has it. */
  dob: string | null;
  service_on: string | null;
  document_type: string;
  name: string;
  content: { base64: string } | { text: string };
}

/** A record number as it is compared: without spaces, hyphens and leading zeros, in capitals. */
export const comparedMrn = (mrn: string): string =>
  mrn
    .toUpperCase()
    .replaceAll(/[\s-]/g, '')
    .replace(/^0+(?=.)/, '');

const dayIn = (text: string): string | null => {
  const [, year, month, day] = /^(\d{4})(\d{2})(\d{2})/.exec(text) ?? [];
  if (year === undefined) return null;
  const date = `${year}-${month}-${day}`;
  const parsed = new Date(`${date}T00:00:00Z`);
  return Number.isNaN(parsed.getTime()) || parsed.toISOString().slice(0, 10) !== date ? null : date;
};

/** What a message brings; a string: why it cannot be taken, for whoever sends it. */
export function arrivedIn(message: Message): Arrived | string {
  const msh = segmentOf(message, 'MSH');
  const type = valueOf(message, msh, 9);
  const trigger = valueOf(message, msh, 9, 2);
  const control_id = valueOf(message, msh, 10);
  if (control_id === '' || control_id.length > 199) return 'It has no message control id (MSH-10).';
  if (type !== 'MDM' || (trigger !== 'T02' && trigger !== 'T10'))
    return 'Only documents are taken: MDM^T02 and MDM^T10.';
  const pid = segmentOf(message, 'PID');
  const ids = repetitionsOf(message, pid, 3);
  const records = ids.filter((one) => componentOf(message, one, 5) === 'MR');
  const mrns = (records.length > 0 ? records : ids)
    .map((one) => comparedMrn(componentOf(message, one, 1)))
    .filter((one) => one !== '' && one !== '""' && one.length <= 60);
  if (mrns.length === 0) return 'It names no patient (PID-3).';
  const content = contentOf(message);
  if (typeof content === 'string') return content;
  const txa = segmentOf(message, 'TXA');
  const document_type = valueOf(message, txa, 2).slice(0, 60);
  const service_on =
    dayIn(valueOf(message, txa, 4)) ??
    dayIn(valueOf(message, segmentOf(message, 'PV1'), 44)) ??
    dayIn(valueOf(message, txa, 6));
  const file = valueOf(message, txa, 16);
  const called = valueOf(message, segmentOf(message, 'OBX'), 3, 2) || document_type || 'Document';
  return {
    control_id,
    mrns: [...new Set(mrns)],
    patient_name: [valueOf(message, pid, 5, 2), valueOf(message, pid, 5)].filter(Boolean).join(' ').slice(0, 200),
    dob: dayIn(valueOf(message, pid, 7)),
    service_on,
    document_type,
    name: (file || [called, service_on].filter(Boolean).join(' ')).replaceAll(/[\p{Cc}/\\]/gu, ' ').slice(0, 150),
    content,
  };
}

function contentOf(message: Message): Arrived['content'] | string {
  const observations = message.segments.filter(({ name }) => name === 'OBX');
  const embedded = observations.filter((one) => valueOf(message, one, 2) === 'ED');
  if (embedded.length > 1) return 'It holds more than one document. Send each as a message of its own.';
  const [one] = embedded;
  if (one) {
    const [value = ''] = repetitionsOf(message, one, 5);
    if (componentOf(message, value, 4).toLowerCase() !== 'base64') return 'Its document is not in Base64 (OBX-5.4).';
    const base64 = componentOf(message, value, 5).replaceAll(/\s/g, '');
    return /^[A-Za-z0-9+/]+={0,2}$/.test(base64) && base64.length % 4 === 0
      ? { base64 }
      : 'Its document cannot be read (OBX-5.5).';
  }
  const lines = observations
    .filter((o) => ['TX', 'FT', 'ST'].includes(valueOf(message, o, 2)))
    .flatMap((o) => repetitionsOf(message, o, 5).map((text) => unescaped(text, message.signs)));
  return lines.some((line) => line.trim() !== '')
    ? { text: lines.map(withoutControls).join('\n') }
    : 'It holds no document.';
}

/** What is taken as a record, by what it begins with; null: nothing of these. */
export function sortOf(bytes: Uint8Array): { content_type: string; extension: string } | null {
  const begins = (...signs: readonly number[]): boolean => signs.every((sign, at) => bytes[at] === sign);
  if (begins(0x25, 0x50, 0x44, 0x46)) return { content_type: 'application/pdf', extension: 'pdf' };
  if (begins(0xff, 0xd8, 0xff)) return { content_type: 'image/jpeg', extension: 'jpg' };
  if (begins(0x89, 0x50, 0x4e, 0x47)) return { content_type: 'image/png', extension: 'png' };
  if (begins(0x49, 0x49, 0x2a, 0) || begins(0x4d, 0x4d, 0, 0x2a))
    return { content_type: 'image/tiff', extension: 'tiff' };
  return null;
}

/** How many pages it has, where that can be told without taking it apart; null: unknown. */
export function pagesIn(bytes: Buffer, contentType: string): number | null {
  if (contentType === 'image/jpeg' || contentType === 'image/png') return 1;
  if (contentType !== 'application/pdf') return null;
  const text = bytes.toString('latin1');
  // pages may be packed, encrypted, or written more than once
  if (/\/ObjStm|\/Encrypt/.test(text) || text.split('%%EOF').length > 2) return null;
  return text.match(/\/Type\s*\/Page(?![A-Za-z])/g)?.length ?? null;
}

/** Names as they are compared: their words in any order and case, without accents. */
const comparedName = (name: string): string =>
  (
    name
      .normalize('NFD')
      .replaceAll(/\p{M}/gu, '')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  )
    .toSorted()
    .join(' ');

/** Whether a chart says of itself whose it is, and it is the patient of a document: then its name tells nothing new. */
export function isKnownOf(
  chart: { patient_name: string; dob: string | null },
  document: { patient_name: string; dob: string | null },
): boolean {
  if (chart.dob !== null && chart.dob === document.dob) return true;
  const name = comparedName(chart.patient_name);
  return name !== '' && name === comparedName(document.patient_name);
}

interface ChartFacts {
  mrn: string;
  encounters: readonly { from: string | null; to: string | null }[];
}

/** Whether a document belongs to a chart: of the same patient, and of a day of its encounters where both name one. */
export function fitsChart(
  document: { mrns: readonly string[]; service_on: string | null },
  chart: ChartFacts,
): boolean {
  if (!document.mrns.includes(comparedMrn(chart.mrn))) return false;
  const { service_on } = document;
  const dated = chart.encounters.filter(({ from }) => from !== null);
  if (service_on === null || dated.length === 0) return true;
  return dated.some(({ from, to }) => from !== null && from <= service_on && service_on <= (to ?? from));
}

/** The charts of an order, as far as documents are looked for by them. */
export function chartsOf(
  data: unknown,
): (ChartFacts & { key: string; label: string; patient_name: string; dob: string | null })[] {
  const charts = (data as { charts?: unknown } | null | undefined)?.charts;
  const text = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');
  const rows = (value: unknown) => (Array.isArray(value) ? (value as Record<string, unknown>[]) : []);
  return rows(charts)
    .map((one) => ({
      key: text(one['key']),
      label: text(one['label']),
      mrn: text(one['mrn']),
      patient_name: text(one['patient_name']),
      dob: text(one['dob']) || null,
      encounters: rows(one['encounters']).map((e) => ({ from: text(e['from']) || null, to: text(e['to']) || null })),
    }))
    .filter(({ mrn }) => mrn !== '');
}
