import { useState } from 'react';
import type { Kind } from '../../../core/kinds.ts';
import { query, useCommand } from '../../../ui/api/hooks.ts';
import { useQuery } from '@tanstack/react-query';
import { Button, ButtonLink } from '../../../ui/parts/button.tsx';
import { ConfirmDialog } from '../../../ui/parts/confirm-dialog.tsx';
import { SectionHead } from '../../../ui/parts/page-header.tsx';
import { reviewHref } from '../../../ui/session/review-route.ts';
import { opinionEndpoints, type ToSettle } from '../contract.ts';
import styles from './opinions.module.css';

/** For the reviewer who settles: the way to both opinions. Anybody else who reviews sees nothing here. */
export function ToSettleCard({ kind, reviewId }: { kind: Kind; reviewId: number }) {
  const { data } = useQuery(query(opinionEndpoints.toSettle, { kind, params: { id: reviewId } }));
  if (!data?.settles) return null;
  return (
    <section aria-labelledby="opinions" className={styles.card}>
      <SectionHead id="opinions" title="Two opinions to settle" />
      <p>
        {data.opened_at === null
          ? 'Two reviewers came to different levels. Write down your own judgment with its reasons first; then both open for you, without names.'
          : 'Both opinions are open for you, without names. Read them, then give the final level.'}
      </p>
      <div>
        {data.opened_at === null ? (
          <ButtonLink href={reviewHref(kind, reviewId, 'opinions')}>See what opens them</ButtonLink>
        ) : (
          <ButtonLink href={reviewHref(kind, reviewId, 'opinions')}>Read both opinions</ButtonLink>
        )}
      </div>
    </section>
  );
}

/** Before the first look: what the own judgment lacks, and the step that closes it. */
export function OwnJudgmentFirst({ kind, view }: { kind: Kind; view: ToSettle }) {
  const [asking, setAsking] = useState(false);
  const open = useCommand(opinionEndpoints.open, { refresh: [opinionEndpoints.toSettle] });
  const { left, can } = view;
  const ready = can.open.allowed && left.length === 0;
  return (
    <section aria-labelledby="first" className={styles.card}>
      <SectionHead id="first" title="Your own judgment first" />
      <p>
        Both opinions open once “Your own judgment” in your report is answered, with its reasons, and you close it. From
        then on it stays as it is and is printed with the report. What you see differently after reading goes in the
        section “Comparison”.
      </p>
      {left.length > 0 ? (
        <>
          <p>Still missing:</p>
          <ul className={styles.left}>
            {left.map((one) => (
              <li key={`${one.label}${one.message}`}>
                {one.label}: {one.message}
              </li>
            ))}
          </ul>
        </>
      ) : null}
      {can.open.allowed || can.open.reason === null ? null : <p className={styles.quiet}>{can.open.reason}</p>}
      <div className={styles.row}>
        {ready ? (
          <>
            <Button kind="primary" onClick={() => setAsking(true)}>
              Close my judgment and open both
            </Button>
            <ButtonLink href={reviewHref(kind, view.review_id, 'report')}>Read it once more</ButtonLink>
          </>
        ) : (
          <ButtonLink kind="primary" href={reviewHref(kind, view.review_id, 'report')}>
            Write the report
          </ButtonLink>
        )}
      </div>
      {asking ? (
        <ConfirmDialog
          open
          onClose={() => setAsking(false)}
          danger={false}
          title="Close your own judgment and open both opinions?"
          confirmLabel="Close it and open both"
          cancelLabel="Not yet"
          onConfirm={async () => {
            await open.mutateAsync({ kind, params: { id: view.review_id }, body: {} });
            setAsking(false);
          }}
        >
          <p>
            Your judgment and its reasons cannot be changed after this. They are printed in the report as you wrote
            them, and the record shows when you opened the opinions.
          </p>
        </ConfirmDialog>
      ) : null}
    </section>
  );
}
