import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { dateText } from '../../../core/dates.ts';
import type { Kind } from '../../../core/kinds.ts';
import { urlOf } from '../../../core/url-of.ts';
import { Failure } from '../../../ui/api/failure.tsx';
import { query, useCommand } from '../../../ui/api/hooks.ts';
import { useOpened } from '../../../ui/form/use-opened.ts';
import { Acts } from '../../../ui/form/inline-form.tsx';
import { Button } from '../../../ui/parts/button.tsx';
import { TextLink } from '../../../ui/parts/link.tsx';
import { SectionHead } from '../../../ui/parts/page-header.tsx';
import { RuledList, RuledRow } from '../../../ui/parts/ruled-list.tsx';
import { toastDone } from '../../../ui/parts/toast.tsx';
import { useViewer } from '../../../ui/session/viewer.tsx';
import { formatInstant } from '../../../ui/time/format.ts';
import { useNow } from '../../../ui/time/use-now.ts';
import { returnEndpoints } from '../contract/returns.ts';
import { RECORD_FATES } from '../rules.ts';
import { ReturnForm } from './return-form.tsx';
import styles from './disclosure.module.css';

/** What became of the records the expert received: awaited, signed, and signing it. Nothing before a matter has ended. */
export function ReturnsSection({ kind, reviewId }: { kind: Kind; reviewId: number }) {
  const {
    data: view,
    error,
    refetch,
  } = useQuery({
    ...query(returnEndpoints.read, { kind, params: { id: reviewId } }),
    refetchOnWindowFocus: true,
  });
  const id = useId();
  const { time_zone: zone } = useViewer();
  const now = useNow(60_000);
  const [writing, setWriting] = useState(false);
  const opener = useOpened<HTMLDivElement>(writing, 'fate');
  const sign = useCommand(returnEndpoints.sign, {
    refresh: [returnEndpoints.read],
    onSuccess: () => {
      setWriting(false);
      toastDone('Signed. The firm is told.');
    },
  });
  if (error && !view && error.status !== 404 && error.status !== 403)
    return (
      <section aria-labelledby={id} className={styles.card}>
        <SectionHead id={id} title="Records returned or destroyed" />
        <Failure error={error} what="What became of the records could not be loaded." onRetry={() => void refetch()} />
      </section>
    );
  if (!view || (view.certificates.length === 0 && view.awaited === null && view.of_former.length === 0)) return null;
  const { awaited } = view;
  return (
    <section id="record-returns" aria-labelledby={id} className={styles.card}>
      <SectionHead id={id} title="Records returned or destroyed" />
      {awaited ? (
        <p>
          {awaited.overdue
            ? `The expert’s certificate is overdue since ${dateText(awaited.due_on, 'long')}.`
            : `The expert’s certificate is awaited by ${dateText(awaited.due_on, 'long')}.`}
          {view.held ? ' A legal hold is on the matter: nothing of it is destroyed.' : ''}
        </p>
      ) : null}
      {view.of_former.map((one) => (
        <p key={one.by}>
          {one.overdue
            ? `The certificate of Dr. ${one.by}, who left the matter, is overdue since ${dateText(one.due_on, 'long')}.`
            : `The certificate of Dr. ${one.by}, who left the matter, is awaited by ${dateText(one.due_on, 'long')}.`}
        </p>
      ))}
      {view.certificates.length > 0 ? (
        <RuledList label="Certificates about records">
          {view.certificates.map((one) => (
            <RuledRow
              key={one.id}
              title={RECORD_FATES[one.fate]}
              lines={[
                `Signed${one.signed_by === null ? '' : ` by ${one.signed_by}`}, ${formatInstant(one.signed_at, { zone, now })}`,
                <span key="hash" className={styles.hash}>
                  SHA-256: {one.sha256}
                </span>,
              ]}
              actions={
                one.has_words ? (
                  <TextLink
                    href={urlOf(returnEndpoints.document, { kind, params: { id: reviewId, returnId: one.id } })}
                    target="_blank"
                    rel="noreferrer noopener"
                    aria-label={`Open as PDF: certificate about records, ${RECORD_FATES[one.fate]}`}
                  >
                    Open as PDF
                  </TextLink>
                ) : undefined
              }
            />
          ))}
        </RuledList>
      ) : null}
      {view.can.sign && writing ? (
        <ReturnForm
          view={view}
          busy={sign.isPending}
          error={sign.error}
          sign={(body, forget) => sign.mutate({ kind, params: { id: reviewId }, body }, { onSuccess: forget })}
          onClose={() => setWriting(false)}
        />
      ) : null}
      {view.can.sign && !writing ? (
        <Acts ref={opener}>
          <Button onClick={() => setWriting(true)}>Say what became of the records</Button>
        </Acts>
      ) : null}
    </section>
  );
}
