import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { type Kind, KINDS } from '../../../core/kinds.ts';
import { plural } from '../../../core/phrases.ts';
import { Failure } from '../../../ui/api/failure.tsx';
import { query, useCommand } from '../../../ui/api/hooks.ts';
import { useOpened } from '../../../ui/form/use-opened.ts';
import { ReasonAct } from '../../../ui/form/reason-act.tsx';
import { Acts, Quiet } from '../../../ui/form/inline-form.tsx';
import { Button } from '../../../ui/parts/button.tsx';
import { Facts } from '../../../ui/parts/facts.tsx';
import { TextLink } from '../../../ui/parts/link.tsx';
import { SectionHead } from '../../../ui/parts/page-header.tsx';
import { toastDone } from '../../../ui/parts/toast.tsx';
import { reviewHref } from '../../../ui/session/review-route.ts';
import { useViewer } from '../../../ui/session/viewer.tsx';
import { formatDateOf } from '../../../ui/time/format.ts';
import { continuationEndpoints, type ContinuationView } from '../contract.ts';
import { AnswerForm } from './answer-form.tsx';
import { AskForm } from './ask-form.tsx';
import { TOUCHED } from './touched.ts';
import styles from './continuations.module.css';

/** A review that continues as a legal case: asking for it, how it stands, and what is to be done. Nothing where neither is. */
export function ContinuationCard({ kind, reviewId }: { kind: Kind; reviewId: number }) {
  const id = useId();
  const [asking, setAsking] = useState(false);
  const opener = useOpened<HTMLDivElement>(asking, 'reason');
  const {
    data: view,
    error,
    refetch,
  } = useQuery({
    ...query(continuationEndpoints.read, { kind, params: { id: reviewId } }),
    refetchOnWindowFocus: true,
  });
  if (error && !view && error.status !== 404 && error.status !== 403)
    return (
      <section aria-labelledby={id} className={styles.card}>
        <SectionHead id={id} title="Continue as a legal case" />
        <Failure error={error} what="It could not be loaded." onRetry={() => void refetch()} />
      </section>
    );
  if (!view || (!view.asked && !view.can.ask)) return null;
  return (
    <section id="continuation" aria-labelledby={id} className={styles.card}>
      <SectionHead id={id} title="Continue as a legal case" />
      {view.asked ? <Standing kind={kind} view={view} asked={view.asked} /> : null}
      {view.can.ask && !asking ? (
        <>
          {view.asked ? null : (
            <Quiet>
              If suit is filed, the same expert can be retained. They are asked about counsel’s names first; Peritus
              then opens the legal case with the files you choose.
            </Quiet>
          )}
          <Acts ref={opener}>
            <Button onClick={() => setAsking(true)}>{view.asked ? 'Ask again' : 'Ask the expert'}</Button>
          </Acts>
        </>
      ) : null}
      {view.can.ask && asking ? <AskForm kind={kind} view={view} onClose={() => setAsking(false)} /> : null}
    </section>
  );
}

type Asked = NonNullable<ContinuationView['asked']>;

/** Whose move it is, in a sentence. */
function sayState(asked: Asked, side: string | null, zone: string): string {
  const on = formatDateOf(asked.at, { zone });
  switch (asked.state) {
    case 'asked':
      return side === 'expert'
        ? `${asked.by} would like to retain you on this matter as a testifying expert. You are asked again, with the terms, before anything binds you.`
        : `${asked.by} asked ${asked.expert} on ${on}. They look at the names, and answer.`;
    case 'agreed':
      return side === 'expert'
        ? 'You have agreed. Peritus opens the legal case, and you are asked again with its terms.'
        : `${asked.expert} has agreed. Peritus opens the legal case.`;
    case 'declined':
      return side === 'expert' ? 'You have declined.' : `${asked.expert} has declined.`;
    case 'taken_back':
      return 'It was taken back.';
    case 'refused':
      return 'It was not granted.';
    case 'granted':
      return side === 'expert'
        ? 'It continues as a legal case. You are asked once it is ordered and the names are checked.'
        : 'It continues as a legal case.';
  }
}

function Standing({ kind, view, asked }: { kind: Kind; view: ContinuationView; asked: Asked }) {
  const { side, time_zone: zone } = useViewer();
  const params = { id: view.review_id };
  const grant = useCommand(continuationEndpoints.grant, {
    refresh: TOUCHED,
    onSuccess: () => toastDone('Opened. The requester has been notified.'),
  });
  const takeBack = useCommand(continuationEndpoints.takeBack, {
    refresh: TOUCHED,
    onSuccess: () => toastDone('Taken back. The review stays as it is.'),
  });
  const { continued_as: legal } = asked;
  return (
    <>
      <p>{sayState(asked, side, zone)}</p>
      {legal ? (
        <p>
          <TextLink href={reviewHref(view.as_kind, legal.id)}>
            Open {KINDS[view.as_kind].singular} {legal.number}
          </TextLink>
        </p>
      ) : null}
      <Facts
        labelWidth={120}
        items={[
          { label: 'Why', value: asked.reason },
          {
            label: 'Names',
            value: asked.names.map(({ name, role }) => `${name}, ${role.toLowerCase()}`).join('; '),
          },
          {
            label: 'Files',
            value:
              asked.files.length > 0
                ? asked.files.map(({ name }) => name).join('; ')
                : asked.file_count > 0
                  ? plural(asked.file_count, 'file')
                  : 'None',
          },
          { label: 'Declined because', value: asked.decline_reason },
          { label: 'Answered against', value: asked.disclosed.join(' ') || null },
        ]}
      />
      {view.can.answer ? <AnswerForm key={asked.id} kind={kind} view={view} asked={asked} /> : null}
      <Acts>
        {view.can.grant ? (
          <Button
            kind="primary"
            busy={grant.isPending}
            onClick={() => grant.mutate({ kind, params, body: { asked_id: asked.id } })}
          >
            Open the legal case
          </Button>
        ) : null}
        {view.can.take_back ? (
          <ReasonAct
            opens="Take it back"
            label="Why do you take it back?"
            help="The expert and the matching team see this. The review stays as it is."
            submit="Take it back"
            busy={takeBack.isPending}
            error={takeBack.error}
            onSubmit={(reason) => takeBack.mutate({ kind, params, body: { asked_id: asked.id, reason } })}
          />
        ) : null}
      </Acts>
      <Failure error={grant.error} what="The legal case could not be opened." />
    </>
  );
}
