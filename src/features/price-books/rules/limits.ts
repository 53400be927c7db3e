/** What a price book takes at most. */
export const BOOK_LIMITS = {
  cents: 100_000_000,
  pages: 100_000,
  page_step: 1_000,
  percent: 500,
  tax_percent: 50,
  sub_specialties: 500,
  note: 300,
} as const;
