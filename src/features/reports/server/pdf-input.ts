import { fullName } from '../../../core/names.ts';
import { capital } from '../../../core/phrases.ts';
import { type Kysely, sql } from 'kysely';
import { KINDS, reviewNumber } from '../../../core/kinds.ts';
import { statutesOfReview } from '../../../platform/db/statute-rows.ts';
import type { DB } from '../../../platform/db/types.ts';
import type { ReportPdfInput, ReportSignature } from './pdf/index.ts';
import { formOf } from '../../reviews/rules.ts';
import {
  answersOf,
  certificationOf,
  contextOf,
  definitionOf,
  orderOf,
  recordsOf,
  reportTitle,
  type ReportRow,
  sectionsOf,
} from './view.ts';

/** Everything a report's PDF shows, gathered once: what is signed is kept as it is here. */
export async function pdfInput(
  db: Kysely<DB>,
  report: ReportRow,
  more: {
    status: 'draft' | 'final';
    document_id: string;
    issued_at: Date;
    signature: ReportSignature | null;
    public_url: string;
  },
): Promise<ReportPdfInput> {
  const review = await db
    .selectFrom('reviews as r')
    .innerJoin('organizations as o', 'o.id', 'r.organization_id')
    .innerJoin('users as u', 'u.id', 'r.requester_id')
    .leftJoin('specialties as s', 's.id', 'r.specialty_id')
    .leftJoin('sub_specialties as ss', 'ss.id', 'r.sub_specialty_id')
    .select([
      'r.id',
      'r.kind',
      'r.subject',
      'r.claim_number',
      'r.state',
      'r.review_type_label',
      'o.name as organization',
      'o.time_zone',
      // its own or the nearest above it
      sql<string | null>`(select a.service_provider from organization_path(o.id) p join organizations a on a.id = p.id
        where a.service_provider <> '' order by p.depth limit 1)`.as('service_provider'),
      'u.first_name',
      'u.last_name',
      's.name as specialty',
      'ss.name as sub_specialty',
    ])
    .where('r.id', '=', report.review_id)
    .executeTakeFirstOrThrow();
  const kind = review.kind;
  const form = formOf(kind);
  const order = await orderOf(db, report.review_id);
  const protection = form.protection(order, await statutesOfReview(db, report.review_id));
  const matter: [string, string][] = [
    ['Matter', review.subject],
    ...form.matter(order, review.review_type_label),
    [
      'Specialty',
      [review.specialty, review.sub_specialty === 'General' ? null : review.sub_specialty].filter(Boolean).join(', '),
    ],
  ];
  const records = await recordsOf(db, report.review_id);
  const certification = await certificationOf(db, report.review_id);
  const sections = await sectionsOf(db, report.id);
  const closed = sections.flatMap((one) =>
    one.closed_at === null ? [] : [{ section: one.section, at: one.closed_at }],
  );
  return {
    document_id: more.document_id,
    version: report.version,
    status: more.status,
    review: {
      number: reviewNumber(kind, review.id),
      kind_label: capital(KINDS[kind].singular),
    },
    organization: { name: review.organization },
    service_provider: { name: review.service_provider ?? 'Peritus' },
    addressee: { name: fullName(review), lines: [review.organization] },
    issued_at: more.issued_at.toISOString(),
    // whoever ordered it reads it
    time_zone: review.time_zone,
    title: reportTitle(kind, order),
    matter: matter.filter(([, value]) => value !== '').map(([label, value]) => ({ label, value })),
    form: await definitionOf(db, report.report_form_id),
    answers: answersOf(sections),
    context: await contextOf(db, report.review_id),
    records: records.map((r) => ({
      name: r.name,
      ...(r.category === null ? {} : { category: r.category.replaceAll('_', ' ') }),
      pages: r.pages,
      ...(r.bates_from === null ? {} : { bates: r.bates_from }),
    })),
    ...(report.version > 1 && report.clarification
      ? { revision: { of_version: report.version - 1, reason: report.clarification } }
      : {}),
    ...(protection === null ? {} : { confidentiality: protection.statement }),
    ...(protection?.cover ? { cover: protection.cover } : {}),
    ...(closed.length > 0 ? { closed } : {}),
    signature:
      more.signature === null || certification === null
        ? more.signature
        : { ...more.signature, statement: certification },
    verify_url: `${more.public_url}/report-verification/${more.document_id}`,
  };
}

/**
 * How a signer who is not named stands under the report: by what was ordered, which all who could have signed have in
 * common. What is the signer's own (other credentials, the zone, the way they sign in) would tell them apart.
 */
export async function withheldSigner(
  db: Kysely<DB>,
  reviewId: number,
): Promise<{ name: string; credentials: string[]; time_zone: string }> {
  const review = await db
    .selectFrom('reviews as r')
    .innerJoin('organizations as o', 'o.id', 'r.organization_id')
    .leftJoin('specialties as s', 's.id', 'r.specialty_id')
    .leftJoin('sub_specialties as ss', 'ss.id', 'r.sub_specialty_id')
    .select(['r.kind', 'o.time_zone', 's.name as specialty', 'ss.name as sub_specialty'])
    .where('r.id', '=', reviewId)
    .executeTakeFirstOrThrow();
  const { board_certified, license_keys } = formOf(review.kind).expert_need(await orderOf(db, reviewId));
  const { specialty } = review;
  return {
    name: 'Reviewer, name withheld',
    credentials: [
      ...(specialty === null ? [] : [specialtyLine({ ...review, specialty }, board_certified)]),
      ...(license_keys.length > 0 ? [license_keys.join(' or ')] : []),
    ],
    time_zone: review.time_zone,
  };
}

/** How the signer stands under the report: degrees, board and licenses as verified. */
export async function credentialsOf(db: Kysely<DB>, expertProfileId: number): Promise<string[]> {
  const expert = await db
    .selectFrom('expert_profiles')
    .select('board_certified')
    .where('profile_id', '=', expertProfileId)
    .executeTakeFirstOrThrow();
  const rows = await db
    .selectFrom('credentials as c')
    .innerJoin('specialties as s', 's.id', 'c.specialty_id')
    .leftJoin('sub_specialties as ss', 'ss.id', 'c.sub_specialty_id')
    .select(['s.name as specialty', 'ss.name as sub_specialty', 'c.license_key', 'c.license_state', 'c.license_number'])
    .where('c.expert_profile_id', '=', expertProfileId)
    .orderBy('c.is_primary', 'desc')
    .orderBy('c.id')
    .execute();
  return rows.flatMap((r) => [
    specialtyLine(r, expert.board_certified),
    ...(r.license_key && r.license_state
      ? [`${r.license_key}, licensed in ${r.license_state}${r.license_number ? `, no. ${r.license_number}` : ''}`]
      : []),
  ]);
}

function specialtyLine(
  { specialty, sub_specialty }: { specialty: string; sub_specialty: string | null },
  boardCertified: boolean,
): string {
  const sub = sub_specialty && sub_specialty !== 'General' ? `, ${sub_specialty.toLowerCase()}` : '';
  return `${specialty}${sub}${boardCertified ? ', board certified' : ''}`;
}
