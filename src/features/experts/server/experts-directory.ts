import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Actor } from '../../../core/actor.ts';
import { decodeCursor, encodeCursor } from '../../../core/cursor.ts';
import { KINDS } from '../../../core/kinds.ts';
import type { In, Out } from '../../../core/endpoint.ts';
import { Refusal } from '../../../core/errors.ts';
import { fullName } from '../../../core/names.ts';
import { DAY } from '../../../core/time.ts';
import type { ActorDb } from '../../../platform/db/actor-db.ts';
import { openBeside } from '../../../platform/db/scope.ts';
import type { DB } from '../../../platform/db/types.ts';
import type { Services } from '../../../platform/services.ts';
import type { expertEndpoints } from '../contract.ts';
import type { ExpertDeskView, ExpertPaper, ExpertRow } from '../contract/experts-desk.ts';
import { specialtyWords } from '../rules.ts';
import { decidesOnApplications } from '../rules/application-desk.ts';
import { stillHolds } from '../rules/credential-ends.ts';
import { standingMoves } from '../rules/experts-desk.ts';
import { namesOf } from './application-moves.ts';

const PAGE = 50;
const SOON = 90 * DAY;

/** Last days of everything of an expert that ends, as a set of rows. */
const ends = (expert: string) => sql`(
  select c.expires_on from credentials c where c.expert_profile_id = ${sql.ref(expert)} and c.expires_on is not null
  union all
  select b.expires_on from certifications b
    where b.expert_profile_id = ${sql.ref(expert)} and b.expires_on is not null and b.ended_at is null)`;

/** How much of an expert waits to be verified or approved. */
const waitingOf = (expert: RawBuilder<unknown>): RawBuilder<number> => sql<number>`(
  (select count(*)::int from expert_changes w where w.expert_profile_id = ${expert} and w.status = 'to_verify')
  + (select count(*)::int from cvs v where v.profile_id = ${expert} and v.removed_at is null
      and v.approved_at is null and v.returned_at is null))`;

/** How much waits of all experts, as far as an index says; for those who decide. */
export async function waitingOfExperts(db: Kysely<DB>, actor: Actor): Promise<number> {
  if (!decidesOnApplications(actor.kind)) return 0;
  const { rows } = await sql<{ n: number }>`select (select count(*)::int from expert_changes where status = 'to_verify')
    + (select count(*)::int from cvs v join expert_profiles e using (profile_id) where v.removed_at is null
      and v.approved_at is null and v.returned_at is null) as n`.execute(db);
  return rows[0]?.n ?? 0;
}

/** The directory as staff read it, before a page is cut or one is taken. */
function directory(db: ActorDb, now: Date) {
  return db
    .selectFrom('expert_profiles')
    .innerJoin('profiles as p', 'p.id', 'expert_profiles.profile_id')
    .innerJoin('users as u', 'u.id', 'p.user_id')
    .leftJoinLateral(
      (q) =>
        q
          .selectFrom('credentials as c')
          .innerJoin('specialties as s', 's.id', 'c.specialty_id')
          .leftJoin('sub_specialties as ss', 'ss.id', 'c.sub_specialty_id')
          .whereRef('c.expert_profile_id', '=', 'expert_profiles.profile_id')
          .select(['s.name as specialty', 'ss.name as sub_specialty', 'c.availability'])
          .orderBy('c.is_primary', 'desc')
          .orderBy('c.id')
          .limit(1)
          .as('main'),
      (join) => join.onTrue(),
    )
    .select([
      'expert_profiles.profile_id',
      'expert_profiles.code',
      'expert_profiles.city',
      'expert_profiles.state',
      'expert_profiles.status',
      'expert_profiles.max_open_reviews',
      'u.first_name',
      'u.last_name',
      'u.email',
      'u.time_zone',
      'main.specialty',
      'main.sub_specialty',
      'main.availability',
      sql<number>`(select count(*)::int from reviews r
        where r.expert_profile_id = expert_profiles.profile_id and r.bucket = 'active')
        + ${openBeside(sql`array[expert_profiles.profile_id]`)}`.as('open_reviews'),
      sql<string | null>`(select min(x.expires_on)::text from ${ends('expert_profiles.profile_id')} x)`.as('ends_on'),
      sql<boolean>`exists (select from ${ends('expert_profiles.profile_id')} x
        where credential_end(x.expires_on, u.time_zone) <= ${now})`.as('lapsed'),
      waitingOf(sql.ref('expert_profiles.profile_id')).as('to_verify'),
    ]);
}
type DirectoryRow = Awaited<ReturnType<ReturnType<typeof directory>['execute']>>[number];

const presentRow = (row: DirectoryRow): ExpertRow => ({
  profile_id: row.profile_id,
  code: row.code,
  name: fullName(row),
  specialty: row.specialty === null ? null : specialtyWords(row.specialty, row.sub_specialty),
  region: [row.city, row.state].filter(Boolean).join(', ') || null,
  status: row.status,
  availability: row.availability,
  open_reviews: row.open_reviews,
  max_open_reviews: row.max_open_reviews,
  ends_on: row.ends_on,
  lapsed: row.lapsed,
  to_verify: row.to_verify,
});

/** A page of the directory by name. */
export async function listExperts(
  services: Services,
  db: ActorDb,
  query: In<typeof expertEndpoints.experts, 'query'>,
): Promise<Out<typeof expertEndpoints.experts>> {
  const now = services.clock.now();
  const limit = query.limit ?? PAGE;
  let rows = directory(db, now);
  if (query.status) rows = rows.where('expert_profiles.status', '=', query.status);
  if (query.availability) rows = rows.where('main.availability', '=', query.availability);
  if (query.load) {
    const isFull = sql<boolean>`((select count(*)::int from reviews r
      where r.expert_profile_id = expert_profiles.profile_id and r.bucket = 'active')
      + ${openBeside(sql`array[expert_profiles.profile_id]`)}) >= expert_profiles.max_open_reviews`;
    rows = rows.where(query.load === 'full' ? isFull : sql<boolean>`not (${isFull})`);
  }
  if (query.waiting)
    rows = rows.where(
      sql<boolean>`expert_profiles.profile_id in (select w.expert_profile_id from expert_changes w where w.status = 'to_verify'
        union select v.profile_id from cvs v where v.removed_at is null and v.approved_at is null and v.returned_at is null)`,
    );
  if (query.state) rows = rows.where('expert_profiles.state', '=', query.state);
  if (query.specialty_id !== undefined)
    rows = rows.where(
      sql<boolean>`expert_profiles.profile_id in (select c.expert_profile_id from credentials c where c.specialty_id = ${query.specialty_id})`,
    );
  if (query.ending)
    rows = rows.where(
      sql<boolean>`exists (select from ${ends('expert_profiles.profile_id')} x
        where credential_end(x.expires_on, u.time_zone) <= ${new Date(now.getTime() + (query.ending === 'soon' ? SOON : 0))}
          and ${query.ending === 'ended'}::boolean = (credential_end(x.expires_on, u.time_zone) <= ${now}))`,
    );
  if (query.q) {
    const like = `%${query.q.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
    rows = rows.where(
      sql<boolean>`(u.first_name || ' ' || u.last_name ilike ${like} or u.email ilike ${like} or expert_profiles.code ilike ${like})`,
    );
  }
  const [last, first, id] = (query.cursor && decodeCursor(query.cursor)) || [];
  if (typeof last === 'string' && typeof first === 'string' && typeof id === 'number')
    rows = rows.where(
      sql<boolean>`(lower(u.last_name), lower(u.first_name), expert_profiles.profile_id) > (${last}, ${first}, ${id})`,
    );
  const page = await rows
    .orderBy(sql`lower(u.last_name)`)
    .orderBy(sql`lower(u.first_name)`)
    .orderBy('expert_profiles.profile_id')
    .select([sql<string>`lower(u.last_name)`.as('last_key'), sql<string>`lower(u.first_name)`.as('first_key')])
    .limit(limit + 1)
    .execute();
  const kept = page.slice(0, limit);
  const end = kept.at(-1);
  return {
    data: kept.map(presentRow),
    next_cursor: page.length > limit && end ? encodeCursor([end.last_key, end.first_key, end.profile_id]) : null,
  };
}

/** One expert as staff read it. Refuses `not_found`. */
export async function readExpert(services: Services, db: ActorDb, profileId: number): Promise<ExpertDeskView> {
  const now = services.clock.now();
  const row = await directory(db, now)
    .where('expert_profiles.profile_id', '=', profileId)
    .select([
      'expert_profiles.npi',
      'expert_profiles.languages',
      'expert_profiles.setting',
      'expert_profiles.years_in_practice',
      'expert_profiles.accepts_kinds',
      'expert_profiles.accepts_expedited',
      'expert_profiles.display_contact_information',
      'expert_profiles.status_reason',
      'expert_profiles.status_since',
      'expert_profiles.status_by',
    ])
    .executeTakeFirst();
  if (!row) throw new Refusal('not_found');
  const kysely = db.executor;
  const by = await namesOf(kysely, [row.status_by]);
  const may_act = decidesOnApplications(db.actor.kind);
  return {
    ...presentRow(row),
    email: row.email,
    npi: row.npi,
    languages: row.languages,
    setting: row.setting,
    years_in_practice: row.years_in_practice,
    kinds: row.accepts_kinds.map((kind) => KINDS[kind].label),
    accepts_expedited: row.accepts_expedited,
    status_reason: row.status_reason,
    status_since: row.status_since?.toISOString() ?? null,
    status_by: row.status_by === null ? null : (by.get(row.status_by) ?? null),
    papers: await papersOf(kysely, profileId, { now, zone: row.time_zone }),
    cv: await cvsAtDesk(kysely, profileId),
    display_contact_information: row.display_contact_information,
    assistants: await assistantsOf(kysely, profileId),
    acts: may_act ? standingMoves(row.status).map(({ action, label, means }) => ({ action, label, means })) : [],
    may_act,
  };
}

/** Licenses, each once with the specialties that stand on it, then certifications and cover. */
async function papersOf(db: Kysely<DB>, profileId: number, at: { now: Date; zone: string }): Promise<ExpertPaper[]> {
  const credentials = await db
    .selectFrom('credentials as c')
    .innerJoin('specialties as s', 's.id', 'c.specialty_id')
    .leftJoin('sub_specialties as ss', 'ss.id', 'c.sub_specialty_id')
    .selectAll('c')
    .select(['s.name as specialty', 'ss.name as sub_specialty'])
    .where('c.expert_profile_id', '=', profileId)
    .orderBy('c.is_primary', 'desc')
    .orderBy('c.id')
    .execute();
  const certifications = await db
    .selectFrom('certifications')
    .selectAll()
    .where('expert_profile_id', '=', profileId)
    .where('ended_at', 'is', null)
    .orderBy('sort')
    .orderBy('id')
    .execute();
  const names = await namesOf(
    db,
    [...credentials, ...certifications].map(({ verified_by }) => verified_by),
  );
  const seen = (row: {
    expires_on: string | null;
    verified_at: Date | null;
    verified_by: number | null;
    verified_source: string | null;
    document_id: number | null;
  }) => ({
    expires_on: row.expires_on,
    holds: stillHolds(row.expires_on, at.now, at.zone),
    verified_at: row.verified_at?.toISOString() ?? null,
    verified_by: row.verified_by === null ? null : (names.get(row.verified_by) ?? null),
    source: row.verified_source,
    evidence: row.document_id === null ? null : `/api/v1/experts/${profileId}/documents/${row.document_id}`,
  });
  const licenses = Map.groupBy(credentials, (row) =>
    [row.license_key, row.license_state, row.license_number].join('\n'),
  );
  return [
    ...[...licenses.values()].flatMap((rows): ExpertPaper[] => {
      const [first] = rows;
      return first
        ? [
            {
              key: `credential:${first.id}`,
              sort: 'license',
              of: first.license_state ?? '',
              number: first.license_number ?? '',
              field: [first.license_key, ...rows.map((row) => specialtyWords(row.specialty, row.sub_specialty))]
                .filter(Boolean)
                .join(' · '),
              ...seen(first),
            },
          ]
        : [];
    }),
    ...certifications.map((row): ExpertPaper => ({
      key: `certification:${row.id}`,
      sort: row.sort,
      of: row.issuer,
      number: '',
      field: row.field,
      ...seen(row),
    })),
  ];
}

async function cvsAtDesk(db: Kysely<DB>, profileId: number): Promise<ExpertDeskView['cv']> {
  const rows = await db
    .selectFrom('cvs')
    .selectAll()
    .where('profile_id', '=', profileId)
    .where('removed_at', 'is', null)
    .execute();
  const names = await namesOf(
    db,
    rows.map(({ approved_by }) => approved_by),
  );
  const of = (version: 'full' | 'redacted'): ExpertDeskView['cv']['full'] => {
    const url = `/api/v1/experts/${profileId}/cv/${version}`;
    const own = rows.filter((row) => row.version === version);
    const approved = own.find((row) => row.approved_at !== null);
    const waiting = own.find((row) => row.approved_at === null);
    return {
      approved: approved?.approved_at
        ? {
            url,
            approved_at: approved.approved_at.toISOString(),
            approved_by: approved.approved_by === null ? null : (names.get(approved.approved_by) ?? null),
          }
        : null,
      waiting: waiting
        ? {
            url: `${url}?waiting=1`,
            name: waiting.name,
            sent_at: waiting.created_at.toISOString(),
            returned_at: waiting.returned_at?.toISOString() ?? null,
            reason: waiting.return_reason,
          }
        : null,
    };
  };
  return { full: of('full'), redacted: of('redacted') };
}

async function assistantsOf(db: Kysely<DB>, profileId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('assistant_links as l')
    .innerJoin('profiles as p', 'p.id', 'l.assistant_profile_id')
    .innerJoin('users as u', 'u.id', 'p.user_id')
    .select(['u.first_name', 'u.last_name'])
    .where('l.expert_profile_id', '=', profileId)
    .orderBy('u.last_name')
    .execute();
  return rows.map(fullName);
}
