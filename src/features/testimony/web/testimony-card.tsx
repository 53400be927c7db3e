import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { Kind } from '../../../core/kinds.ts';
import { plural } from '../../../core/phrases.ts';
import { Failure } from '../../../ui/api/failure.tsx';
import { query } from '../../../ui/api/hooks.ts';
import { Acts, Quiet } from '../../../ui/form/inline-form.tsx';
import { Button } from '../../../ui/parts/button.tsx';
import { SectionHead } from '../../../ui/parts/page-header.tsx';
import { RuledList } from '../../../ui/parts/ruled-list.tsx';
import { type SessionsView, testimonyEndpoints } from '../contract.ts';
import { SessionForm } from './session-form.tsx';
import { SessionRow } from './session-row.tsx';
import styles from './testimony.module.css';

/** Depositions and days at trial: when and where, whose move, as they were held, and their errata. */
export function TestimonyCard({ kind, reviewId }: { kind: Kind; reviewId: number }) {
  const {
    data: view,
    error,
    refetch,
  } = useQuery({ ...query(testimonyEndpoints.read, { kind, params: { id: reviewId } }), refetchOnWindowFocus: true });
  const id = useId();
  const [asking, setAsking] = useState(false);
  // nobody who has not cleared the names is told of any
  if (error && !view && (error.status === 404 || error.status === 403)) return null;
  if (!view && !error) return null;
  if (view && view.sessions.length === 0 && !view.can.ask) return null;
  return (
    <section id="testimony" tabIndex={-1} aria-labelledby={id} className={styles.card}>
      <SectionHead id={id} title="Deposition and trial" />
      {view ? (
        <>
          {view.sessions.length > 0 ? (
            <RuledList label="Deposition and trial">
              {view.sessions.map((session) => (
                <SessionRow key={session.id} kind={kind} view={view} session={session} />
              ))}
            </RuledList>
          ) : (
            <Quiet>None is set yet. Ask the expert for a time once you know it.</Quiet>
          )}
          {view.sessions.some((one) => one.can.call_off) ? <Quiet>{agreedWords(view)}</Quiet> : null}
          {view.can.ask && asking ? (
            <SessionForm kind={kind} view={view} session={null} onDone={() => setAsking(false)} />
          ) : null}
          {view.can.ask && !asking ? (
            <Acts>
              <Button kind="quiet" onClick={() => setAsking(true)}>
                Ask for a session
              </Button>
            </Acts>
          ) : null}
        </>
      ) : (
        <Failure error={error} what="Depositions and trials could not be loaded." onRetry={() => void refetch()} />
      )}
    </section>
  );
}

/** What was agreed about calling off, in a sentence. */
const agreedWords = ({ agreed }: SessionsView): string =>
  agreed === null || agreed.cancel_days === 0
    ? 'The agreement charges nothing for what is called off.'
    : `As agreed, a deposition or a day at trial that is called off or moved ${plural(agreed.cancel_days, 'day')} before it, or later, is charged at ${agreed.cancel_percent}% of its minimum or its day. Concluding the matter calls off what is still to come.`;
