import type { Kind } from '../../../../core/kinds.ts';
import { useCommand } from '../../../../ui/api/hooks.ts';
import { ChoiceField } from '../../../../ui/form/choice-field.tsx';
import { organizationChoices } from '../../../organizations/contract/choices.ts';
import {
  countReviews,
  listReviews,
  readQuote,
  readReview,
  readSection,
  requesterOptions,
  type ReviewDetail,
  setOrigin,
} from '../../contract.ts';
import styles from './wizard.module.css';

/**
 * For which of several organizations this is ordered: asked first, for what is offered and what it costs hangs on it. What
 * the link or the seat says stays.
 */
export default function OrderedFor({
  kind,
  review,
  flush,
}: {
  kind: Kind;
  review: ReviewDetail;
  /** Saves what is typed, before the form is another organization's. */
  flush: () => Promise<void> | undefined;
}) {
  const { organization } = review;
  const choose = useCommand(setOrigin, {
    refresh: [readReview, readSection, readQuote, requesterOptions, listReviews, countReviews],
  });
  const isGiven = review.seat !== null || (review.given?.includes('organization_id') ?? false);
  const chosen = choose.isPending ? choose.variables.body.organization_id : organization?.id;
  const change = async (value: string | null) => {
    if (value === null || Number(value) === organization?.id) return;
    await flush();
    choose.mutate({ kind, params: { id: review.id }, body: { organization_id: Number(value) } });
  };
  return (
    <div className={styles.orderedFor}>
      <ChoiceField
        from={organizationChoices}
        asked={{ orders: kind }}
        known={organization}
        path="ordered_for"
        label="Ordered for"
        required
        help={
          isGiven
            ? review.seat !== null
              ? 'The subscription’s seat belongs to it.'
              : 'The link this order was begun from names it.'
            : 'Its people see the review, and it gets the bill.'
        }
        disabled={isGiven}
        error={choose.error ? (choose.error.errors[0]?.message ?? choose.error.message) : undefined}
        value={chosen === undefined ? null : String(chosen)}
        onChange={(value) => void change(value)}
      />
    </div>
  );
}
