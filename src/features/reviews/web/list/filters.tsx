import {
  IconBuilding,
  IconCalendar,
  IconCircleDashed,
  IconSearch,
  IconStethoscope,
  IconUser,
  IconX,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { isRequesterSide } from '../../../../core/actor.ts';
import { query } from '../../../../ui/api/hooks.ts';
import { IconButton, TextButton } from '../../../../ui/parts/button.tsx';
import { FilterChip as Chip } from '../../../../ui/parts/chips.tsx';
import { StatusGlyph } from '../../../../ui/parts/status.tsx';
import { useViewer } from '../../../../ui/session/viewer.tsx';
import { dayOf } from '../../../../ui/time/format.ts';
import { useNow } from '../../../../ui/time/use-now.ts';
import { readFields, readSpecialties } from '../../contract.ts';
import { statusLook } from '../shared/face.ts';
import { FilterChip } from './filter-chip.tsx';
import { cleared, filtersOn, type ListSearch } from './search.ts';
import styles from './list.module.css';

/** A day some days from a day. */
export function plusDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T12:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}

/** The search field and the chips; each change goes to the address. */
export function Filters({
  search,
  onChange,
  completed,
}: {
  search: ListSearch;
  onChange: (search: ListSearch, replace?: boolean) => void;
  completed: boolean;
}) {
  return (
    <div className={styles.filters} role="search" aria-label="Filter reviews">
      <SearchField value={search.q} onChange={(q) => onChange({ ...search, q }, true)} />
      <Chips search={search} onChange={onChange} completed={completed} />
      {filtersOn(search) > 0 || search.q ? (
        <TextButton className={styles.clear} onClick={() => onChange(cleared(search))}>
          Clear
        </TextButton>
      ) : null}
    </div>
  );
}

/** Words are searched once typing rests; what the address says wins when it changes elsewhere. */
export function SearchField({ value, onChange }: { value: string; onChange: (q: string) => void }) {
  const [typed, setTyped] = useState(value);
  const sent = useRef(value);
  useEffect(() => {
    if (value !== sent.current) setTyped(value);
    sent.current = value;
  }, [value]);
  const send = useEffectEvent(onChange);
  useEffect(() => {
    if (typed === sent.current) return;
    const timer = setTimeout(() => {
      sent.current = typed;
      send(typed);
    }, 250);
    return () => clearTimeout(timer);
  }, [typed]);
  return (
    <span className={styles.search}>
      <IconSearch size={16} stroke={2} aria-hidden />
      <input
        type="search"
        aria-label="Search by name, number or expert"
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

export function Chips({
  search,
  onChange,
  completed,
}: {
  search: ListSearch;
  onChange: (search: ListSearch) => void;
  completed: boolean;
}) {
  const viewer = useViewer();
  const participant = viewer.kind !== 'attendee' && viewer.kind !== 'applicant_expert' && viewer.kind !== 'nobody';
  const fields = useQuery({ ...query(readFields, { query: {} }), enabled: participant, staleTime: 300_000 });
  const specialties = useQuery({ ...query(readSpecialties, {}), staleTime: 300_000 });
  const today = dayOf(useNow(60_000), viewer.time_zone);
  const wanted = completed ? ['completed', 'cancelled'] : ['draft', 'active'];
  const statuses = (fields.data?.statuses ?? []).filter((s) => wanted.includes(s.bucket));
  const organizations = fields.data?.organizations ?? [];
  const dues = [
    { value: 'overdue', label: 'Overdue' },
    { value: today, label: 'Today' },
    { value: plusDays(today, 1), label: 'Until tomorrow' },
    { value: plusDays(today, 7), label: 'Within 7 days' },
    { value: plusDays(today, 30), label: 'Within 30 days' },
  ];
  return (
    <>
      {statuses.length > 0 || search.status.length > 0 ? (
        <FilterChip
          icon={<IconCircleDashed size={16} stroke={1.75} aria-hidden />}
          label="Status"
          options={statuses.map(({ status }) => ({
            value: status.key,
            label: status.label,
            lead: <StatusGlyph {...statusLook(status)} />,
          }))}
          value={search.status}
          onChange={(status) => onChange({ ...search, status })}
        />
      ) : null}
      <FilterChip
        icon={<IconStethoscope size={16} stroke={1.75} aria-hidden />}
        label="Specialty"
        options={(specialties.data?.data ?? []).map((s) => ({ value: String(s.id), label: s.name }))}
        value={search.specialty.map(String)}
        onChange={(ids) => onChange({ ...search, specialty: ids.map(Number) })}
      />
      {completed ? null : (
        <FilterChip
          one
          icon={<IconCalendar size={16} stroke={1.75} aria-hidden />}
          label="Due"
          options={dues}
          value={search.due ? [search.due] : []}
          onChange={([due]) => onChange({ ...search, due: due ?? null })}
        />
      )}
      {organizations.length > 1 ? (
        <FilterChip
          icon={<IconBuilding size={16} stroke={1.75} aria-hidden />}
          label="Organization"
          options={organizations.map((o) => ({ value: String(o.id), label: o.name }))}
          value={search.organization.map(String)}
          onChange={(ids) => onChange({ ...search, organization: ids.map(Number) })}
        />
      ) : null}
      {isRequesterSide(viewer.kind) ? (
        <span className={styles.chip}>
          <Chip
            label="Requester"
            value={search.mine ? 'me' : null}
            icon={<IconUser size={16} stroke={1.75} aria-hidden />}
            onClick={() => onChange({ ...search, mine: !search.mine })}
            onClear={() => onChange({ ...search, mine: false })}
          />
        </span>
      ) : null}
    </>
  );
}
