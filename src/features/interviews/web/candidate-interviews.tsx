import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { type Kind, KINDS } from '../../../core/kinds.ts';
import { Failure } from '../../../ui/api/failure.tsx';
import { query, useCommand } from '../../../ui/api/hooks.ts';
import { ReasonAct, ReasonForm } from '../../../ui/form/reason-act.tsx';
import { useFaults } from '../../../ui/form/use-faults.ts';
import { useOpened } from '../../../ui/form/use-opened.ts';
import { SelectField } from '../../../ui/form/select-field.tsx';
import { Acts, InlineEnds, Quiet } from '../../../ui/form/inline-form.tsx';
import { ballWords } from '../../../ui/parts/ball.tsx';
import { Button } from '../../../ui/parts/button.tsx';
import { SectionHead } from '../../../ui/parts/page-header.tsx';
import { RuledList, RuledRow } from '../../../ui/parts/ruled-list.tsx';
import { toastDone } from '../../../ui/parts/toast.tsx';
import { useViewer } from '../../../ui/session/viewer.tsx';
import { formatInstant } from '../../../ui/time/format.ts';
import { useNow } from '../../../ui/time/use-now.ts';
import { matchingEndpoints, type PresentedCandidate } from '../../matching/contract.ts';
import { expertName } from '../../matching/rules.ts';
import { type InterviewsView, type InterviewView, interviewEndpoints } from '../contract.ts';
import { DEFAULT_LENGTH, INTERVIEW_LENGTHS, LENGTH_OPTIONS, INTERVIEW_STATE_WORDS } from '../rules.ts';
import { HowToJoin } from '../../../ui/parts/link.tsx';
import { Arranging, Note, whenWords } from './arranging.tsx';
import { rereading, TOUCHED } from './touched.ts';
import styles from './interviews.module.css';

/** The interviews of a matter's candidates, side by side under their cards: asking, times, how they went, and what one noted. */
export function CandidateInterviews({ kind, reviewId }: { kind: Kind; reviewId: number }) {
  const holds = KINDS[kind].names_first;
  const { data, error, refetch } = useQuery({
    ...query(interviewEndpoints.list, { kind, params: { id: reviewId } }),
    enabled: holds,
    refetchOnWindowFocus: true,
  });
  const { data: shown } = useQuery({
    ...query(matchingEndpoints.candidates, { kind, params: { id: reviewId } }),
    enabled: holds,
  });
  const id = useId();
  if (!holds || (error && !data && (error.status === 403 || error.status === 404))) return null;
  if (!data && !error) return null;
  const asked = (shown?.candidates ?? []).filter((one) => data?.may_ask.includes(one.id));
  if (data && data.interviews.length === 0 && asked.length === 0) return null;
  return (
    <section aria-labelledby={id} className={styles.section}>
      <SectionHead id={id} title="Interviews" />
      <Quiet>
        Talk with as many candidates as you like before you choose. A candidate gets the names to check, and no facts;
        keep records and opinions for the one you retain.
      </Quiet>
      {data ? (
        <RuledList label="Interviews">
          {data.interviews.map((one) => (
            <Interview key={one.id} interview={one} />
          ))}
          {asked.map((one) => (
            <RuledRow
              key={`ask-${one.id}`}
              title={expertName(one)}
              status={<Ask kind={kind} view={data} candidate={one} />}
            />
          ))}
        </RuledList>
      ) : (
        <Failure error={error} what="The interviews could not be loaded." onRetry={() => void refetch()} />
      )}
    </section>
  );
}

function Ask({ kind, view, candidate }: { kind: Kind; view: InterviewsView; candidate: PresentedCandidate }) {
  const [open, setOpen] = useState(false);
  const [minutes, setMinutes] = useState<number>(DEFAULT_LENGTH);
  const ask = useCommand(interviewEndpoints.ask, {
    refresh: TOUCHED,
    onSuccess: () => toastDone(`${expertName(candidate)} is asked.`),
  });
  if (!open)
    return (
      <div className={styles.words}>
        <Quiet>Not asked.</Quiet>
        <Acts>
          <Button size="sm" onClick={() => setOpen(true)} aria-label={`Ask for an interview: ${expertName(candidate)}`}>
            Ask for an interview
          </Button>
        </Acts>
      </div>
    );
  const send = (event: FormEvent) => {
    event.preventDefault();
    const length = INTERVIEW_LENGTHS.find((one) => one === minutes);
    if (ask.isPending || length === undefined) return;
    ask.mutate({
      kind,
      params: { id: view.review_id },
      body: { candidate_id: candidate.id, minutes: length, lock_version: view.lock_version },
    });
  };
  return (
    <form
      className={styles.form}
      onSubmit={send}
      noValidate
      aria-label={`Ask for an interview: ${expertName(candidate)}`}
    >
      <SelectField
        path="minutes"
        label="How long"
        help="They check the names first, and offer times or decline."
        options={LENGTH_OPTIONS}
        searchable={false}
        value={String(minutes)}
        onChange={(value) => setMinutes(Number(value ?? DEFAULT_LENGTH))}
      />
      <InlineEnds
        error={ask.error}
        what="They could not be asked."
        busy={ask.isPending}
        leave="Leave it"
        onLeave={() => setOpen(false)}
      >
        Ask
      </InlineEnds>
    </form>
  );
}

function Interview({ interview }: { interview: InterviewView }) {
  const { time_zone: zone } = useViewer();
  const now = useNow(60_000);
  const client = useQueryClient();
  const told = { refresh: TOUCHED, onError: rereading(client) } as const;
  const callOff = useCommand(interviewEndpoints.callOff, {
    ...told,
    onSuccess: () => toastDone('Called off. They are told.'),
  });
  const { can, lock_version, awaits } = interview;
  const params = { interviewId: interview.id };
  const words = INTERVIEW_STATE_WORDS[interview.state];
  const when = whenWords(interview, zone, now);
  return (
    <RuledRow
      title={when ? `${interview.with}: ${when}` : interview.with}
      status={
        <div className={styles.words}>
          <Quiet>
            {[
              awaits === null ? `${words}.` : `${words}. ${ballWords(awaits, awaits === 'requester')}.`,
              interview.held_minutes !== null
                ? `It took ${interview.held_minutes} minutes.`
                : interview.state === 'declined' || interview.state === 'called_off'
                  ? ''
                  : `${interview.minutes} minutes.`,
              interview.asked_by === 'expert' ? 'The expert asked to talk before accepting.' : '',
            ]
              .filter(Boolean)
              .join(' ')}
          </Quiet>
          {interview.reason === '' ? null : <Quiet>{interview.reason}</Quiet>}
          {interview.dial_in === '' ? null : (
            <Quiet>
              How to join: <HowToJoin way={interview.dial_in} />
            </Quiet>
          )}
          {can.choose ? <Choose interview={interview} /> : null}
          <Acts>
            <Arranging interview={interview} />
            <Note interview={interview} leans />
            {can.call_off ? (
              <ReasonAct
                opens="Call it off"
                label="Why?"
                help="The expert reads this."
                submit="Call it off"
                busy={callOff.isPending}
                error={callOff.error}
                onSubmit={(reason) => callOff.mutate({ params, body: { lock_version, reason } })}
              />
            ) : null}
          </Acts>
        </div>
      }
    />
  );
}

function Choose({ interview }: { interview: InterviewView }) {
  const { time_zone: zone } = useViewer();
  const now = useNow(60_000);
  const client = useQueryClient();
  const told = { refresh: TOUCHED, onError: rereading(client) } as const;
  const choose = useCommand(interviewEndpoints.choose, {
    ...told,
    onSuccess: () => toastDone('The interview is set. Both of you have it by e-mail.'),
  });
  const noneFit = useCommand(interviewEndpoints.noneFit, {
    ...told,
    onSuccess: () => toastDone('They are told, and offer others.'),
  });
  const open = interview.times.filter((one) => one.open);
  const [picked, setPicked] = useState<string | null>(null);
  const [asksOthers, setAsksOthers] = useState(false);
  const opener = useOpened<HTMLButtonElement>(asksOthers, 'reason');
  const { form, at, passes } = useFaults([picked === null && { path: 'starts_at', message: 'Choose a time.' }]);
  const { lock_version } = interview;
  const params = { interviewId: interview.id };
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (!passes() || choose.isPending || picked === null) return;
    choose.mutate({ params, body: { lock_version, starts_at: picked, zone } });
  };
  const others = asksOthers ? null : (
    <Button ref={opener} onClick={() => setAsksOthers(true)}>
      None of these fits
    </Button>
  );
  return (
    <>
      {open.length > 0 ? (
        <form ref={form} className={styles.form} onSubmit={send} noValidate aria-label={`Times of ${interview.with}`}>
          <SelectField
            path="starts_at"
            label="Time"
            searchable={false}
            options={open.map(({ starts_at }) => ({
              value: starts_at,
              label: formatInstant(starts_at, { zone, now }),
            }))}
            value={picked}
            error={at('starts_at')}
            onChange={setPicked}
          />
          <InlineEnds error={choose.error} what="The time could not be set." busy={choose.isPending} also={others}>
            Set this time
          </InlineEnds>
        </form>
      ) : (
        <>
          <Quiet>The times on offer have lapsed.</Quiet>
          <Acts>{others}</Acts>
        </>
      )}
      {asksOthers ? (
        <ReasonForm
          opens="None of these fits"
          label="What would fit?"
          help="The expert reads this, and offers others."
          submit="Ask for other times"
          busy={noneFit.isPending}
          error={noneFit.error}
          onSubmit={(reason) => noneFit.mutate({ params, body: { lock_version, reason } })}
          onLeave={() => setAsksOthers(false)}
        />
      ) : null}
    </>
  );
}
