import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { isExpertSide, isStaff } from '../../../core/actor.ts';
import { dateText } from '../../../core/dates.ts';
import { formatCents } from '../../../core/money.ts';
import { plural } from '../../../core/phrases.ts';
import { urlOf } from '../../../core/url-of.ts';
import { Failure } from '../../../ui/api/failure.tsx';
import type { ApiError } from '../../../ui/api/client.ts';
import { askAgain } from '../../../ui/api/ask-again.ts';
import { queryKey, useCommand } from '../../../ui/api/hooks.ts';
import { ReasonAct } from '../../../ui/form/reason-act.tsx';
import { Acts, Quiet } from '../../../ui/form/inline-form.tsx';
import { ballWords } from '../../../ui/parts/ball.tsx';
import { Button } from '../../../ui/parts/button.tsx';
import { TextLink } from '../../../ui/parts/link.tsx';
import { RuledRow } from '../../../ui/parts/ruled-list.tsx';
import { toastDone } from '../../../ui/parts/toast.tsx';
import { useViewer } from '../../../ui/session/viewer.tsx';
import { formatInstant, formatTimeRange } from '../../../ui/time/format.ts';
import { useNow } from '../../../ui/time/use-now.ts';
import { expertEndpoints } from '../../experts/contract.ts';
import { hoursText } from '../../work/rules.ts';
import { type SessionView, testimonyEndpoints } from '../contract.ts';
import { ATTENDEE_ROLES, errataCount, moverOf, SESSION_STATE_WORDS, SESSION_TYPES } from '../rules.ts';
import { ErrataForm } from './errata-form.tsx';
import { HeldForm } from './held-form.tsx';
import { SessionForm } from './session-form.tsx';
import { type OfSessions, TOUCHED } from './touched.ts';
import { TranscriptForm } from './transcript-form.tsx';
import styles from './testimony.module.css';

/** A session: when and where, who comes, whose move it is, and what the reader can do. */
export function SessionRow({ kind, view, session }: OfSessions & { session: SessionView }) {
  const viewer = useViewer();
  const now = useNow(60_000);
  const [open, setOpen] = useState<'move' | 'hold' | 'transcript' | 'errata' | null>(null);
  const close = () => setOpen(null);
  const path = { id: view.review_id, sessionId: session.id };
  const client = useQueryClient();
  // what was read is old by then: it is read again beside the sentence that says so
  const told = {
    refresh: TOUCHED,
    onError: ({ code }: ApiError) =>
      code === 'stale' ? askAgain(client, { queryKey: queryKey(testimonyEndpoints.read) }) : undefined,
  } as const;
  const confirm = useCommand(testimonyEndpoints.confirm, {
    ...told,
    onSuccess: () => toastDone('Confirmed. The firm is told.'),
  });
  const decline = useCommand(testimonyEndpoints.decline, { ...told, onSuccess: () => toastDone('The firm is told.') });
  const callOff = useCommand(testimonyEndpoints.callOff, {
    ...told,
    onSuccess: () => toastDone('Called off. The expert is told.'),
  });
  const notHeld = useCommand(testimonyEndpoints.notHeld, { ...told, onSuccess: () => toastDone('The firm is told.') });
  const keep = useCommand(expertEndpoints.say, {
    ...told,
    onSuccess: () => toastDone('It is among your testimony, once Peritus verified it.'),
  });
  const record = useCommand(testimonyEndpoints.recordTime, { ...told, onSuccess: () => toastDone('Recorded.') });
  const { can, held, transcript, zone } = session;
  const { title } = SESSION_TYPES[session.type];
  const when = formatInstant(session.starts_at, { zone, now });
  const mover = moverOf({ state: session.state, starts_at: new Date(session.starts_at) }, new Date(now));
  const mine = isStaff(viewer.kind) ? null : isExpertSide(viewer.kind) ? 'expert' : 'requester';
  const standing =
    mover === null
      ? SESSION_STATE_WORDS[session.state]
      : `${SESSION_STATE_WORDS[session.state]}. ${ballWords(mover, mover === mine)}`;
  const cost = session.calling_off_cents ?? 0;
  return (
    <RuledRow
      title={`${title}: ${when}`}
      status={
        <div className={styles.session}>
          {[
            `${standing}${session.reason === '' ? '' : `: ${session.reason}`}`,
            held === null ? `About ${hoursText(session.minutes)}` : null,
            session.place,
            session.attendees.length > 0
              ? session.attendees.map(({ name, role }) => `${name} (${ATTENDEE_ROLES[role].toLowerCase()})`).join(', ')
              : null,
            session.note,
            held === null
              ? null
              : `Held ${formatTimeRange(held.from, held.to, { zone })}${held.break_minutes > 0 ? `, with ${plural(held.break_minutes, 'minute')} of breaks` : ''}: ${hoursText(held.charged_minutes)} ${held.recorded ? 'recorded' : 'not recorded yet'}`,
            transcript === null ? null : transcriptWords(transcript),
            transcript?.working && transcript.errata === null ? transcript.working : null,
          ]
            .filter((line): line is string => line !== null && line !== '')
            .map((line) => (
              <Quiet key={line}>{line}</Quiet>
            ))}
          {session.link !== '' && session.state !== 'called_off' && held === null ? (
            <Quiet>
              <TextLink href={session.link} target="_blank" rel="noreferrer noopener">
                Open the video
              </TextLink>
            </Quiet>
          ) : null}
          {transcript?.errata ? (
            <Quiet>
              <TextLink
                href={urlOf(testimonyEndpoints.errataSheet, { kind, params: path })}
                target="_blank"
                rel="noreferrer noopener"
              >
                Errata sheet as PDF
              </TextLink>
              . It carries a signature of its own: <TextLink href="/signed-pdf">check a signed PDF</TextLink>
            </Quiet>
          ) : null}
          {open === null ? (
            <Acts>
              {can.confirm ? (
                <Button
                  busy={confirm.isPending}
                  onClick={() => confirm.mutate({ kind, params: path, body: { starts_at: session.starts_at } })}
                >
                  Confirm
                </Button>
              ) : null}
              {can.decline ? (
                <ReasonAct
                  opens="I cannot be there"
                  label="Why not?"
                  help="The firm reads this, and looks for another time."
                  submit="Tell the firm"
                  busy={decline.isPending}
                  error={decline.error}
                  onSubmit={(reason) => decline.mutate({ kind, params: path, body: { reason } })}
                />
              ) : null}
              {can.hold ? <Button onClick={() => setOpen('hold')}>Say how it was held</Button> : null}
              {can.not_held ? (
                <ReasonAct
                  opens="It was not held"
                  label="Why not?"
                  help={
                    cost > 0
                      ? `The firm reads this. ${formatCents(cost)} is charged, as for what is called off late.`
                      : 'The firm reads this. Nothing is charged for it.'
                  }
                  submit="Tell the firm"
                  busy={notHeld.isPending}
                  error={notHeld.error}
                  onSubmit={(reason) => notHeld.mutate({ kind, params: path, body: { reason } })}
                />
              ) : null}
              {can.record_time ? (
                <Button busy={record.isPending} onClick={() => record.mutate({ kind, params: path, body: {} })}>
                  Record its time
                </Button>
              ) : null}
              {can.sign_errata ? <Button onClick={() => setOpen('errata')}>Write the errata sheet</Button> : null}
              {session.own_record && view.profile_id !== null ? (
                <Button
                  kind="quiet"
                  busy={keep.isPending}
                  onClick={() =>
                    keep.mutate({
                      params: { profileId: view.profile_id ?? 0 },
                      body: {
                        part: 'testimony',
                        record_id: null,
                        after: null,
                        data: { ...session.own_record, exclusion: null, exclusion_note: null },
                        document_id: null,
                      },
                    })
                  }
                >
                  Add it to my testimony
                </Button>
              ) : null}
              {can.add_transcript ? (
                <Button kind="quiet" onClick={() => setOpen('transcript')}>
                  {transcript === null ? 'The transcript is available' : 'Change the transcript’s dates'}
                </Button>
              ) : null}
              {can.move ? (
                <Button kind="quiet" onClick={() => setOpen('move')}>
                  Change time or place
                </Button>
              ) : null}
              {can.call_off ? (
                <ReasonAct
                  opens="Call it off"
                  label="Why?"
                  help={
                    cost > 0
                      ? `The expert reads this. ${formatCents(cost)} is charged for it, as agreed.`
                      : 'The expert reads this. Nothing is charged for it.'
                  }
                  submit={cost > 0 ? `Call it off for ${formatCents(cost)}` : 'Call it off'}
                  busy={callOff.isPending}
                  error={callOff.error}
                  onSubmit={(reason) => callOff.mutate({ kind, params: path, body: { reason, confirmed_cents: cost } })}
                />
              ) : null}
            </Acts>
          ) : null}
          {open === 'move' ? <SessionForm kind={kind} view={view} session={session} onDone={close} /> : null}
          {open === 'hold' ? <HeldForm kind={kind} view={view} session={session} onDone={close} /> : null}
          {open === 'transcript' ? <TranscriptForm kind={kind} view={view} session={session} onDone={close} /> : null}
          {open === 'errata' ? <ErrataForm kind={kind} view={view} session={session} onDone={close} /> : null}
          <Failure error={confirm.error} what="It could not be confirmed." />
          <Failure error={record.error} what="Its time was not recorded." />
          <Failure error={keep.error} what="It could not be added to your testimony." />
        </div>
      }
    />
  );
}

function transcriptWords({
  available_on,
  errata_due_on,
  days_left,
  errata,
}: NonNullable<SessionView['transcript']>): string {
  if (errata) return `Errata sheet signed by ${errata.name}: ${errataCount(errata.lines)}`;
  const left =
    days_left < 0 ? `${plural(-days_left, 'day')} ago` : days_left === 0 ? 'today' : `in ${plural(days_left, 'day')}`;
  return `Transcript available since ${dateText(available_on, 'medium')}. Errata are due on ${dateText(errata_due_on, 'weekday')}, ${left}`;
}
