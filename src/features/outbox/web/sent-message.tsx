import { useState } from 'react';
import { type ApiError, call } from '../../../ui/api/client.ts';
import { Failure } from '../../../ui/api/failure.tsx';
import { Button, TextButton } from '../../../ui/parts/button.tsx';
import { type DemoMessage, outboxEndpoints } from '../contract.ts';
import { Letter } from './letter.tsx';
import styles from './outbox.module.css';

/**
 * In the demo world no mail leaves the machine: what was just sent is read here. `to` is the address that was typed;
 * without it, what went to who is signed in. `short` is for a row among others. Nothing where the server says that this is no demo.
 */
export function SentMessage({ to, short = false }: { to?: string; short?: boolean }) {
  const [asked, setAsked] = useState<'not' | 'busy' | 'closed' | ApiError | DemoMessage | 'none'>('not');
  const ask = async () => {
    setAsked('busy');
    try {
      const { data } = await call(outboxEndpoints.demo, { body: to === undefined ? {} : { to } });
      setAsked(data[0] ?? 'none');
    } catch (error) {
      setAsked((error as ApiError).status === 404 ? 'closed' : (error as ApiError));
    }
  };
  if (asked === 'closed') return null;
  const isMessage = typeof asked === 'object' && 'subject' in asked;
  return (
    <section className={short ? styles.short : styles.sent} aria-label={to ? `In this demo, to ${to}` : 'In this demo'}>
      {isMessage ? (
        <>
          <h2 className={styles.subject}>{asked.subject}</h2>
          <Letter letter={asked.letter} text={asked.text} />
          <TextButton onClick={() => void ask()}>Look again</TextButton>
        </>
      ) : (
        <>
          <p className={styles.quiet} role="status">
            {asked === 'none'
              ? 'Nothing was sent in the last hour. It takes a second or two; look again.'
              : short
                ? null
                : 'This is the demo: nothing leaves this machine, and what was sent is read here.'}
          </p>
          {asked === 'not' || asked === 'busy' || asked === 'none' ? null : (
            <Failure error={asked} what="It could not be loaded." />
          )}
          {short ? (
            <TextButton onClick={() => void ask()}>Read the e-mail</TextButton>
          ) : (
            <Button busy={asked === 'busy'} onClick={() => void ask()}>
              Read the message
            </Button>
          )}
        </>
      )}
    </section>
  );
}
