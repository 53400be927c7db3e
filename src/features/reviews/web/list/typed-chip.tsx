import { type ReactNode, useState } from 'react';
import { type Asked, type ChoicesEndpoint, useTyped } from '../../../../ui/form/use-choices.ts';
import { FilterChip, type FilterOption } from './filter-chip.tsx';
import styles from './list.module.css';

/** A filter by some of what may be thousands: where there are more than come at once, what is typed is looked for. */
export function TypedChip<E extends ChoicesEndpoint>({
  icon,
  label,
  from,
  before = [],
  value,
  onChange,
  ...asked
}: Asked & {
  icon: ReactNode;
  label: string;
  from: E;
  /** Options that stand above them. */
  before?: readonly FilterOption[];
  value: readonly string[];
  onChange: (value: string[]) => void;
}) {
  const ids = value.filter((id) => !before.some((one) => one.value === id));
  const [opened, setOpened] = useState(ids.length > 0);
  const { options, setTyped, isCut, isPending } = useTyped(from, asked, { value: ids, enabled: opened });
  return (
    <FilterChip
      icon={icon}
      label={label}
      options={[...before, ...options]}
      pending={isPending}
      value={value}
      onOpen={() => {
        setOpened(true);
        setTyped('');
      }}
      onSearch={setTyped}
      onChange={onChange}
    >
      {() => (isCut ? <p className={styles.chipNone}>There are more. Type a name to find them.</p> : null)}
    </FilterChip>
  );
}
