import { type FormEvent, useState } from 'react';
import { dateText } from '../../../core/dates.ts';
import type { Kind } from '../../../core/kinds.ts';
import { Failure } from '../../../ui/api/failure.tsx';
import { useCommand } from '../../../ui/api/hooks.ts';
import { faultOf } from '../../../ui/form/ends.tsx';
import { DateField } from '../../../ui/form/date-field.tsx';
import { focusPath } from '../../../ui/form/field.tsx';
import { ReasonAct } from '../../../ui/form/reason-act.tsx';
import { TextArea } from '../../../ui/form/text-field.tsx';
import { useOpened } from '../../../ui/form/use-opened.ts';
import { Acts, InlineEnds, Quiet } from '../../../ui/form/inline-form.tsx';
import { Button } from '../../../ui/parts/button.tsx';
import { RuledList, RuledRow } from '../../../ui/parts/ruled-list.tsx';
import { toastDone } from '../../../ui/parts/toast.tsx';
import { useViewer } from '../../../ui/session/viewer.tsx';
import { formatInstant } from '../../../ui/time/format.ts';
import { useNow } from '../../../ui/time/use-now.ts';
import { meritEndpoints, type MeritView } from '../contract/merit.ts';
import { MERIT_REQUEST_WORDS } from '../rules.ts';
import styles from './disclosure.module.css';

type OfMerit = { kind: Kind; view: MeritView };

/** What the firm asked its expert for, and asking. */
export function MeritRequests({ kind, view }: OfMerit) {
  const [asking, setAsking] = useState(false);
  const opener = useOpened<HTMLDivElement>(asking, 'due_on');
  return (
    <>
      {view.requests.length > 0 ? (
        <RuledList label="Requests for certificates">
          {view.requests.map((one) => (
            <RequestRow key={one.id} kind={kind} view={view} one={one} />
          ))}
        </RuledList>
      ) : null}
      {view.can.ask && asking ? <AskForm kind={kind} view={view} onDone={() => setAsking(false)} /> : null}
      {view.can.ask && !asking ? (
        <Acts ref={opener}>
          <Button kind="quiet" onClick={() => setAsking(true)}>
            Ask the expert for a certificate
          </Button>
        </Acts>
      ) : null}
    </>
  );
}

function RequestRow({ kind, view, one }: OfMerit & { one: MeritView['requests'][number] }) {
  const { time_zone: zone } = useViewer();
  const now = useNow(60_000);
  const params = { id: view.review_id, requestId: one.id };
  const back = useCommand(meritEndpoints.takeBack, {
    refresh: [meritEndpoints.read],
    onSuccess: () => toastDone('Taken back. The expert is told.'),
  });
  const decline = useCommand(meritEndpoints.decline, {
    refresh: [meritEndpoints.read],
    onSuccess: () => toastDone('Declined. The firm is told.'),
  });
  const due = `by ${dateText(one.due_on, 'long')}`;
  const answered = one.answered_at === null ? null : formatInstant(one.answered_at, { zone, now });
  return (
    <RuledRow
      title={
        one.state === 'asked' ? `The firm requests a certificate, ${due}` : `The firm requested a certificate, ${due}`
      }
      status={
        <div className={styles.element}>
          <Quiet>
            {one.asked_by}, {formatInstant(one.asked_at, { zone, now })}: {one.reason}
          </Quiet>
          {one.state === 'asked' && one.due_on < view.today ? (
            <Quiet>This day has passed without an answer. The expert can still give one.</Quiet>
          ) : null}
          {answered === null ? null : (
            <Quiet>
              {MERIT_REQUEST_WORDS[one.state]}, {answered}
              {one.answer === '' ? '' : `: ${one.answer}`}
            </Quiet>
          )}
          {one.can.decline ? (
            <ReasonAct
              opens="Decline it"
              label="Why?"
              help="The firm reads this."
              submit="Decline it"
              busy={decline.isPending}
              error={decline.error}
              onSubmit={(reason) => decline.mutate({ kind, params, body: { reason } })}
            />
          ) : null}
          {one.can.take_back ? (
            <Acts>
              <Button kind="quiet" busy={back.isPending} onClick={() => back.mutate({ kind, params, body: {} })}>
                Take the request back
              </Button>
            </Acts>
          ) : null}
          <Failure error={back.error} what="It could not be taken back." />
        </div>
      }
    />
  );
}

function AskForm({ kind, view, onDone }: OfMerit & { onDone: () => void }) {
  const [due, setDue] = useState<string | null>(null);
  const [reason, setReason] = useState('');
  const [tried, setTried] = useState(false);
  const ask = useCommand(meritEndpoints.ask, {
    refresh: [meritEndpoints.read],
    onSuccess: () => {
      onDone();
      toastDone('Asked. The expert is told.');
    },
  });
  const missing = {
    due_on: due === null ? 'Enter the day it is needed by.' : undefined,
    reason: reason.trim() === '' ? 'Say why, in a sentence or two.' : undefined,
  };
  const send = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    const first = missing.due_on ? 'due_on' : missing.reason ? 'reason' : null;
    if (first) focusPath(first);
    else if (!ask.isPending && due !== null)
      ask.mutate({ kind, params: { id: view.review_id }, body: { due_on: due, reason: reason.trim() } });
  };
  const at = (path: 'due_on' | 'reason') => (tried ? missing[path] : undefined) ?? faultOf(ask.error, path);
  return (
    <form className={styles.form} onSubmit={send} noValidate aria-label="Ask the expert for a certificate">
      <DateField path="due_on" label="Needed by" min={view.today} value={due} onChange={setDue} error={at('due_on')} />
      <TextArea
        path="reason"
        label="What it is for"
        help="The expert reads this. Say which statute or rule asks for it, and nothing of what it should say."
        rows={3}
        max={2000}
        value={reason}
        onChange={setReason}
        error={at('reason')}
      />
      <InlineEnds
        error={ask.error}
        placed
        what="It could not be asked for."
        busy={ask.isPending}
        leave="Not now"
        onLeave={onDone}
      >
        Ask for it
      </InlineEnds>
    </form>
  );
}
