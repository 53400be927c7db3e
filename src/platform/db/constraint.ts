/** Whether the database refused a row because an exclusion constraint has another in its way. */
export const isHeldElsewhere = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === '23P01';
