import { spelled } from '../../../core/phrases.ts';
import {
  IconBell,
  IconCalendarCheck,
  IconClockExclamation,
  IconInfoCircle,
  IconMail,
  IconPhone,
  IconReplace,
} from '@tabler/icons-react';
import type { ApiError } from '../../../ui/api/client.ts';
import { Failure } from '../../../ui/api/failure.tsx';
import { Button } from '../../../ui/parts/button.tsx';
import { Follows } from '../../../ui/parts/follows.tsx';
import { InlineNotice } from '../../../ui/parts/notice.tsx';
import type { Slot } from '../../../ui/parts/slot-group.tsx';
import { formatRelative } from '../../../ui/time/format.ts';
import { useNow } from '../../../ui/time/use-now.ts';
import type { ScheduleView } from '../contract.ts';
import { useIsRequester } from './who-joins.tsx';
import { longDay, partiesOf, rangeIn, weekdayAndTime } from './call-labels.ts';
import styles from './choose-time.module.css';

const NOTES: Record<string, string> = {
  'Public holiday': 'This day is a public holiday. You can still choose it.',
  'Outside office hours': 'This lies outside your organization’s office hours. You can still choose it.',
  'After the day it is needed by': 'This is after the day the review is needed by. You can still choose it.',
  'Needed by this day': 'The review is needed by this day.',
};

/** What is about to be set: the day, everybody's local time, what speaks against it, and what follows. */
export function ChosenTime({
  slot,
  zone,
  schedule,
  busy,
  error,
  onSet,
}: {
  slot: Slot | null;
  zone: string;
  schedule: ScheduleView;
  busy: boolean;
  error: ApiError | null;
  onSet: () => void;
}) {
  const now = useNow(60_000);
  const isRequester = useIsRequester(schedule);
  const people = 2 + schedule.attendees.length;
  return (
    <div className={styles.chosen}>
      {slot ? (
        <>
          <div aria-live="polite">
            <h2>{longDay(slot.starts_at, zone)}</h2>
            <p className={styles.lead}>{formatRelative(slot.starts_at, now)}</p>
          </div>
          <dl className={styles.parties}>
            {partiesOf(schedule, { zone, isRequester, isExpert: false }).map((party) => (
              <div key={party.key}>
                <dt>{party.label}</dt>
                <dd>{rangeIn(slot.starts_at, slot.ends_at, party.zone, zone)}</dd>
              </div>
            ))}
          </dl>
          {slot.notes?.map((note) => (
            <InlineNotice
              key={note.text}
              kind={note.tone}
              icon={
                note.tone === 'warn' ? (
                  <IconClockExclamation size={16} stroke={1.9} aria-hidden />
                ) : (
                  <IconInfoCircle size={16} stroke={1.9} aria-hidden />
                )
              }
            >
              {NOTES[note.text] ?? note.text}
            </InlineNotice>
          ))}
        </>
      ) : (
        <div>
          <h2>Choose a time</h2>
          <p className={styles.lead}>It appears here in everyone’s own time before you set it.</p>
        </div>
      )}
      <Failure error={error} what="The call could not be set. Your choice is still here." onRetry={onSet} />
      <Button
        kind="primary"
        size="lg"
        full
        busy={busy}
        disabled={slot === null}
        icon={<IconCalendarCheck stroke={1.75} />}
        onClick={onSet}
      >
        {slot ? `Set the call for ${weekdayAndTime(slot.starts_at, zone)}` : 'Set the call'}
      </Button>
      <Follows label="What happens next">
        <li>
          <IconMail size={16} stroke={1.75} aria-hidden />
          <span>
            {people === 2 ? 'Both of you get' : `All ${spelled(people)} get`} an invitation titled{' '}
            <span className={styles.together}>“Expert call {schedule.number}”</span>, without names.
          </span>
        </li>
        <li>
          <IconPhone size={16} stroke={1.75} aria-hidden />
          How to join is in the invitation and on the review’s page.
        </li>
        <li>
          <IconBell size={16} stroke={1.75} aria-hidden />
          Reminders 24 hours and 1 hour before.
        </li>
        <li>
          <IconReplace size={16} stroke={1.75} aria-hidden />
          The other times stay on offer, so that the call can be moved.
        </li>
      </Follows>
    </div>
  );
}
