import type { Events } from '../../../platform/declarations.ts';
import { onEvent } from '../../../platform/workers.ts';
import type { FastifyInstance } from 'fastify';
import type { SystemActor } from '../../../core/actor.ts';
import { type Kind, KIND_NAMES, KINDS, reviewNumber } from '../../../core/kinds.ts';
import { Refusal } from '../../../core/errors.ts';
import { dateIn } from '../../../core/time.ts';
import type { Tx } from '../../../platform/command.ts';
import { mount } from '../../../platform/http/mount.ts';
import { Pictures } from '../../../platform/inspect/pictures.ts';
import type { Ports } from '../../../platform/ports.ts';
import type { Services } from '../../../platform/services.ts';
import { type FeatureServer, onAction, type OutboxEvent } from '../../../platform/workers.ts';
import { expertEndpoints } from '../contract.ts';
import { mountApplications } from './applications.ts';
import { APPLICATIONS_PLACE } from '../rules/application-place.ts';
import { waitingForDesk } from './application-list.ts';
import { mountApplicationDesk } from './application-desk.ts';
import { CREDENTIAL_DUE, lapsesOf, remindOfEnding } from './credential-ends.ts';
import { mountCvs, tellOfDamagedCv } from './cvs.ts';
import { EXPERTS_PLACE } from '../rules/experts-desk.ts';
import { waitingOfExperts } from './experts-directory.ts';
import { mountExpertsDesk } from './experts-desk.ts';
import type { InspectPdf } from './pdfs.ts';
import { mountRecords } from './records/index.ts';
import { mountSiteMaps } from './records/site-maps.ts';
import { mountOpportunities } from './opportunities.ts';
import { mountTakenKinds } from './taken-kinds.ts';
import { mountTaxonomyDesk } from './taxonomy-desk.ts';
import { credentialCatalogue, specialtyCatalogue } from './taxonomy.ts';
import { licenseTypes, mountLicenseDesk } from './license-types.ts';

export { setExpertFlags } from './flags.ts';

/** The experts' directory on the server: CVs, applications, and what experts declare elsewhere is kept with them. */
export function expertsServer(app: FastifyInstance, services: Services, ports: Ports, inspect: InspectPdf) {
  mount(app, services, expertEndpoints.specialties, ({ db }) => specialtyCatalogue(db));
  mount(app, services, expertEndpoints.licenseTypes, ({ db }) => licenseTypes(db.executor));
  mount(app, services, expertEndpoints.credentials, ({ db }) =>
    credentialCatalogue(services.database.systemDb, dateIn(services.clock.now(), db.actor.time_zone)),
  );
  mountTaxonomyDesk(app, services);
  mountLicenseDesk(app, services);
  mountCvs(app, services, inspect);
  mountOpportunities(app, services);
  mountTakenKinds(app, services);
  mountApplications(app, services, ports, inspect);
  mountExpertsDesk(app, services, ports);
  mountRecords(app, services, ports, inspect);
  const pictures = new Pictures();
  mountSiteMaps(app, services, pictures);
  mountApplicationDesk(app, services, ports, inspect);
  mount(app, services, expertEndpoints.lapses, async ({ db, params }) => {
    const data = await lapsesOf(db, params.reviewId, services.clock.now());
    if (data === null) throw new Refusal('not_found');
    return { data };
  });
  return {
    close: async () => pictures.close(),
    timers: { [CREDENTIAL_DUE]: (tx, timer) => remindOfEnding(tx, ports, timer) },
    waiting: {
      [APPLICATIONS_PLACE.path]: ({ actor, db }) => waitingForDesk(db, actor),
      [EXPERTS_PLACE.path]: ({ actor, db }) => waitingOfExperts(db.executor, actor),
    },
    events: [
      onEvent({
        name: 'experts.keep_declared_conflicts',
        topics: ['invitation.declined'],
        run: (tx, event) => keepConflict(tx, event.payload),
      }),
      onEvent({
        name: 'experts.purge',
        topics: ['review.transitioned'],
        when: onAction('purge'),
        run: (tx, event) => forgetConflict(tx, event),
      }),
      onEvent({
        name: 'experts.cv_damaged',
        topics: ['object.damaged'],
        run: (tx, event) => tellOfDamagedCv(tx, ports, event.payload.storage_key),
      }),
      onEvent({
        name: 'experts.person_joined',
        topics: ['person.joined'],
        run: (tx, event) => welcome(tx, event.payload),
      }),
    ],
  } satisfies FeatureServer;
}

const sourceOf = (kind: Kind, reviewId: number): string => `declined ${reviewNumber(kind, reviewId)}`;

/** The names a purged review left with an expert's conflicts go with it. */
async function forgetConflict(tx: Tx<SystemActor>, event: OutboxEvent<'review.transitioned'>): Promise<void> {
  if (event.review_id === null) return;
  const source = sourceOf(event.payload.kind, event.review_id);
  await tx.system.deleteFrom('declared_conflicts').where('source', '=', source).execute();
}

/**
 * An expert who declines for conflict is not asked again about the same claimant, defendants or facility. The firms and
 * insurers of the matter are left out: they stand on many matters that are none of the conflict.
 */
async function keepConflict(tx: Tx<SystemActor>, payload: Events['invitation.declined']): Promise<void> {
  if (payload.reason !== 'conflict') return;
  const reviewId = payload.review_id;
  const expertProfileId = payload.expert_profile_id;
  const parties = await tx.system
    .selectFrom('review_parties')
    .innerJoin('reviews', 'reviews.id', 'review_parties.review_id')
    .select(['review_parties.name', 'reviews.kind'])
    .where('review_parties.review_id', '=', reviewId)
    .where('review_parties.role', 'in', ['claimant', 'defendant', 'facility'])
    .execute();
  if (parties.length === 0) return;
  await tx.system
    .insertInto('declared_conflicts')
    .values(
      parties.map((p) => ({
        expert_profile_id: expertProfileId,
        name: p.name,
        source: sourceOf(p.kind, reviewId),
        created_at: tx.now,
      })),
    )
    .execute();
}

/**
 * What an invited expert or assistant needs in the directory. An expert starts paused: nobody is offered a review before
 * credentials are entered and checked.
 */
async function welcome(tx: Tx<SystemActor>, payload: Events['person.joined']): Promise<void> {
  const profileId = payload.profile_id;
  if (payload.profile_type === 'MedicalExpert' || payload.profile_type === 'ExternalMedicalExpert') {
    await tx.system
      .insertInto('expert_profiles')
      .values({
        profile_id: profileId,
        code: `EX-${profileId}`,
        status: 'paused',
        accepts_kinds: KIND_NAMES.filter((kind) => KINDS[kind].taken_by_new_experts),
        board_certified: false,
        created_at: tx.now,
      })
      .onConflict((oc) => oc.doNothing())
      .execute();
  }
  if (payload.profile_type === 'MedicalExpertAssistant' && payload.expert_profile_id !== null) {
    await tx.system
      .insertInto('assistant_links')
      .values({ assistant_profile_id: profileId, expert_profile_id: payload.expert_profile_id })
      .onConflict((oc) => oc.doNothing())
      .execute();
  }
}
