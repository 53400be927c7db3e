import type { FastifyInstance, FastifyReply } from 'fastify';
import { sql } from 'kysely';
import type { Actor } from '../../../core/actor.ts';
import { isApplicant, isRequesterSide } from '../../../core/actor.ts';
import { Refusal } from '../../../core/errors.ts';
import { BLIND_KINDS } from '../../../core/kinds.ts';
import { command, type Tx } from '../../../platform/command.ts';
import { tellStaff } from '../../../platform/damage-notice.ts';
import type { Ports } from '../../../platform/ports.ts';
import type { ActorDb } from '../../../platform/db/actor-db.ts';
import { mount } from '../../../platform/http/mount.ts';
import { rooms } from '../../../platform/live.ts';
import type { Services } from '../../../platform/services.ts';
import { readStored } from '../../../platform/stored-content.ts';
import { type CvView, expertEndpoints } from '../contract.ts';
import { cvAccess, type CvTerms, type CvVersion } from '../rules/cvs.ts';
import { type InspectPdf, takePdf, type TakenPdf, withPdfBodies } from './pdfs.ts';

export function mountCvs(app: FastifyInstance, services: Services, inspect: InspectPdf): void {
  mount(app, services, expertEndpoints.cvs, ({ db }) => ownCvs(db));
  mount(app, services, expertEndpoints.removeCv, ({ actor, params }) => removeCv(services, actor, params.version));
  mount(app, services, expertEndpoints.cvContent, async ({ actor, db, params, query, reply }) => {
    await sendCv(
      services,
      db,
      actor,
      { ...params, download: query.download === '1', waiting: query.waiting === '1' },
      reply,
    );
  });
  withPdfBodies(app, (scope) => {
    mount(scope, services, expertEndpoints.saveCv, ({ actor, params, query, request }) =>
      saveCv(services, inspect, actor, { version: params.version, name: query.name, body: request.body }),
    );
  });
}

/** The reader's own, in the profile in use. */
async function ownCvs(db: ActorDb): Promise<{ full: CvView | null; redacted: CvView | null }> {
  const profileId = db.actor.profile?.id ?? 0;
  const rows = await db
    .selectFrom('cvs')
    .selectAll()
    .where('cvs.profile_id', '=', profileId)
    .where('cvs.removed_at', 'is', null)
    .execute();
  const of = (version: CvVersion): CvView | null => {
    const approved = rows.find((one) => one.version === version && one.approved_at !== null);
    const row = rows.find((one) => one.version === version && one.approved_at === null) ?? approved;
    return row
      ? {
          name: row.name,
          pages: row.pages,
          size_bytes: row.size_bytes,
          created_at: row.created_at.toISOString(),
          url: `/api/v1/experts/${profileId}/cv/${version}`,
          state: isApplicant(db.actor.kind)
            ? null
            : row.approved_at !== null
              ? ('approved' as const)
              : row.returned_at === null
                ? ('to_approve' as const)
                : ('returned' as const),
          reason: row.return_reason,
          earlier_shown: approved !== undefined && approved !== row,
        }
      : null;
  };
  return { full: of('full'), redacted: of('redacted') };
}

/** Keeps a PDF as the CV. What it is, its bytes say. Refuses `invalid` at `cv`. */
function saveCv(
  services: Services,
  inspect: InspectPdf,
  actor: Actor,
  { version, name, body }: { version: CvVersion; name: string; body: unknown },
) {
  return takePdf(services, inspect, actor, { folder: 'cvs', path: 'cv', body }, (pdf) =>
    command(services, actor, async (tx) => {
      const profile_id = actor.profile?.id ?? 0;
      const replaced = await keepCv(tx, { user_id: actor.user_id, profile_id, version, name, pdf });
      return { answer: await ownCvs(tx.db), replaced };
    }),
  );
}

/** Makes a stored PDF somebody's CV, in place of the earlier one; answers the objects whose bytes can go. */
export async function keepCv(
  tx: Tx<Actor>,
  cv: { user_id: number; profile_id: number; version: CvVersion; name: string; pdf: TakenPdf },
): Promise<string[]> {
  const { user_id, profile_id, version, name, pdf } = cv;
  // two at once: the second waits for the first, and replaces it
  await tx.system.selectFrom('profiles').select('id').where('id', '=', profile_id).forUpdate().execute();
  // the one that is approved is shown until this one is
  const earlier = await takeAway(tx.system, profile_id, version, tx.now, 'waiting');
  await tx.system
    .insertInto('cvs')
    .values({ user_id, profile_id, version, name, ...pdf, created_at: tx.now })
    .execute();
  if (version === 'full') await noteInDirectory(tx.system, profile_id, version, true);
  await tx.audit({ action: 'cv.save', subject: `profile:${profile_id}`, data: { version, pages: pdf.pages } });
  tx.live({ room: rooms.user(user_id), event: 'user.changed', payload: {} });
  return earlier;
}

async function removeCv(services: Services, actor: Actor, version: CvVersion) {
  const { answer, before } = await command(services, actor, async (tx) => {
    const profileId = actor.profile?.id ?? 0;
    const earlier = await takeAway(tx.system, profileId, version, tx.now);
    await noteInDirectory(tx.system, profileId, version, false);
    if (earlier.length > 0) await tx.audit({ action: 'cv.remove', subject: `profile:${profileId}`, data: { version } });
    tx.live({ room: rooms.user(actor.user_id), event: 'user.changed', payload: {} });
    return { answer: await ownCvs(tx.db), before: earlier };
  });
  for (const one of before) await services.storage.remove(one);
  return answer;
}

type Trx = Services['database']['systemDb'];

/** Ends a version, or only the one that is approved or is not; answers the objects whose bytes can go. */
export async function takeAway(
  trx: Trx,
  profileId: number,
  version: CvVersion,
  now: Date,
  which?: 'approved' | 'waiting',
): Promise<string[]> {
  const rows = await trx
    .updateTable('cvs')
    .set({ removed_at: now })
    .where('profile_id', '=', profileId)
    .where('version', '=', version)
    .where('removed_at', 'is', null)
    .$if(which !== undefined, (q) => q.where('approved_at', which === 'approved' ? 'is not' : 'is', null))
    .returning('storage_key')
    .execute();
  return rows.map((row) => row.storage_key);
}

/** Matching looks there whether an expert can be presented: by a redacted CV that is approved. Applicants have no row yet. */
export async function noteInDirectory(trx: Trx, profileId: number, version: CvVersion, has: boolean): Promise<void> {
  await trx
    .updateTable('expert_profiles')
    .set(version === 'full' ? { has_cv: has } : { has_redacted_cv: has })
    .where('profile_id', '=', profileId)
    .execute();
}

/** A CV whose stored bytes are damaged or gone is on the record, and staff hear of it. */
export async function tellOfDamagedCv(tx: Tx, ports: Ports, storageKey: string): Promise<void> {
  const cv = await tx.system
    .selectFrom('cvs')
    .select(['id', 'profile_id', 'version'])
    .where('storage_key', '=', storageKey)
    .where('removed_at', 'is', null)
    .executeTakeFirst();
  if (!cv) return;
  const { id, profile_id, version } = cv;
  await tx.audit({ action: 'cv.damaged', subject: `profile:${profile_id}`, data: { version } });
  await tellStaff(tx, ports, { template: 'cv_damaged', review_id: null, once: `cv:${id}` });
}

/** Sends a CV to whoever may see it now, and notes that they did. */
async function sendCv(
  services: Services,
  db: ActorDb,
  actor: Actor,
  {
    profileId,
    version,
    download,
    waiting,
  }: { profileId: number; version: CvVersion; download: boolean; waiting: boolean },
  reply: FastifyReply,
): Promise<void> {
  const isOwn = actor.profile?.id === profileId;
  const access = cvAccess({ kind: actor.kind, is_own: isOwn, terms: await termsFor(db, actor, profileId) }, version);
  // who may not see it is not told whether there is one
  if (!access.see) throw new Refusal('not_found');
  const load = () =>
    services.database.systemDb
      .selectFrom('cvs')
      .select(['storage_key', 'name', 'size_bytes', 'sha256'])
      .where('profile_id', '=', profileId)
      .where('version', '=', version)
      .where('removed_at', 'is', null)
      // who orders reads what is approved; its expert the last one sent, staff the one they ask for
      .$if(isRequesterSide(actor.kind), (q) => q.where('approved_at', 'is not', null))
      .$if(waiting, (q) => q.where('approved_at', 'is', null))
      .orderBy('approved_at', (ob) => (isOwn ? ob.desc().nullsFirst() : ob.asc().nullsLast()))
      .executeTakeFirst();
  const row = await load();
  if (!row) throw new Refusal('not_found');
  if (download && !access.download) throw new Refusal('forbidden', 'The CV can be read here, not downloaded.');
  const isWanted = async () => (await load())?.storage_key === row.storage_key;
  const content = await readStored(services, { ...row, isWanted });
  if (!isOwn)
    await command(services, actor, (tx) =>
      tx.audit({ action: download ? 'cv.download' : 'cv.view', subject: `profile:${profileId}`, data: { version } }),
    );
  const name = version === 'redacted' ? 'cv-redacted.pdf' : 'cv.pdf';
  void reply
    .header('content-type', 'application/pdf')
    .header('content-disposition', `${download ? 'attachment' : 'inline'}; filename="${name}"`)
    .header('content-length', row.size_bytes)
    .header('content-security-policy', "sandbox; default-src 'none'; frame-ancestors 'self'")
    .header('cross-origin-resource-policy', 'same-origin')
    .header('x-content-type-options', 'nosniff')
    .header('cache-control', 'private, no-store')
    .send(content);
}

/** The terms of every review in the reader's scope on which this expert is presented or assigned. */
async function termsFor(db: ActorDb, actor: Actor, profileId: number): Promise<CvTerms[]> {
  if (!isRequesterSide(actor.kind)) return [];
  return (
    db
      .selectFrom('reviews')
      .select([
        sql<boolean>`organization_flag(reviews.organization_id, 'redacted_medical_expert_cvs')`.as(
          'redacted_medical_expert_cvs',
        ),
        sql<boolean>`organization_flag(reviews.organization_id, 'medical_expert_cv_download')`.as(
          'medical_expert_cv_download',
        ),
      ])
      .distinct()
      // where reviewers stay unknown, no CV tells who it is
      .where('reviews.kind', 'not in', BLIND_KINDS)
      .where(
        sql<boolean>`(exists (select 1 from review_experts x
        where x.review_id = reviews.id and x.expert_profile_id = ${profileId} and x.until is null) or exists (select 1 from candidates c
        where c.review_id = reviews.id and c.expert_profile_id = ${profileId} and c.withdrawn_at is null))`,
      )
      .execute()
  );
}
