import { IconClockExclamation, IconInfoCircle, IconLock, IconUserX } from '@tabler/icons-react';
import { useId } from 'react';
import type { ReactNode } from 'react';
import {
  bothZones,
  dayOf,
  formatDay,
  formatTime,
  formatTimeRange,
  formatZonedRange,
  zoneCity,
  zoneShort,
} from '../time/format.ts';
import { cx } from './common.ts';
import styles from './slot-group.module.css';

export type Slot = {
  id: string;
  starts_at: string;
  ends_at: string;
  /** `taken` and `refused` stay in view, struck through, with their reason. */
  state?: 'open' | 'taken' | 'refused';
  reason?: string | undefined;
  notes?: { tone: 'warn' | 'info'; text: string }[] | undefined;
};

type Props = {
  label: string;
  slots: Slot[];
  value: string | null;
  onChange: (id: string) => void;
  zone: string;
  other?: { zone: string; city?: string | undefined } | undefined;
  path?: string;
  disabled?: boolean;
  locale?: string;
};

/** Everything one hears of a slot: weekday, date, time, zone, the other zone, and what speaks against it. */
function slotName(slot: Slot, { zone, other, locale }: Pick<Props, 'zone' | 'other' | 'locale'>): string {
  const where = { zone, ...(locale ? { locale } : {}) };
  const parts = [
    `${formatDay(dayOf(slot.starts_at, zone), { form: 'long', ...(locale ? { locale } : {}) })}, ` +
      formatZonedRange(slot.starts_at, slot.ends_at, where),
  ];
  if (other && other.zone !== zone) parts.push(otherWords(slot, zone, other, locale));
  if (slot.state === 'taken') parts.push(slot.reason ?? 'Just taken');
  if (slot.state === 'refused') parts.push(slot.reason ?? 'Not possible');
  for (const note of slot.notes ?? []) parts.push(note.text);
  return parts.join(', ');
}

function otherWords(slot: Slot, zone: string, other: { zone: string; city?: string | undefined }, locale?: string) {
  return bothZones(slot, {
    own: zone,
    other: other.zone,
    ...(other.city ? { otherCity: other.city } : {}),
    ...(locale ? { locale } : {}),
  }).other;
}

/** One slot as a radio card. The radio itself is the system's: arrow keys move, one tab stop for the group. */
function SlotCard({
  slot,
  group,
  compact,
  value,
  onChange,
  zone,
  other,
  disabled,
  locale,
}: Omit<Props, 'slots' | 'label'> & { slot: Slot; group: string; compact?: boolean }) {
  const closed = slot.state === 'taken' || slot.state === 'refused';
  const where = { zone, ...(locale ? { locale } : {}) };
  const chosen = value === slot.id;
  return (
    <label className={cx(styles.card, compact && styles.compact, chosen && styles.chosen, closed && styles.closed)}>
      <input
        type="radio"
        className={styles.radio}
        name={group}
        value={slot.id}
        checked={chosen}
        disabled={disabled || closed}
        aria-label={slotName(slot, { zone, other, ...(locale ? { locale } : {}) })}
        onChange={() => onChange(slot.id)}
      />
      {compact ? (
        <span className={styles.day}>
          {formatDay(dayOf(slot.starts_at, zone), { form: 'short', ...(locale ? { locale } : {}) })}
        </span>
      ) : null}
      <span className={styles.time}>
        {compact ? formatTime(slot.starts_at, where) : formatTimeRange(slot.starts_at, slot.ends_at, where)}
      </span>
      {closed ? (
        <span className={styles.reason}>
          {slot.state === 'taken' ? (
            <IconUserX size={13} stroke={2} aria-hidden />
          ) : (
            <IconLock size={13} stroke={2} aria-hidden />
          )}
          {slot.reason ?? (slot.state === 'taken' ? 'Just taken' : 'Not possible')}
        </span>
      ) : other && other.zone !== zone ? (
        <span className={styles.other}>
          {compact ? otherWords(slot, zone, other, locale).replace(' in ', ' ') : otherWords(slot, zone, other, locale)}
        </span>
      ) : null}
      {closed
        ? null
        : slot.notes?.map((note) => (
            <span key={note.text} className={cx(styles.note, styles[note.tone])}>
              {note.tone === 'warn' ? (
                <IconClockExclamation size={13} stroke={2} aria-hidden />
              ) : (
                <IconInfoCircle size={13} stroke={2} aria-hidden />
              )}
              {note.text}
            </span>
          ))}
    </label>
  );
}

/** Times to choose from, one column per day; days without times say why. On a phone the days stand under each other. */
export function SlotGroup({
  label,
  slots,
  emptyDays = [],
  path,
  ...rest
}: Props & { emptyDays?: { day: string; text: ReactNode }[] }) {
  const group = useId();
  const locale = rest.locale ? { locale: rest.locale } : {};
  const sorted = slots.toSorted((a, b) => a.starts_at.localeCompare(b.starts_at));
  const days = [
    ...new Set([...sorted.map((slot) => dayOf(slot.starts_at, rest.zone)), ...emptyDays.map((one) => one.day)]),
  ];
  days.sort((a, b) => a.localeCompare(b));
  return (
    <div className={styles.days} role="radiogroup" aria-label={label} data-path={path}>
      {days.map((day) => {
        const own = sorted.filter((slot) => dayOf(slot.starts_at, rest.zone) === day);
        const [weekday, date] = formatDay(day, { form: 'long', ...locale }).split(', ');
        return (
          <div key={day} className={cx(styles.column, own.length === 0 && styles.empty)}>
            <div className={styles.head}>
              <span className={styles.weekday}>{weekday}</span>
              <span className={styles.date}>{date}</span>
            </div>
            <div className={styles.slots}>
              {own.map((slot) => (
                <SlotCard key={slot.id} slot={slot} group={group} {...rest} />
              ))}
              {own.length === 0 ? (
                <p className={styles.none}>{emptyDays.find((one) => one.day === day)?.text}</p>
              ) : null}
            </div>
          </div>
        );
      })}
    </div>
  );
}

/** The same choice as one short row, as inside what-next: day, start, the other zone. */
export function SlotRow({ label, slots, path, ...rest }: Props) {
  const group = useId();
  return (
    <div className={styles.row} role="radiogroup" aria-label={label} data-path={path}>
      {slots.map((slot) => (
        <SlotCard key={slot.id} slot={slot} group={group} compact {...rest} />
      ))}
    </div>
  );
}

/** Two zones side by side above the slots: whose time is shown large, and how far the other is. */
export function ZonePair({
  entries,
}: {
  entries: { avatar: ReactNode; name: string; city?: string | undefined; zone: string; at: string; note?: string }[];
}) {
  return (
    <div className={styles.zones}>
      {entries.map((entry) => (
        <div key={entry.name} className={styles.zone}>
          {entry.avatar}
          <span>
            <b>{entry.name}</b>{' '}
            <span className={styles.zoneWords}>
              {[entry.city ?? zoneCity(entry.zone), zoneShort(entry.at, { zone: entry.zone }), entry.note]
                .filter(Boolean)
                .join(', ')}
            </span>
          </span>
        </div>
      ))}
    </div>
  );
}
