import { IconPaperclip } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { dateText } from '../../../core/dates.ts';
import type { Kind } from '../../../core/kinds.ts';
import { urlOf } from '../../../core/url-of.ts';
import { US_STATES } from '../../../core/us-states.ts';
import { Failure } from '../../../ui/api/failure.tsx';
import { useCommand } from '../../../ui/api/hooks.ts';
import { faultOf } from '../../../ui/form/ends.tsx';
import { DateField } from '../../../ui/form/date-field.tsx';
import { focusPath } from '../../../ui/form/field.tsx';
import { ReasonAct } from '../../../ui/form/reason-act.tsx';
import { SelectField } from '../../../ui/form/select-field.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { useOpened } from '../../../ui/form/use-opened.ts';
import { Acts, InlineEnds, Quiet } from '../../../ui/form/inline-form.tsx';
import { Button } from '../../../ui/parts/button.tsx';
import { FileButton } from '../../../ui/parts/file-button.tsx';
import { TextLink } from '../../../ui/parts/link.tsx';
import { InlineNotice } from '../../../ui/parts/notice.tsx';
import { toastDone } from '../../../ui/parts/toast.tsx';
import { formatInstant } from '../../../ui/time/format.ts';
import { meritEndpoints, type MeritView } from '../contract/merit.ts';
import { COPY_BYTES_MAX, COPY_FAULTS, NOTARY_NEEDED, notaryFaults } from '../rules.ts';
import styles from './disclosure.module.css';

type Statement = MeritView['statements'][number];
interface OfStatement {
  kind: Kind;
  reviewId: number;
  one: Statement;
  today: string;
}

/** How a signed statement stands beside its signature: used, withdrawn, and what a notary did. */
export function standingLines(one: Statement, when: { zone: string; now: number }): string[] {
  const at = (instant: string) => formatInstant(instant, when);
  return [
    ...(one.withdrawn_at === null ? [] : [`Withdrawn by its expert, ${at(one.withdrawn_at)}: ${one.withdrawn_reason}`]),
    ...(one.used_at === null ? [] : [`Recorded as used, ${at(one.used_at)}`]),
    ...(one.notary
      ? [
          `Notarized on ${dateText(one.notary.notarized_on, 'long')} by ${one.notary.name}, commission ${one.notary.number} of ${stateOf(one.notary.state)}`,
        ]
      : one.needs_notary
        ? [NOTARY_NEEDED]
        : []),
  ];
}

const stateOf = (code: string): string => US_STATES.find(([one]) => one === code)?.[1] ?? code;

/** What a side may do with a signed statement. */
export function StatementActs({ kind, reviewId, one, today }: OfStatement) {
  const [open, setOpen] = useState(false);
  const opener = useOpened<HTMLDivElement>(open, 'name');
  const params = { id: reviewId, number: one.number };
  const about = `${one.title}, number ${one.number}`;
  const use = useCommand(meritEndpoints.use, {
    refresh: [meritEndpoints.read],
    onSuccess: () => toastDone('Recorded.'),
  });
  const withdraw = useCommand(meritEndpoints.withdraw, {
    refresh: [meritEndpoints.read],
    onSuccess: () => toastDone('Withdrawn. The firm is told.'),
  });
  const { use: uses, withdraw: withdraws, notarize, add_copy } = one.can;
  return (
    <>
      {one.copy ? (
        <Quiet>
          <TextLink
            href={urlOf(meritEndpoints.copy, { kind, params })}
            target="_blank"
            rel="noreferrer noopener"
            aria-label={`Open the notarized copy: ${about}`}
          >
            Open the notarized copy
          </TextLink>
        </Quiet>
      ) : null}
      {notarize && open ? (
        <NotaryForm kind={kind} reviewId={reviewId} one={one} today={today} onDone={() => setOpen(false)} />
      ) : null}
      {uses || withdraws || add_copy || (notarize && !open) ? (
        <Acts>
          {uses ? (
            <Button
              kind="quiet"
              busy={use.isPending}
              onClick={() => use.mutate({ kind, params, body: {} })}
              aria-label={`Record that it was used: ${about}`}
            >
              Record that it was used
            </Button>
          ) : null}
          {withdraws ? (
            <ReasonAct
              opens="Withdraw it"
              about={about}
              label="Why is it withdrawn?"
              help="The firm reads this. The statement stays readable, marked."
              submit="Withdraw it"
              busy={withdraw.isPending}
              error={withdraw.error}
              onSubmit={(reason) => withdraw.mutate({ kind, params, body: { reason } })}
            />
          ) : null}
          {notarize && !open ? (
            <div ref={opener}>
              <Button kind="quiet" onClick={() => setOpen(true)} aria-label={`Record the notary’s act: ${about}`}>
                Record the notary’s act
              </Button>
            </div>
          ) : null}
          {add_copy ? <AddCopy kind={kind} reviewId={reviewId} one={one} /> : null}
        </Acts>
      ) : null}
      <Failure error={use.error} what="It could not be recorded." />
    </>
  );
}

const STATES = US_STATES.map(([value, label]) => ({ value, label }));

function NotaryForm({ kind, reviewId, one, today, onDone }: OfStatement & { onDone: () => void }) {
  const [said, setSaid] = useState({ name: '', state: '', number: '' });
  const [on, setOn] = useState<string | null>(null);
  const [tried, setTried] = useState(false);
  const record = useCommand(meritEndpoints.notarize, {
    refresh: [meritEndpoints.read],
    onSuccess: () => {
      onDone();
      toastDone('Recorded. The notarized copy can be added.');
    },
  });
  // whether the day is after the signing is looked at by the server, which knows the zone
  const faults = [
    ...notaryFaults({ ...said, notarized_on: on ?? today }, { signed_on: '', today }),
    ...(on === null ? [{ path: 'notarized_on', message: 'Enter the day.' }] : []),
  ];
  const send = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    const [first] = faults;
    if (first) focusPath(first.path);
    else if (!record.isPending && on !== null)
      record.mutate({ kind, params: { id: reviewId, number: one.number }, body: { ...said, notarized_on: on } });
  };
  const at = (path: string) =>
    (tried ? faults.find((fault) => fault.path === path)?.message : undefined) ?? faultOf(record.error, path);
  return (
    <form className={styles.form} onSubmit={send} noValidate aria-label="Record the notary’s act">
      <TextField
        path="name"
        label="Notary"
        value={said.name}
        onChange={(name) => setSaid({ ...said, name })}
        error={at('name')}
      />
      <SelectField
        path="state"
        label="State of the commission"
        value={said.state === '' ? null : said.state}
        onChange={(state) => setSaid({ ...said, state: state ?? '' })}
        options={STATES}
        error={at('state')}
      />
      <TextField
        path="number"
        label="Number of the commission"
        value={said.number}
        onChange={(number) => setSaid({ ...said, number })}
        error={at('number')}
      />
      <DateField
        path="notarized_on"
        label="Notarized on"
        max={today}
        value={on}
        onChange={setOn}
        error={at('notarized_on')}
      />
      <InlineEnds
        error={record.error}
        placed
        what="It could not be recorded."
        busy={record.isPending}
        leave="Not now"
        onLeave={onDone}
      >
        Record it
      </InlineEnds>
    </form>
  );
}

function AddCopy({ kind, reviewId, one }: Omit<OfStatement, 'today'>) {
  const [fault, setFault] = useState<string | null>(null);
  const add = useCommand(meritEndpoints.addCopy, {
    refresh: [meritEndpoints.read],
    onSuccess: () => toastDone('The notarized copy is kept.'),
    onError: (failure) =>
      setFault(
        failure.status === 413
          ? COPY_FAULTS.large
          : failure.status === 415
            ? COPY_FAULTS.kind
            : (failure.errors[0]?.message ?? failure.message),
      ),
  });
  const take = (file: File) => {
    setFault(null);
    if (add.isPending) return;
    if (file.size > COPY_BYTES_MAX) setFault(COPY_FAULTS.large);
    else if (file.type !== 'application/pdf') setFault(COPY_FAULTS.kind);
    else
      add.mutate({
        kind,
        params: { id: reviewId, number: one.number },
        query: { name: file.name.slice(-200) || 'Notarized.pdf' },
        content: file,
      });
  };
  return (
    <>
      <FileButton
        label={`Notarized copy: ${one.title}, number ${one.number}`}
        accept="application/pdf,.pdf"
        icon={<IconPaperclip stroke={1.75} />}
        busy={add.isPending}
        onChoose={take}
      >
        Add the notarized copy
      </FileButton>
      {fault ? (
        <InlineNotice kind="bad" live>
          {fault}
        </InlineNotice>
      ) : null}
    </>
  );
}
