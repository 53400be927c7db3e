import { IconFileTypePdf, IconUpload } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { query, queryKey, useCommand } from '../../../../ui/api/hooks.ts';
import { errorAt } from '../../../../ui/form/error-summary.tsx';
import { TextArea, TextField } from '../../../../ui/form/text-field.tsx';
import { useLiveEvent } from '../../../../ui/live/hooks.ts';
import { Button, ButtonLink, TextButton } from '../../../../ui/parts/button.tsx';
import { ConfirmDialog } from '../../../../ui/parts/confirm-dialog.tsx';
import { InlineNotice } from '../../../../ui/parts/notice.tsx';
import { SectionHead } from '../../../../ui/parts/page-header.tsx';
import { WhatNext } from '../../../../ui/parts/what-next.tsx';
import { useViewer } from '../../../../ui/session/viewer.tsx';
import { formatInstant } from '../../../../ui/time/format.ts';
import { useNow } from '../../../../ui/time/use-now.ts';
import { expertEndpoints } from '../../contract.ts';
import type { ApplicationRequestView, ApplicationView } from '../../contract/applications.ts';
import { AGREEMENT } from '../../rules/agreement.ts';
import { STATE_WORDS } from '../../rules/application.ts';
import styles from './apply.module.css';

/** Keeps what a command answered as the application that is shown. */
function useShown() {
  const client = useQueryClient();
  return (fresh: ApplicationView) => client.setQueryData(query(expertEndpoints.application, {}).queryKey, fresh);
}

/** Where a sent application stands, what is asked, and what the applicant can do about it. */
export function Status({ application }: { application: ApplicationView }) {
  const { time_zone } = useViewer();
  const now = useNow(60_000);
  const client = useQueryClient();
  useLiveEvent('application.changed', () => {
    void client.invalidateQueries({ queryKey: queryKey(expertEndpoints.application) });
  });
  const { title, text, whose } = STATE_WORDS[application.status];
  const signed = application.agreement?.signed_at ?? null;
  const mine = whose === 'you' && signed === null;
  const asked = application.requests.filter(({ dropped_at }) => dropped_at === null);
  return (
    <div className={styles.intro}>
      <h1 tabIndex={-1}>Application {application.number}</h1>
      <WhatNext
        voice={mine ? 'yours' : whose === 'nobody' ? 'nobody' : 'theirs'}
        seat={mine ? 'expert' : whose === 'nobody' ? null : 'staff'}
        title={signed ? 'You signed the agreement' : title}
      >
        {signed ? 'We take the last step, usually within two business days.' : text}
      </WhatNext>
      {application.message ? (
        <section className={styles.message}>
          <SectionHead title="Our message to you" />
          <p>{application.message}</p>
        </section>
      ) : null}
      {application.status === 'documents_requested' ? <Requests application={application} asked={asked} /> : null}
      {application.status === 'agreement_sent' && signed === null ? <Agreement application={application} /> : null}
      <BeginAgain application={application} />
      {application.submitted_at ? (
        <p>
          You sent it {formatInstant(application.submitted_at, { zone: time_zone, now })}. Something changed since?{' '}
          <ButtonLink
            kind="link"
            href={`/contact?reason=expert&message=${encodeURIComponent(`${application.number}: `)}`}
          >
            Write to us
          </ButtonLink>
        </p>
      ) : null}
      <Withdraw application={application} />
    </div>
  );
}

function Requests({ application, asked }: { application: ApplicationView; asked: ApplicationRequestView[] }) {
  const [texts, setTexts] = useState<Record<number, string>>(() =>
    Object.fromEntries(asked.map(({ id, answer }) => [id, answer ?? ''])),
  );
  const shown = useShown();
  const keep = useCommand(expertEndpoints.answerRequest, { onSuccess: shown });
  const send = useCommand(expertEndpoints.sendAnswers, { onSuccess: shown });
  const written = (request: ApplicationRequestView) => (texts[request.id] ?? '').trim();
  const isKept = (request: ApplicationRequestView) => written(request) === (request.answer ?? '');
  const save = (request: ApplicationRequestView) =>
    isKept(request)
      ? Promise.resolve()
      : keep.mutateAsync({ params: { requestId: request.id }, body: { answer: written(request) } });
  async function sendAll() {
    for (const request of asked) await save(request);
    await send.mutateAsync({});
  }
  const missing = asked.filter((request) => written(request) === '' && request.document === null).length;
  const error = send.error ?? keep.error;
  return (
    <section className={styles.asked}>
      <SectionHead title="What we need" note="An answer, a file, or both." />
      <ul className={styles.requests}>
        {asked.map((request) => (
          <li key={request.id}>
            <h3>{request.what}</h3>
            {request.why ? <p>{request.why}</p> : null}
            <TextArea
              path={`answer.${request.id}`}
              label={`Your answer: ${request.what}`}
              hideLabel
              rows={2}
              max={4000}
              counted={false}
              value={texts[request.id] ?? ''}
              onChange={(text) => setTexts({ ...texts, [request.id]: text })}
              onBlur={() => void save(request).catch(() => undefined)}
            />
            <AnswerFile request={request} />
          </li>
        ))}
      </ul>
      {error ? (
        <InlineNotice kind="bad" live>
          {error.message}
        </InlineNotice>
      ) : null}
      <div className={styles.bar}>
        <Button
          kind="primary"
          busy={send.isPending}
          disabled={missing > 0}
          onClick={() => void sendAll().catch(() => undefined)}
        >
          Send to Peritus
        </Button>
        {missing > 0 ? (
          <span>{missing === 1 ? 'One answer is missing.' : `${missing} answers are missing.`}</span>
        ) : null}
        {missing === 0 && application.abilities.answer.reason === null ? <span>Everything is answered.</span> : null}
      </div>
    </section>
  );
}

function AnswerFile({ request }: { request: ApplicationRequestView }) {
  const file = useRef<HTMLInputElement>(null);
  const shown = useShown();
  const save = useCommand(expertEndpoints.answerRequestFile, { onSuccess: shown });
  return (
    <div className={styles.bar}>
      <input
        ref={file}
        type="file"
        accept="application/pdf,.pdf"
        aria-label={`File for: ${request.what}`}
        className={styles.hidden}
        tabIndex={-1}
        onChange={(event) => {
          const [chosen] = event.currentTarget.files ?? [];
          event.currentTarget.value = '';
          if (chosen)
            save.mutate({
              params: { requestId: request.id },
              query: { name: chosen.name.slice(0, 200) || 'document.pdf' },
              content: chosen,
            });
        }}
      />
      <Button size="sm" icon={<IconUpload stroke={1.75} />} busy={save.isPending} onClick={() => file.current?.click()}>
        {request.document ? 'Send another PDF' : 'Send a PDF'}
      </Button>
      {request.document ? (
        <a href={request.document.url} target="_blank" rel="noreferrer" className={styles.pdf}>
          <IconFileTypePdf size={16} stroke={1.75} aria-hidden />
          {request.document.name}
        </a>
      ) : null}
      {save.error ? (
        <InlineNotice kind="bad" live>
          {save.error.errors[0]?.message ?? save.error.message}
        </InlineNotice>
      ) : null}
    </div>
  );
}

function Agreement({ application }: { application: ApplicationView }) {
  const [name, setName] = useState('');
  const sign = useCommand(expertEndpoints.signAgreement, { onSuccess: useShown() });
  const errors = sign.error?.errors ?? [];
  return (
    <section className={styles.asked}>
      <SectionHead title={AGREEMENT.title} note={`Version ${AGREEMENT.version}`} />
      <div className={styles.paper}>
        {AGREEMENT.sections.map(([head, text]) => (
          <div key={head}>
            <h3>{head}</h3>
            <p>{text}</p>
          </div>
        ))}
      </div>
      <form
        className={styles.sign}
        onSubmit={(event) => {
          event.preventDefault();
          sign.mutate({ body: { version: application.agreement?.version ?? '', name } });
        }}
      >
        <TextField
          path="name"
          label="Your full name"
          help="It is your signature."
          required
          maxLength={200}
          value={name}
          onChange={setName}
          error={errorAt(errors, 'name')}
        />
        {sign.error && errors.length === 0 ? (
          <InlineNotice kind="bad" live>
            {sign.error.message}
          </InlineNotice>
        ) : null}
        <div>
          <Button type="submit" kind="primary" size="lg" busy={sign.isPending}>
            Sign the agreement
          </Button>
        </div>
      </form>
    </section>
  );
}

function BeginAgain({ application }: { application: ApplicationView }) {
  const { time_zone } = useViewer();
  const begin = useCommand(expertEndpoints.beginAgain, { onSuccess: useShown() });
  const { status, abilities, again_from } = application;
  if (status !== 'withdrawn' && status !== 'rejected') return null;
  if (!abilities.begin_again.allowed)
    return again_from ? <p>You can apply again from {formatInstant(again_from, { zone: time_zone })}.</p> : null;
  return (
    <div className={styles.bar}>
      <Button kind="primary" busy={begin.isPending} onClick={() => begin.mutate({})}>
        Apply again
      </Button>
      <span>Your answers are kept; look them through and sign anew.</span>
      {begin.error ? (
        <InlineNotice kind="bad" live>
          {begin.error.message}
        </InlineNotice>
      ) : null}
    </div>
  );
}

function Withdraw({ application }: { application: ApplicationView }) {
  const [open, setOpen] = useState(false);
  const withdraw = useCommand(expertEndpoints.withdrawApplication, { onSuccess: useShown() });
  if (!application.abilities.withdraw.allowed) return null;
  return (
    <div>
      <TextButton onClick={() => setOpen(true)}>Withdraw the application</TextButton>
      <ConfirmDialog
        open={open}
        onClose={() => setOpen(false)}
        title="Withdraw your application?"
        confirmLabel="Withdraw it"
        cancelLabel="Keep it"
        reason={{ label: 'Reason, if you like', max: 1000 }}
        onConfirm={async (reason) => {
          await withdraw.mutateAsync({ body: { reason } });
          setOpen(false);
        }}
      >
        We stop where we are. What you wrote is kept, and you can apply again at any time.
      </ConfirmDialog>
    </div>
  );
}
