import '@mantine/dates/styles.layer.css';
import { Popover } from '@mantine/core';
import { DatePicker } from '@mantine/dates';
import { Themed } from '../theme/themed.tsx';
import styles from './date-popover.module.css';

/** The calendar behind a date field, loaded when first opened. */
export default function DatePopover({
  label,
  value,
  min,
  max,
  onPick,
  onClose,
}: {
  label: string;
  value: string | null;
  min?: string | undefined;
  max?: string | undefined;
  onPick: (day: string | null) => void;
  onClose: () => void;
}) {
  return (
    <Themed>
      <Popover
        opened
        position="bottom-end"
        trapFocus
        returnFocus
        withinPortal={false}
        floatingStrategy="fixed"
        onDismiss={onClose}
        onChange={(opened) => {
          if (!opened) onClose();
        }}
      >
        <Popover.Target>
          <span className={styles.anchor} aria-hidden />
        </Popover.Target>
        <Popover.Dropdown aria-label={label}>
          <DatePicker
            value={value}
            {...(value ? { defaultDate: value } : {})}
            {...(min ? { minDate: min } : {})}
            {...(max ? { maxDate: max } : {})}
            firstDayOfWeek={0}
            highlightToday
            hideOutsideDates
            classNames={{
              day: styles.day ?? '',
              calendarHeaderLevel: styles.level ?? '',
              weekday: styles.weekday ?? '',
            }}
            onChange={onPick}
            ariaLabels={{
              previousMonth: 'Previous month',
              nextMonth: 'Next month',
              previousYear: 'Previous year',
              nextYear: 'Next year',
            }}
          />
        </Popover.Dropdown>
      </Popover>
    </Themed>
  );
}
