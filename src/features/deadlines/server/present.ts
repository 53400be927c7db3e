import { reviewNumber } from '../../../core/kinds.ts';
import type { Undo } from '../../../platform/declarations.ts';
import type { OpenDeadline } from '../../../platform/holds.ts';
import type { HeldRow } from '../contract.ts';

/** Deadlines as they are listed: what each would do, and to what. */
export function presentRows(
  undoing: Readonly<Record<string, Undo | undefined>>,
  { total, data }: { total: number; data: readonly OpenDeadline[] },
): { total: number; data: HeldRow[] } {
  return {
    total,
    data: data.map((row) => {
      const undo = undoing[row.kind];
      return {
        id: row.id,
        kind: row.kind,
        does: typeof undo === 'object' ? undo.irreversible : row.kind.replaceAll('_', ' '),
        due_at: row.due_at.toISOString(),
        review:
          row.review_id === null || row.review_kind === null
            ? null
            : { id: row.review_id, kind: row.review_kind, number: reviewNumber(row.review_kind, row.review_id) },
        subscription_id: row.kind === 'subscription_round' ? Number(row.key) : null,
      };
    }),
  };
}
