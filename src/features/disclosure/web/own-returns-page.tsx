import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { dateText } from '../../../core/dates.ts';
import { urlOf } from '../../../core/url-of.ts';
import { Failure } from '../../../ui/api/failure.tsx';
import { query, useCommand } from '../../../ui/api/hooks.ts';
import { useOpened } from '../../../ui/form/use-opened.ts';
import { Acts } from '../../../ui/form/inline-form.tsx';
import { Button, ButtonLink } from '../../../ui/parts/button.tsx';
import { EmptyState, SkeletonRows } from '../../../ui/parts/empty.tsx';
import { TextLink } from '../../../ui/parts/link.tsx';
import { PageHeader, SectionHead } from '../../../ui/parts/page-header.tsx';
import { toastDone } from '../../../ui/parts/toast.tsx';
import { useViewer } from '../../../ui/session/viewer.tsx';
import { Page } from '../../../ui/shell/layouts.tsx';
import { formatInstant } from '../../../ui/time/format.ts';
import { useNow } from '../../../ui/time/use-now.ts';
import { readUpNext } from '../../reviews/contract.ts';
import { type OwnReturn, returnEndpoints } from '../contract/returns.ts';
import { RECORD_FATES } from '../rules.ts';
import { ReturnForm } from './return-form.tsx';
import styles from './disclosure.module.css';

/** What became of the records of matters the reader left: asked of them, and signed by them. */
export function OwnReturnsPage() {
  const asked = useQuery(query(returnEndpoints.ownList, {}));
  return (
    <Page width="form">
      <PageHeader
        title="Records to certify"
        lead="Of matters you left: return or destroy what you were given for them, and say so in writing. What you are paid does not wait for it."
      />
      <div className={styles.apart}>
        {asked.isPending ? (
          <SkeletonRows rows={2} columns={[30, 50]} height={64} label="Loading the certificates" />
        ) : null}
        <Failure
          error={asked.error}
          what="The certificates could not be loaded."
          onRetry={() => void asked.refetch()}
        />
        {asked.data?.returns.length === 0 ? (
          <EmptyState title="Nothing to certify" action={<ButtonLink href="/up-next">Go to Up next</ButtonLink>}>
            Once you leave a matter, its records are asked about here.
          </EmptyState>
        ) : null}
        {asked.data?.returns.map((one) => (
          <OneReturn key={one.id} one={one} />
        ))}
      </div>
    </Page>
  );
}

function OneReturn({ one }: { one: OwnReturn }) {
  const id = useId();
  const { time_zone: zone } = useViewer();
  const now = useNow(60_000);
  const [writing, setWriting] = useState(false);
  const opener = useOpened<HTMLDivElement>(writing, 'fate');
  const sign = useCommand(returnEndpoints.ownSign, {
    refresh: [returnEndpoints.ownList, readUpNext],
    onSuccess: () => toastDone('Signed. The firm is told.'),
  });
  const { facts, awaited, signed } = one;
  return (
    <section id={`return-${one.id}`} aria-labelledby={id} className={styles.card}>
      <SectionHead id={id} title={facts.caption || facts.number} note={facts.number} />
      <p>{[facts.firm, facts.court].filter(Boolean).join(' · ')}</p>
      {awaited ? (
        <p>
          {awaited.overdue
            ? `Your certificate is overdue since ${dateText(awaited.due_on, 'long')}.`
            : `Your certificate is awaited by ${dateText(awaited.due_on, 'long')}.`}
          {one.held ? ' A legal hold is on the matter: nothing of it is destroyed.' : ''}
        </p>
      ) : null}
      {signed ? (
        <>
          <p>
            {RECORD_FATES[signed.fate]}. Signed {formatInstant(signed.signed_at, { zone, now })}.
          </p>
          <p className={styles.hash}>SHA-256: {signed.sha256}</p>
          {signed.has_words ? (
            <TextLink
              href={urlOf(returnEndpoints.ownDocument, { params: { returnId: one.id } })}
              target="_blank"
              rel="noreferrer noopener"
              aria-label={`Open as PDF: certificate about records of ${facts.number}`}
            >
              Open as PDF
            </TextLink>
          ) : null}
        </>
      ) : null}
      {awaited && writing ? (
        <ReturnForm
          view={one}
          busy={sign.isPending}
          error={sign.error}
          sign={(body, forget) => sign.mutate({ params: { returnId: one.id }, body }, { onSuccess: forget })}
          onClose={() => setWriting(false)}
        />
      ) : null}
      {awaited && !writing ? (
        <Acts ref={opener}>
          <Button onClick={() => setWriting(true)} aria-label={`Say what became of the records: ${facts.number}`}>
            Say what became of the records
          </Button>
        </Acts>
      ) : null}
    </section>
  );
}
