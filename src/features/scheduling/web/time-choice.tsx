import { stateRow } from '../../reviews/rules/kinds.ts';
import { spelled } from '../../../core/phrases.ts';
import { IconCalendarCheck, IconCalendarEvent } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Kind } from '../../../core/kinds.ts';
import { Failure } from '../../../ui/api/failure.tsx';
import { queryKey, useCommand } from '../../../ui/api/hooks.ts';
import { Button, ButtonLink } from '../../../ui/parts/button.tsx';
import { SkeletonRows } from '../../../ui/parts/empty.tsx';
import { InlineNotice } from '../../../ui/parts/notice.tsx';
import { SlotRow } from '../../../ui/parts/slot-group.tsx';
import { toastDone } from '../../../ui/parts/toast.tsx';
import { reviewHref } from '../../../ui/session/review-route.ts';
import { useViewer } from '../../../ui/session/viewer.tsx';
import { schedulingEndpoints } from '../contract.ts';
import { openSlots, slotsOf } from './offer-slots.ts';
import { ProposedTime } from './proposed-time.tsx';
import { TOUCHED, useSchedule } from './use-schedule.ts';
import { weekdayAndTime } from './call-labels.ts';
import styles from './scheduling.module.css';

const SHOWN = 5;

/** What to do about the call time, inside what-next: up to five times to choose from, or the way to offering them. */
export function TimeChoice({ kind, reviewId }: { kind: Kind; reviewId: number }) {
  const viewer = useViewer();
  const client = useQueryClient();
  const { data: schedule, error, refetch } = useSchedule(kind, reviewId, true);
  const [chosen, setChosen] = useState<string | null>(null);
  const set = useCommand(schedulingEndpoints.choose, {
    refresh: TOUCHED,
    onSuccess: () => toastDone('The call is set. Invitations are on their way.'),
    onError: () => void client.invalidateQueries({ queryKey: queryKey(schedulingEndpoints.read) }),
  });
  if (error && !schedule)
    return <Failure error={error} what="The times could not be loaded." onRetry={() => void refetch()} />;
  if (!schedule) return <SkeletonRows rows={1} columns={[20, 20, 20, 20, 20]} height={56} label="Loading the times" />;
  const page = (name: string) => reviewHref(kind, reviewId, name);
  if (schedule.can.confirm) return <ProposedTime kind={kind} schedule={schedule} primary />;
  if (!schedule.can.choose) {
    if (schedule.can.offer && stateRow(kind, schedule.status).call === 'offering')
      return (
        <div className={styles.acts}>
          <ButtonLink
            kind="primary"
            size="lg"
            href={page('choose-available-times')}
            icon={<IconCalendarEvent stroke={1.75} />}
          >
            Offer call times
          </ButtonLink>
        </div>
      );
    if (schedule.can.propose)
      return (
        <div className={styles.acts}>
          <ButtonLink href={page('choose-call-time')}>Propose a time</ButtonLink>
        </div>
      );
    return null;
  }
  const zone = viewer.time_zone;
  const open = openSlots(slotsOf(schedule.offers, { zone, neededBy: schedule.needed_by }));
  const slots = open.slice(0, SHOWN);
  const slot = slots.find((s) => s.id === chosen) ?? null;
  const { expert } = schedule;
  return (
    <div className={styles.choice}>
      {set.error?.code === 'slot_taken' ? (
        <InlineNotice kind="conflict" title="Just taken.">
          {open.length === 0 ? 'None of the times is open anymore.' : `These ${spelled(open.length)} are still free.`}
        </InlineNotice>
      ) : (
        <Failure error={set.error} what="The call could not be set." />
      )}
      <SlotRow
        label="Times on offer"
        slots={slots}
        zone={zone}
        {...(expert ? { other: { zone: expert.zone, ...(expert.city ? { city: expert.city } : {}) } } : {})}
        value={slot?.id ?? null}
        disabled={set.isPending}
        onChange={(id) => {
          setChosen(id);
          set.reset();
        }}
      />
      <div className={styles.acts}>
        {slot ? (
          <Button
            kind="primary"
            size="lg"
            busy={set.isPending}
            icon={<IconCalendarCheck stroke={1.75} />}
            onClick={() =>
              set.mutate({
                kind,
                params: { id: reviewId },
                body: { offer_id: Number(slot.id), zone, lock_version: schedule.lock_version },
              })
            }
          >
            Set the call for {weekdayAndTime(slot.starts_at, zone)}
          </Button>
        ) : (
          <ButtonLink
            kind="primary"
            size="lg"
            href={page('choose-call-time')}
            icon={<IconCalendarEvent stroke={1.75} />}
          >
            {open.length > SHOWN ? `Choose from ${spelled(open.length)} times` : 'Choose a call time'}
          </ButtonLink>
        )}
        <ButtonLink kind="quiet" size="lg" href={page('choose-call-time')}>
          None of these can work
        </ButtonLink>
      </div>
    </div>
  );
}
