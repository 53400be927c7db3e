import type { ReviewStatus } from '../../rules/statuses.ts';
import { reminderIsOver } from '../../../../core/late.ts';
import { fullName } from '../../../../core/names.ts';
import { type Kysely, sql } from 'kysely';
import { Refusal } from '../../../../core/errors.ts';
import { reviewNumber } from '../../../../core/kinds.ts';
import { DAY } from '../../../../core/time.ts';
import { purgeAuditDetails } from '../../../../platform/audit.ts';
import type { Tx } from '../../../../platform/command.ts';
import { json } from '../../../../platform/db/json.ts';
import type { DB } from '../../../../platform/db/types.ts';
import { answersAbout, purgeAnswers } from '../../../../platform/idempotency.ts';
import { purgeMails, saysSomething } from '../../../../platform/mail/purge.ts';
import type { Certificate } from '../../contract.ts';
import { isPurged, type ReviewFacts, rulesOf } from '../../rules.ts';
import { purgeViews } from '../list/purge-views.ts';
import { loadById, type LoadedReview } from '../load.ts';

/** Days before a purge on which the requester's side is warned. */
const WARNINGS = [30, 7] as const;

/** Whether a warning, kept under its days before the purge, comes too late: at the purge, or with a nearer one. */
export const purgeWarningIsOver = (at: Date, now: Date, key: string): boolean =>
  reminderIsOver(
    at,
    now,
    Number(key) * DAY,
    WARNINGS.map((days) => days * DAY),
  );

/** When a review's records go by themselves; null where its organization keeps them, or it has not ended. */
export function purgeDate({ row, facts, settings }: Pick<LoadedReview, 'row' | 'facts' | 'settings'>): Date | null {
  if (facts.organization.flags['data_purge_enabled'] !== true) return null;
  if (!rulesOf(facts.kind).ended.has(facts.status) || !row.closed_at) return null;
  return new Date(row.closed_at.getTime() + settings.data_purge_delay_in_days * DAY);
}

/** The deadlines of the purge and its warnings for the state now in force; a review that goes on has none. */
export async function setPurgeDeadlines(tx: Tx, loaded: LoadedReview, status: ReviewStatus): Promise<void> {
  const { row, facts } = loaded;
  const closed_at = row.closed_at ?? tx.now;
  const at = purgeDate({ ...loaded, row: { ...row, closed_at }, facts: { ...facts, status } });
  if (at === null) {
    if (row.closed_at) await tx.cancelDeadlines(facts.id, ['purge', 'purge_warning']);
    return;
  }
  const warnings = WARNINGS.map((days) => ({ key: String(days), due_at: new Date(at.getTime() - days * DAY) }));
  await tx.setDeadlines([
    { review_id: facts.id, kind: 'purge', due_at: at },
    ...warnings
      .filter(({ due_at }) => due_at > tx.now)
      .map((warning) => ({ review_id: facts.id, kind: 'purge_warning' as const, ...warning })),
  ]);
}

/** Writes down what a purge takes away, before it is gone: counts and fingerprints, never names. */
export async function certify(tx: Tx, { row, facts }: LoadedReview, reason: string): Promise<void> {
  const { rows } = await sql<{ contents: Certificate['contents'] }>`
    select json_build_object(
      'files', (select json_build_object('count', count(*), 'bytes', coalesce(sum(size_bytes), 0)::float8,
          'pages', coalesce(sum(pages), 0), 'sha256', coalesce(json_agg(sha256 order by id) filter (where sha256 is not null), '[]'))
        from files where review_id = ${facts.id}),
      'reports', (select coalesce(json_agg(json_build_object('version', version, 'signed_at', signed_at,
          'sha256', pdf_sha256) order by id), '[]') from reports where review_id = ${facts.id}),
      'sections', (select count(*) from review_sections where review_id = ${facts.id}),
      'parties', (select count(*) from review_parties where review_id = ${facts.id}),
      'file_requests', (select count(*) from file_requests where review_id = ${facts.id}),
      'attendees', (select count(*) from appointment_attendees where review_id = ${facts.id}),
      'messages', (select count(*) from messages m join channels c on c.id = m.channel_id
        where c.review_id = ${facts.id}),
      'linked', (select coalesce(json_agg(json_build_object('review_id', l.id, 'files', (select count(*) from files f
          where f.review_id = l.id and f.deleted_at is null and f.storage_key in (select h.storage_key from files h
            where h.review_id = ${facts.id} and h.deleted_at is null))) order by l.id), '[]')
        from reviews l where l.id in (
            select x.original_id from linked_reviews x where x.review_id = ${facts.id}
            union select x.review_id from linked_reviews x where x.original_id = coalesce(
              (select y.original_id from linked_reviews y where y.review_id = ${facts.id}), ${facts.id})
            union select c.continued_as from continuations c where c.review_id = ${facts.id} and c.continued_as is not null
            union select c.review_id from continuations c where c.continued_as = ${facts.id}
            union select f.review_id from files f join files h on h.storage_key = f.storage_key
              where h.review_id = ${facts.id} and h.deleted_at is null and f.deleted_at is null)
          and l.id <> ${facts.id} and not exists (select from purge_certificates c where c.review_id = l.id))) as contents`.execute(
    tx.system,
  );
  const contents = rows[0]?.contents;
  if (!contents) throw new Error('What a purge takes away was not counted.');
  await tx.system
    .insertInto('purge_certificates')
    .values({
      review_id: facts.id,
      reason,
      purged_by: tx.actor.kind === 'system' ? null : tx.actor.user_id,
      purged_at: tx.now,
      closed_at: row.closed_at,
      contents: json(contents),
    })
    .execute();
  await tx.cancelDeadlines(facts.id);
}

/** Ends a request for a purge that nobody answered: the review goes on, its records go by its time, or another takes its place. */
export async function lapsePurgeRequest(tx: Tx, reviewId: number): Promise<void> {
  await tx.system
    .updateTable('purge_requests')
    .set({ outcome: 'lapsed', ended_at: tx.now })
    .where('review_id', '=', reviewId)
    .where('outcome', 'is', null)
    .execute();
}

/** What this feature keeps of a purged review: number, dates and amounts, no names and no answers. */
export async function purgeReview(tx: Tx, id: number): Promise<void> {
  await purgeViews(tx.system, id);
  await tx.system.deleteFrom('review_parties').where('review_id', '=', id).execute();
  await tx.system.deleteFrom('review_sections').where('review_id', '=', id).execute();
  await sql`update reviews set subject = '', claim_number = null, attention = null,
    search = ''::tsvector where id = ${id}`.execute(tx.system);
  await sql`update review_attention set note = '', resolution = '' where review_id = ${id}`.execute(tx.system);
  await tx.system.deleteFrom('review_transfers').where('review_id', '=', id).execute();
  await tx.system.deleteFrom('review_earlier_dates').where('review_id', '=', id).execute();
  await tx.system.updateTable('purge_requests').set({ reason: '' }).where('review_id', '=', id).execute();
  await tx.system.updateTable('review_approvals').set({ reason: '' }).where('review_id', '=', id).execute();
  await tx.system.deleteFrom('review_sales').where('review_id', '=', id).execute();
  await purgeAuditDetails(tx.system, id);
  await purgeAnswers(tx.system, id);
  await purgeMails(tx.system, id);
}

/** What is still there of a purged review's contents: 0 once every feature has done its share. */
function remainsOf(db: Kysely<DB>, id: number): Promise<number> {
  return sql<{ n: number }>`select (
      (select count(*) from files where review_id = ${id}) + (select count(*) from dictations where review_id = ${id})
      + (select count(*) from uploads where review_id = ${id})
      + (select count(*) from file_requests where review_id = ${id})
      + (select count(*) from stored_objects b where (b.storage_key like ${`files/${id}/%`} or b.storage_key like ${`reports/${id}/%`}
          or b.storage_key like ${`disclosures/${id}/%`} or b.storage_key like ${`receipts/${id}/%`}
          or b.storage_key like ${`notarized/${id}/%`})
        and not exists (select from files f where f.storage_key = b.storage_key and f.deleted_at is null))
      + (select count(*) from outside_links where review_id = ${id}
        and (name <> '' or email <> '' or text <> '' or summary is not null or signature_name is not null))
      + (select count(*) from mails where review_id = ${id} and ${saysSomething})
      + (select count(*) from idempotency_keys where ${answersAbout(id)})
      + (select count(*) from linked_reviews where (review_id = ${id} or original_id = ${id}) and reason <> '')
      + (select count(*) from opinions where review_id = ${id} and (provider <> '' or facility <> ''))
      + (select count(*) from audit_details d join audit_rows a on a.id = d.audit_id
        where a.review_id = ${id} and a.timeline and a.action <> 'review.purge')
      + (select count(*) from rankings where review_id = ${id})
      + (select count(*) from candidates where review_id = ${id} and note <> '')
      + (select count(*) from invitations where review_id = ${id} and decline_note is not null)
      + (select count(*) from conflict_attestations where review_id = ${id} and disclosure is not null)
      + (select count(*) from ratings where review_id = ${id} and private_comment <> '')
      + (select count(*) from review_transfers where review_id = ${id})
      + (select count(*) from reviews where id = ${id} and (subject <> '' or claim_number is not null))
      + (select count(*) from review_approvals where review_id = ${id} and reason <> '')
      + (select count(*) from purge_requests where review_id = ${id} and reason <> '')
      + (select count(*) from review_sections where review_id = ${id})
      + (select count(*) from review_parties where review_id = ${id})
      + (select count(*) from appointment_attendees where review_id = ${id})
      + (select count(*) from appointments where review_id = ${id} and location like 'https://%')
      + (select count(*) from meetings where review_id = ${id})
      + (select count(*) from box_imports where review_id = ${id})
      + (select count(*) from box_report_wishes where review_id = ${id})
      + (select count(*) from calendar_entries where review_id = ${id})
      + (select count(*) from missed_calls where review_id = ${id} and (contest_note is not null or decision_note is not null))
      + (select count(*) from matter_dates where review_id = ${id})
      + (select count(*) from matter_expenses where review_id = ${id})
      + (select count(*) from expense_receipts where review_id = ${id})
      + (select count(*) from testimony_sessions where review_id = ${id})
      + (select count(*) from disclosures where review_id = ${id})
      + (select count(*) from record_returns where review_id = ${id} and (text is not null or signed_at is null))
      + (select count(*) from merit_statements where review_id = ${id}
        and (text is not null or notary_name is not null or copy_storage_key is not null or withdrawn_reason <> ''))
      + (select count(*) from merit_requests where review_id = ${id})
      + (select count(*) from disclosure_packets where review_id = ${id} and (content is not null or storage_key is not null))
      + (select count(*) from interviews where review_id = ${id})
      + (select count(*) from departures where review_id = ${id} and (reason <> '' or handover is not null))
      + (select count(*) from continuations where review_id = ${id} and (reason <> '' or parties <> '[]'))
      + (select count(*) from billing_order_acts where review_id = ${id} and reason <> '')
      + (select count(*) from spend_budget_acts where review_id = ${id} and reason <> '')
      + (select count(*) from purpose_letters where review_id = ${id})
      + (select count(*) from purpose_letter_versions where review_id = ${id})
      + (select count(*) from exam_notices where review_id = ${id} and (name <> '' or address <> ''))
      + (select count(*) from exams where review_id = ${id} and note <> '')
      + (select count(*) from review_attention where review_id = ${id} and note <> '')
      + (select count(*) from hl7_documents where review_id = ${id} and (file_id is not null or document_type <> ''))
      + (select count(*) from hl7_messages where review_id = ${id} and (answer_text is not null or error is not null))
      + (select count(*) from reports where review_id = ${id} and (snapshot is not null or pdf_storage_key is not null))
      + (select count(*) from report_answers a join reports r on r.id = a.report_id where r.review_id = ${id})
      + (select count(*) from messages m join channels c on c.id = m.channel_id where c.review_id = ${id}))::int as n`
    .execute(db)
    .then(({ rows }) => rows[0]?.n ?? 0);
}

/** The certificate of a purged review; refuses `not_found` while there is none. */
export async function presentCertificate(db: Kysely<DB>, facts: ReviewFacts, now: Date): Promise<Certificate> {
  const row = await db
    .selectFrom('purge_certificates')
    .leftJoin('users', 'users.id', 'purge_certificates.purged_by')
    .leftJoin('purge_requests as q', (join) =>
      join.onRef('q.review_id', '=', 'purge_certificates.review_id').on('q.outcome', '=', 'confirmed'),
    )
    .leftJoin('users as asker', 'asker.id', 'q.asked_by')
    .select(['purge_certificates.reason', 'purged_at', 'closed_at', 'contents', 'purged_by'])
    .select(['users.first_name', 'users.last_name', 'q.asked_by'])
    .select(['asker.first_name as asker_first_name', 'asker.last_name as asker_last_name'])
    .where('purge_certificates.review_id', '=', facts.id)
    .executeTakeFirst();
  if (!row) throw new Refusal('not_found', 'Its records have not been deleted.');
  return {
    review_id: facts.id,
    number: reviewNumber(facts.kind, facts.id),
    organization: facts.organization.name,
    closed_at: row.closed_at?.toISOString() ?? null,
    purged_at: row.purged_at.toISOString(),
    purged_by: row.purged_by === null ? null : fullName(row),
    asked_by:
      row.asked_by === null ? null : fullName({ first_name: row.asker_first_name, last_name: row.asker_last_name }),
    reason: row.reason,
    complete: (await remainsOf(db, facts.id)) === 0,
    contents: row.contents,
    stays: await staysWith(db, row.contents.linked ?? [], now),
  };
}

/** What linked reviews still hold of the same case, each until its own records go; null: as long as it is kept. */
async function staysWith(
  db: Kysely<DB>,
  linked: Certificate['contents']['linked'],
  now: Date,
): Promise<Certificate['stays']> {
  const stays: Certificate['stays'] = [];
  for (const { review_id, files } of linked ?? []) {
    const loaded = await loadById(db, review_id, now);
    if (!loaded || isPurged(loaded.facts)) continue;
    const until = purgeDate(loaded)?.toISOString() ?? null;
    stays.push({ review_id, number: reviewNumber(loaded.facts.kind, review_id), order: true, files, until });
  }
  return stays;
}
