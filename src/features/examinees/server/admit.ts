import type { SystemActor } from '../../../core/actor.ts';
import { Refusal } from '../../../core/errors.ts';
import { HOUR } from '../../../core/time.ts';
import type { AuditAction } from '../../../platform/audit.ts';
import type { Tx } from '../../../platform/command.ts';
import { hashToken } from '../../../platform/crypto.ts';
import type { Services } from '../../../platform/services.ts';
import { countTry, forgiveTry, type Limit, sourceOf, throttleKey } from '../../../platform/throttle.ts';
import type { VisitEnded } from '../contract.ts';
import { languageOf, type LinkEnd, linkState, sayIn } from '../rules.ts';
import { examById, type ExamFacts, factsOf, linkBy, type LinkRow } from './load.ts';
import { languagesOf } from './links.ts';

/** Tokens that open nothing, for each source. They carry 256 bits: this keeps the database quiet. */
const UNKNOWN: Limit = { tries: 60, window_ms: HOUR };
/** Requests by one link from anywhere; a person stays far below. */
const BY_LINK: Limit = { tries: 240, window_ms: HOUR };

/** Where a request comes from. */
export interface Asking {
  ip: string;
  request_id: string;
}

interface Admitted {
  link: LinkRow;
  exam: ExamFacts;
  actor: SystemActor;
}

/** That a link opens nothing, in the language of its examinee and in English; every language where nobody knows whose it is. */
function refuseEnded(ended: LinkEnd, language: string | null): never {
  const said = (code: string) => {
    const say = sayIn(code);
    return { code, tag: languageOf(code).tag, title: say(`ended_${ended}_title`), text: say(`ended_${ended}`) };
  };
  const current: VisitEnded = { ended, languages: languagesOf(language ?? 'es').map(said) };
  throw new Refusal('gone', said('en').text, { current });
}

/** The open link of a token. Counted before it is looked up, so that tries made at once cannot slip past together. */
export async function admit(services: Services, token: string, asking: Asking): Promise<Admitted> {
  const db = services.database.systemDb;
  const now = services.clock.now();
  const source = throttleKey('examinee_link_source', sourceOf(asking.ip));
  await countTry(db, source, UNKNOWN, now);
  const link = await linkBy(db, { token_hash: hashToken(token) });
  const exam = link && (await examById(db, link.appointment_id));
  if (!link || !exam) return refuseEnded('unknown', null);
  await forgiveTry(db, source);
  await countTry(db, throttleKey('examinee_link', String(link.id)), BY_LINK, now);
  const state = linkState(factsOf(link), now);
  if (state !== 'open') return refuseEnded(state, link.language);
  return {
    link,
    exam,
    actor: { kind: 'system', request_id: asking.request_id, outside: { link_id: link.id, ip: asking.ip } },
  };
}

/** The same link, locked, in the transaction that lets something in. Refuses `gone` unless it still opens. */
export async function lockOpen(tx: Tx, link: LinkRow): Promise<ExamFacts> {
  await tx.system.selectFrom('examinee_links').select('id').where('id', '=', link.id).forUpdate().execute();
  const now = await linkBy(tx.system, { id: link.id });
  const exam = now && (await examById(tx.system, now.appointment_id));
  if (!now || !exam) return refuseEnded('unknown', null);
  const state = linkState(factsOf(now), tx.now);
  return state === 'open' ? exam : refuseEnded(state, now.language);
}

/** A row of what the examinee did, as theirs. */
export const auditExaminee = (
  tx: Tx,
  exam: ExamFacts,
  link: Pick<LinkRow, 'id'>,
  action: AuditAction,
  more: { timeline: boolean; said?: string } = { timeline: true },
): Promise<number> =>
  tx.audit({
    action,
    review_id: exam.review_id,
    organization_id: exam.organization_id,
    subject: `examinee_link:${link.id}`,
    data: { by: 'examinee', link_id: link.id },
    ...(more.said === undefined ? {} : { detail: { old: null, new: more.said } }),
    timeline: more.timeline,
  });
