import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import { type Actor, isExpert, isExpertSide } from '../../../core/actor.ts';
import type { In } from '../../../core/endpoint.ts';
import { Refusal, refuseFields } from '../../../core/errors.ts';
import { type Kind, KINDS, reviewNumber } from '../../../core/kinds.ts';
import { capital } from '../../../core/phrases.ts';
import { DAY } from '../../../core/time.ts';
import { command, type Tx } from '../../../platform/command.ts';
import type { ActorDb } from '../../../platform/db/actor-db.ts';
import { fullNameOf, nameOfUser } from '../../../platform/db/full-name.ts';
import { holdReview } from '../../../platform/db/hold-review.ts';
import { isOnLegalHold } from '../../../platform/db/legal-hold.ts';
import type { ReviewRowBeside } from '../../../platform/db/review-row.ts';
import type { DB } from '../../../platform/db/types.ts';
import { refuseWithoutFreshProof } from '../../../platform/fresh-proof.ts';
import { mount } from '../../../platform/http/mount.ts';
import { sendPdf } from '../../../platform/http/send-pdf.ts';
import { rooms } from '../../../platform/live.ts';
import { mailRequester } from '../../../platform/mail/about-review.ts';
import type { Ports } from '../../../platform/ports.ts';
import type { Services } from '../../../platform/services.ts';
import { signedByTyping, typedNameFaults } from '../../engagements/rules.ts';
import { sidesOf } from '../../work/rules.ts';
import { type ReturnsView, returnEndpoints } from '../contract/returns.ts';
import { type ListedRecord, RECORD_FATES, returnCertificate, returnFaults, type ReturnFacts } from '../rules.ts';
import { loadMatter } from './load.ts';
import { type Matter, matterOf } from './matter.ts';
import { releasedFiles } from './released.ts';

/** What a certificate of a matter names. */
export const factsOf = ({ facts }: Matter, review: ReviewRowBeside): ReturnFacts => ({
  caption: facts.caption,
  court: facts.court,
  docket: facts.docket,
  firm: facts.firm,
  number: reviewNumber(review.kind, review.id),
});
/** What was released to who leads a matter, or to `expert_profile_id` of the row that is given, as a certificate lists it; `until` an instant, where they left then. */
export const recordsOf = async (
  db: Kysely<DB>,
  review: ReviewRowBeside,
  until: Date | null = null,
): Promise<ListedRecord[]> =>
  (await releasedFiles(db, review, until)).map(({ name, pages, bates, sha256 }) => ({ name, pages, bates, sha256 }));

/** What was asked for and signed on a matter: experts see their own; the firm and staff all. */
const returnsOf = (db: Kysely<DB>, actor: Actor, review: ReviewRowBeside) =>
  returns(db)
    .where('c.review_id', '=', review.id)
    .$if(isExpertSide(actor.kind), (q) => q.where('c.expert_profile_id', '=', review.expert_profile_id))
    .orderBy('c.id', 'desc')
    .execute();

/** Certificates, with the name of who is asked. */
export const returns = (db: Kysely<DB>) =>
  db
    .selectFrom('record_returns as c')
    .innerJoin('profiles as p', 'p.id', 'c.expert_profile_id')
    .innerJoin('users as u', 'u.id', 'p.user_id')
    .selectAll('c')
    .select(fullNameOf('u').as('by'));
export type ReturnRow = Awaited<ReturnType<ReturnType<typeof returns>['execute']>>[number];

/** How one that is awaited stands; `today` of the firm, YYYY-MM-DD. */
export const presentAwaited = ({ due_on, asked_at }: ReturnRow, today: string) => ({
  due_on,
  asked_at: asked_at.toISOString(),
  overdue: due_on < today,
});

async function presentReturns(db: ActorDb, actor: Actor, kind: Kind, id: number, now: Date): Promise<ReturnsView> {
  const review = await loadMatter(db, kind, id);
  const own = db.executor;
  const matter = await matterOf(own, review, now);
  const rows = await returnsOf(own, actor, review);
  const open = rows.filter(({ signed_at }) => signed_at === null);
  const awaited = open.find((one) => one.expert_profile_id === review.expert_profile_id);
  const sign = awaited !== undefined && isExpert(actor.kind) && sidesOf(actor, review).includes('expert');
  return {
    review_id: id,
    kind,
    today: matter.today,
    own_name: await nameOfUser(own, actor.user_id),
    held: await isOnLegalHold(own, id),
    awaited: awaited ? presentAwaited(awaited, matter.today) : null,
    of_former: open
      .filter((one) => one !== awaited)
      .map((one) => ({ by: one.by, ...presentAwaited(one, matter.today) })),
    facts: awaited?.facts ?? factsOf(matter, review),
    records: sign ? (awaited?.records ?? (await recordsOf(own, review))) : [],
    certificates: rows.flatMap((one) =>
      one.signed_at === null || one.fate === null || one.sha256 === null
        ? []
        : [
            {
              id: one.id,
              fate: one.fate,
              signed_by: one.signature_name,
              signed_at: one.signed_at.toISOString(),
              sha256: one.sha256,
              has_words: one.text !== null,
            },
          ],
    ),
    can: { sign },
  };
}

/** Certificates that the records of a matter were returned, destroyed or kept. Nothing else waits for one. */
export function mountReturns(app: FastifyInstance, services: Services, ports: Ports): void {
  const e = returnEndpoints;
  mount(app, services, e.read, ({ params, kind, actor, db }) =>
    presentReturns(db, actor, kind, params.id, services.clock.now()),
  );

  mount(app, services, e.document, async ({ params, kind, actor, db, reply }) => {
    const review = await loadMatter(db, kind, params.id);
    const one = (await returnsOf(db.executor, actor, review)).find(({ id }) => id === params.returnId);
    if (!one) throw new Refusal('not_found');
    const sent = await certificatePdf(services, ports, review, one);
    return sendPdf(reply, `Records-${review.id}-${one.id}`, sent);
  });

  mount(app, services, e.sign, ({ actor, kind, params, body }) =>
    command(services, actor, async (tx) => {
      await loadMatter(tx.db, kind, params.id);
      await holdReview(tx.system, params.id);
      const review = await loadMatter(tx.db, kind, params.id);
      if (!sidesOf(actor, review).includes('expert')) throw new Refusal('forbidden');
      const awaited = (await returnsOf(tx.system, actor, review)).find(({ signed_at }) => signed_at === null);
      if (!awaited) throw new Refusal('wrong_state', 'No certificate about the records is awaited now.');
      await signReturn(tx, ports, review, awaited, body);
      return presentReturns(tx.db, actor, kind, review.id, tx.now);
    }),
  );
}

/** Signs one that is awaited, under its matter’s lock. Refuses 409, 422 and, without a fresh proof of who signs, `reauthentication_required`. */
export async function signReturn(
  tx: Tx<Actor>,
  ports: Ports,
  review: ReviewRowBeside,
  awaited: ReturnRow,
  body: In<typeof returnEndpoints.sign, 'body'>,
): Promise<void> {
  const matter = await matterOf(tx.system, review, tx.now);
  const { text, name: typed, consents: _consents, ...said } = body;
  const name = await nameOfUser(tx.system, tx.actor.user_id);
  const held = await isOnLegalHold(tx.system, review.id);
  refuseFields([...returnFaults(said, { today: matter.today, held }), ...typedNameFaults(typed, name)]);
  const records = awaited.records ?? (await recordsOf(tx.system, review));
  if (text !== returnCertificate(said, awaited.facts ?? factsOf(matter, review), records))
    throw new Refusal('stale', 'What it says has changed since you read it. Read it again.');
  await refuseWithoutFreshProof(tx);
  await tx.system
    .updateTable('record_returns')
    .set({
      fate: said.fate,
      firm: matter.facts.firm,
      text,
      sha256: createHash('sha256').update(text).digest('hex'),
      signature_name: name,
      signed_by: tx.actor.user_id,
      signed_at: tx.now,
    })
    .where('id', '=', awaited.id)
    .execute();
  if (said.fate === 'held') await lookAtHold(tx, review.id);
  await tx.audit({
    action: 'records.return_signed',
    review_id: review.id,
    organization_id: review.organization_id,
    subject: `record_return:${awaited.id}`,
    timeline: true,
  });
  await mailRequester(tx, ports, review, { template: 'records_return_signed', data: {} });
  tx.live({ room: rooms.review(review.id), event: 'review.changed', payload: { review_id: review.id } });
}

/** A signed certificate as PDF, the same bytes each time. Refuses `not_found` where none is signed, or its words went with the records. */
export async function certificatePdf(
  services: Services,
  ports: Ports,
  { id, kind }: Pick<ReviewRowBeside, 'id' | 'kind'>,
  one: ReturnRow,
): Promise<Uint8Array> {
  if (one.text === null || one.signed_at === null || one.fate === null) throw new Refusal('not_found');
  const bytes = await ports.letterPdf({
    title: 'Certificate about records',
    review: { number: reviewNumber(kind, id), kind_label: capital(KINDS[kind].singular) },
    organization: one.firm ?? '',
    document_id: `records-${id}-${one.id}`,
    made_at: one.signed_at.toISOString(),
    lead: RECORD_FATES[one.fate],
    signed_by: one.signature_name ?? '',
    signed_how: signedByTyping(one.sha256 ?? ''),
    confidentiality: null,
    text: one.text,
    headings: ['Records that were released to me'],
  });
  return services.signatures.signed(bytes);
}

/** Looks a day later whether the legal hold was lifted under which records are kept. */
export const lookAtHold = (tx: Tx, reviewId: number) =>
  tx.setDeadline({
    review_id: reviewId,
    kind: 'records_return_held',
    key: tx.now.toISOString(),
    due_at: new Date(tx.now.getTime() + DAY),
    payload: {},
  });
