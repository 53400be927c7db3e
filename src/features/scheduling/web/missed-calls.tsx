import { type ComponentProps, useState } from 'react';
import type { Kind } from '../../../core/kinds.ts';
import { formatCents } from '../../../core/money.ts';
import type { MissedBy } from '../../../core/missed-by.ts';
import { useCommand } from '../../../ui/api/hooks.ts';
import { Button } from '../../../ui/parts/button.tsx';
import { toastDone } from '../../../ui/parts/toast.tsx';
import { useViewer } from '../../../ui/session/viewer.tsx';
import { formatInstant } from '../../../ui/time/format.ts';
import { type MissedCallView, type ScheduleView, schedulingEndpoints } from '../contract.ts';
import { longDay } from './call-labels.ts';
import { ReasonForm } from './reason-form.tsx';
import { TOUCHED } from './use-schedule.ts';
import { type Side, WhoMissed, whoMissed } from './who-missed.tsx';
import styles from './scheduling.module.css';

/** The calls of a review that did not take place: who missed each, what it costs, and what can still be said about it. */
export function MissedCalls({ kind, schedule }: { kind: Kind; schedule: ScheduleView }) {
  return schedule.missed.map((call) => <Missed key={call.call_id} kind={kind} schedule={schedule} call={call} />);
}

function Missed({ kind, schedule, call }: { kind: Kind; schedule: ScheduleView; call: MissedCallView }) {
  const { time_zone: zone, side: seat } = useViewer();
  const side: Side = seat === 'requester' || seat === 'expert' ? seat : 'staff';
  return (
    <div className={styles.missed}>
      <p>
        The call of <b>{longDay(call.starts_at, zone)}</b> did not take place. {standing(call, side)}
      </p>
      {call.contested?.note ? <p className={styles.quiet}>“{call.contested.note}”</p> : null}
      {call.decided?.note ? <p className={styles.quiet}>Peritus: “{call.decided.note}”</p> : null}
      {call.fee_cents ? (
        <p className={styles.quiet}>
          {side === 'requester' ? 'You are' : 'The requester is'} charged {formatCents(call.fee_cents)} for it.
        </p>
      ) : null}
      {call.contest_until ? <Contest kind={kind} schedule={schedule} call={call} until={call.contest_until} /> : null}
      {call.may_decide ? <Decide kind={kind} schedule={schedule} call={call} side={side} /> : null}
    </div>
  );
}

/** Who missed it and how far that is settled, as this reader is told. */
function standing({ missed_by, said_side, contested, decided }: MissedCallView, side: Side): string {
  const who = whoMissed(missed_by, side);
  if (decided) return `Peritus decided: ${who}.`;
  const sayer = said_side === 'staff' ? 'Peritus' : said_side === side ? 'Your side' : `The ${said_side}`;
  if (!contested) return `${sayer} recorded that ${who}.`;
  const by = contested.side === side ? 'You dispute' : `The ${contested.side} disputes`;
  return `${sayer} recorded that ${who}. ${by} that. ${side === 'staff' ? 'Decide who missed it.' : 'Peritus will decide.'}`;
}

/** A button, and in its place the form with a reason once it is pressed. */
function AskInPlace({
  open,
  aside,
  ...form
}: { open: string; aside?: string } & Omit<ComponentProps<typeof ReasonForm>, 'onClose'>) {
  const [asking, setAsking] = useState(false);
  if (asking) return <ReasonForm {...form} onClose={() => setAsking(false)} />;
  return (
    <div className={styles.acts}>
      <Button size="sm" onClick={() => setAsking(true)}>
        {open}
      </Button>
      {aside === undefined ? null : <span className={styles.quiet}>{aside}</span>}
    </div>
  );
}

interface OfCall {
  kind: Kind;
  schedule: ScheduleView;
  call: MissedCallView;
}

function Contest({ kind, schedule, call, until }: OfCall & { until: string }) {
  const { time_zone: zone } = useViewer();
  const contest = useCommand(schedulingEndpoints.contestMissed, {
    refresh: TOUCHED,
    onSuccess: () => toastDone('Peritus will look into it and decide. You will hear by e-mail.'),
  });
  return (
    <AskInPlace
      open="That is not what happened"
      aside={`Until ${formatInstant(until, { zone })}`}
      label="What happened?"
      help="Only Peritus reads this. If an invitation, a recording or a call log shows it, say so."
      submit="Ask Peritus to decide"
      cancel="Never mind"
      busy={contest.isPending}
      error={contest.error}
      what="This could not be sent."
      onSubmit={(note) =>
        contest.mutate({ kind, params: { id: schedule.review_id }, body: { call_id: call.call_id, note } })
      }
    />
  );
}

function Decide({ kind, schedule, call, side }: OfCall & { side: Side }) {
  const [by, setBy] = useState<MissedBy | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const decide = useCommand(schedulingEndpoints.decideMissed, {
    refresh: TOUCHED,
    onSuccess: () => toastDone('Decided. Both sides will be notified.'),
  });
  return (
    <AskInPlace
      open="Decide who missed it"
      label="Why?"
      help="Both sides read this."
      submit="Decide"
      cancel="Not now"
      busy={decide.isPending}
      error={decide.error}
      what="This could not be decided."
      onSubmit={(note) => {
        if (by === null) return setFault('Say who missed it.');
        decide.mutate({
          kind,
          params: { id: schedule.review_id },
          body: { call_id: call.call_id, missed_by: by, note },
        });
      }}
    >
      <WhoMissed
        side={side}
        value={by}
        error={fault}
        cost={call.at_stake_cents}
        onChange={(value) => {
          setBy(value);
          setFault(null);
        }}
      />
    </AskInPlace>
  );
}
