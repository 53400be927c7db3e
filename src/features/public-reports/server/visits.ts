import type { FastifyReply, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { SystemActor } from '../../../core/actor.ts';
import type { In, Out } from '../../../core/endpoint.ts';
import { Refusal } from '../../../core/errors.ts';
import { KINDS, reviewNumber } from '../../../core/kinds.ts';
import { capital } from '../../../core/phrases.ts';
import { HOUR } from '../../../core/time.ts';
import { command } from '../../../platform/command.ts';
import { hashToken, newToken } from '../../../platform/crypto.ts';
import { sendStored } from '../../../platform/http/send-stored.ts';
import { mailUser } from '../../../platform/mail/mail-user.ts';
import { passwordMatches } from '../../../platform/passwords.ts';
import type { Ports } from '../../../platform/ports.ts';
import type { Services } from '../../../platform/services.ts';
import { countTry, forgiveTry, foundByToken, type Limit, sourceOf, throttleKey } from '../../../platform/throttle.ts';
import { deviceName } from '../../accounts/rules/devices.ts';
import { typedPasscode } from '../../reports/rules/deliveries.ts';
import type { SharedReport, sharedReportEndpoints } from '../contract/shared-report.ts';
import { addressRange, afterRight, afterTry, isGuessedAt, VISIT_MS } from '../rules.ts';
import { lockedLink, record } from './links.ts';
import { type LinkRow, links, stateOf } from './load.ts';

/** Wrong passcodes of one source, for all links together. */
const PASSCODES_OF_A_SOURCE: Limit = { tries: 30, window_ms: HOUR };

const UNKNOWN = 'No report is found by this link. Copy the whole address, or ask who sent it to you.';
/** Said of every link that opened once, whatever ended it: why is for who made it. */
const ENDED = 'This link is no longer open. Ask who sent it to you for another.';
const LOCKED = 'A wrong passcode was tried too often. Wait an hour, or ask who sent you the link.';

/** Where the cookie of an opened report goes, and nowhere else. */
const COOKIE_PATH = '/api/v1/public_reports';

type Opened = Out<typeof sharedReportEndpoints.open>;
type Visit = { id: number; opened_at: Date; ends_at: Date };

/** Opens a report by its link: once for each reader, whose browser then holds the key of this opening. */
export async function openReport(
  services: Services,
  ports: Ports,
  { token, passcode, begin }: In<typeof sharedReportEndpoints.open, 'body'>,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
): Promise<Opened> {
  const db = services.database.systemDb;
  const now = services.clock.now();
  const row = await foundByToken(db, 'public_report', request.ip, now, () =>
    links(db).where('l.token_hash', '=', hashToken(token)).executeTakeFirst(),
  );
  if (!row) throw new Refusal('not_found', UNKNOWN);
  const state = stateOf(row, now);
  if (state !== 'open' && state !== 'locked') throw new Refusal('gone', ENDED);
  const running = await visitOf(services, request, row.id);
  if (running) return { state: 'open', organization: row.organization, report: await reportOf(services, row, running) };
  if (!begin) return { state: 'over', organization: row.organization, report: null };
  if (row.passcode_hash !== null) {
    if (passcode === undefined || passcode.trim() === '')
      return { state: 'passcode', organization: row.organization, report: null };
    await admitPasscode(services, ports, row, passcode, request);
  }
  const key = newToken();
  const visit = await beginVisit(services, ports, row.id, key, request);
  reply.setCookie(cookieOf(services, row.id), key, {
    httpOnly: true,
    sameSite: 'strict',
    path: COOKIE_PATH,
    secure: isOverTls(services),
    maxAge: VISIT_MS / 1000,
  });
  return { state: 'open', organization: row.organization, report: await reportOf(services, row, visit) };
}

const isOverTls = ({ env }: Services): boolean => env.public_url.startsWith('https:');
const cookieOf = (services: Services, linkId: number): string =>
  `${isOverTls(services) ? '__Secure-' : ''}peritus_report_${linkId}`;

/** Who acts by a link, as the trail has it. */
const holderOf = (request: FastifyRequest, linkId: number): SystemActor => ({
  kind: 'system',
  request_id: request.id,
  outside: { link_id: linkId, ip: request.ip },
});

/** The opening a browser has the key of, while it lasts. */
async function visitOf(services: Services, request: FastifyRequest, linkId: number): Promise<Visit | undefined> {
  const key = request.cookies[cookieOf(services, linkId)];
  if (key === undefined) return undefined;
  return services.database.systemDb
    .selectFrom('public_report_visits')
    .select(['id', 'opened_at', 'ends_at'])
    .where('key_hash', '=', hashToken(key))
    .where('link_id', '=', linkId)
    .where('ends_at', '>', services.clock.now())
    .executeTakeFirst();
}

/**
 * Lets the right passcode pass. Every try is counted before it is judged, in a transaction of its own that holds the link: of
 * many made at once no more than the limit are judged at all. Refuses `throttled` and `invalid`.
 */
async function admitPasscode(
  services: Services,
  ports: Ports,
  { id, passcode_hash }: LinkRow,
  typed: string,
  request: FastifyRequest,
): Promise<void> {
  const db = services.database.systemDb;
  const holder = holderOf(request, id);
  const source = throttleKey('public_report_passcode', sourceOf(request.ip));
  await countTry(db, source, PASSCODES_OF_A_SOURCE, services.clock.now());
  await command(services, holder, async (tx) => {
    const link = await lockedLink(tx, id);
    const tries = link && afterTry(link, tx.now);
    if (!tries) {
      const left = (link?.locked_until?.getTime() ?? tx.now.getTime()) - tx.now.getTime();
      throw new Refusal('throttled', LOCKED, { retryAfterSeconds: Math.max(1, Math.ceil(left / 1000)) });
    }
    await tx.system.updateTable('public_report_links').set(tries).where('id', '=', id).execute();
  });
  const right = await passwordMatches(passcode_hash, typedPasscode(typed));
  await command(services, holder, async (tx) => {
    const link = await lockedLink(tx, id);
    if (!link) throw new Refusal('gone', ENDED);
    if (right) {
      await tx.system.updateTable('public_report_links').set(afterRight(link)).where('id', '=', id).execute();
      return;
    }
    await record(tx, link, 'public_report.wrong_passcode', { data: { locked: link.locked_until !== null } });
    if (!isGuessedAt(link) || link.ended_at !== null) return;
    await tx.system
      .updateTable('public_report_links')
      .set({ ended_at: tx.now, ended_why: 'guessed' })
      .where('id', '=', id)
      .execute();
    await record(tx, link, 'public_report.guessed', { timeline: true });
    await tellMaker(tx, ports, link, 'guessed');
  });
  if (!right)
    throw new Refusal('invalid', undefined, {
      errors: [{ path: 'passcode', message: 'That is not the passcode. Ask who sent you the link.' }],
    });
  await forgiveTry(db, source);
}

/** Begins a reading: counted and logged once, while the link is held and still opens. */
async function beginVisit(
  services: Services,
  ports: Ports,
  linkId: number,
  key: string,
  request: FastifyRequest,
): Promise<Visit> {
  return command(services, holderOf(request, linkId), async (tx) => {
    const link = await lockedLink(tx, linkId);
    const state = link && stateOf(link, tx.now);
    if (!link || (state !== 'open' && state !== 'locked')) throw new Refusal('gone', ENDED);
    const visit = await tx.system
      .insertInto('public_report_visits')
      .values({
        review_id: link.review_id,
        link_id: link.id,
        key_hash: hashToken(key),
        opened_at: tx.now,
        ends_at: new Date(Math.min(tx.now.getTime() + VISIT_MS, link.expires_at.getTime())),
        source: addressRange(sourceOf(request.ip)),
        browser: deviceName(request.headers['user-agent'] ?? null),
      })
      .returning(['id', 'opened_at', 'ends_at'])
      .executeTakeFirstOrThrow();
    await tx.system
      .updateTable('public_report_links')
      .set({ views: sql`views + 1`, last_viewed_at: tx.now })
      .where('id', '=', link.id)
      .execute();
    await record(tx, link, 'public_report.opened', { timeline: link.views === 0 });
    if (link.views === 0) await tellMaker(tx, ports, link, 'opened');
    return visit;
  });
}

const tellMaker = (
  tx: Parameters<typeof mailUser>[0],
  ports: Ports,
  link: LinkRow,
  outcome: 'opened' | 'guessed',
): Promise<void> =>
  mailUser(tx, ports, link.made_by, {
    template: 'public_report_link',
    data: { outcome, link: `/${KINDS[link.kind].slug}/${link.review_id}/report` },
    review_id: link.review_id,
    side: 'requester',
    dedupe_key: `public_report_link:${link.id}:${outcome}`,
  });

/** What the reader of an opening is told of the report. */
async function reportOf(services: Services, row: LinkRow, visit: Visit): Promise<SharedReport> {
  const newest = await services.database.systemDb
    .selectFrom('reports')
    .select((x) => x.fn.max('version').as('version'))
    .where('review_id', '=', row.review_id)
    .where('delivered_at', 'is not', null)
    // an expert who left is followed by another, whose report takes the place of none of theirs
    .where('left_at', 'is not distinct from', row.left_at)
    .executeTakeFirst();
  return {
    link_id: row.id,
    organization: row.organization,
    number: reviewNumber(row.kind, row.review_id),
    title: row.title ?? `${capital(KINDS[row.kind].singular)} report`,
    version: row.version,
    audience: row.audience,
    confidentiality: row.confidentiality,
    signature_name: row.signature_name,
    signed_at: row.signed_at?.toISOString() ?? null,
    pages: row.pdf_pages,
    sha256: row.pdf_sha256 ?? '',
    verification_code: row.verification_code,
    superseded: (newest?.version ?? row.version) > row.version,
    opened_at: visit.opened_at.toISOString(),
    ends_at: visit.ends_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
  };
}

/** The signed bytes of a report somebody opened, as long as its link and this opening last. */
export async function sendReport(
  services: Services,
  linkId: number,
  download: boolean,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
): Promise<void> {
  const db = services.database.systemDb;
  const visit = await visitOf(services, request, linkId);
  const find = () => links(db).where('l.id', '=', linkId).executeTakeFirst();
  const row = visit && (await find());
  if (!visit || !row) throw new Refusal('not_found');
  const isThere = (link: LinkRow | undefined): link is LinkRow & { pdf_storage_key: string } => {
    const state = link && stateOf(link, services.clock.now());
    return state === 'open' || state === 'locked';
  };
  if (!isThere(row)) throw new Refusal('gone', ENDED);
  const size_bytes = await services.storage.size(row.pdf_storage_key);
  if (size_bytes === null) throw new Refusal('damaged');
  await sendStored(
    services,
    {
      id: row.report_id,
      name: `${reviewNumber(row.kind, row.review_id)} report v${row.version}.pdf`,
      content_type: 'application/pdf',
      size_bytes,
      sha256: row.pdf_sha256,
      storage_key: row.pdf_storage_key,
    },
    {
      request,
      reply,
      inline: !download,
      isWanted: async () => isThere(await find()),
      // that it is read is on the record since it was opened
      record: async () => {
        if (!download) return;
        await command(services, holderOf(request, linkId), async (tx) => {
          await tx.system
            .updateTable('public_report_visits')
            .set({ downloads: sql`downloads + 1` })
            .where('id', '=', visit.id)
            .execute();
          await record(tx, row, 'public_report.downloaded');
        });
      },
    },
  );
}
