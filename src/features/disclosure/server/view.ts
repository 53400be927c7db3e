import { type Actor, isExpert, isExpertSide, isRequesterSide, seesWorkAmounts } from '../../../core/actor.ts';
import { type Kind, KINDS } from '../../../core/kinds.ts';
import type { ActorDb } from '../../../platform/db/actor-db.ts';
import { nameOfUser } from '../../../platform/db/full-name.ts';
import type { ReviewRowBeside } from '../../../platform/db/review-row.ts';
import { signedBy } from '../../../platform/pdf/sign/signed-by.ts';
import { sidesOf } from '../../work/rules.ts';
import type { DisclosureView } from '../contract.ts';
import {
  elementStates,
  type Mend,
  type Missing,
  noPacketBecause,
  packetChanges,
  rangeOf,
  saysNothingNew,
  statementOf,
} from '../rules.ts';
import { gather, type Gathered, leftSince, loadMatter, standing } from './load.ts';
import { exhibitsOf } from './released.ts';

/** Whether the elements lack nothing. */
const isReady = ({ facts, content }: Pick<Gathered, 'facts' | 'content'>): boolean =>
  content !== null && elementStates(facts).every(({ missing }) => missing.length === 0);

/** Where something is mended, for who mends it; null: on this page. */
function pathOf(mend: Mend, actor: Actor, review: ReviewRowBeside): string | null {
  const base = `/${KINDS[review.kind].slug}/${review.id}`;
  switch (mend) {
    case 'report':
      return isExpertSide(actor.kind) ? `${base}/report` : null;
    case 'agreement':
      return `${base}/agreement`;
    case 'order':
      return `${base}/edit`;
    // assistants keep no CV
    case 'cv':
      return isExpert(actor.kind) ? '/account/cv' : null;
    case 'publications':
    case 'testimony':
      return isExpertSide(actor.kind) ? `/account/${mend}` : null;
    default:
      return null;
  }
}

const isTheirMove = (whose: Missing['whose'], actor: Actor): boolean =>
  whose === 'expert' ? isExpertSide(actor.kind) : whose === 'requester' && isRequesterSide(actor.kind);

/** What who signs reads of the cover. */
function coverOf({ matter, content }: Gathered): DisclosureView['cover'] {
  const { caption, court, docket, side, firm, expert } = matter.facts;
  const { credentials } = matter.expert;
  return { caption, court, docket, side, firm, expert, credentials, cv: content?.qualifications.cv ?? null };
}

/** What changed since the newest packet, without amounts for who sees none. */
function changesFor(actor: Actor, { packets, content }: Gathered): string[] {
  const before = standing(packets)?.content;
  if (!before || !content) return [];
  return packetChanges(
    before,
    seesWorkAmounts(actor.kind) ? content : { ...content, compensation: before.compensation },
  );
}

/** The disclosure of a matter as a reader sees it. Refuses `not_found` as `loadMatter` does. */
export async function presentDisclosure(
  db: ActorDb,
  actor: Actor,
  kind: Kind,
  id: number,
  now: Date,
): Promise<DisclosureView> {
  const review = await loadMatter(db, kind, id);
  const gathered = await gather(db.executor, review, now);
  const { draft, facts, released, packets, content } = gathered;
  // what an expert who left had signed stays the firm’s; who comes after sees none of it
  const former = isExpertSide(actor.kind) ? [] : gathered.former;
  const all = [...packets, ...former].toSorted((a, b) => b.version - a.version);
  const left = former.length > 0 ? await leftSince(db.executor, review) : new Map<number, Date>();
  const no_packet = noPacketBecause(gathered.role);
  const sides = sidesOf(actor, review);
  const open = no_packet === null && gathered.matter.time !== 'over' && review.expert_profile_id !== null;
  const ready = isReady(gathered);
  const seen = new Set(draft.facts_seen ?? []);
  const leftOut = new Set(draft.left_out);
  const cited = new Set(gathered.cited);
  const byId = new Map(released.map((file) => [file.id, file]));
  const signs = isExpert(actor.kind) && sides.includes('expert');
  const signatures = await signedBy(
    db.executor,
    all.map((one) => one.pdf_sha256),
  );
  return {
    review_id: id,
    kind,
    no_packet,
    open: gathered.matter.time !== 'over' && review.expert_profile_id !== null,
    today: gathered.matter.today,
    lock_version: draft.lock_version,
    asked_at: draft.asked_at?.toISOString() ?? null,
    prefix: gathered.prefix,
    cover: coverOf(gathered),
    cover_note:
      gathered.matter.facts.docket === ''
        ? 'The order has no docket number. The cover says that it is to be assigned.'
        : null,
    elements: elementStates(facts).map(({ name, missing, notes }) => ({
      name,
      ready: missing.length === 0,
      missing: missing.map((one) => ({
        ...one,
        path: isTheirMove(one.whose, actor) ? pathOf(one.mend, actor, review) : null,
      })),
      notes,
    })),
    files: released.map(({ id: file, name, category, pages, bates, removed }) => ({
      id: file,
      name,
      category,
      pages,
      bates,
      removed,
      considered: !leftOut.has(file),
      is_new: draft.facts_seen !== null && !seen.has(file),
      cited: cited.has(file),
    })),
    others: draft.others,
    facts_confirmed_at: draft.facts_confirmed_at?.toISOString() ?? null,
    exhibits: exhibitsOf(gathered.exhibits).map(({ file_id, label, name, apart }) => ({
      file_id,
      label,
      name,
      pages: byId.get(file_id)?.pages ?? null,
      apart,
    })),
    exhibits_confirmed_at: draft.exhibits_confirmed_at?.toISOString() ?? null,
    publications: gathered.publications,
    no_publications: draft.no_publications,
    testimony: gathered.testimony.map(({ says }) => says),
    no_testimony: draft.no_testimony,
    compensation: seesWorkAmounts(actor.kind) ? gathered.compensation : null,
    changes: content?.supplement ? changesFor(actor, gathered) : null,
    content_sha256: ready ? gathered.content_sha256 : null,
    statement: statementOf({ isSupplement: standing(packets) !== undefined }),
    own_name: await nameOfUser(db.executor, actor.user_id),
    packets: all.map((one) => ({
      version: one.version,
      supplements: all.some(
        ({ version, failed_at, expert_profile_id }) =>
          version < one.version && failed_at === null && expert_profile_id === one.expert_profile_id,
      ),
      signed_by: one.signature_name,
      signed_at: one.signed_at.toISOString(),
      left_at: left.get(one.expert_profile_id)?.toISOString() ?? null,
      made_at: one.made_at?.toISOString() ?? null,
      failed_at: one.failed_at?.toISOString() ?? null,
      has_file: one.storage_key !== null,
      pages: one.pages,
      sha256: one.pdf_sha256,
      certificate: signatures.get(one.pdf_sha256 ?? '') ?? null,
      numbers:
        one.pages === null
          ? null
          : rangeOf(one.prefix, { from: one.first_number, to: one.first_number + one.pages - 1 }),
      parts: (one.parts ?? []).map((part) => ({ title: part.title, numbers: rangeOf(one.prefix, part) })),
    })),
    can: {
      ask: open && sides.includes('requester') && draft.asked_at === null && packets.length === 0,
      prepare: open && sides.includes('expert'),
      confirm: open && signs,
      set_prefix: open && sides.length > 0,
      sign: open && signs && ready && content !== null && !saysNothingNew(content),
      download: seesWorkAmounts(actor.kind),
    },
  };
}
