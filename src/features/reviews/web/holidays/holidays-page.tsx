import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { plural } from '../../../../core/phrases.ts';
import { US_STATES } from '../../../../core/us-states.ts';
import { Failure } from '../../../../ui/api/failure.tsx';
import { query, useCommand } from '../../../../ui/api/hooks.ts';
import { SelectField } from '../../../../ui/form/select-field.tsx';
import { DeskBar, DeskChoice } from '../../../../ui/parts/desk-bar.tsx';
import { Button } from '../../../../ui/parts/button.tsx';
import { ConfirmDialog } from '../../../../ui/parts/confirm-dialog.tsx';
import { SkeletonRows } from '../../../../ui/parts/empty.tsx';
import { PageHeader, SectionHead } from '../../../../ui/parts/page-header.tsx';
import { RuledList, RuledRow } from '../../../../ui/parts/ruled-list.tsx';
import { toastDone } from '../../../../ui/parts/toast.tsx';
import { useViewer } from '../../../../ui/session/viewer.tsx';
import { Page } from '../../../../ui/shell/layouts.tsx';
import { dayOf, formatDay, formatInstant } from '../../../../ui/time/format.ts';
import { useNow } from '../../../../ui/time/use-now.ts';
import { type HolidayCalendar, holidayEndpoints } from '../../contract/holidays.ts';
import { HOLIDAY_YEARS } from '../../rules/holiday-place.ts';
import { AddHoliday } from './add-holiday.tsx';
import styles from './holidays.module.css';

type Day = HolidayCalendar['days'][number];
type StateCode = (typeof US_STATES)[number][0];

const SORTS = {
  federal: 'Federal holiday',
  state: 'By the state’s law',
  added: 'Added by staff',
  not_kept: 'Federal, but a business day here',
} as const;

const YEARS = Array.from({ length: HOLIDAY_YEARS.last - HOLIDAY_YEARS.first + 1 }, (_, i) => ({
  value: String(HOLIDAY_YEARS.first + i),
  label: String(HOLIDAY_YEARS.first + i),
}));

/** The calendar of holidays by year and state, and the days staff added to it. */
export function HolidaysPage() {
  const search: Record<string, unknown> = useSearch({ strict: false });
  const navigate = useNavigate();
  const { time_zone: zone } = useViewer();
  const now = useNow(60_000);
  const [adding, setAdding] = useState(false);
  const [removing, setRemoving] = useState<Day | null>(null);
  const thisYear = Number(dayOf(now, zone).slice(0, 4));
  const year = Number(YEARS.find(({ value }) => value === String(search['year']))?.value ?? thisYear);
  const state = US_STATES.find(([code]) => code === search['state'])?.[0] ?? null;
  const read = useQuery(query(holidayEndpoints.calendar, { query: { year, ...(state === null ? {} : { state }) } }));
  const remove = useCommand(holidayEndpoints.remove, { refresh: [holidayEndpoints.calendar] });
  const view = read.data;
  const go = (next: { year: number; state: StateCode | null }) =>
    void navigate({
      to: '/admin/holidays',
      search: {
        ...(next.year === thisYear ? {} : { year: next.year }),
        ...(next.state === null ? {} : { state: next.state }),
      },
      replace: true,
    });
  return (
    <Page width="wide">
      <PageHeader
        title="Holidays"
        lead="Days on which business days do not count: due times, expedited invitations and office hours go by them."
        actions={
          view?.add.allowed ? (
            <Button kind="primary" icon={<IconPlus stroke={2} />} onClick={() => setAdding(true)}>
              Add a day
            </Button>
          ) : null
        }
      />
      <DeskBar>
        <DeskChoice>
          <SelectField
            path="year"
            label="Year"
            value={String(year)}
            options={YEARS}
            searchable={false}
            onChange={(value) => go({ year: Number(value ?? thisYear), state })}
          />
        </DeskChoice>
        <DeskChoice>
          <SelectField
            path="state"
            label="State of the review"
            value={state}
            clearable
            placeholder="Federal days alone"
            options={US_STATES.map(([value, label]) => ({ value, label }))}
            onChange={(value) => go({ year, state: US_STATES.find(([code]) => code === value)?.[0] ?? null })}
          />
        </DeskChoice>
      </DeskBar>
      {read.isPending ? <SkeletonRows rows={8} columns={[30, 40]} height={48} label="Loading the calendar" /> : null}
      <Failure error={read.error} what="The calendar could not be loaded." onRetry={() => void read.refetch()} />
      {view ? (
        <>
          <p className={styles.quiet}>
            {plural(view.days.filter(({ sort }) => sort !== 'not_kept').length, 'day')} in {view.year}
            {view.statute === null ? '.' : `. The state’s own: ${view.statute}.`}
          </p>
          <RuledList label="Days">
            {view.days.map((day) => (
              <DayRow key={`${day.day} ${day.added?.id}`} day={day} onRemove={() => setRemoving(day)} />
            ))}
          </RuledList>
          <TakenBack view={view} />
        </>
      ) : null}
      {adding ? <AddHoliday state={state} onClose={() => setAdding(false)} /> : null}
      <ConfirmDialog
        open={removing !== null}
        onClose={() => setRemoving(null)}
        title="Take this day back?"
        confirmLabel="Take it back"
        cancelLabel="Keep it"
        onConfirm={async () => {
          if (removing?.added) await remove.mutateAsync({ params: { id: removing.added.id } });
          setRemoving(null);
          toastDone('It is a business day again.');
        }}
      >
        <p>
          {removing ? `${formatDay(removing.day)}, ${removing.name}. ` : ''}What is counted from now on counts it as a
          business day. Due times already set stay as they are.
        </p>
      </ConfirmDialog>
    </Page>
  );
}

function DayRow({ day, onRemove }: { day: Day; onRemove: () => void }) {
  const { time_zone: zone } = useViewer();
  const now = useNow(60_000);
  const { added } = day;
  return (
    <RuledRow
      title={`${formatDay(day.day)} · ${day.name}`}
      lines={[
        added
          ? `${SORTS.added}, ${added.everywhere ? 'everywhere' : 'in the state'}: ${added.by}, ${formatInstant(added.at, { zone, now })}`
          : SORTS[day.sort],
      ]}
      actions={added?.remove.allowed ? <Button onClick={onRemove}>Take back</Button> : null}
    />
  );
}

function TakenBack({ view }: { view: HolidayCalendar }) {
  const { time_zone: zone } = useViewer();
  const now = useNow(60_000);
  if (view.taken_back.length === 0) return null;
  return (
    <section className={styles.part} aria-labelledby="taken-back">
      <SectionHead id="taken-back" title="Taken back" />
      <RuledList label="Taken back">
        {view.taken_back.map((one) => (
          <RuledRow
            key={one.id}
            title={`${formatDay(one.day)} · ${one.reason}`}
            lines={[`${one.state ?? 'Everywhere'}. Taken back by ${one.by}, ${formatInstant(one.at, { zone, now })}`]}
          />
        ))}
      </RuledList>
    </section>
  );
}
