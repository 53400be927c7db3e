import { fullName } from '../../../core/names.ts';
import type { FastifyInstance } from 'fastify';
import type { Actor } from '../../../core/actor.ts';
import { Refusal, refuseFields } from '../../../core/errors.ts';
import { dateIn, HOUR } from '../../../core/time.ts';
import { command } from '../../../platform/command.ts';
import type { ActorDb } from '../../../platform/db/actor-db.ts';
import { json } from '../../../platform/db/json.ts';
import { mount } from '../../../platform/http/mount.ts';
import type { Ports } from '../../../platform/ports.ts';
import type { Services } from '../../../platform/services.ts';
import { countTry, throttleKey } from '../../../platform/throttle.ts';
import { expertEndpoints } from '../contract.ts';
import type { Ability } from '../../../core/endpoint.ts';
import type { ApplicationRequestView, ApplicationView, NpiCheckView, PartView } from '../contract/applications.ts';
import { AGREEMENT } from '../rules/agreement.ts';
import {
  type ApplicantAction,
  type ApplicationGuardFacts,
  type ApplicationState,
  heldBy,
  moveFor,
} from '../rules/application-states.ts';
import { mountApplicantActs } from './applicant-acts.ts';
import { requestsOf } from './application-documents.ts';
import { type ApplicationRecord, guardFacts, lockApplication, moveOn } from './application-moves.ts';
import { licenseKeys } from './license-types.ts';
import type { InspectPdf } from './pdfs.ts';
import {
  type ApplicationData,
  type ApplicationFacts,
  applicationFaults,
  applicationNumber,
  npiFault,
  type PartData,
  partFaults,
  tidyPart,
} from '../rules/application.ts';
import { type Part, PARTS } from '../rules/application-fields.ts';
import { lookUpNpi } from './nppes.ts';

const NPI_TRIES = { tries: 20, window_ms: HOUR };
const SENT = 'Your application is with us and no longer changes. Write to us about anything that did.';

export function mountApplications(app: FastifyInstance, services: Services, ports: Ports, inspect: InspectPdf): void {
  mount(app, services, expertEndpoints.application, ({ db }) => read(services, db));
  mount(app, services, expertEndpoints.saveApplicationPart, ({ actor, params, body }) =>
    savePart(services, actor, params.part, body),
  );
  mount(app, services, expertEndpoints.checkNpi, ({ actor, body }) => checkNpi(services, actor, body.npi));
  mount(app, services, expertEndpoints.submitApplication, ({ actor }) => submit(services, ports, actor));
  const fresh = (db: ActorDb) => read(services, db);
  mountApplicantActs(app, services, ports, inspect, fresh);
}

interface Loaded {
  row: ApplicationRecord | null;
  requests: ApplicationRequestView[];
  guards: ApplicationGuardFacts | null;
  id: number | null;
  status: ApplicationState;
  submitted_at: Date | null;
  updated_at: Date | null;
  npi_check: NpiCheckView | null;
  parts: Record<Part, { data: PartData; version: number }>;
  facts: ApplicationFacts;
}

/** The application of the profile in use; who has not begun has an empty one. */
async function load(services: Services, db: ActorDb): Promise<Loaded> {
  const profileId = db.actor.profile?.id ?? 0;
  const row = await db
    .selectFrom('applications')
    .selectAll()
    .where('applications.profile_id', '=', profileId)
    .executeTakeFirst();
  const stored = row
    ? await db.executor.selectFrom('application_parts').selectAll().where('application_id', '=', row.id).execute()
    : [];
  const parts = {} as Loaded['parts'];
  for (const part of PARTS) {
    const one = stored.find((candidate) => candidate.part === part);
    parts[part] = { data: (one?.data ?? {}) as PartData, version: one?.version ?? 0 };
  }
  const cv = await db
    .selectFrom('cvs')
    .select('cvs.id')
    .where('cvs.profile_id', '=', profileId)
    .where('cvs.version', '=', 'full')
    .where('cvs.removed_at', 'is', null)
    .executeTakeFirst();
  const subs = await db
    .selectFrom('sub_specialties')
    .select(['sub_specialties.id', 'sub_specialties.specialty_id'])
    .execute();
  const bySpecialty = new Map<number, Set<number>>();
  for (const { id, specialty_id } of subs) {
    const known = bySpecialty.get(specialty_id) ?? new Set();
    bySpecialty.set(specialty_id, known.add(id));
  }
  const name = parts.you.data.legal_name;
  return {
    row: row ?? null,
    requests: row ? await requestsOf(db.executor, row) : [],
    guards: row ? await guardFacts(db.executor, row, { now: services.clock.now(), zone: db.actor.time_zone }) : null,
    id: row?.id ?? null,
    status: (row?.status ?? 'started') as ApplicationState,
    submitted_at: row?.submitted_at ?? null,
    updated_at: row?.updated_at ?? null,
    npi_check: row?.npi_check ?? null,
    parts,
    facts: {
      today: dateIn(services.clock.now(), db.actor.time_zone),
      has_cv: cv !== undefined,
      legal_name: typeof name === 'string' ? name : '',
      sub_specialties: bySpecialty,
      licenses: await licenseKeys(db.executor),
    },
  };
}

async function read(services: Services, db: ActorDb): Promise<ApplicationView> {
  return present(await load(services, db));
}

function present(loaded: Loaded): ApplicationView {
  const parts = {} as ApplicationView['parts'];
  for (const part of PARTS) parts[part] = presentPart(part, loaded.parts[part], loaded.facts);
  const isOpen = loaded.status === 'started';
  const { row, guards } = loaded;
  const ability = (action: ApplicantAction): Ability => {
    const move = moveFor(loaded.status, action);
    if (!move || !guards) return { allowed: false, reason: null };
    if (action === 'sign' && guards.agreement_signed) return { allowed: false, reason: 'You signed it.' };
    const reason = heldBy(move, guards);
    return { allowed: reason === null, reason };
  };
  return {
    number: loaded.id === null ? null : applicationNumber(loaded.id),
    status: loaded.status,
    submitted_at: loaded.submitted_at?.toISOString() ?? null,
    updated_at: loaded.updated_at?.toISOString() ?? null,
    parts,
    npi_check: loaded.npi_check,
    message: row?.message ?? '',
    requests: loaded.requests,
    agreement:
      loaded.status === 'agreement_sent'
        ? {
            version: row?.agreement_version ?? AGREEMENT.version,
            signed_at: row?.agreement_signed_at?.toISOString() ?? null,
          }
        : null,
    again_from: guards?.again_from?.toISOString() ?? null,
    abilities: {
      edit: isOpen,
      submit: isOpen && PARTS.every((part) => parts[part].faults.length === 0),
      answer: ability('answer'),
      sign: ability('sign'),
      withdraw: ability('withdraw'),
      begin_again: ability('begin_again'),
    },
  };
}

const presentPart = (part: Part, stored: { data: PartData; version: number }, facts: ApplicationFacts): PartView => ({
  ...stored,
  faults: partFaults(part, stored.data, facts),
});

/** The id of the application, begun here if it was not. */
async function begin(tx: Parameters<Parameters<typeof command<number, Actor>>[2]>[0]): Promise<number> {
  const { actor } = tx;
  const begun = await tx.db
    .selectFrom('applications')
    .select('applications.id')
    .where('applications.profile_id', '=', actor.profile?.id ?? 0)
    .executeTakeFirst();
  // a number is taken once, not with every part
  if (!begun)
    await tx.system
      .insertInto('applications')
      .values({
        user_id: actor.user_id,
        profile_id: actor.profile?.id ?? 0,
        created_at: tx.now,
        updated_at: tx.now,
        status_since: tx.now,
      })
      .onConflict((oc) => oc.column('profile_id').doNothing())
      .execute();
  const row = await tx.db
    .selectFrom('applications')
    .select(['applications.id', 'applications.status'])
    .where('applications.profile_id', '=', actor.profile?.id ?? 0)
    .forUpdate()
    .executeTakeFirstOrThrow();
  if (row.status !== 'started') throw new Refusal('wrong_state', SENT, { current: { status: row.status } });
  return row.id;
}

/** Keeps a part. Refuses `stale` with what stands when it was changed meanwhile, `wrong_state` once it was sent. */
async function savePart(
  services: Services,
  actor: Actor,
  part: Part,
  body: { version: number; data: PartData },
): Promise<PartView> {
  return command(services, actor, async (tx) => {
    const id = await begin(tx);
    const before = await load(services, tx.db);
    const { version } = before.parts[part];
    if (version !== body.version)
      throw new Refusal('stale', undefined, { current: presentPart(part, before.parts[part], before.facts) });
    const data = tidyPart(part, body.data);
    await tx.system
      .insertInto('application_parts')
      .values({ application_id: id, part, data: json(data), version: 1, updated_at: tx.now })
      .onConflict((oc) =>
        oc
          .columns(['application_id', 'part'])
          .doUpdateSet({ data: json(data), version: version + 1, updated_at: tx.now }),
      )
      .execute();
    await tx.system.updateTable('applications').set({ updated_at: tx.now }).where('id', '=', id).execute();
    const name = part === 'you' ? data.legal_name : before.facts.legal_name;
    const facts = { ...before.facts, legal_name: typeof name === 'string' ? name : '' };
    return presentPart(part, { data, version: version + 1 }, facts);
  });
}

/** Asks the registry whose number it is and keeps the answer for those who check the application. */
async function checkNpi(services: Services, actor: Actor, npi: string): Promise<NpiCheckView> {
  const fault = npiFault(npi);
  refuseFields(fault === null ? [] : [{ path: 'credentials.npi', message: fault }]);
  const now = services.clock.now();
  await countTry(services.database.systemDb, throttleKey('npi_check', String(actor.user_id)), NPI_TRIES, now);
  const check = await lookUpNpi(services, npi);
  await command(services, actor, async (tx) => {
    const id = await begin(tx);
    await tx.system
      .updateTable('applications')
      .set({ npi_check: json(check), updated_at: tx.now })
      .where('id', '=', id)
      .execute();
  });
  return check;
}

/** Sends the application. Refuses `invalid` naming everything that is missing, `wrong_state` when it was sent. */
async function submit(services: Services, ports: Ports, actor: Actor): Promise<ApplicationView> {
  return command(services, actor, async (tx) => {
    const id = await begin(tx);
    const loaded = await load(services, tx.db);
    const data = Object.fromEntries(PARTS.map((part) => [part, loaded.parts[part].data])) as ApplicationData;
    refuseFields(applicationFaults(data, loaded.facts));
    const row = await lockApplication(tx, { profile_id: actor.profile?.id ?? 0 });
    await moveOn(tx, ports, row, 'submit', { patch: { submitted_at: tx.now } });
    const number = applicationNumber(id);
    await tx.emit('application.submitted', { application_id: id });
    const user = await tx.db
      .selectFrom('users')
      .select('users.email')
      .where('users.id', '=', actor.user_id)
      .executeTakeFirstOrThrow();
    await ports.mail(tx, {
      to: { user_id: actor.user_id, email: user.email, name: fullName(actor) },
      template: 'application_submitted',
      data: { number },
      side: 'none',
      dedupe_key: `application:${id}:sent:${row.round}`,
    });
    await ports.mail(tx, {
      to: { email: services.env.SUPPORT_EMAIL, name: 'Support' },
      template: 'application_arrived',
      data: { number },
      side: 'staff',
      dedupe_key: `application-arrived:${id}:${row.round}`,
    });
    return read(services, tx.db);
  });
}
