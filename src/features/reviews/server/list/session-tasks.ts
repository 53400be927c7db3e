import type { Selectable } from 'kysely';
import { type Actor, isExpert, isExpertSide } from '../../../../core/actor.ts';
import { type Kind, KINDS, reviewNumber } from '../../../../core/kinds.ts';
import { capital } from '../../../../core/phrases.ts';
import { dateIn } from '../../../../core/time.ts';
import type { DB } from '../../../../platform/db/types.ts';
import { formatInstant } from '../../../../platform/mail/template.ts';
import type { Services } from '../../../../platform/services.ts';
import type { UpNextTask } from '../../contract.ts';
import { pagePath } from '../../rules.ts';

type Stored = Selectable<DB['testimony_sessions']>;
type Row = Pick<
  Stored,
  'type' | 'state' | 'starts_at' | 'minutes' | 'zone' | 'place' | 'transcript_on' | 'errata_due_on' | 'errata_signed_at'
> & {
  session_id: number;
  id: number;
  kind: Kind;
  subject: string;
  bucket: Selectable<DB['reviews']>['bucket'];
};

/** A session within a sentence. */
const CALLED: Record<Stored['type'], string> = {
  deposition: 'the deposition',
  trial: 'the day at trial',
  preparation: 'the preparation',
};

/** Sessions of the experts a reader is or assists, of matters they are on. */
export async function sessionsOfExperts(services: Services, actor: Actor): Promise<Row[]> {
  if (!isExpertSide(actor.kind) || actor.expert_profile_ids.length === 0) return [];
  return services.database.systemDb
    .selectFrom('testimony_sessions as s')
    .innerJoin('reviews as r', (join) =>
      join.onRef('r.id', '=', 's.review_id').onRef('r.expert_profile_id', '=', 's.expert_profile_id'),
    )
    .select([
      's.id as session_id',
      's.type',
      's.state',
      's.starts_at',
      's.minutes',
      's.zone',
      's.place',
      's.transcript_on',
      's.errata_due_on',
      's.errata_signed_at',
      'r.id',
      'r.kind',
      'r.subject',
      'r.bucket',
    ])
    .where('s.expert_profile_id', 'in', actor.expert_profile_ids)
    .where('s.state', 'in', ['asked', 'confirmed', 'held'])
    .where('r.bucket', 'in', ['active', 'completed'])
    .orderBy('s.starts_at')
    .orderBy('s.id')
    .execute();
}

const line = (row: Row, ...more: string[]): string =>
  [`${capital(KINDS[row.kind].singular)} ${reviewNumber(row.kind, row.id)}`, row.subject, ...more]
    .filter(Boolean)
    .join(' · ');

/**
 * What sessions ask of the expert’s side: answering those that are asked for, being at the next of a matter, saying how one was held,
 * and the expert’s own errata sheet.
 */
export function sessionTasks(rows: readonly Row[], actor: Actor, now: Date): UpNextTask[] {
  const ahead = (row: Row) => row.starts_at > now;
  const where = (row: Row) => row.place || 'by video';
  const at = (row: Row) => formatInstant(row.starts_at, actor.time_zone);
  const task = (
    row: Row,
    said: Pick<UpNextTask, 'act' | 'title' | 'detail' | 'button'> &
      Partial<Pick<UpNextTask, 'due_at' | 'due_from' | 'due_text'>>,
  ): UpNextTask => ({
    due_at: null,
    due_from: null,
    due_text: null,
    ...said,
    key: `${said.act}-${row.session_id}`,
    path: `${pagePath(row)}#testimony`,
    review: { id: row.id, kind: row.kind, number: reviewNumber(row.kind, row.id), subject: row.subject },
  });
  return rows.flatMap((row): UpNextTask[] => {
    const called = CALLED[row.type];
    if (row.state === 'held') {
      const { errata_due_on: due, transcript_on } = row;
      // whoever assists signs none, and of a matter that closed it is signed until its day
      if (due === null || row.errata_signed_at !== null || !isExpert(actor.kind)) return [];
      if (row.bucket !== 'active' && dateIn(now, row.zone) > due) return [];
      return [
        task(row, {
          act: 'sign_errata',
          title: 'Sign the errata sheet',
          detail: line(row),
          button: 'Write the sheet',
          due_at: `${due}T23:59:59.000Z`,
          due_from: transcript_on && `${transcript_on}T00:00:00.000Z`,
        }),
      ];
    }
    if (row.bucket !== 'active') return [];
    if (!ahead(row))
      return [
        task(row, {
          act: 'record_session',
          title: `Say how ${called} was held`,
          detail: line(row, at(row)),
          button: 'Open it',
          due_text: 'Its time has come',
        }),
      ];
    if (row.state === 'asked')
      return [
        task(row, {
          act: 'answer_session',
          title: `Confirm ${called}, or say that you cannot be there`,
          detail: line(row, at(row), where(row)),
          button: 'Answer',
          due_text: 'The firm waits for your answer',
        }),
      ];
    const set = rows.filter((one) => one.id === row.id && one.state === 'confirmed' && ahead(one));
    if (set[0] !== row) return [];
    // a preparation says what it prepares for
    const then = row.type === 'preparation' ? set.find(({ type }) => type !== 'preparation') : undefined;
    return [
      task(row, {
        act: 'attend_session',
        title: `Be at ${called}`,
        detail: line(row, where(row), ...(then ? [`${CALLED[then.type]} follows on ${at(then)}`] : [])),
        button: 'Open it',
        due_at: row.starts_at.toISOString(),
      }),
    ];
  });
}

/** Sessions that are set, as entries of a calendar. */
export const sessionEntries = (rows: readonly Row[]) =>
  rows
    .filter(({ state, bucket }) => state === 'confirmed' && bucket === 'active')
    .map((row) => ({
      at: row.starts_at.toISOString(),
      kind: 'call' as const,
      review: { id: row.id, kind: row.kind, number: reviewNumber(row.kind, row.id), subject: row.subject },
      title: `${capital(CALLED[row.type].replace(/^the /, ''))}, ${row.subject || reviewNumber(row.kind, row.id)}`,
      duration_minutes: row.minutes,
      path: `${pagePath(row)}#testimony`,
    }));
