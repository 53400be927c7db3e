import { normalizeEmail } from '../../../core/emails.ts';
import { isOn } from '../../../core/experts.ts';
import { sql } from 'kysely';
import { type Actor, isExpertSide, readsContents, isReader } from '../../../core/actor.ts';
import type { In } from '../../../core/endpoint.ts';
import { Refusal, refuseFields } from '../../../core/errors.ts';
import type { Kind } from '../../../core/kinds.ts';
import { dateIn, zoned } from '../../../core/time.ts';
import { command, type Tx } from '../../../platform/command.ts';
import type { ActorDb } from '../../../platform/db/actor-db.ts';
import { invitedAt } from '../../../platform/db/experts.ts';
import type { Ports } from '../../../platform/ports.ts';
import type { Services } from '../../../platform/services.ts';
import { datedFrom, datesFrom, formOf } from '../../reviews/rules.ts';
import type { outsideEndpoints, OutsideLinkView, ProviderVoiceView } from '../contract.ts';
import {
  codeOfProvider,
  endAfter,
  mayHearProvider,
  mayReadResponse,
  maySeeLinks,
  releaseFaults,
  statementFaults,
  whyNoRelease,
  whyNoStatement,
} from '../rules.ts';
import { linksWhere, statementKey, statementsOfCase } from './links.ts';
import { earlierOf, loadLinkReview, make, type LinkReview } from './create-links.ts';
import { orderOf } from './statements.ts';

/** The end of a calendar day in a zone. */
const endOfDay = (day: string, zone: string): Date => {
  const noon = zoned(new Date(`${day}T12:00:00Z`), 'UTC').toPlainDate();
  return new Date(noon.add({ days: 1 }).toZonedDateTime(zone).toInstant().epochMilliseconds);
};

/** The review, if the actor hears its provider: scope 404, permission 403. */
async function hearing(tx: Tx<Actor>, id: number, kind: Kind): Promise<LinkReview> {
  const review = await loadLinkReview(tx.db, id, kind);
  if (!mayHearProvider(tx.actor, review)) throw new Refusal('forbidden');
  return review;
}

const refuseState = (refused: string | null, review: LinkReview): void => {
  if (refused !== null) throw new Refusal('wrong_state', refused, { current: { status: review.status } });
};

/** Invites the provider under review to give a statement before the review. */
export async function askStatement(
  services: Services,
  ports: Ports,
  actor: Actor,
  kind: Kind,
  reviewId: number,
  body: In<typeof outsideEndpoints.askStatement, 'body'>,
): Promise<OutsideLinkView> {
  return command(services, actor, async (tx) => {
    const review = await hearing(tx, reviewId, kind);
    refuseState(whyNoStatement(review, await earlierOf(tx, review, 'statement')), review);
    refuseFields(statementFaults(body, dateIn(tx.now, review.time_zone)));
    const { name, due_on } = body;
    const email = normalizeEmail(body.email);
    const expires_at = endOfDay(due_on, review.time_zone);
    return make(
      tx,
      ports,
      review,
      { purpose: 'statement', name, email, due_on, expires_at },
      {
        action: 'outside.statement_asked',
        data: { due_on },
        detail: { old: null, new: { name, email } },
      },
    );
  });
}

/** Releases findings to the provider for a response: the report without who made it, or words of the requester alone. */
export async function releaseFindings(
  services: Services,
  ports: Ports,
  actor: Actor,
  kind: Kind,
  reviewId: number,
  body: In<typeof outsideEndpoints.releaseFindings, 'body'>,
): Promise<OutsideLinkView> {
  return command(services, actor, async (tx) => {
    const review = await hearing(tx, reviewId, kind);
    refuseState(whyNoRelease(review, await earlierOf(tx, review, 'response')), review);
    refuseFields(releaseFaults(body));
    const report = await tx.system
      .selectFrom('reports')
      .select('id')
      .where('review_id', '=', reviewId)
      .where('delivered_at', 'is not', null)
      .orderBy('version', 'desc')
      .executeTakeFirstOrThrow();
    const { name, released } = body;
    const email = normalizeEmail(body.email);
    const expires_at = endAfter(body.days, tx.now);
    const due_on = dateIn(expires_at, review.time_zone);
    const summary = body.summary === '' ? null : body.summary;
    const link = {
      purpose: 'response' as const,
      name,
      email,
      due_on,
      expires_at,
      released,
      summary,
      report_id: report.id,
    };
    return make(tx, ports, review, link, {
      action: 'outside.findings_released',
      data: { due_on, released },
      detail: { old: null, new: { name, email, ...(summary === null ? {} : { summary }) } },
    });
  });
}

/** What the provider said before and after, as far as the reader sees it. Reading a response is recorded. */
export async function providerVoice(
  services: Services,
  db: ActorDb,
  actor: Actor,
  kind: Kind,
  reviewId: number,
): Promise<ProviderVoiceView> {
  const review = await loadLinkReview(db, reviewId, kind);
  const expert_side = isExpertSide(actor.kind);
  if (expert_side && !isOn(actor, review)) throw new Refusal('not_found');
  const links = await linksWhere(db.executor, { review_id: reviewId });
  const given = links.filter((link) => link.finished_at !== null);
  const statement = await statementFor(db, reviewId);
  const response = given.find((link) => link.purpose === 'response');
  const order = await orderOf(db.executor, reviewId);
  const may =
    response !== undefined &&
    mayReadResponse({
      expert_side,
      recipient: maySeeLinks(actor) && isReader(actor, review, formOf(kind).report_readers(order)),
      clarified: expert_side && (await wasClarified(db, reviewId, response.finished_at)),
    });
  if (response && may) {
    await command(services, actor, (tx) =>
      tx.audit({ action: 'outside.response_viewed', review_id: reviewId, subject: `outside_link:${response.id}` }),
    );
  }
  const from = datesFrom(
    actor.kind,
    kind,
    expert_side ? await invitedAt(db.executor, reviewId, actor.expert_profile_ids) : null,
  );
  const code = expert_side ? codeOfProvider(order) : null;
  return {
    statement:
      statement?.finished_at && readsContents(actor.kind)
        ? {
            signature_name: code ?? statement.signature_name ?? '',
            given_at: datedFrom(from, statement.finished_at).toISOString(),
            file_id: statement.page,
          }
        : null,
    own_statement: typeof order['provider_statement'] === 'string' && order['provider_statement'].trim() !== '',
    response:
      response?.finished_at && may
        ? {
            signature_name: code ?? response.signature_name ?? '',
            given_at: response.finished_at.toISOString(),
            text: response.text,
          }
        : null,
  };
}

/** The newest statement of the case that is among this review's records, or was given to it; with its page there. */
async function statementFor(db: ActorDb, reviewId: number) {
  for (const link of await statementsOfCase(db.executor, reviewId)) {
    const page = await db
      .selectFrom('files')
      .select('files.id')
      .where('files.review_id', '=', reviewId)
      .where('files.storage_key', '=', statementKey(reviewId, link.id))
      .where('files.deleted_at', 'is', null)
      .executeTakeFirst();
    if (link.review_id === reviewId || page) return { ...link, page: page?.id ?? null };
  }
  return undefined;
}

/** Whether a clarification was asked after the provider responded. */
async function wasClarified(db: ActorDb, reviewId: number, since: Date | null): Promise<boolean> {
  const { rows } = await sql<{ asked: boolean }>`
    select exists (select from audit_rows where review_id = ${reviewId} and action = 'review.ask_clarification'
      and at >= ${since}) as asked`.execute(db.executor);
  return rows[0]?.asked ?? false;
}
