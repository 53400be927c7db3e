import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { detailHash } from '../../src/platform/audit.ts';
import type { Column, Row, Rows, Schema } from './schema.ts';
import { type Move, movedDay, movedInstant, movedRange, movedText } from './times.ts';

/** What is another's in a review that is made after an example. */
export interface Others {
  /** New numbers of its rows, by table. */
  ids: ReadonlyMap<string, ReadonlyMap<unknown, unknown>>;
  users: ReadonlyMap<number, number>;
  profiles: ReadonlyMap<number, number>;
  move: Move;
  /** Names and numbers in texts. */
  words: (text: string) => string;
  /** What is said of an expert beside the name, by profile. */
  experts: ReadonlyMap<number, Row>;
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Whose rows a number in a JSON value names, by its key. */
const KEYS: Readonly<Record<string, readonly string[]>> = {
  review_id: ['reviews'],
  link_of: ['users'],
  file_id: ['files'],
  file_ids: ['files'],
  user_id: ['users'],
  profile_id: ['profiles'],
  expert_profile_id: ['profiles'],
  invitation_id: ['invitations'],
  offer_id: ['time_offers', 'exam_offers'],
  version_id: ['agreement_versions'],
  attestation: ['conflict_attestations'],
  call_id: ['appointments'],
  appointment_id: ['appointments'],
  session_id: ['testimony_sessions'],
  interview_id: ['interviews'],
  task_id: ['review_tasks'],
  file_request_id: ['file_requests'],
};

/** Whose rows a subject of the record names: "file:30012". */
const SUBJECTS: Readonly<Record<string, string>> = {
  file: 'files',
  review: 'reviews',
  attention: 'review_attention',
  interview: 'interviews',
  testimony_session: 'testimony_sessions',
  review_task: 'review_tasks',
  departure: 'departures',
  time_entry: 'time_entries',
  expense: 'matter_expenses',
  record_return: 'record_returns',
};

/** The rows of an example as those of the review that is made after it. */
export function rewrite(example: Rows, schema: Schema, others: Others): Rows {
  const { ids, users, profiles, move, words, experts } = others;
  const numberIn = (table: string, value: unknown): unknown => {
    if (table === 'users') return users.get(Number(value)) ?? value;
    if (table === 'profiles' || table === 'expert_profiles') return profiles.get(Number(value)) ?? value;
    return ids.get(table)?.get(value) ?? value;
  };
  const text = (value: string): string => movedText(value, move) ?? words(value);
  const inJson = (value: unknown, key = ''): unknown => {
    if (typeof value === 'string') return text(value);
    if (typeof value === 'number') {
      for (const table of KEYS[key] ?? []) {
        const other = numberIn(table, value);
        if (other !== value) return other;
      }
      return value;
    }
    if (Array.isArray(value)) return value.map((one) => inJson(one, key));
    if (value === null || typeof value !== 'object') return value;
    const other: Row = Object.fromEntries(Object.entries(value).map(([name, one]) => [name, inJson(one, name)]));
    // what was known of an expert is known of the one in that one's place
    const said = typeof other['profile_id'] === 'number' ? experts.get(other['profile_id']) : undefined;
    if (said) for (const [name, one] of Object.entries(said)) if (name in other) other[name] = one;
    return other;
  };
  const inColumn = (column: Column, value: unknown): unknown => {
    if (value === null || value === undefined) return value;
    if (column.points_to !== null) return numberIn(column.points_to, value);
    if (column.name === 'id') return numberIn(column.table, value);
    // files of the others are those of the first
    if (column.name === 'storage_key') return value;
    if (column.type === 'jsonb') return inJson(value, column.name);
    if (column.type === 'bigint[]') return inJson(value, 'file_ids');
    // numbers, and whether something is so, are the same
    if (typeof value !== 'string') return value;
    switch (column.type) {
      case 'timestamp with time zone':
        return movedInstant(new Date(value), move).toISOString();
      case 'date':
        return movedDay(value, move);
      case 'tstzrange':
        return movedRange(value, move);
      case 'text':
      case 'citext':
        return words(value);
      case 'bytea':
        return column.unique ? `\\x${randomBytes(32).toString('hex')}` : value;
      default:
        return value;
    }
  };
  const written: Rows = new Map();
  const hashes = new Map<unknown, string>();
  for (const [table, rows] of example) {
    const columns = schema.get(table) ?? [];
    written.set(
      table,
      rows.map((row) => {
        const other: Row = Object.fromEntries(
          columns.map((column) => [column.name, inColumn(column, row[column.name])]),
        );
        if (typeof row['text'] === 'string' && typeof row['sha256'] === 'string' && typeof other['text'] === 'string') {
          const hash = sha256(other['text']);
          hashes.set(row['sha256'], hash);
          other['sha256'] = hash;
        } else if (hashes.has(row['sha256'])) other['sha256'] = hashes.get(row['sha256']);
        return own(table, other, numberIn);
      }),
    );
  }
  withDetails(written);
  return written;
}

/** What only rows of one table have. */
function own(table: string, row: Row, numberIn: (table: string, value: unknown) => unknown): Row {
  switch (table) {
    case 'reviews':
      // what was earned of it is on no invoice yet
      return { ...row, expert_profile_id: null, billing_status: 'unbilled' };
    case 'appointments':
      return { ...row, ics_uid: `${randomUUID()}@peritus` };
    case 'retainer_movements': {
      const of = row['cause'] === 'time_entry' ? 'time_entries' : row['cause'] === 'expense' ? 'matter_expenses' : null;
      return of === null ? row : { ...row, cause_id: numberIn(of, row['cause_id']) };
    }
    case 'exam_notices':
      return { ...row, letter_id: null };
    case 'audit_rows': {
      const [of = '', number = ''] = typeof row['subject'] === 'string' ? row['subject'].split(':') : [];
      const where = SUBJECTS[of];
      return where === undefined ? row : { ...row, subject: `${of}:${String(numberIn(where, Number(number)))}` };
    }
    case 'deadlines': {
      const [, number = '', rest = ''] = /^(\d+)(:\d+)?$/.exec(String(row['key'])) ?? [];
      const of = KEYED[String(row['kind'])];
      return of === undefined || number === ''
        ? row
        : { ...row, key: `${String(numberIn(of, Number(number)))}${rest}` };
    }
    default:
      return row;
  }
}

/** Whose number the key of a deadline begins with, by its kind. */
const KEYED: Readonly<Record<string, string>> = {
  agreement_lapse: 'agreement_versions',
  attention_acknowledge: 'review_attention',
  exam_notice_alarm: 'appointments',
  exam_offer_lapse: 'exam_offers',
  offer_lapse: 'time_offers',
  errata_ahead: 'testimony_sessions',
  session_ahead: 'testimony_sessions',
  interview_ahead: 'interviews',
  interview_lapse: 'interviews',
  invitation_expiry: 'invitations',
  invitation_reminder: 'invitations',
};

/** The record's rows carry the salted hash of what is kept beside them, and wait to be sealed. */
function withDetails(written: Rows): void {
  const rows = written.get('audit_rows') ?? [];
  const byId = new Map(rows.map((row) => [row['id'], row]));
  for (const detail of written.get('audit_details') ?? []) {
    const row = byId.get(detail['audit_id']);
    const salt = randomBytes(16);
    detail['salt'] = `\\x${salt.toString('hex')}`;
    if (row) row['detail_hash'] = `\\x${detailHash(salt, detail['old_value'], detail['new_value']).toString('hex')}`;
  }
  written.set(
    'audit_unsealed',
    rows.map((row) => ({ audit_id: row['id'] })),
  );
}
