import { type Kind, type KindRow, SHIPPED_ROWS } from '../../../core/kinds.ts';
import { CASE_FORM } from './case/form.ts';
import { CASE_NEXT_STEPS } from './case/next-step-texts.ts';
import type { KindForm } from './form.ts';
import { IME_FORM } from './ime/form.ts';
import { IME_NEXT_STEPS } from './ime/next-step-texts.ts';
import { LEGAL_FORM } from './legal-case/form.ts';
import { LEGAL_NEXT_STEPS } from './legal-case/next-step-texts.ts';
import type { NextStepTexts } from './next-step-text.ts';
import { PEER_REVIEW_FORM } from './peer-review/form.ts';
import { PEER_REVIEW_NEXT_STEPS } from './peer-review/next-step-texts.ts';
import { KIND_TABLES, type KindTables } from './tables.ts';

/** All that reviews know about one kind. What other features know of it stands with them, by kind as well. */
export interface ReviewKind extends KindTables {
  row: KindRow;
  /** The order: its fields and checks, and what is read out of it. */
  form: KindForm;
  /** What is said about each state in which somebody must act. */
  next_steps: NextStepTexts;
}

/** The kinds of the product. It does not compile while one lacks a part. */
export const REVIEW_KINDS = {
  Case: { ...KIND_TABLES.Case, row: SHIPPED_ROWS.Case, form: CASE_FORM, next_steps: CASE_NEXT_STEPS },
  PeerReview: {
    ...KIND_TABLES.PeerReview,
    row: SHIPPED_ROWS.PeerReview,
    form: PEER_REVIEW_FORM,
    next_steps: PEER_REVIEW_NEXT_STEPS,
  },
  IME: { ...KIND_TABLES.IME, row: SHIPPED_ROWS.IME, form: IME_FORM, next_steps: IME_NEXT_STEPS },
  Generic: {
    ...KIND_TABLES.Generic,
    row: SHIPPED_ROWS.Generic,
    form: LEGAL_FORM,
    next_steps: LEGAL_NEXT_STEPS,
  },
} satisfies Record<Kind, ReviewKind>;
