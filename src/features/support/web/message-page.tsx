import { IconClock, IconMail, IconTag, IconUser } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { Failure, Refused } from '../../../ui/api/failure.tsx';
import { query, queryKey, useCommand } from '../../../ui/api/hooks.ts';
import { errorAt } from '../../../ui/form/error-summary.tsx';
import { SelectField } from '../../../ui/form/select-field.tsx';
import { TextArea } from '../../../ui/form/text-field.tsx';
import { Button, ButtonLink } from '../../../ui/parts/button.tsx';
import { EmptyState, SkeletonRows } from '../../../ui/parts/empty.tsx';
import { TextLink } from '../../../ui/parts/link.tsx';
import { PageHeader, SectionHead } from '../../../ui/parts/page-header.tsx';
import { StatusBadge, StatusText } from '../../../ui/parts/status.tsx';
import { toastDone } from '../../../ui/parts/toast.tsx';
import { useViewer } from '../../../ui/session/viewer.tsx';
import { Page } from '../../../ui/shell/layouts.tsx';
import { formatInstant } from '../../../ui/time/format.ts';
import { useNow } from '../../../ui/time/use-now.ts';
import { supportEndpoints } from '../contract.ts';
import type { SupportMessage } from '../contract/inbox.ts';
import { REASONS } from '../rules.ts';
import { ANSWER_MAX, SUPPORT_PLACE } from '../rules/inbox.ts';
import { STATE_DISPLAYS } from './states.ts';
import styles from './inbox.module.css';

const MAIL_WORDS = {
  waiting: 'Waiting to be sent',
  kept: 'Kept in the outbox',
  sent: 'Sent',
  failed: 'Could not be sent',
} as const;

/** Puts what a command answered in the place of what the page shows, and has the list asked again. */
function useFresh(): (fresh: SupportMessage) => void {
  const client = useQueryClient();
  return (fresh) => {
    client.setQueryData(queryKey(supportEndpoints.message, { params: { messageId: fresh.id } }), fresh);
    void client.invalidateQueries({ queryKey: queryKey(supportEndpoints.messages) });
  };
}

/** One message to support: what was written, what was answered, and what one does with it. */
export function MessagePage() {
  const id = Number(useParams({ strict: false })['messageId']) || 0;
  const { data, error, refetch } = useQuery({
    ...query(supportEndpoints.message, { params: { messageId: id } }),
    enabled: id > 0,
  });
  if (data) return <Message key={data.id} message={data} />;
  return (
    <Page>
      {error?.status === 404 || id === 0 ? (
        <EmptyState
          title="There is no such message"
          action={<ButtonLink href={SUPPORT_PLACE.path}>Go to the inbox</ButtonLink>}
        />
      ) : error ? (
        <Failure error={error} what="The message could not be loaded." onRetry={() => void refetch()} />
      ) : (
        <SkeletonRows rows={5} columns={[60]} height={64} label="Loading the message" />
      )}
    </Page>
  );
}

function Message({ message }: { message: SupportMessage }) {
  const { time_zone: zone } = useViewer();
  const now = useNow(60_000);
  const at = (instant: string) => formatInstant(instant, { zone, now });
  const icon = { size: 14, stroke: 1.75 };
  return (
    <Page width="wide">
      <PageHeader
        crumbs={[{ label: 'Support', href: SUPPORT_PLACE.path }, { label: message.reference }]}
        title={message.name}
        badge={<StatusBadge {...STATE_DISPLAYS[message.state]} />}
        meta={[
          { icon: <IconMail {...icon} />, label: 'E-mail', text: message.email },
          { icon: <IconTag {...icon} />, label: 'About', text: REASONS[message.reason] },
          {
            icon: <IconUser {...icon} />,
            text:
              message.sender === null
                ? 'Not signed in'
                : [message.sender.role, message.sender.organization].filter(Boolean).join(', '),
          },
          { icon: <IconClock {...icon} />, label: 'Written', text: at(message.created_at) },
        ]}
        actions={<Acts message={message} />}
      />
      <p className={styles.said}>{message.message}</p>
      {message.answers.length > 0 ? (
        <section className={styles.section}>
          <SectionHead title="Answers" />
          <ul className={styles.rows}>
            {message.answers.map((answer) => (
              <li key={answer.id} className={styles.answer}>
                <p className={styles.quiet}>
                  {answer.by}, {at(answer.at)} · {MAIL_WORDS[answer.mail]}
                </p>
                <p className={styles.said}>{answer.body}</p>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      {message.abilities.answer.allowed ? (
        <Answer message={message} />
      ) : (
        <p className={styles.quiet}>
          {message.settled === null ? null : `Closed by ${message.settled.by}, ${at(message.settled.at)}. `}
          {message.abilities.answer.reason}
        </p>
      )}
      {message.others.length > 0 ? (
        <section className={styles.section}>
          <SectionHead title="Also from this address" />
          <ul className={styles.rows}>
            {message.others.map((other) => (
              <li key={other.id} className={styles.other}>
                <TextLink href={`${SUPPORT_PLACE.path}/${other.id}`}>{other.reference}</TextLink>
                <StatusText {...STATE_DISPLAYS[other.state]} />
                <span className={styles.quiet}>{at(other.created_at)}</span>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
    </Page>
  );
}

function Acts({ message }: { message: SupportMessage }) {
  const { abilities, assigned_to, assignable } = message;
  const params = { messageId: message.id };
  const fresh = useFresh();
  const settle = useCommand(supportEndpoints.settle, { onSuccess: fresh });
  const assign = useCommand(supportEndpoints.assign, { onSuccess: fresh });
  return (
    <div className={styles.acts}>
      {abilities.assign.allowed ? (
        <div className={styles.assignee}>
          <SelectField
            path="user_id"
            label="Assigned to"
            value={assigned_to === null ? 'nobody' : String(assigned_to.id)}
            options={[
              { value: 'nobody', label: 'Nobody' },
              ...assignable.map(({ id, name }) => ({ value: String(id), label: name })),
            ]}
            error={assign.error?.message}
            onChange={(value) =>
              assign.mutate({ params, body: { user_id: value === null || value === 'nobody' ? null : Number(value) } })
            }
          />
        </div>
      ) : null}
      {abilities.close.allowed ? (
        <Button busy={settle.isPending} onClick={() => settle.mutate({ params: { ...params, action: 'close' } })}>
          Close
        </Button>
      ) : null}
      {abilities.reopen.allowed ? (
        <Button busy={settle.isPending} onClick={() => settle.mutate({ params: { ...params, action: 'reopen' } })}>
          Reopen
        </Button>
      ) : null}
      <Refused error={settle.error} />
    </div>
  );
}

function Answer({ message }: { message: SupportMessage }) {
  const [body, setBody] = useState('');
  const fresh = useFresh();
  const client = useQueryClient();
  const answer = useCommand(supportEndpoints.answer, {
    onSuccess: (after) => {
      setBody('');
      fresh(after);
      toastDone(`The answer goes to ${message.email}.`);
    },
    onError: (error) => {
      // somebody else answered or closed it: what they did is shown, what was typed stays
      if (error.status === 409) void client.invalidateQueries({ queryKey: queryKey(supportEndpoints.message) });
    },
  });
  const send = (event: FormEvent) => {
    event.preventDefault();
    answer.mutate({ params: { messageId: message.id }, body: { body, seen: message.answers.length } });
  };
  const fault = errorAt(answer.error?.errors ?? [], 'body');
  return (
    <form className={styles.form} onSubmit={send} noValidate>
      <TextArea
        path="body"
        label={message.answers.length === 0 ? 'Your answer' : 'Answer again'}
        help={`It goes to ${message.email} by e-mail with the reference ${message.reference}. Leave names of patients and parties out.`}
        rows={6}
        max={ANSWER_MAX}
        counted={body.length > ANSWER_MAX * 0.8}
        value={body}
        error={fault}
        onChange={setBody}
      />
      {fault ? null : <Refused error={answer.error} />}
      <div>
        <Button kind="primary" type="submit" busy={answer.isPending}>
          Send the answer
        </Button>
      </div>
    </form>
  );
}
