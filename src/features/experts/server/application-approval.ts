import type { Actor } from '../../../core/actor.ts';
import { KIND_NAMES, KINDS } from '../../../core/kinds.ts';
import { dateIn } from '../../../core/time.ts';
import type { Tx } from '../../../platform/command.ts';
import type { Ports } from '../../../platform/ports.ts';
import type { ApplicationData, PartData } from '../rules/application.ts';
import { boardsOf, checksFor, licensesOf } from '../rules/application-checks.ts';
import type { Opportunity } from '../rules/opportunities.ts';
import { watchEnding } from './credential-ends.ts';
import { answersIn, type ApplicationRecord, latestChecks } from './application-moves.ts';

type Check = Awaited<ReturnType<typeof latestChecks>>[number];

/**
 * Makes the applicant an expert of the directory, from the answers and as they were checked: the profile becomes an
 * expert's and keeps its CVs, each specialty stands with each license that passed, and what ends is kept with its day.
 */
export async function enterDirectory(tx: Tx<Actor>, ports: Ports, row: ApplicationRecord): Promise<void> {
  const data = (await answersIn(tx.system, [row.id])).get(row.id);
  if (!data) throw new Error('An application has answers.');
  const checks = new Map((await latestChecks(tx.system, [row.id])).map((check) => [check.key, check]));
  const passed = (key: string): Check | undefined => {
    const check = checks.get(key);
    return check?.result === 'passed' ? check : undefined;
  };
  await ports.becomeExpert(tx, row.profile_id);
  await enterProfile(
    tx,
    row,
    data,
    boardsOf(data).some(({ key }) => passed(key) !== undefined),
  );
  const { time_zone: zone } = await tx.system
    .selectFrom('users')
    .select('time_zone')
    .where('id', '=', row.user_id)
    .executeTakeFirstOrThrow();
  await enterCredentials(tx, { expert_profile_id: row.profile_id, zone }, data, passed);
  await enterCertifications(tx, { expert_profile_id: row.profile_id, zone }, data, passed);
  await enterAffiliations(tx, row.profile_id, data.practice);
  await tx.audit({
    action: 'expert.enter',
    subject: `profile:${row.profile_id}`,
    data: { application_id: row.id, checks: checksFor(data).length },
  });
}

async function enterProfile(
  tx: Tx<Actor>,
  { profile_id }: ApplicationRecord,
  { you, credentials, practice }: ApplicationData,
  board_certified: boolean,
): Promise<void> {
  const accepts = Array.isArray(practice.accepts) ? (practice.accepts as string[]) : [];
  const open_to: Opportunity[] = accepts.includes('testimony') ? ['testifying'] : [];
  // they were read with the application
  const cvs = await tx.system
    .updateTable('cvs')
    .set({ approved_at: tx.now, approved_by: tx.actor.user_id })
    .where('profile_id', '=', profile_id)
    .where('removed_at', 'is', null)
    .returning('version')
    .execute();
  await tx.system
    .insertInto('expert_profiles')
    .values({
      profile_id,
      code: `EX-${profile_id}`,
      credentials_suffix: text(you.license_key) ?? '',
      city: text(you.city),
      state: text(you.state),
      setting: text(practice.setting),
      years_in_practice: number(practice.years_in_practice) ?? 0,
      accepts_kinds: KIND_NAMES.filter((kind) => KINDS[kind].taken_by_new_experts),
      accepts_expedited: accepts.includes('expedited'),
      open_to,
      max_open_reviews: number(practice.max_open_reviews) ?? 1,
      status: 'active',
      has_cv: cvs.some(({ version }) => version === 'full'),
      has_redacted_cv: cvs.some(({ version }) => version === 'redacted'),
      board_certified,
      last_clinical_on: text(practice.last_clinical_on),
      npi: text(credentials.npi),
      languages: Array.isArray(you.languages) ? (you.languages as string[]) : [],
      clinical_percent: number(practice.clinical_percent),
      created_at: tx.now,
    })
    .execute();
  const rate = number(practice.hourly_rate_cents);
  if (rate !== null && rate > 0)
    await tx.system
      .insertInto('expert_rates')
      .values({
        expert_profile_id: profile_id,
        unit: 'hour',
        amount_cents: rate,
        from_on: dateIn(tx.now, 'UTC'),
        verified_at: tx.now,
        verified_by: tx.actor.user_id,
      })
      .execute();
}

/** Each specialty with each license that passed; the first of both is the primary one. */
async function enterCredentials(
  tx: Tx<Actor>,
  { expert_profile_id, zone }: { expert_profile_id: number; zone: string },
  data: ApplicationData,
  passed: (key: string) => Check | undefined,
): Promise<void> {
  const licenses = licensesOf(data).flatMap(({ key, row }) => {
    const check = passed(key);
    return check ? [{ row, check }] : [];
  });
  const values = rowsOf(data.practice.specialties).flatMap((specialty, s) =>
    licenses.map(({ row, check }, l) => ({
      expert_profile_id,
      specialty_id: Number(specialty.specialty_id),
      sub_specialty_id: number(specialty.sub_specialty_id),
      is_primary: s === 0 && l === 0,
      license_key: text(data.you.license_key),
      license_state: text(row.state),
      license_number: text(row.number),
      expires_on: check.expires_on,
      verified_at: check.recorded_at,
      verified_source: check.source,
    })),
  );
  const rows = await tx.system.insertInto('credentials').values(values).returning(['id', 'expires_on']).execute();
  for (const { id, expires_on } of rows) await watchEnding(tx, `credential:${id}`, expires_on, zone);
}

async function enterCertifications(
  tx: Tx<Actor>,
  { expert_profile_id, zone }: { expert_profile_id: number; zone: string },
  data: ApplicationData,
  passed: (key: string) => Check | undefined,
): Promise<void> {
  const cover = passed('malpractice');
  const verified = (check: Check) => ({
    expires_on: check.expires_on,
    verified_at: check.recorded_at,
    verified_source: check.source,
  });
  const boards = boardsOf(data).flatMap(({ key, row }) => {
    const check = passed(key);
    return check
      ? [
          {
            expert_profile_id,
            sort: 'board' as const,
            issuer: text(row.board) ?? '',
            field: text(row.field) ?? '',
            since_year: number(Number(row.since)),
            ...verified(check),
          },
        ]
      : [];
  });
  const all = [
    ...boards,
    ...(cover
      ? [
          {
            expert_profile_id,
            sort: 'malpractice' as const,
            issuer: cover.source,
            field: '',
            since_year: null,
            ...verified(cover),
          },
        ]
      : []),
  ];
  if (all.length === 0) return;
  const rows = await tx.system.insertInto('certifications').values(all).returning(['id', 'expires_on']).execute();
  for (const { id, expires_on } of rows) await watchEnding(tx, `certification:${id}`, expires_on, zone);
}

async function enterAffiliations(tx: Tx<Actor>, expert_profile_id: number, practice: PartData): Promise<void> {
  const values = rowsOf(practice.affiliations).map((row) => ({
    expert_profile_id,
    name: text(row.name) ?? '',
    from_on: text(row.from) ? `${text(row.from)}-01-01` : null,
    to_on: text(row.until) ? `${text(row.until)}-12-31` : null,
  }));
  if (values.length > 0) await tx.system.insertInto('affiliations').values(values).execute();
}

const rowsOf = (value: unknown): PartData[] => (Array.isArray(value) ? (value as PartData[]) : []);
const text = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : null;
const number = (value: unknown): number | null => (typeof value === 'number' && Number.isFinite(value) ? value : null);
