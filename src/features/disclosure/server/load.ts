import { createHash } from 'node:crypto';
import { type Kysely, type Selectable, sql } from 'kysely';
import { isExpertSide } from '../../../core/actor.ts';
import { Refusal } from '../../../core/errors.ts';
import { isOn } from '../../../core/experts.ts';
import { FILE_TYPES } from '../../../core/file-types.ts';
import { type Kind, KINDS, reviewNumber } from '../../../core/kinds.ts';
import { capital } from '../../../core/phrases.ts';
import { dateIn } from '../../../core/time.ts';
import { canonical } from '../../../platform/audit.ts';
import type { ActorDb } from '../../../platform/db/actor-db.ts';
import { orderSections } from '../../../platform/db/order-sections.ts';
import { loadReviewRow, type ReviewRowBeside } from '../../../platform/db/review-row.ts';
import type { DB, DisclosurePackets, Disclosures } from '../../../platform/db/types.ts';
import type { EngagementTerms } from '../../engagements/rules.ts';
import { publicationList, tenYearsBefore } from '../../experts/rules/publication-list.ts';
import { fourYearsBefore, testimonyList } from '../../experts/rules/testimony-list.ts';
import { batesPrefix, batesRangeText, batesText, categoryLabel, FILE_CATEGORY_NAMES } from '../../files/rules.ts';
import { citedPages, questionsOf, textsOf } from '../../reports/rules.ts';
import type { LegalFields } from '../../reviews/kinds/legal-case/fields.ts';
import { LEGAL_SERVICES, type LegalService } from '../../reviews/kinds/legal-case/options.ts';
import { formOf, stateName, storedFields, viewOf } from '../../reviews/rules.ts';
import { processOf, stateRow } from '../../reviews/rules/kinds.ts';
import { workTime } from '../../work/rules.ts';
import {
  compensationOf,
  type DisclosureFacts,
  exhibitLabel,
  firstNumber,
  packetChanges,
  type PacketContent,
  type PacketExhibit,
  prefixFrom,
  type RecordedWork,
  type ReleasedFile,
} from '../rules.ts';

type Draft = Selectable<Disclosures>;
export type PacketRow = Selectable<DisclosurePackets>;

/** Bytes of exhibits that are put into one packet. */
const MOST_EXHIBIT_BYTES = 80 * 1024 * 1024;

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

/** A released file with what its pages need. */
export interface Released extends ReleasedFile {
  storage_key: string;
  sha256: string | null;
  size_bytes: number;
  is_pdf: boolean;
  called: string;
  damaged: boolean;
}

/**
 * Every file that was released to the expert, in reading order: those they can open now, and those that were hidden or taken out after
 * they came to the matter. Who opened what is not asked.
 */
async function releasedFiles(db: Kysely<DB>, review: ReviewRowBeside): Promise<Released[]> {
  const { rows } = await sql<{
    id: number;
    name: string;
    category: string | null;
    pages: number | null;
    bates_from: number | null;
    bates_to: number | null;
    removed: boolean;
    storage_key: string;
    sha256: string | null;
    size_bytes: number;
    content_type: string;
    damaged: boolean;
  }>`
    with came as (select max(x.since) as at from review_experts x
      where x.review_id = ${review.id} and x.expert_profile_id = ${review.expert_profile_id})
    select f.id, f.name, f.category, f.pages, f.bates_from, f.bates_to, f.storage_key, f.sha256, f.size_bytes, f.content_type,
      f.damaged_at is not null as damaged, (f.deleted_at is not null or not f.visible_to_expert) as removed
    from files f, came
    where f.review_id = ${review.id} and f.status = 'ready' and f.scan_status in ('clean', 'not_scanned')
      and (f.deleted_at is null or f.deleted_at > came.at)
      and (f.visible_to_expert or exists (select from audit_rows a where a.review_id = ${review.id}
        and a.action = 'file.hide' and a.subject = 'file:' || f.id and a.at > came.at))
    order by f.position, f.id`.execute(db);
  const organization = await db
    .selectFrom('organizations')
    .select(['name', 'shortest_name', 'preferred_short_name'])
    .where('id', '=', review.organization_id)
    .executeTakeFirstOrThrow();
  const prefix = batesPrefix(organization);
  const number = (at: number | null): string | null => (at === null ? null : batesText(prefix, at));
  return rows.map(({ bates_from, bates_to, category, content_type, ...row }) => {
    const known = FILE_CATEGORY_NAMES.find((one) => one === category);
    return {
      ...row,
      category: known ? categoryLabel(known) : null,
      bates: batesRangeText(number(bates_from), number(bates_to)),
      is_pdf: content_type === FILE_TYPES.pdf.content_type,
      called:
        Object.values(FILE_TYPES).find((one) => one.content_type === content_type)?.called ?? 'another sort of file',
    };
  });
}

/** The newest delivered report of a matter with the files it cites, and how the newest of all stands. */
async function reportsOf(db: Kysely<DB>, reviewId: number) {
  const rows = await db
    .selectFrom('reports')
    .select([
      'version',
      'status',
      'signed_at',
      'signature_name',
      'delivered_at',
      'snapshot',
      'pdf_storage_key',
      'pdf_sha256',
      'pdf_pages',
    ])
    .where('review_id', '=', reviewId)
    .orderBy('version', 'desc')
    .execute();
  const [newest] = rows;
  const delivered = rows.find((row) => row.delivered_at !== null && row.pdf_storage_key !== null);
  const { snapshot } = delivered ?? {};
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

/** The agreement that holds for a matter and its expert. */
async function termsOf(db: Kysely<DB>, review: ReviewRowBeside): Promise<EngagementTerms | null> {
  const row = await db
    .selectFrom('engagements as e')
    .innerJoin('agreement_versions as v', 'v.id', 'e.version_id')
    .select('v.terms')
    .where('e.review_id', '=', review.id)
    .where('v.expert_profile_id', '=', review.expert_profile_id)
    .executeTakeFirst();
  return row?.terms ?? null;
}

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
  /** Whether acts of it are taken now. */
  time: ReturnType<typeof workTime>;
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
  /** Where the firm is. */
  today: string;
  prefix: string;
  docket: string;
  /** Whether both signed an agreement that holds. */
  agreed: boolean;
  /** The matter's state by its two letters; null: the order names none. */
  state: string | null;
  matter: {
    caption: string;
    court: string;
    docket: string;
    side: string;
    firm: string;
    expert: string;
    specialty: string;
  };
  publications: string[];
  testimony: { says: string; missing: string | null }[];
  compensation: ReturnType<typeof compensationOf> | null;
  stored: { report: string | null; cv: string | null };
}

/** Of records: how many were said and are not verified, and how many came back. */
const countChanges = (changes: readonly { part: string; status: string }[], part: string) => ({
  waiting: changes.filter((one) => one.part === part && one.status === 'to_verify').length,
  returned: changes.filter((one) => one.part === part && one.status === 'returned').length,
});

/** The fingerprint of all a packet says: the same before it is stored and after. */
export const fingerprintOf = (content: PacketContent): string =>
  createHash('sha256').update(canonical(content)).digest('hex');

/** When its acts are taken: while the expert is engaged, late too, and while the matter waits for records or for a word on a conflict: the court's day comes all the same. */
function engagedTime(review: ReviewRowBeside, agreed: boolean): ReturnType<typeof workTime> {
  const { agreement, bucket } = stateRow(review.kind, review.status);
  const time = workTime(review);
  return time === 'over' && agreed && bucket === 'active' && agreement === undefined ? 'late' : time;
}

/** Gathers a matter's disclosure. The same is read where it is shown, where it is signed, and where its file is made. */
export async function gather(db: Kysely<DB>, review: ReviewRowBeside, now: Date): Promise<Gathered> {
  const profileId = review.expert_profile_id ?? 0;
  const organization = await db
    .selectFrom('organizations')
    .select(['name', 'time_zone'])
    .where('id', '=', review.organization_id)
    .executeTakeFirstOrThrow();
  const as_of = dateIn(now, organization.time_zone);
  const [sections, expert, draft, packets, released, reports, cv, terms, work, records, changes] = await Promise.all([
    orderSections(db, review.id),
    db
      .selectFrom('expert_profiles as e')
      .innerJoin('profiles as p', 'p.id', 'e.profile_id')
      .innerJoin('users as u', 'u.id', 'p.user_id')
      .select(['u.first_name', 'u.last_name', 'e.credentials_suffix', 'e.board_certified'])
      .where('e.profile_id', '=', profileId)
      .executeTakeFirst(),
    draftOf(db, review),
    packetsOf(db, review.id),
    releasedFiles(db, review),
    reportsOf(db, review.id),
    cvOf(db, profileId),
    termsOf(db, review),
    recordedWork(db, review),
    Promise.all([
      db
        .selectFrom('expert_publications')
        .selectAll()
        .where('expert_profile_id', '=', profileId)
        .orderBy('id')
        .execute(),
      db
        .selectFrom('expert_testimonies')
        .selectAll()
        .where('expert_profile_id', '=', profileId)
        .orderBy('id')
        .execute(),
      db
        .selectFrom('credentials as c')
        .innerJoin('specialties as s', 's.id', 'c.specialty_id')
        .select('s.name')
        .where('c.expert_profile_id', '=', profileId)
        .orderBy('c.is_primary', 'desc')
        .orderBy('c.id')
        .execute(),
    ]),
    db
      .selectFrom('expert_changes')
      .select(['part', 'status'])
      .where('expert_profile_id', '=', profileId)
      .where('part', 'in', ['publication', 'testimony'])
      .where('status', 'in', ['to_verify', 'returned'])
      .execute(),
  ]);
  const order = storedFields(formOf(review.kind), sections) as Partial<LegalFields>;
  const [publicationRows, testimonyRows, credentials] = records;
  const publications = publicationList(
    publicationRows.map((row) => ({ ...row, verified_at: null })),
    as_of,
  );
  // the rule asks for all other cases
  const testimony = testimonyList(
    testimonyRows
      .filter(({ case_name }) => case_name.trim().toLowerCase() !== (order.caption ?? '').trim().toLowerCase())
      .map((row) => ({ ...row, verified_at: null })),
    as_of,
  );
  const compensation = terms && compensationOf(terms, work);
  const byId = new Map(released.map((file) => [file.id, file]));
  const leftOut = new Set(draft.left_out);
  const considered = released.filter(({ id }) => !leftOut.has(id));
  const chosen = draft.exhibits ?? reports.cited.filter((id) => byId.has(id));
  const exhibits = chosen.flatMap((id) => byId.get(id) ?? []);
  const inPacket = exhibitsOf(exhibits);
  const own = packets.filter(({ expert_profile_id }) => expert_profile_id === profileId);
  const prefix = draft.prefix ?? prefixFrom(expert?.last_name ?? '');
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
  const expertName = expert
    ? [`${expert.first_name} ${expert.last_name}`.trim(), expert.credentials_suffix].filter(Boolean).join(', ')
    : '';
  const matter: Gathered['matter'] = {
    caption: order.caption ?? '',
    court: [order.court ?? '', order.jurisdiction_state ? stateName(order.jurisdiction_state) : '']
      .filter(Boolean)
      .join(', '),
    docket: order.docket_number ?? '',
    side: SIDE_WORDS[order.side ?? ''] ?? '',
    firm: organization.name,
    expert: expertName,
    specialty: credentials[0]?.name.toLowerCase() ?? '',
  };
  const bare: Omit<PacketContent, 'supplement'> | null =
    delivered && cv.approved && compensation
      ? {
          number: reviewNumber(review.kind, review.id),
          kind_label: capital(KINDS[review.kind].singular),
          caption: matter.caption,
          court: matter.court,
          docket: matter.docket,
          side: matter.side,
          firm: matter.firm,
          expert: {
            name: expertName,
            credentials: [
              ...new Set(credentials.map(({ name }) => (expert?.board_certified ? `${name}, board certified` : name))),
            ],
          },
          version: (packets[0]?.version ?? 0) + 1,
          prefix,
          first_number: firstNumber(prefix, packets),
          as_of,
          report: {
            version: delivered.version,
            signed_on: delivered.signed_at ? dateIn(delivered.signed_at, organization.time_zone) : as_of,
            signed_by: delivered.signature_name ?? expertName,
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
  const before = own.find((one) => one.content !== null);
  const content: PacketContent | null = bare && {
    ...bare,
    supplement: before?.content ? { of_version: before.version, changes: packetChanges(before.content, bare) } : null,
  };
  return {
    draft,
    packets: own,
    time: engagedTime(review, terms !== null),
    role: terms?.role ?? LEGAL_SERVICES.find(({ value }) => value === order.service)?.value ?? null,
    released,
    considered,
    exhibits,
    cited: reports.cited,
    facts,
    content,
    content_sha256: content && fingerprintOf(content),
    today: as_of,
    prefix,
    docket: matter.docket,
    agreed: terms !== null,
    state: order.jurisdiction_state ?? null,
    matter,
    publications,
    testimony,
    compensation,
    stored: { report: delivered?.pdf_storage_key ?? null, cv: cv.approved?.storage_key ?? null },
  };
}

const SIDE_WORDS: Readonly<Record<string, string>> = {
  plaintiff: 'plaintiff',
  defense: 'defense',
  joint: 'both sides together',
  neutral: 'neutral',
};

/** What a list of records says of a file. */
const asListed = ({ id, name, category, pages, bates, removed }: Released): ReleasedFile => ({
  id,
  name,
  category,
  pages,
  bates,
  removed,
});

/** The exhibits with their labels: with the pages of those that are PDFs, and of the others why they come apart. */
export function exhibitsOf(files: readonly Released[]): PacketExhibit[] {
  let bytes = 0;
  return files.map((file, at) => {
    const why = file.damaged
      ? 'Its stored file is damaged.'
      : !file.is_pdf
        ? `It is ${file.called}.`
        : bytes + file.size_bytes > MOST_EXHIBIT_BYTES
          ? 'The packet would be too large with it.'
          : null;
    if (why === null) bytes += file.size_bytes;
    return {
      label: exhibitLabel(at),
      file_id: file.id,
      name: file.name,
      bates: file.bates,
      pdf: why === null ? { name: file.name, pages: file.pages, sha256: file.sha256 ?? '' } : null,
      apart: why,
    };
  });
}
