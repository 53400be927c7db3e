import type { Kysely } from 'kysely';
import { KIND_NAMES } from '../../../../core/kinds.ts';
import type { Tx } from '../../../../platform/command.ts';
import type { Actor } from '../../../../core/actor.ts';
import type { DB } from '../../../../platform/db/types.ts';
import { json } from '../../../../platform/db/json.ts';
import type { RecordData, RecordPart, SiteHours } from '../../rules/records.ts';
import { watchEnding } from '../credential-ends.ts';

/** A verified record with the answers it was verified by. */
export interface StoredRecord {
  part: RecordPart;
  id: number;
  data: RecordData;
  /** Its last day, of what ends. */
  expires_on: string | null;
  verified_at: Date | null;
  verified_by: number | null;
  source: string | null;
  document_id: number | null;
}

type Answers = Readonly<Record<string, string | number | null>>;
interface Verified {
  verified_at: Date | null;
  verified_by: number | null;
}
const noPaper = { expires_on: null, source: null, document_id: null };
const verifiedOf = ({ verified_at, verified_by }: Verified): Verified => ({ verified_at, verified_by });

/** What a row answers, without whose it is and who verified it. */
const answersOf = (row: Readonly<Record<string, unknown>>): RecordData =>
  // the columns that are left are the part's fields
  Object.fromEntries(Object.entries(row).filter(([name]) => !NOT_ANSWERS.has(name))) as RecordData;
const NOT_ANSWERS: ReadonlySet<string> = new Set(['expert_profile_id', 'verified_at', 'verified_by']);

/** Licenses, each once with the rows of its specialties. */
export async function licenseRows(db: Kysely<DB>, profileId: number) {
  const rows = await db
    .selectFrom('credentials')
    .selectAll()
    .where('expert_profile_id', '=', profileId)
    .orderBy('is_primary', 'desc')
    .orderBy('id')
    .execute();
  return [...Map.groupBy(rows, (row) => [row.license_key, row.license_state, row.license_number].join('\n')).values()];
}

/** Everything of an expert that was verified, or stood there before anybody verified. */
export async function recordsOf(db: Kysely<DB>, profileId: number): Promise<StoredRecord[]> {
  const [licenses, certifications, sites, rates, affiliations, testimonies, publications] = await Promise.all([
    licenseRows(db, profileId),
    db
      .selectFrom('certifications')
      .selectAll()
      .where('expert_profile_id', '=', profileId)
      .where('ended_at', 'is', null)
      .orderBy('id')
      .execute(),
    db.selectFrom('practice_sites').selectAll().where('expert_profile_id', '=', profileId).orderBy('id').execute(),
    db
      .selectFrom('expert_rates')
      .selectAll()
      .where('expert_profile_id', '=', profileId)
      .orderBy('from_on', 'desc')
      .orderBy('id')
      .execute(),
    db
      .selectFrom('affiliations')
      .selectAll()
      .where('expert_profile_id', '=', profileId)
      .orderBy('from_on', 'desc')
      .orderBy('id')
      .execute(),
    db
      .selectFrom('expert_testimonies')
      .selectAll()
      .where('expert_profile_id', '=', profileId)
      .orderBy('testified_on', 'desc')
      .orderBy('id')
      .execute(),
    db
      .selectFrom('expert_publications')
      .selectAll()
      .where('expert_profile_id', '=', profileId)
      .orderBy('year', 'desc')
      .orderBy('id')
      .execute(),
  ]);
  return [
    ...licenses.flatMap(([row]): StoredRecord[] =>
      row
        ? [
            {
              part: 'license',
              id: row.id,
              data: {
                license_key: row.license_key,
                state: row.license_state,
                number: row.license_number ?? '',
                expires_on: row.expires_on,
                specialty_id: null,
              },
              expires_on: row.expires_on,
              source: row.verified_source,
              document_id: row.document_id,
              ...verifiedOf(row),
            },
          ]
        : [],
    ),
    ...certifications.map((row): StoredRecord => ({
      part: 'certification',
      id: row.id,
      data: { sort: row.sort, issuer: row.issuer, field: row.field, expires_on: row.expires_on },
      expires_on: row.expires_on,
      source: row.verified_source,
      document_id: row.document_id,
      ...verifiedOf(row),
    })),
    ...sites.map(({ id, ...row }): StoredRecord => ({
      part: 'site',
      id,
      data: answersOf(row),
      ...noPaper,
      ...verifiedOf(row),
    })),
    ...rates.map(({ id, ...row }): StoredRecord => ({
      part: 'rate',
      id,
      data: answersOf(row),
      ...noPaper,
      ...verifiedOf(row),
    })),
    ...affiliations.map(({ id, name, kind, from_on, to_on, ...row }): StoredRecord => ({
      part: 'affiliation',
      id,
      data: { name, kind, from_on, until_on: to_on },
      ...noPaper,
      ...verifiedOf(row),
    })),
    ...testimonies.map(({ id, ...row }): StoredRecord => ({
      part: 'testimony',
      id,
      data: answersOf(row),
      ...noPaper,
      ...verifiedOf(row),
    })),
    ...publications.map(({ id, ...row }): StoredRecord => ({
      part: 'publication',
      id,
      data: answersOf(row),
      ...noPaper,
      ...verifiedOf(row),
    })),
  ];
}

/** What is verified with it: by whom, and for a paper where it was looked up. */
export interface Verifying {
  profile_id: number;
  zone: string;
  source: string;
  document_id: number | null;
}

/** Makes verified answers a record, or another value of the one that is named. The answers were checked before. */
export async function keepRecord(
  tx: Tx<Actor>,
  part: RecordPart,
  recordId: number | null,
  data: RecordData,
  by: Verifying,
): Promise<void> {
  const answers = data as Answers;
  const text = (key: string): string => String(answers[key] ?? '');
  const day = (key: string): string | null => (answers[key] ? text(key) : null);
  const verified = { verified_at: tx.now, verified_by: tx.actor.user_id };
  const own = { expert_profile_id: by.profile_id };
  const paper = { ...verified, verified_source: by.source, document_id: by.document_id, expires_on: day('expires_on') };
  switch (part) {
    case 'license':
      return keepLicense(tx, recordId, answers, { ...paper, ...own }, by.zone);
    case 'certification': {
      // the table's own check says which these are
      const sort = text('sort') as 'board' | 'malpractice';
      const values = { ...paper, sort, issuer: text('issuer'), field: text('field') };
      const { id } =
        recordId === null
          ? await tx.system
              .insertInto('certifications')
              .values({ ...values, ...own })
              .returning('id')
              .executeTakeFirstOrThrow()
          : await tx.system
              .updateTable('certifications')
              .set(values)
              .where('id', '=', recordId)
              .returning('id')
              .executeTakeFirstOrThrow();
      if (sort === 'board' && recordId === null)
        await tx.system
          .updateTable('expert_profiles')
          .set({ board_certified: true })
          .where('profile_id', '=', by.profile_id)
          .execute();
      return watchEnding(tx, `certification:${id}`, paper.expires_on, by.zone);
    }
    case 'site': {
      const values = {
        name: text('name'),
        address_line1: text('address_line1'),
        address_line2: text('address_line2'),
        city: text('city'),
        state: text('state'),
        postal_code: text('postal_code'),
        time_zone: text('time_zone'),
        phone: text('phone'),
        rooms: Number(answers.rooms),
        access: [...(data.access as readonly string[])],
        access_note: text('access_note'),
        hours: json(data.hours as readonly SiteHours[]),
        map_id: typeof answers.map_id === 'number' ? answers.map_id : null,
        ...verified,
      };
      await (recordId === null
        ? tx.system
            .insertInto('practice_sites')
            .values({ ...values, ...own })
            .execute()
        : tx.system.updateTable('practice_sites').set(values).where('id', '=', recordId).execute());
      return;
    }
    case 'rate': {
      const values = {
        kind: KIND_NAMES.find((one) => one === text('kind')) ?? null,
        // the field's options are the units of the table's check
        unit: text('unit') as 'hour' | 'review' | 'day',
        service: text('service'),
        amount_cents: Number(answers.amount_cents),
        from_on: text('from_on'),
        until_on: day('until_on'),
        ...verified,
      };
      await (recordId === null
        ? tx.system
            .insertInto('expert_rates')
            .values({ ...values, ...own })
            .execute()
        : tx.system.updateTable('expert_rates').set(values).where('id', '=', recordId).execute());
      return;
    }
    case 'affiliation': {
      const values = {
        name: text('name'),
        kind: text('kind'),
        from_on: day('from_on'),
        to_on: day('until_on'),
        ...verified,
      };
      await (recordId === null
        ? tx.system
            .insertInto('affiliations')
            .values({ ...values, ...own })
            .execute()
        : tx.system.updateTable('affiliations').set(values).where('id', '=', recordId).execute());
      return;
    }
    case 'testimony': {
      const values = {
        case_name: text('case_name'),
        docket: text('docket'),
        court: text('court'),
        testified_on: text('testified_on'),
        // the fields' options are those of the table's checks
        form: text('form') as 'deposition' | 'trial' | 'hearing',
        side: text('side') as 'plaintiff' | 'defense' | 'court',
        retaining_firm: text('retaining_firm'),
        exclusion: (text('exclusion') || null) as 'none' | 'part' | 'all' | null,
        exclusion_note: text('exclusion_note'),
        ...verified,
      };
      await (recordId === null
        ? tx.system
            .insertInto('expert_testimonies')
            .values({ ...values, ...own })
            .execute()
        : tx.system.updateTable('expert_testimonies').set(values).where('id', '=', recordId).execute());
      return;
    }
    case 'publication': {
      const values = { title: text('title'), venue: text('venue'), year: Number(answers.year), ...verified };
      await (recordId === null
        ? tx.system
            .insertInto('expert_publications')
            .values({ ...values, ...own })
            .execute()
        : tx.system.updateTable('expert_publications').set(values).where('id', '=', recordId).execute());
    }
  }
}

/** A license stands with each specialty it is for; a new one with all the expert has, unless one is named. */
async function keepLicense(
  tx: Tx<Actor>,
  recordId: number | null,
  answers: Answers,
  paper: { expert_profile_id: number; verified_at: Date; expires_on: string | null },
  zone: string,
): Promise<void> {
  const license = {
    ...paper,
    license_key: String(answers.license_key),
    license_state: String(answers.state),
    license_number: String(answers.number),
  };
  const known = await licenseRows(tx.system, paper.expert_profile_id);
  let ids: number[];
  if (recordId === null) {
    const chosen = typeof answers.specialty_id === 'number' ? answers.specialty_id : null;
    const had = new Map(
      known
        .flat()
        .map(({ specialty_id, sub_specialty_id, is_primary }) => [
          `${specialty_id}:${sub_specialty_id}`,
          { specialty_id, sub_specialty_id, is_primary },
        ]),
    );
    const stands =
      chosen === null
        ? [...had.values()].map((one) => ({ ...one, is_primary: false }))
        : [{ specialty_id: chosen, sub_specialty_id: null, is_primary: had.size === 0 }];
    const rows = await tx.system
      .insertInto('credentials')
      .values(stands.map((one) => ({ ...license, ...one })))
      .returning('id')
      .execute();
    ids = rows.map(({ id }) => id);
  } else {
    ids = known.find((rows) => rows.some(({ id }) => id === recordId))?.map(({ id }) => id) ?? [];
    await tx.system.updateTable('credentials').set(license).where('id', 'in', ids).execute();
  }
  for (const id of ids) await watchEnding(tx, `credential:${id}`, paper.expires_on, zone);
}

/** Ends a record: it counts no more. The audit trail keeps what it was. */
export async function endRecord(tx: Tx<Actor>, part: RecordPart, id: number, by: Verifying): Promise<void> {
  switch (part) {
    case 'license': {
      const known = await licenseRows(tx.system, by.profile_id);
      const ids = known.find((rows) => rows.some((row) => row.id === id))?.map((row) => row.id) ?? [];
      await tx.system.deleteFrom('credentials').where('id', 'in', ids).execute();
      for (const one of ids) await watchEnding(tx, `credential:${one}`, null, by.zone);
      return;
    }
    case 'certification':
      await tx.system.updateTable('certifications').set({ ended_at: tx.now }).where('id', '=', id).execute();
      return watchEnding(tx, `certification:${id}`, null, by.zone);
    case 'site':
      await tx.system.deleteFrom('practice_sites').where('id', '=', id).execute();
      return;
    case 'rate':
      await tx.system.deleteFrom('expert_rates').where('id', '=', id).execute();
      return;
    case 'affiliation':
      await tx.system.deleteFrom('affiliations').where('id', '=', id).execute();
      return;
    case 'testimony':
      await tx.system.deleteFrom('expert_testimonies').where('id', '=', id).execute();
      return;
    case 'publication':
      await tx.system.deleteFrom('expert_publications').where('id', '=', id).execute();
  }
}
