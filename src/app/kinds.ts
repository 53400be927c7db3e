import { KIND_NAMES, type Kind } from '../core/kinds.ts';
import { type FileCategory, KIND_CATEGORIES } from '../features/files/rules.ts';
import { REPORT_FORMS, type ReportForms } from '../features/reports/rules.ts';
import { REVIEW_KINDS, type ReviewKind } from '../features/reviews/kinds/index.ts';
import { installReviewKinds } from '../features/reviews/kinds/install.ts';
import type { Db } from '../platform/db/database.ts';

/** All the product knows about one kind of review. */
export interface KindModule extends ReviewKind {
  /** What it is reported on; the first is the default. */
  report_forms: ReportForms;
  /** What its records can be, in the order people are offered it. */
  file_categories: readonly FileCategory[];
}

/** Kinds by their names. */
export type Kinds = Readonly<Record<string, KindModule>>;

/** The kinds that come with the product. It does not compile while one lacks a part. */
export const SHIPPED_KINDS = {
  Case: {
    ...REVIEW_KINDS.Case,
    report_forms: REPORT_FORMS.of('Case'),
    file_categories: KIND_CATEGORIES.of('Case'),
  },
  PeerReview: {
    ...REVIEW_KINDS.PeerReview,
    report_forms: REPORT_FORMS.of('PeerReview'),
    file_categories: KIND_CATEGORIES.of('PeerReview'),
  },
  IME: { ...REVIEW_KINDS.IME, report_forms: REPORT_FORMS.of('IME'), file_categories: KIND_CATEGORIES.of('IME') },
  Generic: {
    ...REVIEW_KINDS.Generic,
    report_forms: REPORT_FORMS.of('Generic'),
    file_categories: KIND_CATEGORIES.of('Generic'),
  },
} satisfies Record<Kind, KindModule>;

/**
 * Makes these the kinds of this process and of its database: endpoints, lists, forms, rules and texts follow from them.
 * A process has one set of kinds; whoever builds a second application in it says the same.
 */
export async function installKinds(db: Db, kinds: Kinds): Promise<void> {
  installReviewKinds(kinds);
  for (const kind of KIND_NAMES) {
    const own = kinds[kind];
    if (!own) continue;
    REPORT_FORMS.set(kind, own.report_forms);
    KIND_CATEGORIES.set(kind, own.file_categories);
  }
  await db
    .insertInto('review_kinds')
    .values(KIND_NAMES.map((kind: Kind) => ({ kind })))
    .onConflict((oc) => oc.doNothing())
    .execute();
}
