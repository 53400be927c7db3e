import { IconArchive, IconEye, IconSend } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { KINDS } from '../../../core/kinds.ts';
import { Failure } from '../../../ui/api/failure.tsx';
import { query, useCommand } from '../../../ui/api/hooks.ts';
import { Button } from '../../../ui/parts/button.tsx';
import { ConfirmDialog } from '../../../ui/parts/confirm-dialog.tsx';
import { SkeletonRows } from '../../../ui/parts/empty.tsx';
import { Facts } from '../../../ui/parts/facts.tsx';
import { TextLink } from '../../../ui/parts/link.tsx';
import { StatusText } from '../../../ui/parts/status.tsx';
import { toastDone } from '../../../ui/parts/toast.tsx';
import { useViewer } from '../../../ui/session/viewer.tsx';
import { formatInstant } from '../../../ui/time/format.ts';
import { useNow } from '../../../ui/time/use-now.ts';
import { type MessageView, outboxEndpoints } from '../contract.ts';
import type { MessageSort } from '../rules.ts';
import { Letter } from './letter.tsx';
import { STATE_DISPLAYS } from './states.ts';
import styles from './outbox.module.css';

/** One message as it is sent, with what became of it; sending it again, and asking for what it opens. */
export function Message({ sort, id, back }: { sort: MessageSort; id: number; back: string }) {
  const params = { sort, id };
  const stored = useQuery(query(outboxEndpoints.read, { params }));
  const [revealed, setRevealed] = useState<MessageView | null>(null);
  const reveal = useCommand(outboxEndpoints.reveal, { onSuccess: setRevealed });
  const resend = useCommand(outboxEndpoints.resend, {
    refresh: [outboxEndpoints.list, outboxEndpoints.read],
    onSuccess: () => {
      setRevealed(null);
      toastDone('It is sent again.');
    },
  });
  const [asking, setAsking] = useState(false);
  const setAside = useCommand(outboxEndpoints.setAside, {
    refresh: [outboxEndpoints.list, outboxEndpoints.read],
    onSuccess: () => toastDone('It is set aside.'),
  });
  const message = revealed ?? stored.data;
  return (
    <article className={styles.message} aria-label="Message">
      <p className={styles.quiet}>
        <TextLink href={back}>Close the message</TextLink>
      </p>
      <Failure error={stored.error} what="The message could not be loaded." onRetry={() => void stored.refetch()} />
      {stored.isPending ? <SkeletonRows rows={5} columns={[60]} height={32} label="Loading the message" /> : null}
      {message ? (
        <>
          <Head message={message} />
          <div className={styles.acts}>
            {message.opener.reveal.allowed ? (
              <Button
                icon={<IconEye stroke={1.75} />}
                busy={reveal.isPending}
                onClick={() => reveal.mutate({ params })}
              >
                Show what it opens
              </Button>
            ) : null}
            {message.resend.allowed ? (
              <Button
                icon={<IconSend stroke={1.75} />}
                busy={resend.isPending}
                onClick={() => resend.mutate({ params })}
              >
                Send again
              </Button>
            ) : null}
            {message.set_aside.allowed ? (
              <Button icon={<IconArchive stroke={1.75} />} onClick={() => setAsking(true)}>
                Set aside
              </Button>
            ) : null}
          </div>
          <Failure error={reveal.error} what="What it opens could not be shown." />
          <Failure error={resend.error} what="It could not be sent again." />
          <Hints message={message} />
          <ConfirmDialog
            open={asking}
            onClose={() => setAsking(false)}
            title="Leave this message undelivered?"
            confirmLabel="Set it aside"
            cancelLabel="Keep it waiting"
            reason={{ required: true, max: 500, note: 'Kept on the record.' }}
            onConfirm={async (reason) => {
              await setAside.mutateAsync({ params, body: { reason } });
              setAsking(false);
            }}
          >
            It no longer counts among what waits for you. It stays in the outbox, and can still be sent again.
          </ConfirmDialog>
          <Letter letter={message.letter} text={message.text} />
          {message.calendar === null ? null : (
            <details>
              <summary>The calendar entry that comes with it</summary>
              <pre className={styles.calendar}>{message.calendar}</pre>
            </details>
          )}
        </>
      ) : null}
    </article>
  );
}

function Head({ message }: { message: MessageView }) {
  const { time_zone: zone } = useViewer();
  const now = useNow(60_000);
  const at = (instant: string | null) => (instant === null ? null : formatInstant(instant, { zone, now }));
  return (
    <div className={styles.head}>
      <h2 className={styles.subject}>{message.subject}</h2>
      <Facts
        labelWidth={90}
        items={[
          { label: 'To', value: message.to_name ? `${message.to_name}, ${message.to}` : message.to },
          { label: 'State', value: <StatusText {...STATE_DISPLAYS[message.state]} /> },
          { label: 'Why', value: message.why },
          { label: 'Written', value: at(message.created_at) },
          { label: 'Sent', value: at(message.sent_at) },
          {
            label: 'Review',
            value: message.review ? (
              <TextLink href={`/${KINDS[message.review.kind].slug}/${message.review.id}`}>
                {message.review.number}
              </TextLink>
            ) : null,
          },
          { label: 'Repeats', value: message.resent_of === null ? null : `message ${message.resent_of}` },
        ]}
      />
    </div>
  );
}

/** What cannot be done and why, and what was done with what it opens. */
function Hints({ message }: { message: MessageView }) {
  const { opener, resend } = message;
  const words = [
    opener.state === 'shown' ? 'The link or code in it works. Anyone who uses it acts as the person it is for.' : null,
    opener.state === 'gone' ? 'The link or code in it is gone: it was sent, used, or is over.' : null,
    opener.state === 'hidden' ? `The link or code in it is hidden. ${opener.reveal.reason ?? ''}`.trim() : null,
    resend.reason,
  ].filter((one) => one !== null);
  return words.map((one) => (
    <p key={one} className={styles.quiet}>
      {one}
    </p>
  ));
}
