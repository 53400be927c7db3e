import type { ReviewStatus } from '../../rules/statuses.ts';
import { type RawBuilder, sql } from 'kysely';
import {
  type Actor,
  isStaff,
  sideOf,
  type ActorKind,
  isExpertSide,
  readsContents,
  isAssistant,
} from '../../../../core/actor.ts';
import { leads } from '../../../../core/experts.ts';
import { decodeCursor, encodeCursor } from '../../../../core/cursor.ts';
import { Refusal } from '../../../../core/errors.ts';
import { type Kind, KINDS } from '../../../../core/kinds.ts';
import { actedName } from '../../../../core/names.ts';
import type { TimelineRow } from '../../contract.ts';
import { datesFrom, hidesExpert, knowsExpertSide, type ReviewFacts, seesPrices, timelineSays } from '../../rules.ts';
import { fieldOf, type Named, valueInWords } from '../../rules/values.ts';
import { shortExpertName, unnamedExpert } from './people.ts';

/** A timeline row with who did it, as the database answers it. */
export interface TimelineSource {
  id: number;
  at: string;
  action: string;
  actor_user_id: number | null;
  actor_kind: string;
  from_state: ReviewStatus | null;
  to_state: ReviewStatus | null;
  reason: string | null;
  override: boolean;
  data: Record<string, unknown>;
  /** First and last name, of what somebody outside did that of whose link it was by; null for what Peritus did by itself. */
  name: [first: string, last: string] | null;
  /** `led`: who is or was on it, so that its requester knows them. */
  expert: { profile_id: number; code: string; suffix: string; led: boolean } | null;
  /** Made while another expert led the review, who left it since. */
  of_former: boolean;
  /** Who acted as them: a colleague of the staff. */
  acting: [first: string, last: string] | null;
  /** Old and new value of an edited field. */
  change: [old: unknown, now: unknown] | null;
}

/** The newest rows of a review's timeline before `before`, as one JSON array, newest first. */
export function timelineQuery(
  reviewId: RawBuilder<unknown>,
  before: number | null,
  limit: number,
): RawBuilder<unknown> {
  const older = before === null ? sql`` : sql`and a.id < ${before}::bigint`;
  // the few rows of a page look their people up one by one; joins would be planned for many
  return sql`(select json_agg(t) from (
    select a.id, a.at, a.action, a.actor_user_id, a.actor_kind, a.from_state, a.to_state, a.reason, a.override, a.data,
      (select json_build_array(u.first_name, u.last_name) from users u
        where u.id = coalesce(a.actor_user_id, (a.data ->> 'link_of')::bigint)) as name,
      case when a.detail_hash is not null then
        (select json_build_array(d.old_value, d.new_value) from audit_details d where d.audit_id = a.id) end as change,
      case when a.profile_id is not null then
        (select json_build_object('profile_id', e.profile_id, 'code', e.code, 'suffix', e.credentials_suffix, 'led',
            exists (select from review_experts x where x.review_id = a.review_id and x.expert_profile_id = e.profile_id))
          from expert_profiles e where e.profile_id = a.profile_id) end as expert,
      exists (select from review_experts x where x.review_id = a.review_id and x.part = 'lead' and a.at between x.since and x.until)
        as of_former,
      case when a.impersonator_user_id is not null then
        (select json_build_array(i.first_name, i.last_name) from users i where i.id = a.impersonator_user_id) end as acting
    from audit_rows a
    where a.review_id = ${reviewId} and a.timeline ${older} order by a.id desc limit ${sql.lit(limit)}) t)`;
}

export interface TimelineReader {
  actor: Actor;
  kind: Kind;
  redacted: boolean;
  /** The expert who accepted, and the one invited or assigned. */
  assigned: number | null;
  own: number | null;
  /** Whether the reader leads it as its expert, or assists who does. */
  leads: boolean;
  /** Nothing from before is told; null: all of it is. */
  dates_from: Date | null;
}

/** A reader of a review: what they may know of its expert. */
export function readerOf(
  actor: Actor,
  { kind, organization, expert_profile_id, experts, invitation }: ReviewFacts,
): TimelineReader {
  const hidden = hidesExpert(kind);
  return {
    actor,
    kind,
    redacted: hidden || organization.flags['redacted_medical_expert_cvs'] === true,
    // where reviewers stay unknown, acceptance tells the requester's side nothing new
    assigned: hidden ? null : expert_profile_id,
    own: invitation?.expert_profile_id ?? null,
    leads: leads(actor, { experts }),
    dates_from: datesFrom(actor.kind, kind, invitation?.created_at ?? null),
  };
}

/** What the expert's side is not told: who else was considered, and what passed before its own invitation. */
const NOT_FOR_EXPERTS: ReadonlySet<string> = new Set([
  'review.present_candidates',
  'review.begin_interviews',
  'review.ask_other_experts',
  'review.select_expert',
  'review.invite_directly',
  'review.expire_invitation',
  'review.withdraw_invitation',
  'review.conflict_asked',
  'review.conflict_waived',
  'review.conflict_kept',
  'review.request_transfer',
  'review.decline_transfer',
  'review.edited',
  'review.requoted',
  'review.price_changed',
  'review.approval_asked',
  'review.approval_given',
  'review.approval_declined',
  'review.approval_withdrawn',
  'review.extra_added',
  'review.extra_removed',
  'review.watcher_added',
  'review.watcher_removed',
  'review.requester_changed',
  // a reviewer judges without knowing that somebody else does
  'review.second_opinion_opened',
  'review.adjudication_opened',
  'review.opinions_compared',
  'review.statement_late',
  'review.statement_added',
  'outside.statement_asked',
  'outside.findings_released',
  'outside.response_given',
  'outside.opened',
  'outside.renewed',
  'outside.readdressed',
  'outside.revoked',
  'outside.expired',
  // whom a report goes to is the business of who ordered it
  'public_report.link_made',
  'public_report.link_ended',
  'public_report.opened',
  'public_report.guessed',
  'public_report.allowed',
  'public_report.disallowed',
  // nor an expert that another is retained on the same matter
  'handover.shown',
  'handover.hidden',
  'matter.linked',
  'matter.unlinked',
]);

/**
 * What a reviewer is told by the records themselves: by whose hand and through which review of the case one came, or went,
 * would tell that there are several.
 */
const TOLD_BY_RECORDS: ReadonlySet<string> = new Set(['file.upload', 'file.remove']);

function visible(row: TimelineSource, reader: TimelineReader): boolean {
  const { actor } = reader;
  if (!isExpertSide(actor.kind)) return true;
  if (NOT_FOR_EXPERTS.has(row.action)) return false;
  if (reader.dates_from !== null && (new Date(row.at) < reader.dates_from || TOLD_BY_RECORDS.has(row.action)))
    return false;
  // what passed with an expert before them, reasons and all, is not theirs, but for what they did themselves
  if (KINDS[reader.kind].has_agreement && row.of_former && !isOwn(row, reader)) return false;
  if (row.action.startsWith('review.attention_')) return row.data['of_expert'] === true;
  // whoever is on it beside the lead is not told what the lead's assistants do
  if (row.expert === null)
    return reader.leads || !isAssistant(row.actor_kind as ActorKind) || row.actor_user_id === actor.user_id;
  return isOwn(row, reader);
}

const isOwn = ({ expert }: TimelineSource, { actor }: TimelineReader): boolean =>
  expert !== null && actor.expert_profile_ids.includes(expert.profile_id);

/** A page of rows, one more than `limit` given when there are older ones. */
export function presentTimeline(
  rows: readonly TimelineSource[],
  reader: TimelineReader,
  limit: number,
): { data: TimelineRow[]; next_cursor: string | null } {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    data: page.filter((r) => visible(r, reader)).map((r) => presentRow(r, reader)),
    next_cursor: rows.length > limit && last ? encodeCursor([last.id]) : null,
  };
}

/** The row id a cursor names; refuses what is none of ours. */
export function timelineCursor(cursor: string | undefined): number | null {
  if (cursor === undefined) return null;
  const [id] = decodeCursor(cursor) ?? [];
  if (typeof id !== 'number' || !Number.isSafeInteger(id))
    throw new Refusal('malformed', 'This cursor does not belong to this timeline.');
  return id;
}

function presentRow(row: TimelineSource, reader: TimelineReader): TimelineRow {
  const { actor } = reader;
  const prices = seesPrices(actor);
  return {
    id: row.id,
    at: new Date(row.at).toISOString(),
    action: row.action.replace(/^review\./, ''),
    actor: row.actor_kind === 'outside' ? outsideName(row) : bothNames(row, reader),
    seat: seatOf(row),
    says: timelineSays(reader.kind, row, { prices }),
    reason: reasonFor(row, actor),
    override: row.override,
    from: row.from_state,
    to: row.to_state,
    change: changeOf(row, reader),
  };
}

/** Who did it, as this reader may know them. */
export function actorName(
  row: Pick<TimelineSource, 'actor_kind' | 'actor_user_id' | 'name' | 'expert'>,
  reader: Pick<TimelineReader, 'actor' | 'kind' | 'assigned' | 'redacted'>,
): string {
  const { actor } = reader;
  if (row.actor_kind === 'system' || row.actor_user_id === null) return 'Peritus';
  if (row.actor_user_id === actor.user_id) return 'You';
  const [first, last] = row.name ?? ['', ''];
  if (row.expert) {
    const known =
      isStaff(actor.kind) ||
      actor.expert_profile_ids.includes(row.expert.profile_id) ||
      row.expert.profile_id === reader.assigned ||
      (row.expert.led && !hidesExpert(reader.kind));
    return known
      ? shortExpertName({ ...row.expert, first_name: first, last_name: last })
      : reader.redacted
        ? unnamedExpert(reader.kind, row.expert.code)
        : shortExpertName({ ...row.expert, first_name: first, last_name: last });
  }
  // an assistant is named nowhere the expert is not: who works for whom is no secret
  const side = row.actor_kind as ActorKind;
  if (isExpertSide(side) && !knowsExpertSide(actor.kind, reader.kind)) return unnamedExpert(reader.kind, '');
  if (isStaff(side)) return `${first} ${last.slice(0, 1)}.${isStaff(actor.kind) ? '' : ', Peritus'}`;
  return `${first} ${last}`.trim();
}

/** "Ann L., Peritus, acting as Bob Roe" of what was done in another's name; "acting as you" to that person. */
function bothNames(row: TimelineSource, reader: TimelineReader): string {
  const name = actorName(row, reader);
  if (!row.acting) return name;
  return actedName(name === 'You' ? 'you' : name, staffName(row.acting, reader.actor));
}

const staffName = ([first, last]: readonly [string, string], reader: Pick<Actor, 'kind'>): string =>
  `${first} ${last.slice(0, 1)}.${isStaff(reader.kind) ? '' : ', Peritus,'}`;

/** On which side whoever did it is. */
function seatOf({ actor_kind, data }: TimelineSource): TimelineRow['seat'] {
  if (data['by'] === 'price_link') return 'requester';
  return actor_kind === 'system' ? 'staff' : sideOf(actor_kind as ActorKind);
}

/** Somebody without an account, by whose link. A provider under review is not named. */
function outsideName({ data, name }: TimelineSource): string {
  if (data['by'] === 'price_link') return `${name?.join(' ') ?? 'The requester'}, by link of the mail`;
  if (data['by'] === 'public_link') return 'Somebody with the link';
  if (data['by'] === 'examinee') return 'The examinee';
  if (data['by'] === 'provider') return 'The provider under review';
  return name ? `Outside custodian, by link of ${name[0]} ${name[1].slice(0, 1)}.` : 'Outside custodian';
}

/** Why an expert declined stays with Peritus. */
function reasonFor(row: TimelineSource, actor: Actor): string | null {
  if (row.action === 'review.decline' && !isStaff(actor.kind) && row.actor_user_id !== actor.user_id) return null;
  return writtenReason(row);
}

/** Old and new value of an edited field, for those who order and staff but the matching desk; of an agreed date and of where testimony is given, for all who read contents. */
function changeOf(row: TimelineSource, { actor, kind }: TimelineReader): TimelineRow['change'] {
  if (row.action === 'review.earlier_date_agreed') {
    const said = (name: string): string => valueInWords(kind, 'needed_by', row.data[name]);
    return { field: fieldOf(kind, 'needed_by')?.label ?? 'Needed by', old: said('was'), new: said('asked') };
  }
  if (row.action === 'testimony.moved' || row.action === 'testimony.changed') {
    const [old, now] = (row.change ?? []).map(whereWords);
    return old && now && readsContents(actor.kind) ? { field: 'Place', old, new: now } : null;
  }
  const field = row.data['field'];
  if (row.action !== 'review.edited' || typeof field !== 'string') return null;
  if (!readsContents(actor.kind)) return null;
  const named = (row.data['named'] ?? {}) as Named;
  const [old, fresh] = row.change ?? [];
  return {
    field: fieldOf(kind, field)?.label ?? field,
    old: valueInWords(kind, field, old, named),
    new: valueInWords(kind, field, fresh, named),
  };
}

/** Where a session of testimony is, as it was typed; null where that did not change. */
function whereWords(value: unknown): string | null {
  if (typeof value !== 'object' || value === null) return null;
  const said = value as { place?: unknown; link?: unknown };
  return [said.place, said.link].filter((one) => typeof one === 'string' && one !== '').join(', ') || null;
}

/** The reason a person gave; it stands with the purgeable values. */
function writtenReason({ reason, action, change }: TimelineSource): string | null {
  if (reason !== null || action === 'review.edited') return reason;
  const written = change?.[1];
  return typeof written === 'object' && written !== null && 'reason' in written && typeof written.reason === 'string'
    ? written.reason
    : null;
}
