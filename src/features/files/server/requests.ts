import { knowsExpertSide, statesWith } from '../../reviews/rules/kinds.ts';
import { inStates } from '../../../platform/db/in-states.ts';
import type { AnswerFileRequest } from '../ports.ts';
import type { Actor, Side } from '../../../core/actor.ts';
import { isExpert, sideOf } from '../../../core/actor.ts';
import type { In } from '../../../core/endpoint.ts';
import { Refusal, refuseFields } from '../../../core/errors.ts';
import { type Kind, reviewNumber } from '../../../core/kinds.ts';
import { dateIn } from '../../../core/time.ts';
import { command, type Tx } from '../../../platform/command.ts';
import type { ActorDb } from '../../../platform/db/actor-db.ts';
import type { DB } from '../../../platform/db/types.ts';
import type { Ports } from '../../../platform/ports.ts';
import type { Services } from '../../../platform/services.ts';
import { isOpenTo } from '../../reviews/rules.ts';
import type { FileRequestListView, fileRequestEndpoints, FileRequestView } from '../contract.ts';
import {
  answerFaults,
  filesAreOpen,
  isAnswered,
  isFileCategory,
  type ItemAnswer,
  mayAnswerRequest,
  mayAskForFiles,
  maySeeFile,
  maySeeRequests,
  type RequestedItem,
  requestFaults,
  startsVisible,
  withAnswers,
} from '../rules.ts';
import { announce } from './commands.ts';
import { type Kysely, sql } from 'kysely';
import { filesOf, loadAnyReview, loadFileReview, recordRulesOf, type FileReview } from './facts.ts';

interface RequestRow {
  id: number;
  review_id: number;
  requested_by: number;
  note: string;
  due_on: string | null;
  items: RequestedItem[];
  created_at: Date;
  answered_at: Date | null;
}

async function rowsOf(db: ActorDb, reviewId: number, id?: number): Promise<RequestRow[]> {
  let query = db
    .selectFrom('file_requests')
    .select([
      'file_requests.id',
      'file_requests.review_id',
      'file_requests.requested_by',
      'file_requests.note',
      'file_requests.due_on',
      'file_requests.created_at',
      'file_requests.answered_at',
    ])
    .where('file_requests.review_id', '=', reviewId)
    .orderBy('file_requests.id', 'desc');
  if (id !== undefined) query = query.where('file_requests.id', '=', id);
  const rows = await query.execute();
  const items = await itemsOf(
    db.executor,
    rows.map((row) => row.id),
  );
  return rows.map((row) => ({ ...row, items: items.get(row.id) ?? [] }));
}

/** What each of these requests asks for, in order. */
async function itemsOf(db: Kysely<DB>, requestIds: readonly number[]): Promise<Map<number, RequestedItem[]>> {
  const items = new Map<number, RequestedItem[]>();
  if (requestIds.length === 0) return items;
  const rows = await db
    .selectFrom('file_request_items')
    .select(['file_request_id', 'item', 'label', 'note', 'not_available_because', 'answered_at'])
    .select(sql<number[]>`to_json(file_ids)`.as('file_ids'))
    .where('file_request_id', 'in', [...requestIds])
    .orderBy('item')
    .execute();
  for (const { file_request_id, item, answered_at, ...what } of rows)
    items.set(file_request_id, [
      ...(items.get(file_request_id) ?? []),
      { ...what, id: item, answered_at: answered_at?.toISOString() ?? null },
    ]);
  return items;
}

async function present(
  db: ActorDb,
  actor: Actor,
  review: FileReview,
  rows: readonly RequestRow[],
): Promise<FileRequestView[]> {
  if (rows.length === 0) return [];
  const files = new Map(
    (await filesOf(db, review.id)).filter((f) => maySeeFile(actor, review, f)).map((f) => [f.id, f]),
  );
  const people = await db.executor
    .selectFrom('users')
    .leftJoin('profiles', (join) =>
      join.onRef('profiles.user_id', '=', 'users.id').on('profiles.is_primary', '=', true),
    )
    .select(['users.id', 'users.first_name', 'users.last_name', 'users.role', 'profiles.type'])
    .where('users.id', 'in', [...new Set(rows.map((r) => r.requested_by))])
    .execute();
  const byId = new Map(people.map((p) => [p.id, p]));
  // whoever stays unknown to those who order asks without a name
  const unknown = !knowsExpertSide(actor.kind, review.kind);
  return rows.map((row) => {
    const person = byId.get(row.requested_by);
    const seat: Side = person?.role === 'user' ? 'expert' : 'staff';
    const name = `${person?.first_name ?? ''} ${person?.last_name ?? ''}`.trim();
    const isDoctor = person?.type === 'MedicalExpert' || person?.type === 'ExternalMedicalExpert';
    return {
      id: row.id,
      review_id: row.review_id,
      requested_by: {
        seat,
        name: unknown && seat === 'expert' ? 'The reviewer' : isDoctor ? `Dr. ${person?.last_name}` : name,
      },
      note: row.note,
      due_on: row.due_on,
      items: row.items.map((item) => ({
        id: item.id,
        label: item.label,
        note: item.note,
        files: item.file_ids.flatMap((id) => {
          const file = files.get(id);
          return file ? [{ id, name: file.name, status: file.status }] : [];
        }),
        not_available_because: item.not_available_because,
        answered_at: item.answered_at,
      })),
      created_at: row.created_at.toISOString(),
      answered_at: row.answered_at?.toISOString() ?? null,
    };
  });
}

/** What was asked of the requester, and how it was answered. */
export async function listRequests(
  db: ActorDb,
  actor: Actor,
  kind: Kind,
  reviewId: number,
): Promise<FileRequestListView> {
  const review = await loadFileReview(db, reviewId, kind);
  if (!maySeeRequests(actor, review)) throw new Refusal('forbidden');
  const rows = await rowsOf(db, reviewId);
  const open = rows.some((r) => r.answered_at === null);
  const never = { allowed: false, reason: 'Your role does not include this.' };
  const blocked = (reason: string | null): { allowed: boolean; reason: string | null } => ({
    allowed: reason === null,
    reason,
  });
  return {
    data: await present(db, actor, review, rows),
    review: {
      id: review.id,
      number: reviewNumber(review.kind, review.id),
      subject: review.subject,
      status: review.status,
    },
    abilities: {
      ask: mayAskForFiles(actor, review)
        ? blocked(
            open
              ? 'An earlier request is still open. Ask for more once it is answered.'
              : isOpenTo(actor, review, 'request_files')
                ? null
                : 'Documents can be asked for while the review is under way.',
          )
        : never,
      answer: mayAnswerRequest(actor, review)
        ? blocked(!open ? 'Everything asked for is answered.' : filesAreOpen(review) ? null : 'This review has ended.')
        : never,
    },
  };
}

/** Asks for documents; the review waits in needs_information until every item is answered. */
export async function askForFiles(
  services: Services,
  ports: Ports,
  actor: Actor,
  kind: Kind,
  reviewId: number,
  body: In<typeof fileRequestEndpoints.create, 'body'>,
): Promise<FileRequestView> {
  return command(services, actor, async (tx) => {
    const review = await loadFileReview(tx.db, reviewId, kind);
    if (!mayAskForFiles(actor, review)) throw new Refusal('forbidden');
    const { id } = await tx.db
      .insertInto('file_requests')
      .values({
        review_id: reviewId,
        requested_by: actor.user_id,
        note: body.note,
        due_on: body.due_on,
        created_at: tx.now,
      })
      .returning('file_requests.id')
      .executeTakeFirstOrThrow();
    await tx.system
      .insertInto('file_request_items')
      .values(body.items.map(({ label, note }, index) => ({ file_request_id: id, item: index + 1, label, note })))
      .execute();
    await ports.transition(tx, {
      review_id: reviewId,
      action: 'request_files',
      data: {
        items: body.items.length,
        due_on: body.due_on,
        file_request_id: id,
        by: isExpert(actor.kind) ? 'expert' : sideOf(actor.kind),
      },
    });
    // field rules come after the state, and today is the organization's today
    refuseFields(requestFaults(body, await today(tx, review.organization_id)));
    return one(tx, actor, review, id);
  });
}

/** Answers items with files or reasons; the last answer lets the review go on. */
export async function answerRequest(
  services: Services,
  ports: Ports,
  actor: Actor,
  kind: Kind,
  ids: { id: number; requestId: number },
  body: In<typeof fileRequestEndpoints.answer, 'body'>,
): Promise<FileRequestView> {
  return command(services, actor, async (tx) => {
    const review = await loadFileReview(tx.db, ids.id, kind);
    if (!maySeeRequests(actor, review)) throw new Refusal('not_found');
    await tx.system
      .selectFrom('file_requests')
      .select('id')
      .where('id', '=', ids.requestId)
      .where('review_id', '=', ids.id)
      .forUpdate()
      .execute();
    const [row] = await rowsOf(tx.db, ids.id, ids.requestId);
    if (!row) throw new Refusal('not_found');
    if (!mayAnswerRequest(actor, review)) throw new Refusal('forbidden');
    if (!filesAreOpen(review)) {
      throw new Refusal('wrong_state', 'This review has ended. Nothing more is needed.', {
        current: { review_id: review.id, status: review.status },
      });
    }
    if (row.answered_at !== null) {
      throw new Refusal('wrong_state', 'Everything asked for is already answered.', {
        current: { review_id: review.id, status: review.status },
      });
    }
    const files = (await filesOf(tx.db, review.id)).filter((f) => f.status !== 'failed');
    refuseFields(answerFaults(row.items, body.items, new Set(files.map((f) => f.id))));
    await record(tx, row, body.items);
    await goOnIfAnswered(tx, ports, row);
    return one(tx, actor, review, row.id);
  });
}

/** Writes answers to a request that was locked. `data`: facts for the timeline, where it was not a person's doing. */
async function record(
  tx: Tx,
  row: Pick<RequestRow, 'id' | 'review_id' | 'items'>,
  answers: readonly ItemAnswer[],
  data: Record<string, unknown> = {},
): Promise<void> {
  const items = withAnswers(row.items, answers, tx.now);
  for (const { id, file_ids, not_available_because, answered_at } of items.filter(({ id }) =>
    answers.some((answer) => answer.item === id),
  ))
    await tx.system
      .updateTable('file_request_items')
      .set({ file_ids, not_available_because, answered_at })
      .where('file_request_id', '=', row.id)
      .where('item', '=', id)
      .execute();
  await tx.system
    .updateTable('file_requests')
    .set({ answered_at: isAnswered(items) ? tx.now : null })
    .where('id', '=', row.id)
    .execute();
  await tx.audit({
    action: 'file_request.answer',
    review_id: row.review_id,
    subject: `file_request:${row.id}`,
    data: { ...data, answered: items.filter((i) => i.answered_at !== null).length, items: items.length },
  });
}

/** Lets a review that waits for documents go on once nothing is asked for any more. */
async function goOnIfAnswered(
  tx: Tx,
  ports: Pick<Ports, 'transition'>,
  { id, review_id }: Pick<RequestRow, 'id' | 'review_id'>,
  data: Record<string, unknown> = {},
): Promise<void> {
  const waiting = await tx.system
    .selectFrom('reviews')
    .select('id')
    .where('id', '=', review_id)
    .where(
      inStates(
        'reviews',
        statesWith((row) => row.phase === 'waits_for_records'),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('file_requests').select('id').where('review_id', '=', review_id).where('answered_at', 'is', null),
        ),
      ),
    )
    .executeTakeFirst();
  if (waiting)
    await ports.transition(tx, { review_id, action: 'files_answered', data: { ...data, file_request_id: id } });
}

async function one(tx: Tx<Actor>, actor: Actor, review: FileReview, id: number): Promise<FileRequestView> {
  const [view] = await present(tx.db, actor, review, await rowsOf(tx.db, review.id, id));
  if (!view) throw new Refusal('not_found');
  return view;
}

async function today(tx: Tx, organizationId: number): Promise<string> {
  const { time_zone } = await tx.system
    .selectFrom('organizations')
    .select('time_zone')
    .where('id', '=', organizationId)
    .executeTakeFirstOrThrow();
  return dateIn(tx.now, time_zone);
}

/** Answers items by what a link of somebody outside brought: shows the files, and lets the review go on where that was all. */
export function answerByLink(ports: Pick<Ports, 'transition'>): AnswerFileRequest {
  return async (tx, { review_id, file_request_id, items: answers, data }) => {
    const row = await tx.system
      .selectFrom('file_requests')
      .select(['id', 'review_id', 'answered_at'])
      .where('id', '=', file_request_id)
      .where('review_id', '=', review_id)
      .forUpdate()
      .executeTakeFirst();
    if (!row || row.answered_at !== null) throw new Refusal('wrong_state', 'Everything asked for is already answered.');
    const items = (await itemsOf(tx.system, [row.id])).get(row.id) ?? [];
    await record(tx, { ...row, items }, answers, data);
    await showFiles(
      tx,
      review_id,
      answers.flatMap((one) => ('file_ids' in one ? one.file_ids : [])),
    );
    await goOnIfAnswered(tx, ports, row, data);
  };
}

/** What came by a link is the expert's to see from now on, unless its category is hidden. */
async function showFiles(tx: Tx, reviewId: number, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  const rules = await recordRulesOf(tx.system, await loadAnyReview(tx.system, reviewId));
  const files = await tx.system
    .selectFrom('files')
    .select(['id', 'category'])
    .where('id', 'in', [...ids])
    .execute();
  const shown = files.filter((f) =>
    startsVisible(f.category === null || !isFileCategory(f.category) ? null : f.category, undefined, rules),
  );
  if (shown.length > 0)
    await tx.system
      .updateTable('files')
      .set({ visible_to_expert: true })
      .where(
        'id',
        'in',
        shown.map((f) => f.id),
      )
      .execute();
  await announce(tx, reviewId);
}
