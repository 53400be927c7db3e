import type { Kysely } from 'kysely';
import { dateIn } from '../../../core/time.ts';
import { orderSections } from '../../../platform/db/order-sections.ts';
import type { ReviewRowBeside } from '../../../platform/db/review-row.ts';
import type { DB } from '../../../platform/db/types.ts';
import type { EngagementTerms } from '../../engagements/rules.ts';
import type { LegalFields } from '../../reviews/kinds/legal-case/fields.ts';
import { formOf, stateName, storedFields } from '../../reviews/rules.ts';
import { stateRow } from '../../reviews/rules/kinds.ts';
import { workTime } from '../../work/rules.ts';

/** A matter as what is signed in it names it. */
export interface Matter {
  order: Partial<LegalFields>;
  /** The zone of the firm, and its day there. */
  time_zone: string;
  today: string;
  /** The agreement that holds with its expert; null: none does. */
  terms: EngagementTerms | null;
  /** Whether acts are taken now. */
  time: ReturnType<typeof workTime>;
  /** Its state by its two letters; null: the order names none. */
  state: string | null;
  expert: { last_name: string; credentials: string[] };
  facts: {
    caption: string;
    court: string;
    docket: string;
    side: string;
    firm: string;
    expert: string;
    specialty: string;
  };
}

const SIDE_WORDS: Readonly<Record<string, string>> = {
  plaintiff: 'plaintiff',
  defense: 'defense',
  joint: 'both sides together',
  neutral: 'neutral',
};

/**
 * When acts are taken: while the expert is engaged, late too, and while the matter waits for records or for a word on a conflict: the
 * court's day comes all the same.
 */
function engagedTime(review: ReviewRowBeside, agreed: boolean): ReturnType<typeof workTime> {
  const { agreement, bucket } = stateRow(review.kind, review.status);
  const time = workTime(review);
  return time === 'over' && agreed && bucket === 'active' && agreement === undefined ? 'late' : time;
}

/** The agreement that holds for a matter and its expert. */
async function termsOf(db: Kysely<DB>, review: ReviewRowBeside): Promise<EngagementTerms | null> {
  const row = await db
    .selectFrom('engagements as e')
    .innerJoin('agreement_versions as v', 'v.id', 'e.version_id')
    .select('v.terms')
    .where('e.review_id', '=', review.id)
    .where('v.expert_profile_id', '=', review.expert_profile_id)
    .executeTakeFirst();
  return row?.terms ?? null;
}

/** Reads a matter with its order, firm, expert and agreement. */
export async function matterOf(db: Kysely<DB>, review: ReviewRowBeside, now: Date): Promise<Matter> {
  const profileId = review.expert_profile_id ?? 0;
  const [organization, sections, expert, credentials, terms] = await Promise.all([
    db
      .selectFrom('organizations')
      .select(['name', 'time_zone'])
      .where('id', '=', review.organization_id)
      .executeTakeFirstOrThrow(),
    orderSections(db, review.id),
    db
      .selectFrom('expert_profiles as e')
      .innerJoin('profiles as p', 'p.id', 'e.profile_id')
      .innerJoin('users as u', 'u.id', 'p.user_id')
      .select(['u.first_name', 'u.last_name', 'e.credentials_suffix', 'e.board_certified'])
      .where('e.profile_id', '=', profileId)
      .executeTakeFirst(),
    db
      .selectFrom('credentials as c')
      .innerJoin('specialties as s', 's.id', 'c.specialty_id')
      .select('s.name')
      .where('c.expert_profile_id', '=', profileId)
      .orderBy('c.is_primary', 'desc')
      .orderBy('c.id')
      .execute(),
    termsOf(db, review),
  ]);
  const order = storedFields(formOf(review.kind), sections) as Partial<LegalFields>;
  return {
    order,
    time_zone: organization.time_zone,
    today: dateIn(now, organization.time_zone),
    terms,
    time: engagedTime(review, terms !== null),
    state: order.jurisdiction_state ?? null,
    expert: {
      last_name: expert?.last_name ?? '',
      credentials: [
        ...new Set(credentials.map(({ name }) => (expert?.board_certified ? `${name}, board certified` : name))),
      ],
    },
    facts: {
      caption: order.caption ?? '',
      court: [order.court ?? '', order.jurisdiction_state ? stateName(order.jurisdiction_state) : '']
        .filter(Boolean)
        .join(', '),
      docket: order.docket_number ?? '',
      side: SIDE_WORDS[order.side ?? ''] ?? '',
      firm: organization.name,
      expert: expert
        ? [`${expert.first_name} ${expert.last_name}`.trim(), expert.credentials_suffix].filter(Boolean).join(', ')
        : '',
      specialty: credentials[0]?.name.toLowerCase() ?? '',
    },
  };
}
