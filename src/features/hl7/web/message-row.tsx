import { plural } from '../../../core/phrases.ts';
import { Failure } from '../../../ui/api/failure.tsx';
import { useCommand } from '../../../ui/api/hooks.ts';
import { Acts } from '../../../ui/form/inline-form.tsx';
import { Button } from '../../../ui/parts/button.tsx';
import { TextLink } from '../../../ui/parts/link.tsx';
import { StatusText, type StatusDisplay } from '../../../ui/parts/status.tsx';
import { toastDone } from '../../../ui/parts/toast.tsx';
import { useViewer } from '../../../ui/session/viewer.tsx';
import { formatInstant } from '../../../ui/time/format.ts';
import { useNow } from '../../../ui/time/use-now.ts';
import { hl7Endpoints, type Hl7Message } from '../contract.ts';
import type { MessageState } from '../rules.ts';
import styles from './hl7.module.css';

const e = hl7Endpoints;
const DISPLAYS: Readonly<Record<MessageState, StatusDisplay>> = {
  queued: { label: 'Waiting', tone: 'info', share: 0.5 },
  acked: { label: 'Taken', tone: 'ok', share: 1 },
  dead: { label: 'Not taken', tone: 'bad', share: 0, side: 'attention' },
  dropped: { label: 'Set aside', tone: 'neutral', share: 0, side: 'cross' },
};
const CODES: Readonly<Record<string, string>> = {
  AA: 'answered AA',
  AE: 'answered AE, an error',
  AR: 'answered AR, refused',
};

/** One result that went to a record system: how it was answered, and what can be done about it. */
export function MessageRow({
  organizationId,
  one,
  about,
}: {
  organizationId: number;
  one: Hl7Message;
  /** Whose it is, where several stand among each other. */
  about?: string;
}) {
  const { time_zone: zone } = useViewer();
  const now = useNow(60_000);
  const refresh = [e.list, e.messages, e.dead];
  const again = useCommand(e.again, { refresh, onSuccess: () => toastDone('It is sent again.') });
  const aside = useCommand(e.setAside, { refresh, onSuccess: () => toastDone('Set aside.') });
  const params = { id: organizationId, connectionId: one.connection_id, messageId: one.id };
  const at = formatInstant(one.tried_at ?? one.created_at, { zone, now });
  const name = `${one.number}, version ${one.report_version}`;
  const how = [
    about ?? '',
    one.attempts === 0 ? '' : plural(one.attempts, 'try', 'tries'),
    one.answer_code === null ? '' : (CODES[one.answer_code] ?? ''),
    one.next_at === null || one.attempts === 0 ? '' : `next ${formatInstant(one.next_at, { zone, now })}`,
    `number ${one.control_id}`,
  ];
  const words = one.error ?? (one.answer_code === 'AA' ? null : one.answer_text);
  return (
    <li className={styles.message}>
      <div className={styles.head}>
        <TextLink href={`/${one.slug}/${one.review_id}`}>{name}</TextLink>
        <span>{at}</span>
        <StatusText {...DISPLAYS[one.state]} />
      </div>
      {words ? <p className={styles.how}>{words}</p> : null}
      <p className={styles.how}>{how.filter(Boolean).join(' · ')}</p>
      <Failure error={again.error ?? aside.error} what="Nothing was changed." />
      {one.state === 'dead' || one.state === 'dropped' || one.state === 'queued' ? (
        <Acts>
          {one.not_resent === null ? (
            <Button
              size="sm"
              busy={again.isPending}
              aria-label={`Send again: ${name}`}
              onClick={() => again.mutate({ params })}
            >
              Send again
            </Button>
          ) : null}
          {one.state === 'dropped' ? null : (
            <Button
              kind="quiet"
              size="sm"
              busy={aside.isPending}
              aria-label={`Set aside: ${name}`}
              onClick={() => aside.mutate({ params })}
            >
              Set aside
            </Button>
          )}
        </Acts>
      ) : null}
    </li>
  );
}
