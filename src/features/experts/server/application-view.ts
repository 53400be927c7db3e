import { type Kysely, sql } from 'kysely';
import { Refusal } from '../../../core/errors.ts';
import type { ActorDb } from '../../../platform/db/actor-db.ts';
import type { DB } from '../../../platform/db/types.ts';
import type { Services } from '../../../platform/services.ts';
import type { ApplicationCheckView, ApplicationDeskView } from '../contract/application-desk.ts';
import { fullName } from '../../../core/names.ts';
import { APPLICATION } from '../rules/application-fields.ts';
import { answersOf, decidesOnApplications } from '../rules/application-desk.ts';
import { checksFor, type CheckSpec } from '../rules/application-checks.ts';
import { APPLICATION_LIFECYCLE } from '../rules/application-states.ts';
import { documentsOf, requestsOf } from './application-documents.ts';
import { presentRows, specialtyNames } from './application-list.ts';
import { answersIn, type ApplicationRecord, assignable, latestChecks, namesOf } from './application-moves.ts';

/** One application as staff read it. Refuses `not_found`; one that was never sent is the applicant's alone. */
export async function readAtDesk(services: Services, db: ActorDb, id: number): Promise<ApplicationDeskView> {
  const application = await db
    .selectFrom('applications')
    .selectAll()
    .where('applications.id', '=', id)
    .where((eb) => eb.or([eb('status', '<>', 'started'), eb('round', '>', 1)]))
    .executeTakeFirst();
  const kysely = db.executor;
  const [row] = application ? await presentRows(services, db, [application]) : [];
  if (!application || !row) throw new Refusal('not_found');
  const user = await kysely
    .selectFrom('users')
    .select(['email'])
    .where('id', '=', application.user_id)
    .executeTakeFirstOrThrow();
  const data = (await answersIn(kysely, [id])).get(id);
  const names = await specialtyNames(kysely);
  const people = await namesOf(kysely, [application.decided_by]);
  return {
    ...row,
    email: user.email,
    user_id: application.user_id,
    profile_id: application.profile_id,
    round: application.round,
    message: application.message,
    decided:
      application.decided_at === null
        ? null
        : {
            at: application.decided_at.toISOString(),
            by: people.get(application.decided_by ?? 0) ?? 'Peritus',
            reason: application.decision_reason ?? '',
          },
    agreement:
      application.agreement_signed_at === null
        ? null
        : {
            version: application.agreement_version ?? '',
            name: application.agreement_name ?? '',
            signed_at: application.agreement_signed_at.toISOString(),
          },
    npi_check: application.npi_check,
    parts: APPLICATION.map(({ key, title }) => ({
      part: key,
      title,
      answers: data ? answersOf(key, data[key], names) : [],
    })),
    cv: await cvsOf(kysely, application.profile_id),
    checks_list: await checksOf(kysely, application),
    requests: await requestsOf(kysely, application),
    notes: await notesOf(kysely, id),
    timeline: await timelineOf(kysely, id, data ? checksFor(data) : []),
    assignable: await assignable(kysely),
    may_act: decidesOnApplications(db.actor.kind),
  };
}

async function checksOf(db: Kysely<DB>, application: ApplicationRecord): Promise<ApplicationCheckView[]> {
  const data = (await answersIn(db, [application.id])).get(application.id);
  const documents = await documentsOf(db, application.id);
  const latest = new Map((await latestChecks(db, [application.id])).map((one) => [one.key, one]));
  return (data ? checksFor(data) : []).map((spec) => {
    const one = latest.get(spec.key);
    return {
      ...spec,
      id: one?.id ?? null,
      result: one?.result ?? null,
      source: one?.source ?? null,
      note: one?.note ?? null,
      checked_on: one?.checked_on ?? null,
      expires_on: one?.expires_on ?? null,
      document: documents.get(one?.document_id ?? 0) ?? null,
      checked_by: one ? fullName(one) : null,
      recorded_at: one?.recorded_at.toISOString() ?? null,
    };
  });
}

async function cvsOf(db: Kysely<DB>, profileId: number): Promise<ApplicationDeskView['cv']> {
  const rows = await db
    .selectFrom('cvs')
    .select(['id', 'version', 'name', 'pages', 'created_at'])
    .where('profile_id', '=', profileId)
    .where('removed_at', 'is', null)
    .execute();
  const of = (version: 'full' | 'redacted') => {
    const row = rows.find((one) => one.version === version);
    return row
      ? {
          id: row.id,
          name: row.name,
          pages: row.pages,
          created_at: row.created_at.toISOString(),
          url: `/api/v1/experts/${profileId}/cv/${version}`,
        }
      : null;
  };
  return { full: of('full'), redacted: of('redacted') };
}

async function notesOf(db: Kysely<DB>, id: number): Promise<ApplicationDeskView['notes']> {
  const rows = await db
    .selectFrom('application_notes as n')
    .innerJoin('users as u', 'u.id', 'n.author_id')
    .select(['n.id', 'n.body', 'n.created_at', 'u.first_name', 'u.last_name'])
    .where('n.application_id', '=', id)
    .orderBy('n.id', 'desc')
    .execute();
  return rows.map((row) => ({ id: row.id, by: fullName(row), body: row.body, at: row.created_at.toISOString() }));
}

const SAYS: ReadonlyMap<string, string> = new Map([
  ...APPLICATION_LIFECYCLE.transitions.map((move): [string, string] => [`application.${move.action}`, move.says]),
  ['application.assign', 'changed who has the application'],
  ['application.note', 'added a note'],
]);

/** What happened to it, the latest first, from the audit trail. */
async function timelineOf(
  db: Kysely<DB>,
  id: number,
  specs: readonly CheckSpec[],
): Promise<ApplicationDeskView['timeline']> {
  const rows = await db
    .selectFrom('audit_rows as r')
    .leftJoin('audit_details as d', 'd.audit_id', 'r.id')
    .leftJoin('users as u', 'u.id', 'r.actor_user_id')
    .select(['r.id', 'r.at', 'r.action', 'r.data', 'u.first_name', 'u.last_name'])
    .select(sql<string | null>`d.new_value ->> 'reason'`.as('reason'))
    .where('r.subject', '=', `application:${id}`)
    .where(sql<boolean>`r.subject like 'application:%'`)
    .orderBy('r.id', 'desc')
    .limit(200)
    .execute();
  return rows.flatMap((row) => {
    const says = row.action === 'application.check' ? checkWords(row.data, specs) : SAYS.get(row.action);
    if (says === undefined) return [];
    const by = row.first_name === null ? 'Peritus' : fullName({ first_name: row.first_name, last_name: row.last_name });
    const reason = SAYS.has(row.action) ? row.reason : null;
    return [{ id: row.id, at: row.at.toISOString(), by, says, reason }];
  });
}

const RESULTS: Readonly<Record<string, string>> = { passed: 'holding', failed: 'not holding', waived: 'not needed' };

function checkWords(data: Readonly<Record<string, unknown>>, specs: readonly CheckSpec[]): string {
  const label = specs.find(({ key }) => key === data['key'])?.label ?? 'a check';
  return `recorded as ${RESULTS[String(data['result'])] ?? String(data['result'])}: ${label}`;
}
