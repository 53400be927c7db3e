import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import type { Kind } from '../../../core/kinds.ts';
import { plural } from '../../../core/phrases.ts';
import { urlOf } from '../../../core/url-of.ts';
import { Failure } from '../../../ui/api/failure.tsx';
import { query, useCommand } from '../../../ui/api/hooks.ts';
import { Quiet } from '../../../ui/form/inline-form.tsx';
import { Button } from '../../../ui/parts/button.tsx';
import { SectionHead } from '../../../ui/parts/page-header.tsx';
import { RuledList, RuledRow } from '../../../ui/parts/ruled-list.tsx';
import { toastDone } from '../../../ui/parts/toast.tsx';
import { useViewer } from '../../../ui/session/viewer.tsx';
import { formatDateOf } from '../../../ui/time/format.ts';
import type { Departure } from '../../engagements/rules.ts';
import { reportEndpoints } from '../../reports/contract.ts';
import { readReview } from '../../reviews/contract.ts';
import { formerExpertEndpoints, type FormerExpertsView } from '../contract/former.ts';
import styles from './matters.module.css';

type Former = FormerExpertsView['experts'][number];

const HOW: Record<Departure, string> = {
  withdrew: 'Withdrew',
  taken_off: 'Taken off by Peritus',
  conflict: 'Off for a conflict of interest',
};

/** Experts who left the matter: why, what they had delivered, and their handover, which the firm lets the next one read or not. */
export function FormerExpertsCard({ kind, reviewId }: { kind: Kind; reviewId: number }) {
  const id = useId();
  const { side, time_zone: zone } = useViewer();
  const params = { id: reviewId };
  const {
    data: view,
    error,
    refetch,
  } = useQuery({ ...query(formerExpertEndpoints.read, { kind, params }), refetchOnWindowFocus: true });
  const show = useCommand(formerExpertEndpoints.show, {
    refresh: [formerExpertEndpoints.read, readReview],
    onSuccess: (_, { body }) =>
      toastDone(body.shown ? 'The next expert can read it.' : 'The next expert no longer sees it.'),
  });
  const title = side === 'expert' ? 'Handover' : 'Experts before';
  if (error && !view && error.status !== 404 && error.status !== 403)
    return (
      <section aria-labelledby={id} className={styles.card}>
        <SectionHead id={id} title={title} />
        <Failure error={error} what="Who was on it before could not be loaded." onRetry={() => void refetch()} />
      </section>
    );
  if (!view || view.experts.length === 0) return null;
  const told = (one: Former): string =>
    [
      one.how === null ? null : HOW[one.how],
      `${formatDateOf(one.engaged_at, { zone })} to ${formatDateOf(one.left_at, { zone })}`,
    ]
      .filter(Boolean)
      .join(' · ');
  return (
    <section aria-labelledby={id} className={styles.card}>
      <SectionHead id={id} title={title} />
      <RuledList label={title}>
        {view.experts.map((one) => (
          <RuledRow
            key={one.id}
            title={`Dr. ${one.name}`}
            status={<Quiet>{told(one)}</Quiet>}
            lines={[
              one.reason ? `Reason: ${one.reason}` : null,
              ...one.reports.map(({ id: of, version, delivered_at, pages }) => (
                <a
                  key={of}
                  href={urlOf(reportEndpoints.pdf, { kind, params, query: { of } })}
                  target="_blank"
                  rel="noreferrer"
                >
                  Report{version > 1 ? `, version ${version}` : ''}, delivered {formatDateOf(delivered_at, { zone })}
                  {pages === null ? '' : `, ${plural(pages, 'page')}`}
                </a>
              )),
              one.handover === null ? null : (
                <span key="handover" className={styles.handover}>
                  {side === 'expert' ? null : <b>Handover. </b>}
                  {one.handover}
                </span>
              ),
              side !== 'expert' && one.handover !== null && one.shown_at !== null
                ? 'The next expert can read this handover.'
                : null,
            ]}
            actions={
              view.can.show && one.handover !== null ? (
                <Button
                  kind="quiet"
                  busy={show.isPending}
                  onClick={() => show.mutate({ kind, params, body: { id: one.id, shown: one.shown_at === null } })}
                >
                  {one.shown_at === null ? 'Let the next expert read it' : 'Keep it to the firm'}
                </Button>
              ) : undefined
            }
          />
        ))}
      </RuledList>
      <Failure error={show.error} what="It could not be changed." />
    </section>
  );
}
