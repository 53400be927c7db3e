import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { Kind } from '../../../core/kinds.ts';
import { urlOf } from '../../../core/url-of.ts';
import { Failure } from '../../../ui/api/failure.tsx';
import { query } from '../../../ui/api/hooks.ts';
import { Acts, Quiet } from '../../../ui/form/inline-form.tsx';
import { Button } from '../../../ui/parts/button.tsx';
import { TextLink } from '../../../ui/parts/link.tsx';
import { SectionHead } from '../../../ui/parts/page-header.tsx';
import { RuledList, RuledRow } from '../../../ui/parts/ruled-list.tsx';
import { useViewer } from '../../../ui/session/viewer.tsx';
import { formatInstant } from '../../../ui/time/format.ts';
import { useNow } from '../../../ui/time/use-now.ts';
import { meritEndpoints } from '../contract/merit.ts';
import { MeritForm } from './merit-form.tsx';
import { MeritRequests } from './merit-requests.tsx';
import { standingLines, StatementActs } from './statement-acts.tsx';
import styles from './disclosure.module.css';

/** Certificates of merit and affidavits of a matter: those that are signed, and writing one. Nothing where there is neither. */
export function MeritSection({ kind, reviewId }: { kind: Kind; reviewId: number }) {
  const {
    data: view,
    error,
    refetch,
  } = useQuery({
    ...query(meritEndpoints.read, { kind, params: { id: reviewId } }),
    refetchOnWindowFocus: true,
  });
  const id = useId();
  const { time_zone: zone } = useViewer();
  const now = useNow(60_000);
  const [writing, setWriting] = useState(false);
  // nobody who has not cleared the names is told of any
  if (error && !view && error.status !== 404 && error.status !== 403)
    return (
      <section aria-labelledby={id} className={styles.card}>
        <SectionHead id={id} title="Certificates and affidavits" />
        <Failure error={error} what="The certificates could not be loaded." onRetry={() => void refetch()} />
      </section>
    );
  if (!view || (view.statements.length === 0 && view.requests.length === 0 && !view.can.sign && !view.can.ask))
    return null;
  return (
    <section id="certificates" tabIndex={-1} aria-labelledby={id} className={styles.card}>
      <SectionHead id={id} title="Certificates and affidavits" />
      <MeritRequests kind={kind} view={view} />
      {view.statements.length > 0 ? (
        <RuledList label="Certificates and affidavits">
          {view.statements.map((one) => (
            <RuledRow
              key={one.number}
              title={one.title}
              status={
                <div className={styles.element}>
                  {[
                    `Signed${one.signed_by === null ? '' : ` by ${one.signed_by}`}, ${formatInstant(one.signed_at, { zone, now })}`,
                    ...standingLines(one, { zone, now }),
                    `Its form: ${one.source}`,
                  ].map((line) => (
                    <Quiet key={line}>{line}</Quiet>
                  ))}
                  <Quiet>
                    <span className={styles.hash}>SHA-256: {one.sha256}</span>
                  </Quiet>
                  {one.has_words ? (
                    <>
                      <Quiet>
                        Its PDF carries a signature of its own.{' '}
                        <TextLink href="/signed-pdf">Check a signed PDF</TextLink>
                      </Quiet>
                      <StatementActs kind={kind} reviewId={reviewId} one={one} today={view.today} />
                    </>
                  ) : null}
                </div>
              }
              actions={
                one.has_words ? (
                  <TextLink
                    href={urlOf(meritEndpoints.document, { kind, params: { id: reviewId, number: one.number } })}
                    target="_blank"
                    rel="noreferrer noopener"
                    aria-label={`Open as PDF: ${one.title}`}
                  >
                    Open as PDF
                  </TextLink>
                ) : undefined
              }
            />
          ))}
        </RuledList>
      ) : null}
      {view.can.sign && writing ? <MeritForm kind={kind} view={view} onDone={() => setWriting(false)} /> : null}
      {view.can.sign && !writing ? (
        <Acts>
          <Button kind="quiet" onClick={() => setWriting(true)}>
            Write a certificate or affidavit
          </Button>
        </Acts>
      ) : null}
    </section>
  );
}
