import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { isExpertSide, isStaff } from '../../../core/actor.ts';
import { dateText } from '../../../core/dates.ts';
import type { Kind } from '../../../core/kinds.ts';
import { capital, plural } from '../../../core/phrases.ts';
import { call } from '../../../ui/api/client.ts';
import { Failure } from '../../../ui/api/failure.tsx';
import { query, useCommand } from '../../../ui/api/hooks.ts';
import { Acts, Quiet } from '../../../ui/form/inline-form.tsx';
import { ballWords } from '../../../ui/parts/ball.tsx';
import { Button } from '../../../ui/parts/button.tsx';
import { ConfirmDialog } from '../../../ui/parts/confirm-dialog.tsx';
import { SectionHead } from '../../../ui/parts/page-header.tsx';
import { RuledList, RuledRow } from '../../../ui/parts/ruled-list.tsx';
import { toastDone } from '../../../ui/parts/toast.tsx';
import { useViewer } from '../../../ui/session/viewer.tsx';
import { matterDateEndpoints, type MatterDatesView, type MatterDateView } from '../contract.ts';
import { EnterDate } from './enter-date.tsx';
import { PasteOrder } from './paste-order.tsx';
import { sourceOf } from '../rules.ts';
import { TOUCHED } from './touched.ts';
import styles from './matter-dates.module.css';

/** The dates of a matter: how far off, whose move, where each is from; entering and pasting them, and a calendar file. */
export function MatterDatesCard({ kind, reviewId }: { kind: Kind; reviewId: number }) {
  const {
    data: view,
    error,
    refetch,
  } = useQuery({ ...query(matterDateEndpoints.read, { kind, params: { id: reviewId } }), refetchOnWindowFocus: true });
  const id = useId();
  // nobody who has not cleared the names is told of any
  if (error && !view && (error.status === 404 || error.status === 403)) return null;
  if (!view && !error) return null;
  if (view && view.dates.length === 0 && !view.can.write) return null;
  return (
    <section id="dates" tabIndex={-1} aria-labelledby={id} className={styles.card}>
      <SectionHead id={id} title="Dates of the matter" />
      {view ? (
        <Dates view={view} />
      ) : (
        <Failure error={error} what="The dates could not be loaded." onRetry={() => void refetch()} />
      )}
    </section>
  );
}

function Dates({ view }: { view: MatterDatesView }) {
  const [doing, setDoing] = useState<'entering' | 'pasting' | MatterDateView | null>(null);
  const done = () => setDoing(null);
  const { write } = view.can;
  return (
    <>
      {view.dates.length > 0 ? (
        <RuledList label="Dates of the matter">
          {view.dates.map((date) => (
            <DateRow
              key={`${date.type} ${date.label}`}
              view={view}
              date={date}
              onChange={doing === null ? () => setDoing(date) : undefined}
            />
          ))}
        </RuledList>
      ) : (
        <Quiet>None is known yet. Enter those the court has set.</Quiet>
      )}
      <Quiet>
        {view.has_rules
          ? `${view.courts}: what is not ordered is computed by their rules. Computed dates are no legal advice; check them.`
          : view.courts === ''
            ? 'The order names no court, so nothing is computed.'
            : `${view.courts}: no rule is entered here, so nothing is computed.`}
      </Quiet>
      {doing === 'pasting' ? <PasteOrder view={view} onDone={done} /> : null}
      {doing !== null && doing !== 'pasting' ? (
        <EnterDate
          key={doing === 'entering' ? '' : `${doing.type} ${doing.label}`}
          view={view}
          date={doing === 'entering' ? null : doing}
          onDone={done}
        />
      ) : null}
      {doing === null ? (
        <Acts>
          {write ? (
            <>
              <Button kind="quiet" onClick={() => setDoing('entering')}>
                Enter a date
              </Button>
              <Button kind="quiet" onClick={() => setDoing('pasting')}>
                Paste a scheduling order
              </Button>
            </>
          ) : null}
          {view.dates.length > 0 ? <CalendarFile view={view} /> : null}
        </Acts>
      ) : null}
    </>
  );
}

/** "in 12 days", "today", "3 days ago". */
const countdown = (days: number): string =>
  days === 0
    ? 'today'
    : days === 1
      ? 'tomorrow'
      : days > 0
        ? `in ${plural(days, 'day')}`
        : `${plural(-days, 'day')} ago`;

/** "9:00 AM" of "09:00". */
const clock = (time: string): string => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return `${hours % 12 === 0 ? 12 : hours % 12}:${String(minutes).padStart(2, '0')} ${hours < 12 ? 'AM' : 'PM'}`;
};

function DateRow({
  view,
  date,
  onChange,
}: {
  view: MatterDatesView;
  date: MatterDateView;
  onChange: (() => void) | undefined;
}) {
  const viewer = useViewer();
  const mine = isStaff(viewer.kind) ? null : isExpertSide(viewer.kind) ? 'expert' : 'requester';
  const { by_rule: rule, from } = date;
  const when = `${dateText(date.day, 'weekday')}${date.time_of_day ? `, ${clock(date.time_of_day)} at the court` : ''}`;
  const ahead = date.days_left >= 0;
  const source =
    from === 'order'
      ? 'From the order of the review.'
      : from === 'entered' && date.source
        ? `Source: ${date.source}.`
        : '';
  return (
    <RuledRow
      title={`${date.title}: ${when}`}
      lines={[
        `${from === 'computed' ? `Computed, ${countdown(date.days_left)}` : capital(countdown(date.days_left))}${
          ahead && date.ball ? `. ${ballWords(date.ball, date.ball === mine)}` : ''
        }`,
        source,
        rule && from === 'computed' ? `${rule.working} ${rule.says}` : '',
        rule && from !== 'computed' && rule.day !== date.day
          ? `The rule alone would give another day: ${rule.working} What was ordered holds.`
          : '',
        rule && (from === 'computed' || rule.day !== date.day) ? sourceOf(rule) : '',
      ]}
      actions={
        view.can.write && onChange ? (
          <>
            <Button size="sm" kind="quiet" onClick={onChange} aria-label={`Change: ${date.title}`}>
              {from === 'computed' ? 'Enter what was ordered' : 'Change'}
            </Button>
            {from === 'computed' ? null : <Remove view={view} date={date} />}
          </>
        ) : undefined
      }
    />
  );
}

function Remove({ view, date }: { view: MatterDatesView; date: MatterDateView }) {
  const [open, setOpen] = useState(false);
  const remove = useCommand(matterDateEndpoints.remove, { refresh: TOUCHED, onSuccess: () => toastDone('Removed.') });
  return (
    <>
      <Button size="sm" kind="quiet" onClick={() => setOpen(true)} aria-label={`Remove: ${date.title}`}>
        Remove
      </Button>
      <ConfirmDialog
        open={open}
        onClose={() => setOpen(false)}
        title={`Remove “${date.title}”?`}
        confirmLabel="Remove it"
        cancelLabel="Keep it"
        onConfirm={async () => {
          const { type, label, day } = date;
          await remove.mutateAsync({
            kind: view.kind,
            params: { id: view.review_id },
            body: { type, label, was: day },
          });
        }}
      >
        {date.by_rule ? 'The date the rule gives holds again.' : 'Nobody is reminded of it from then on.'} The timeline
        keeps what it was.
      </ConfirmDialog>
    </>
  );
}

/** Hands the dates to the browser as a file for its calendar. */
function CalendarFile({ view }: { view: MatterDatesView }) {
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState<Parameters<typeof Failure>[0]['error']>(null);
  const save = async () => {
    setBusy(true);
    setFailed(null);
    try {
      const { ics } = await call(matterDateEndpoints.calendar, { kind: view.kind, params: { id: view.review_id } });
      const link = document.createElement('a');
      link.href = URL.createObjectURL(new Blob([ics], { type: 'text/calendar;charset=utf-8' }));
      link.download = `${view.number}-dates.ics`;
      link.click();
      // the browser reads it after the press; a minute is long for that
      setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
    } catch (error) {
      setFailed(error as Parameters<typeof Failure>[0]['error']);
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <Button kind="quiet" busy={busy} onClick={() => void save()}>
        Calendar file
      </Button>
      <Failure error={failed} what="The calendar file could not be made." />
    </>
  );
}
