import { type Charset, fitted } from './charset.ts';
import { header, messageOf, segment } from './message.ts';
import type { Patient } from './patient.ts';

/** What a result goes out as. */
export const MESSAGE_KINDS = ['MDM_T02', 'ORU_R01'] as const;
type MessageKind = (typeof MESSAGE_KINDS)[number];

export const HL7_VERSIONS = ['2.3', '2.3.1', '2.4', '2.5', '2.5.1'] as const;
type Hl7Version = (typeof HL7_VERSIONS)[number];

/** How messages to one receiver are written. */
export interface MessageSettings {
  message_kind: MessageKind;
  /** MSH-3 to MSH-6. */
  sending_application: string;
  sending_facility: string;
  receiving_application: string;
  receiving_facility: string;
  /** TXA-2. */
  document_type: string;
  /** OBX-3: code, text and system. */
  observation_code: string;
  observation_text: string;
  observation_system: string;
  processing: 'P' | 'T';
  charset: Charset;
  version: Hl7Version;
}

/** What is sent. */
export interface Result {
  control_id: string;
  /** When the message was made: the same at each try. */
  made_at: Date;
  patient: Patient;
  /** The review's number, and the requester's own for it. */
  number: string;
  reference: string;
  report_version: number;
  /** The version the receiver took before this one; null: none. */
  replaces: number | null;
  delivered_at: Date;
  signed_at: Date;
  file_name: string;
  /** The signed PDF, in Base64. */
  pdf: string;
}

/** An instant as HL7 writes it, in UTC. */
export const stamp = (at: Date): string => `${at.toISOString().replaceAll(/\D/g, '').slice(0, 14)}+0000`;
/** A day as HL7 writes it. */
const day = (date: string | null): string => date?.replaceAll('-', '') ?? '';

const AUTHORITY = 'PERITUS';

/** By what a receiver tells one version of a report from another. */
const documentNumber = (number: string, version: number): string => `${number}-V${version}`;

/** The event that tells of a document: a new one, or one in the place of another. */
const eventOf = ({ replaces }: Pick<Result, 'replaces'>): 'T02' | 'T10' => (replaces === null ? 'T02' : 'T10');

function messageType({ message_kind, version }: MessageSettings, result: Pick<Result, 'replaces'>): string[] {
  const [kind, trigger, structure] =
    message_kind === 'ORU_R01' ? ['ORU', 'R01', 'ORU_R01'] : ['MDM', eventOf(result), 'MDM_T02'];
  // the structure came with 2.3.1
  return version === '2.3' ? [kind, trigger] : [kind, trigger, structure];
}

const head = (
  settings: MessageSettings,
  type: string[],
  { made_at, control_id }: Pick<Result, 'made_at' | 'control_id'>,
) =>
  header(
    settings.sending_application,
    settings.sending_facility,
    settings.receiving_application,
    settings.receiving_facility,
    stamp(made_at),
    null,
    type,
    control_id,
    settings.processing,
    settings.version,
    null,
    null,
    null,
    null,
    null,
    settings.charset,
  );

const pid = ({ id, id_sort, last_name, first_name, dob, sex }: Patient): string =>
  segment('PID', '1', null, [id, '', '', AUTHORITY, id_sort], null, [last_name, first_name], null, day(dob), sex);

/** Nobody visits anybody for a report. */
const PV1 = segment('PV1', '1', 'N');

const code = ({ observation_code, observation_text, observation_system }: MessageSettings) => [
  observation_code,
  observation_text,
  observation_system,
];

/** A result as one message, its segments ended as HL7 wants it. */
export function resultMessage(settings: MessageSettings, result: Result): string {
  const { number, reference, report_version, replaces, delivered_at, signed_at, pdf } = result;
  const unique = documentNumber(number, report_version);
  const corrected = replaces === null ? 'F' : 'C';
  const obx = segment(
    'OBX',
    '1',
    'ED',
    code(settings),
    '1',
    [AUTHORITY, 'application', 'pdf', 'Base64', pdf],
    null,
    null,
    null,
    null,
    null,
    settings.message_kind === 'ORU_R01' ? corrected : 'F',
    null,
    null,
    stamp(signed_at),
  );
  const type = messageType(settings, result);
  const lines =
    settings.message_kind === 'ORU_R01'
      ? [
          head(settings, type, result),
          pid(result.patient),
          PV1,
          segment(
            'OBR',
            '1',
            [reference],
            [number, AUTHORITY],
            code(settings),
            null,
            null,
            stamp(signed_at),
            ...Array.from({ length: 14 }, () => null),
            stamp(delivered_at),
            null,
            null,
            corrected,
          ),
          obx,
        ]
      : [
          head(settings, type, result),
          segment('EVN', eventOf(result), stamp(delivered_at)),
          pid(result.patient),
          PV1,
          segment(
            'TXA',
            '1',
            settings.document_type,
            'AP',
            stamp(signed_at),
            null,
            stamp(signed_at),
            null,
            null,
            null,
            null,
            null,
            [unique, AUTHORITY],
            replaces === null ? null : [documentNumber(number, replaces), AUTHORITY],
            [reference],
            [number, AUTHORITY],
            result.file_name,
            'LA',
            null,
            'AV',
          ),
          obx,
        ];
  return fitted(messageOf(lines), settings.charset);
}

/** A message that tries a connection out: for nobody, marked as a test, and it says so. */
export function testMessage(settings: MessageSettings, made: Pick<Result, 'made_at' | 'control_id'>): string {
  const tried: MessageSettings = { ...settings, processing: 'T' };
  const patient: Patient = { id: 'TEST', id_sort: 'AN', last_name: 'Test', first_name: 'Peritus', dob: null, sex: 'U' };
  const at = stamp(made.made_at);
  const type = messageType(tried, { replaces: null });
  const obx = segment('OBX', '1', 'TX', code(tried), '1', 'This is a test of the connection.', ...FIVE, 'F');
  return fitted(
    messageOf(
      settings.message_kind === 'ORU_R01'
        ? [
            head(tried, type, made),
            pid(patient),
            PV1,
            segment(
              'OBR',
              '1',
              null,
              ['TEST', AUTHORITY],
              code(tried),
              null,
              null,
              at,
              ...Array.from({ length: 17 }, () => null),
              'F',
            ),
            obx,
          ]
        : [
            head(tried, type, made),
            segment('EVN', 'T02', at),
            pid(patient),
            PV1,
            segment(
              'TXA',
              '1',
              tried.document_type,
              'TX',
              at,
              ...Array.from({ length: 7 }, () => null),
              [`TEST-${made.control_id}`, AUTHORITY],
              null,
              null,
              null,
              null,
              'LA',
              null,
              'AV',
            ),
            obx,
          ],
    ),
    settings.charset,
  );
}
const FIVE = [null, null, null, null, null] as const;
