import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { Kind } from '../../../../core/kinds.ts';
import { queryKey, useCommand } from '../../../../ui/api/hooks.ts';
import { SkeletonRows } from '../../../../ui/parts/empty.tsx';
import { InlineNotice } from '../../../../ui/parts/notice.tsx';
import { WizardGrid } from '../../../../ui/shell/layouts.tsx';
import type { DraftSource } from './draft-source.ts';
import { listReviews, readQuote, readReview, readSection, type ReviewDetail, setOrigin } from '../../contract.ts';

/**
 * Ties the draft to the seat or organization its address names, before the first step is shown. What cannot be taken
 * over is said over the step, with nothing filled in.
 */
export default function WithDraftSource({
  kind,
  review,
  asked,
  children,
}: {
  kind: Kind;
  review: ReviewDetail;
  asked: DraftSource;
  children: ReactNode;
}) {
  const client = useQueryClient();
  const [done, setDone] = useState(false);
  const tie = useCommand(setOrigin, {
    refresh: [listReviews],
    onSuccess: async () => {
      // the step reads what came with the seat, not what it had before
      client.removeQueries({ queryKey: queryKey(readSection) });
      client.removeQueries({ queryKey: queryKey(readQuote) });
      await client.refetchQueries({ queryKey: queryKey(readReview) });
      setDone(true);
    },
    onError: () => setDone(true),
  });
  const { mutate } = tie;
  const tied = useRef(false);
  useEffect(() => {
    // once, when the step is opened at this address
    if (tied.current) return;
    tied.current = true;
    mutate({ kind, params: { id: review.id }, body: asked });
  }, [mutate, kind, review.id, asked]);
  if (!done)
    return (
      <WizardGrid steps={null}>
        <SkeletonRows rows={8} columns={[50, 50]} height={64} label="Loading the seat" />
      </WizardGrid>
    );
  return (
    <>
      {tie.isError ? (
        <InlineNotice kind="warn" title={tie.error.errors[0]?.message ?? tie.error.message} live>
          Nothing was filled in from this link. You can fill in the order by hand.
        </InlineNotice>
      ) : null}
      {children}
    </>
  );
}
