import { createHash } from 'node:crypto';
import { type Kysely, type Selectable, sql } from 'kysely';
import { isExpertSide } from '../../../core/actor.ts';
import { Refusal } from '../../../core/errors.ts';
import { isOn } from '../../../core/experts.ts';
import { type Kind, KINDS, reviewNumber } from '../../../core/kinds.ts';
import { capital } from '../../../core/phrases.ts';
import { dateIn } from '../../../core/time.ts';
import { canonical } from '../../../platform/audit.ts';
import type { ActorDb } from '../../../platform/db/actor-db.ts';
import { loadReviewRow, type ReviewRowBeside } from '../../../platform/db/review-row.ts';
import type { DB, DisclosurePackets, Disclosures } from '../../../platform/db/types.ts';
import { publicationList, tenYearsBefore } from '../../experts/rules/publication-list.ts';
import { fourYearsBefore, testimonyList } from '../../experts/rules/testimony-list.ts';
import { citedPages, questionsOf, textsOf } from '../../reports/rules.ts';
import { LEGAL_SERVICES, type LegalService } from '../../reviews/kinds/legal-case/options.ts';
import { viewOf } from '../../reviews/rules.ts';
import { processOf } from '../../reviews/rules/kinds.ts';
import {
  compensationOf,
  type DisclosureFacts,
  firstNumber,
  packetChanges,
  type PacketContent,
  prefixFrom,
  type RecordedWork,
} from '../rules.ts';
import { type Matter, matterOf } from './matter.ts';
import { asListed, exhibitsOf, type Released, releasedFiles } from './released.ts';

type Draft = Selectable<Disclosures>;
export type PacketRow = Selectable<DisclosurePackets>;

/** A matter in the reader's scope. Refuses `not_found`, also to an expert who has not cleared the names or is off it, and where nobody works by the hour. */
export async function loadMatter(db: ActorDb, kind: Kind, id: number): Promise<ReviewRowBeside> {
  if (processOf(kind).by_the_hour === undefined) throw new Refusal('not_found');
  const review = await loadReviewRow(db, kind, id);
  if (viewOf(db.actor, { ...review, invitation: null }) !== 'full') throw new Refusal('not_found');
  if (isExpertSide(db.actor.kind) && !isOn(db.actor, review)) throw new Refusal('not_found');
  return review;
}

const NOTHING: Omit<Draft, 'id' | 'review_id' | 'expert_profile_id'> = {
  prefix: null,
  left_out: [],
  others: [],
  facts_seen: null,
  facts_confirmed_at: null,
  exhibits: null,
  exhibits_report: null,
  exhibits_confirmed_at: null,
  no_publications: false,
  no_testimony: false,
  asked_at: null,
  asked_by: null,
  lock_version: 0,
};

/** What is prepared for the expert who is on a matter now; nothing, where nobody has begun. */
async function draftOf(
  db: Kysely<DB>,
  { id, expert_profile_id }: Pick<ReviewRowBeside, 'id' | 'expert_profile_id'>,
): Promise<typeof NOTHING> {
  const row = await db
    .selectFrom('disclosures')
    .selectAll()
    .where('review_id', '=', id)
    .where('expert_profile_id', '=', expert_profile_id)
    .executeTakeFirst();
  // lists of ids come as text
  const ids = <T extends readonly number[] | null>(list: T) => list && list.map(Number);
  return row
    ? { ...row, left_out: row.left_out.map(Number), facts_seen: ids(row.facts_seen), exhibits: ids(row.exhibits) }
    : NOTHING;
}

/** The packets of a matter, the newest first. */
export const packetsOf = (db: Kysely<DB>, reviewId: number): Promise<PacketRow[]> =>
  db
    .selectFrom('disclosure_packets')
    .selectAll()
    .where('review_id', '=', reviewId)
    .orderBy('version', 'desc')
    .execute();

/** Since when each expert who was on a matter is off it; who is on it is not among them. */
export async function leftSince(db: Kysely<DB>, { id, experts }: ReviewRowBeside): Promise<Map<number, Date>> {
  const rows = await db
    .selectFrom('review_experts')
    .select('expert_profile_id')
    .select((eb) => eb.fn.max('until').as('until'))
    .where('review_id', '=', id)
    .where('until', 'is not', null)
    .groupBy('expert_profile_id')
    .execute();
  const here = new Set(experts.map((one) => one.expert_profile_id));
  return new Map(
    rows.flatMap(({ expert_profile_id, until }) =>
      until === null || here.has(expert_profile_id) ? [] : [[expert_profile_id, until as Date]],
    ),
  );
}

/** The newest of these packets that stands: a later one supplements it. One that could not be made never reached anybody. */
export const standing = (packets: readonly PacketRow[]): PacketRow | undefined =>
  packets.find(({ content, failed_at }) => content !== null && failed_at === null);

/** The newest delivered report of who leads a matter with the files it cites, and how the newest of all stands. */
async function reportsOf(db: Kysely<DB>, reviewId: number) {
  const rows = await db
    .selectFrom('reports')
    .select([
      'version',
      'status',
      'signed_at',
      'signature_name',
      'delivered_at',
      'pdf_storage_key',
      'pdf_sha256',
      'pdf_pages',
    ])
    .where('review_id', '=', reviewId)
    .where('left_at', 'is', null)
    .orderBy('version', 'desc')
    .execute();
  const [newest] = rows;
  const delivered = rows.find((row) => row.delivered_at !== null && row.pdf_storage_key !== null);
  const { snapshot } = delivered
    ? await db
        .selectFrom('reports')
        .select('snapshot')
        .where('review_id', '=', reviewId)
        .where('left_at', 'is', null)
        .where('version', '=', delivered.version)
        .executeTakeFirstOrThrow()
    : { snapshot: null };
  const cited = snapshot
    ? citedPages(
        questionsOf(snapshot.form).flatMap(({ question }) => {
          const answer = snapshot.answers[question.key];
          const citations = answer?.citations ?? {};
          return answer ? textsOf(question, answer).map(({ text }) => ({ text, citations })) : [];
        }),
      ).map(({ file_id }) => file_id)
    : [];
  const state: DisclosureFacts['report']['newest'] = !newest
    ? 'none'
    : newest.delivered_at !== null
      ? 'delivered'
      : newest.signed_at === null
        ? 'writing'
        : 'checking';
  return { delivered, cited, newest: state };
}

const cvOf = async (db: Kysely<DB>, profileId: number) => {
  const rows = await db
    .selectFrom('cvs')
    .select(['name', 'pages', 'sha256', 'storage_key', 'approved_at', 'returned_at'])
    .where('profile_id', '=', profileId)
    .where('version', '=', 'full')
    .where('removed_at', 'is', null)
    .orderBy('id', 'desc')
    .execute();
  const approved = rows.find((row) => row.approved_at !== null);
  const state: DisclosureFacts['cv'] = approved
    ? 'approved'
    : !rows[0]
      ? 'none'
      : rows[0].returned_at !== null
        ? 'returned'
        : 'waiting';
  return { approved, state };
};

/** What was recorded on a matter since its expert is on it, by sort of work. */
async function recordedWork(db: Kysely<DB>, review: ReviewRowBeside): Promise<RecordedWork[]> {
  const { rows } = await sql<RecordedWork>`
    select t.type, sum(e.minutes)::int as minutes, sum(e.amount_cents)::int as cents
    from time_entries e join review_tasks t on t.id = e.task_id
    where e.review_id = ${review.id} and e.made_at >= coalesce((select max(x.since) from review_experts x
      where x.review_id = ${review.id} and x.expert_profile_id = ${review.expert_profile_id}), '-infinity')
    group by t.type`.execute(db);
  return rows;
}

/** A matter's disclosure as it stands: what the elements are judged by, and what a packet would say. */
export interface Gathered {
  draft: typeof NOTHING;
  packets: PacketRow[];
  /** Those of experts who left the matter: the firm’s to see, and to supplement by nobody. */
  former: PacketRow[];
  matter: Matter;
  role: LegalService | null;
  released: Released[];
  considered: Released[];
  /** In their order, and those of them that are not among the records any more. */
  exhibits: Released[];
  cited: readonly number[];
  facts: DisclosureFacts;
  /** What one would say that is made now; null while an element lacks what it is made of. */
  content: PacketContent | null;
  content_sha256: string | null;
  prefix: string;
  publications: string[];
  testimony: { says: string; missing: string | null }[];
  compensation: ReturnType<typeof compensationOf> | null;
}

/** Of records: how many were said and are not verified, and how many came back. */
const countChanges = (changes: readonly { part: string; status: string }[], part: string) => ({
  waiting: changes.filter((one) => one.part === part && one.status === 'to_verify').length,
  returned: changes.filter((one) => one.part === part && one.status === 'returned').length,
});

/** The fingerprint of all a packet says: the same before it is stored and after. */
export const fingerprintOf = (content: PacketContent): string =>
  createHash('sha256').update(canonical(content)).digest('hex');

/** Gathers a matter's disclosure. The same is read where it is shown, where it is signed, and where its file is made. */
export async function gather(db: Kysely<DB>, review: ReviewRowBeside, now: Date): Promise<Gathered> {
  const profileId = review.expert_profile_id ?? 0;
  const matter = await matterOf(db, review, now);
  const { today: as_of, order, terms, expert } = matter;
  const [draft, packets, released, reports, cv, work, publicationRows, testimonyRows, changes] = await Promise.all([
    draftOf(db, review),
    packetsOf(db, review.id),
    releasedFiles(db, review),
    reportsOf(db, review.id),
    cvOf(db, profileId),
    recordedWork(db, review),
    db.selectFrom('expert_publications').selectAll().where('expert_profile_id', '=', profileId).orderBy('id').execute(),
    db.selectFrom('expert_testimonies').selectAll().where('expert_profile_id', '=', profileId).orderBy('id').execute(),
    db
      .selectFrom('expert_changes')
      .select(['part', 'status'])
      .where('expert_profile_id', '=', profileId)
      .where('part', 'in', ['publication', 'testimony'])
      .where('status', 'in', ['to_verify', 'returned'])
      .execute(),
  ]);
  const publications = publicationList(
    publicationRows.map((row) => ({ ...row, verified_at: null })),
    as_of,
  );
  // the rule asks for all other cases
  const testimony = testimonyList(
    testimonyRows
      .filter(({ case_name }) => case_name.trim().toLowerCase() !== matter.facts.caption.trim().toLowerCase())
      .map((row) => ({ ...row, verified_at: null })),
    as_of,
  );
  const compensation = terms && compensationOf(terms, work);
  // what was hidden or taken out is printed into no packet
  const byId = new Map(released.filter(({ removed }) => !removed).map((file) => [file.id, file]));
  const leftOut = new Set(draft.left_out);
  const considered = released.filter(({ id }) => !leftOut.has(id));
  const chosen = draft.exhibits ?? reports.cited.filter((id) => byId.has(id));
  const exhibits = chosen.flatMap((id) => byId.get(id) ?? []);
  const inPacket = exhibitsOf(exhibits);
  const own = packets.filter(({ expert_profile_id }) => expert_profile_id === profileId);
  const prefix = draft.prefix ?? prefixFrom(expert.last_name);
  const facts: DisclosureFacts = {
    report: { delivered: reports.delivered?.version ?? null, newest: reports.newest },
    released: released.map(({ id }) => id),
    facts_seen: draft.facts_seen,
    considered: { files: considered.length, others: draft.others.length },
    exhibits_report: draft.exhibits_report,
    exhibits: {
      count: exhibits.length,
      apart: inPacket.filter(({ apart }) => apart !== null).length,
      gone: chosen.length - exhibits.length,
    },
    cv: cv.state,
    publications: {
      listed: publications.length,
      ...countChanges(changes, 'publication'),
      none_confirmed: draft.no_publications,
    },
    testimony: {
      listed: testimony.length,
      without_docket: testimony.filter(({ missing }) => missing !== null).length,
      ...countChanges(changes, 'testimony'),
      none_confirmed: draft.no_testimony,
    },
    agreed: terms !== null,
    has_time: compensation !== null && compensation.rows.length > 0,
  };
  const { delivered } = reports;
  const bare: Omit<PacketContent, 'supplement'> | null =
    delivered && cv.approved && compensation
      ? {
          number: reviewNumber(review.kind, review.id),
          kind_label: capital(KINDS[review.kind].singular),
          caption: matter.facts.caption,
          court: matter.facts.court,
          docket: matter.facts.docket,
          side: matter.facts.side,
          firm: matter.facts.firm,
          expert: { name: matter.facts.expert, credentials: expert.credentials },
          version: (packets[0]?.version ?? 0) + 1,
          prefix,
          first_number: firstNumber(prefix, packets),
          as_of,
          report: {
            version: delivered.version,
            signed_on: delivered.signed_at ? dateIn(delivered.signed_at, matter.time_zone) : as_of,
            signed_by: delivered.signature_name ?? matter.facts.expert,
            pdf: { name: 'Report', pages: delivered.pdf_pages, sha256: delivered.pdf_sha256 ?? '' },
          },
          facts: { files: considered.map(asListed), others: draft.others },
          exhibits: inPacket,
          qualifications: {
            cv: { name: cv.approved.name, pages: cv.approved.pages, sha256: cv.approved.sha256 },
            publications,
            from_year: tenYearsBefore(as_of),
          },
          testimony: { lines: testimony.map(({ says }) => says), from: fourYearsBefore(as_of) },
          compensation,
        }
      : null;
  const before = standing(own);
  const content: PacketContent | null = bare && {
    ...bare,
    supplement: before?.content ? { of_version: before.version, changes: packetChanges(before.content, bare) } : null,
  };
  return {
    draft,
    packets: own,
    former: packets.filter((one) => !own.includes(one)),
    matter,
    role: terms?.role ?? LEGAL_SERVICES.find(({ value }) => value === order.service)?.value ?? null,
    released,
    considered,
    exhibits,
    cited: reports.cited,
    facts,
    content,
    content_sha256: content && fingerprintOf(content),
    prefix,
    publications,
    testimony,
    compensation,
  };
}
