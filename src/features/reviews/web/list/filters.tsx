import { readSpecialties } from '../../../experts/contract/specialties.ts';
import {
  IconCalendarEvent,
  IconCircleDashed,
  IconPlus,
  IconSearch,
  IconStethoscope,
  IconUser,
  IconX,
} from '@tabler/icons-react';
import { useQueries, useQuery } from '@tanstack/react-query';
import { startTransition, Suspense, useEffect, useEffectEvent, useOptimistic, useRef, useState } from 'react';
import { isRequesterSide, isStaff, seesPrices, sideOf } from '../../../../core/actor.ts';
import { KIND_NAMES, type Kind, firstKind } from '../../../../core/kinds.ts';
import { query } from '../../../../ui/api/hooks.ts';
import { IconButton, TextButton } from '../../../../ui/parts/button.tsx';
import { FilterChip as Chip } from '../../../../ui/parts/chips.tsx';
import { Flyout } from '../../../../ui/parts/flyout.tsx';
import { lazyPart } from '../../../../ui/parts/lazy-part.tsx';
import { StatusGlyph } from '../../../../ui/parts/status.tsx';
import { painted } from '../../../../ui/parts/painted.ts';
import { useMedia } from '../../../../ui/parts/use-media.ts';
import { useViewer } from '../../../../ui/session/viewer.tsx';
import { dayOf } from '../../../../ui/time/format.ts';
import { useNow } from '../../../../ui/time/use-now.ts';
import { readFields, requesterOptions } from '../../contract.ts';
import { TYPE_FIELDS } from '../../rules/list.ts';
import { statusDisplay } from '../shared/status-display.ts';
import { FilterChip } from './filter-chip.tsx';
import { cleared, filtersOn, type ListSearch, MORE, type More } from './search.ts';
import { TypedChip } from './typed-chip.tsx';
import { useLeaving } from '../../../../ui/parts/use-leaving.ts';
import styles from './list.module.css';

/** Where the chips stand in a sheet instead of beside the search. */
export const PHONE = '(width < 600px)';

/** A day some days from a day. */
function plusDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T12:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}

/** The search field and the chips; each change goes to the address. */
export function Filters({
  search,
  onChange,
  ...more
}: Omit<ChipsProps, 'onChange'> & { onChange: (search: ListSearch, replace?: boolean) => void }) {
  const phone = useMedia(PHONE);
  return (
    <div className={styles.filters} role="search" aria-label="Filter reviews">
      <SearchField value={search.q} onChange={(q) => onChange({ ...search, q }, true)} />
      {phone ? <ChoicesAhead kind={more.kind} /> : <Chips search={search} onChange={onChange} {...more} />}
      {!phone && (filtersOn(search) > 0 || search.q) ? (
        <TextButton className={styles.clear} onClick={() => onChange(cleared(search))}>
          Clear
        </TextButton>
      ) : null}
    </div>
  );
}

/** Words are searched once typing rests; what the address says wins when it changes elsewhere. */
function SearchField({ value, onChange }: { value: string; onChange: (q: string) => void }) {
  const [typed, setTyped] = useState(value);
  const sent = useRef(value);
  useEffect(() => {
    if (value !== sent.current) setTyped(value);
    sent.current = value;
  }, [value]);
  const leaving = useLeaving();
  const send = useEffectEvent(onChange);
  useEffect(() => {
    if (typed === sent.current || leaving) return;
    const timer = setTimeout(() => {
      sent.current = typed;
      send(typed);
    }, 250);
    return () => clearTimeout(timer);
  }, [typed, leaving]);
  return (
    <span className={styles.search}>
      <IconSearch size={16} stroke={2} aria-hidden />
      <input
        type="search"
        aria-label="Search by number, name, question or expert"
        placeholder="Name, number or expert"
        value={typed}
        maxLength={200}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && typed !== '') setTyped('');
        }}
      />
      {typed ? (
        <IconButton label="Clear the search" onClick={() => setTyped('')}>
          <IconX size={14} stroke={2} />
        </IconButton>
      ) : null}
    </span>
  );
}

const isSet = (search: ListSearch, name: More): boolean => {
  const value = search[name];
  return typeof value === 'boolean' ? value : value.length > 0;
};

/** Each once, the first of those that are the same. */
const once = <T, K>(values: readonly T[], key: (value: T) => K): T[] =>
  [...new Map(values.toReversed().map((value) => [key(value), value])).values()].toReversed();
const icon = { size: 16, stroke: 1.75, 'aria-hidden': true } as const;

const MoreChips = lazyPart(async () => ({ default: (await import('./more-filters.tsx')).MoreChips }), 'nothing');
const DueRange = lazyPart(async () => ({ default: (await import('./more-filters.tsx')).DueRange }), 'nothing');

interface ChipsProps {
  search: ListSearch;
  onChange: (search: ListSearch) => void;
  completed: boolean;
  kind: Kind | null;
}

/** Outside of the component, so that it is worked out only when an answer comes. */
const answered = <T,>(all: readonly { data: T | undefined }[]): T[] =>
  all.flatMap(({ data }) => (data === undefined ? [] : [data]));

/** What there is to choose from: asked once, kept while the page is used. */
function useChoices(kind: Kind | null) {
  const viewer = useViewer();
  const participant = sideOf(viewer.kind) !== null;
  // over all kinds: what any of them has
  const fields = useQueries({
    queries: (kind ? [kind] : KIND_NAMES).map((one) => ({
      ...query(readFields, { kind: one, query: {} }),
      enabled: participant,
      staleTime: 300_000,
    })),
    combine: answered,
  });
  const specialties = useQuery({ ...query(readSpecialties, {}), staleTime: 300_000 });
  return { participant, fields, specialties };
}

/** On a phone the choices are there before the sheet is opened. */
function ChoicesAhead({ kind }: { kind: Kind | null }) {
  useChoices(kind);
  return null;
}

export function Chips({
  search: settled,
  onChange: settle,
  completed,
  kind,
  all = false,
}: ChipsProps & { all?: boolean }) {
  // a chip shows at once what was pressed; the address, and with it the list, follows once that was painted
  const [search, press] = useOptimistic(settled);
  const onChange = (next: ListSearch): void =>
    startTransition(async () => {
      press(next);
      await painted();
      settle(next);
    });
  const viewer = useViewer();
  const orders = isRequesterSide(viewer.kind) || isStaff(viewer.kind);
  const { participant, fields, specialties } = useChoices(kind);
  const [asked, setAsked] = useState<readonly More[]>([]);
  const today = dayOf(useNow(60_000), viewer.time_zone);
  const wanted = completed ? ['completed', 'cancelled'] : ['draft', 'active'];
  const statuses = once(
    fields.flatMap((one) => one.statuses).filter((s) => wanted.includes(s.bucket)),
    ({ status }) => status.key,
  );
  const types = once(
    fields.flatMap((one) => {
      const field = one.sections.flatMap((section) => section.fields).find(({ key }) => TYPE_FIELDS.has(key));
      return one.options[field?.options ?? ''] ?? [];
    }),
    ({ value }) => value,
  );
  const states = fields[0]?.options['states'] ?? [];
  const dues = [
    { value: 'overdue', label: 'Overdue' },
    { value: today, label: 'Today' },
    { value: plusDays(today, 1), label: 'Until tomorrow' },
    { value: plusDays(today, 7), label: 'Within 7 days' },
    { value: plusDays(today, 30), label: 'Within 30 days' },
  ];
  const can: Readonly<Record<More, boolean>> = {
    ball: !completed,
    expert: orders,
    state: participant,
    type: types.length > 0 || search.type.length > 0,
    organization: fields.some((one) => one.for_others) || search.organization.length > 0,
    billing: seesPrices(viewer.kind),
    expedited: true,
    attention:
      participant && !completed && fields.some(({ organization }) => organization === null || organization.attention),
  };
  const names = (Object.keys(MORE) as More[]).filter((name) => can[name]);
  const shown = names.filter((name) => all || asked.includes(name) || isSet(search, name));
  const rest = names.filter((name) => !shown.includes(name));
  return (
    <>
      {participant ? (
        <FilterChip
          icon={<IconCircleDashed {...icon} />}
          label="Status"
          options={statuses.map(({ status }) => ({
            value: status.key,
            label: status.label,
            lead: <StatusGlyph {...statusDisplay(status)} />,
          }))}
          value={search.status}
          onChange={(status) => onChange({ ...search, status })}
        />
      ) : null}
      <FilterChip
        icon={<IconStethoscope {...icon} />}
        label="Specialty"
        options={(specialties.data?.data ?? []).map((s) => ({ value: String(s.id), label: s.name }))}
        value={search.specialty.map(String)}
        onChange={(ids) => onChange({ ...search, specialty: ids.map(Number) })}
      />
      {completed ? null : (
        <FilterChip
          one
          icon={<IconCalendarEvent {...icon} />}
          label="Due"
          options={dues}
          value={search.due ? [search.due] : []}
          from={search.from}
          onChange={([due]) => onChange({ ...search, due: due ?? null, from: null })}
        >
          {(close) => (
            <Suspense fallback={null}>
              <DueRange
                from={search.from}
                to={search.due === 'overdue' ? null : search.due}
                onChoose={(from, due) => {
                  onChange({ ...search, from, due });
                  close();
                }}
              />
            </Suspense>
          )}
        </FilterChip>
      )}
      {orders ? (
        <TypedChip
          icon={<IconUser {...icon} />}
          label="Requester"
          from={requesterOptions}
          kind={kind ?? firstKind()}
          asked={{ but: 'me' }}
          before={isRequesterSide(viewer.kind) ? [{ value: 'me', label: 'me' }] : []}
          value={search.requester}
          onChange={(requester) => onChange({ ...search, requester })}
        />
      ) : null}
      {shown.length > 0 ? (
        <Suspense fallback={null}>
          <MoreChips names={shown} search={search} onChange={onChange} states={states} types={types} kind={kind} />
        </Suspense>
      ) : null}
      {rest.length > 0 ? (
        <span className={styles.chip}>
          <Flyout
            label="More filters"
            renderButton={(button) => <Chip label="More" icon={<IconPlus {...icon} />} opens={button} />}
          >
            {(close) =>
              rest.map((name) => (
                <button
                  key={name}
                  type="button"
                  className={styles.chipMore}
                  onClick={() => {
                    close();
                    if (name === 'expedited' || name === 'attention') onChange({ ...search, [name]: true });
                    else setAsked([...asked, name]);
                  }}
                >
                  {MORE[name]}
                </button>
              ))
            }
          </Flyout>
        </span>
      ) : null}
    </>
  );
}
