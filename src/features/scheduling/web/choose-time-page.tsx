import { fullName } from '../../../core/names.ts';
import { capital, spelled, spelledPlural } from '../../../core/phrases.ts';
import { IconCalendarX, IconRefresh, IconWorld } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { KINDS, type Kind } from '../../../core/kinds.ts';
import { queryKey, useCommand } from '../../../ui/api/hooks.ts';
import { SelectField } from '../../../ui/form/select-field.tsx';
import { Button } from '../../../ui/parts/button.tsx';
import { TextLink } from '../../../ui/parts/link.tsx';
import { InlineNotice } from '../../../ui/parts/notice.tsx';
import { PageHeader, SectionHead } from '../../../ui/parts/page-header.tsx';
import { SideAvatar } from '../../../ui/parts/side-avatar.tsx';
import { SlotGroup, ZonePair } from '../../../ui/parts/slot-group.tsx';
import { toastDone } from '../../../ui/parts/toast.tsx';
import { reviewHref, useReviewRoute } from '../../../ui/session/review-route.ts';
import { useViewer } from '../../../ui/session/viewer.tsx';
import { formatDay, zoneCity, zoneDistance } from '../../../ui/time/format.ts';
import { useNow } from '../../../ui/time/use-now.ts';
import { type OfferView, type ScheduleView, schedulingEndpoints } from '../contract.ts';
import { ChosenTime } from './chosen-time.tsx';
import { NothingToChoose } from './nothing-to-choose.tsx';
import { byWeek, emptyDays, openSlots, slotsOf } from './offer-slots.ts';
import { ReasonForm } from './reason-form.tsx';
import { ScheduleGate } from './schedule-gate.tsx';
import { TOUCHED } from './use-schedule.ts';
import { WhoJoins } from './who-joins.tsx';
import { weekdayAndTime } from './call-labels.ts';
import styles from './choose-time.module.css';

/** The requester sets the call for one of the times the expert offers, or says that none can work. */
export function ChooseCallTimePage() {
  const { kind, reviewId } = useReviewRoute();
  return (
    <ScheduleGate kind={kind} reviewId={reviewId}>
      {(schedule) =>
        schedule.can.choose ? (
          <Choice kind={kind} schedule={schedule} />
        ) : (
          <NothingToChoose kind={kind} schedule={schedule} />
        )
      }
    </ScheduleGate>
  );
}

/** Offers that stood here and are gone from the server's answer, so that nothing vanishes under the reader's eyes. */
function useSeen(offers: readonly OfferView[]): OfferView[] {
  const [seen, setSeen] = useState<readonly OfferView[]>(offers);
  const fresh = offers.filter((o) => !seen.some((s) => s.id === o.id));
  if (fresh.length > 0) setSeen([...seen, ...fresh]);
  return seen.filter((s) => !offers.some((o) => o.id === s.id));
}

function Choice({ kind, schedule }: { kind: Kind; schedule: ScheduleView }) {
  const viewer = useViewer();
  const navigate = useNavigate();
  const client = useQueryClient();
  const now = useNow(60_000);
  const [zone, setZone] = useState(viewer.time_zone);
  const [changingZone, setChangingZone] = useState(false);
  const [chosen, setChosen] = useState<string | null>(null);
  const [refusing, setRefusing] = useState(false);
  const refuseButton = useRef<HTMLButtonElement>(null);
  const gone = useSeen(schedule.offers);
  const slots = slotsOf(schedule.offers, { zone, neededBy: schedule.needed_by, gone });
  const open = openSlots(slots);
  const slot = open.find((s) => s.id === chosen) ?? null;
  const expert = schedule.expert;
  const expertName = expert?.label ?? 'the expert';
  const review = reviewHref(kind, schedule.review_id);
  const params = { id: schedule.review_id };

  // chosen, and ended while the page is open: said at once, the rest stays as it is
  const lost = chosen !== null && slot === null;

  const set = useCommand(schedulingEndpoints.choose, {
    refresh: TOUCHED,
    onSuccess: () => {
      if (slot) toastDone(`Call set for ${weekdayAndTime(slot.starts_at, zone)}.`);
      void navigate({ to: review });
    },
    // a lost race or a review that moved on: show how it stands now
    onError: () => void client.invalidateQueries({ queryKey: queryKey(schedulingEndpoints.read) }),
  });
  const noneFit = useCommand(schedulingEndpoints.noneFit, {
    refresh: TOUCHED,
    onSuccess: () => {
      toastDone(`${capital(expertName)} was asked for other times.`);
      void navigate({ to: review });
    },
  });

  const taken = set.error?.code === 'slot_taken' || lost;
  const group = { label: 'Times on offer', zone, path: 'offer_id' };
  const other = expert ? { zone: expert.zone, ...(expert.city ? { city: expert.city } : {}) } : undefined;
  const at = slots[0]?.starts_at ?? new Date(now).toISOString();
  const weeks = byWeek(slots, zone);

  return (
    <div className={styles.page}>
      <div className={styles.times}>
        <PageHeader
          crumbs={[
            { label: KINDS[kind].label, href: KINDS[kind].list_path },
            { label: `${schedule.number} ${schedule.subject}`.trim(), href: review },
            { label: 'Choose a call time' },
          ]}
          title={`When should the call with ${expertName} be?`}
          lead={`${schedule.duration_minutes} minutes. ${capital(spelledPlural(open.length, 'time is', 'times are'))} on offer. Choose one, or say that none of them can work.`}
        />
        <div className={styles.zones}>
          <ZonePair
            entries={[
              {
                avatar: <SideAvatar name={fullName(viewer)} seat={viewer.side} />,
                name: 'Your time',
                zone,
                at,
              },
              ...(expert
                ? [
                    {
                      avatar: <SideAvatar name={expert.name} seat="expert" />,
                      name: 'Expert’s time',
                      zone: expert.zone,
                      at,
                      note: zoneDistance(at, zone, expert.zone),
                      ...(expert.city ? { city: expert.city } : {}),
                    },
                  ]
                : []),
            ]}
          />
          <Button
            kind="quiet"
            icon={<IconWorld stroke={1.75} />}
            aria-expanded={changingZone}
            onClick={() => setChangingZone(!changingZone)}
          >
            Change my time zone
          </Button>
        </div>
        {changingZone ? (
          <div className={styles.zoneField}>
            <SelectField
              path="zone"
              label="Show my times in"
              help="For this choice only. Your own zone stays as it is."
              options={zoneOptions()}
              searchable
              value={zone}
              onChange={(next) => setZone(next ?? viewer.time_zone)}
            />
          </div>
        ) : null}
        {taken ? (
          <InlineNotice kind="conflict" title={set.error?.code === 'slot_taken' ? 'Just taken.' : 'This time is gone.'}>
            {open.length === 0
              ? `None of the times is open anymore. Say below what would work, and ${expertName} offers others.`
              : open.length === 1
                ? 'This one is still free.'
                : `These ${spelled(open.length)} are still free.`}
          </InlineNotice>
        ) : null}
        {weeks.map((week) => (
          <div key={week.monday} className={styles.week}>
            {weeks.length > 1 ? (
              <h2 className={styles.weekTitle}>Week of {formatDay(week.monday, { form: 'long' }).split(', ')[1]}</h2>
            ) : null}
            <SlotGroup
              {...group}
              {...(weeks.length > 1 ? { label: `Times in the week of ${formatDay(week.monday)}` } : {})}
              slots={week.slots}
              {...(other ? { other } : {})}
              value={slot?.id ?? null}
              disabled={set.isPending}
              emptyDays={emptyDays(week.slots, zone).map((day) => ({ day, text: 'No times offered.' }))}
              onChange={(id) => {
                setChosen(id);
                set.reset();
              }}
            />
          </div>
        ))}
        <p className={styles.watch}>
          <IconRefresh size={15} stroke={1.75} aria-hidden />
          <span>
            If someone takes a time while you look, this page shows it at once.{' '}
            <TextLink href={reviewHref(kind, schedule.review_id, 'availability-calendar')}>
              See them beside your own calendar
            </TextLink>
          </span>
        </p>
      </div>

      <aside className={styles.rail} aria-label="The call you are setting">
        <ChosenTime
          slot={slot}
          zone={zone}
          schedule={schedule}
          busy={set.isPending}
          error={set.error?.code === 'slot_taken' ? null : set.error}
          onSet={() => {
            if (slot)
              set.mutate({
                kind,
                params,
                body: { offer_id: Number(slot.id), zone, lock_version: schedule.lock_version },
              });
          }}
        />
      </aside>

      <div className={styles.more}>
        <section aria-labelledby="nothing-fits">
          <SectionHead id="nothing-fits" level={3} title="Nothing fits?" />
          {refusing ? (
            <ReasonForm
              label="What would work?"
              help={`${capital(expertName)} reads this and offers other times. The ones above are taken back.`}
              submit="Ask for other times"
              cancel="Keep these times"
              busy={noneFit.isPending}
              error={noneFit.error}
              what="The request could not be sent."
              onSubmit={(reason) => noneFit.mutate({ kind, params, body: { reason } })}
              onClose={() => {
                setRefusing(false);
                requestAnimationFrame(() => refuseButton.current?.focus());
              }}
            />
          ) : (
            <>
              <p className={styles.lead}>Say what would. New times usually come within a day.</p>
              <Button ref={refuseButton} icon={<IconCalendarX stroke={1.75} />} onClick={() => setRefusing(true)}>
                None of these can work
              </Button>
            </>
          )}
        </section>
        <section aria-labelledby="who-joins">
          <SectionHead id="who-joins" level={3} title="Who joins" />
          <WhoJoins kind={kind} schedule={schedule} />
        </section>
      </div>
    </div>
  );
}

let zones: { value: string; label: string }[] | null = null;
function zoneOptions(): { value: string; label: string }[] {
  zones ??= Intl.supportedValuesOf('timeZone').map((value) => ({ value, label: `${zoneCity(value)} (${value})` }));
  return zones;
}
