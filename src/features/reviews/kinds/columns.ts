/** The columns of lists that one field of an order can fill, as they stand where the order says nothing. */
export const NO_COLUMNS = {
  claim_number: null as string | null,
  specialty_id: null as number | null,
  sub_specialty_id: null as number | null,
  state: null as string | null,
  review_type: null as string | null,
  service: null as string | null,
  expedited: false as boolean,
  needed_by: null as string | null,
  cost_center: null as string | null,
} as const;

export type Column = keyof typeof NO_COLUMNS;

/** A review's columns that lists show, sort and filter by, as its fields give them; the subject is put together from several. */
export type DerivedColumns = { -readonly [C in Column]: (typeof NO_COLUMNS)[C] } & { subject: string };
