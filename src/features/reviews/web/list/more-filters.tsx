import {
  IconAlertTriangle,
  IconBolt,
  IconBuilding,
  IconCircleDot,
  IconMapPin,
  IconTag,
  IconUserHeart,
} from '@tabler/icons-react';
import { type ReactNode, useId, useState } from 'react';
import type { Kind } from '../../../../core/kinds.ts';
import { Button } from '../../../../ui/parts/button.tsx';
import { FilterChip as Chip } from '../../../../ui/parts/chips.tsx';
import { organizationChoices } from '../../../organizations/contract/choices.ts';
import { expertOptions } from '../../contract.ts';
import { BILLING_STATUS_WORDS, BILLING_STATUSES } from '../../rules/billing-status.ts';
import { FilterChip, type FilterOption } from './filter-chip.tsx';
import { type Holder, HOLDERS, type ListSearch, MORE, type More } from './search.ts';
import { TypedChip } from './typed-chip.tsx';
import styles from './list.module.css';

const HOLDER_WORDS: Readonly<Record<Holder, string>> = {
  requester: 'The requester',
  staff: 'Peritus',
  expert: 'The expert',
  nobody: 'No one, it is on hold',
};
const icon = { size: 16, stroke: 1.75, 'aria-hidden': true } as const;

/** The chips of the filters that were asked for. */
export function MoreChips({
  names,
  search,
  onChange,
  states,
  types,
  kind,
}: {
  names: readonly More[];
  search: ListSearch;
  onChange: (search: ListSearch) => void;
  states: readonly FilterOption[];
  types: readonly FilterOption[];
  kind: Kind | null;
}) {
  const toggle = (name: 'expedited' | 'attention') => (
    <span key={name} className={styles.chip}>
      <Chip
        label={MORE[name]}
        value={search[name] ? 'yes' : null}
        icon={name === 'expedited' ? <IconBolt {...icon} /> : <IconAlertTriangle {...icon} />}
        onClick={() => onChange({ ...search, [name]: !search[name] })}
        onClear={() => onChange({ ...search, [name]: false })}
      />
    </span>
  );
  const more: Readonly<Record<More, ReactNode>> = {
    ball: (
      <FilterChip
        key="ball"
        icon={<IconCircleDot {...icon} />}
        label={MORE.ball}
        options={HOLDERS.map((value) => ({ value, label: HOLDER_WORDS[value] }))}
        value={search.ball}
        onChange={(ball) => onChange({ ...search, ball: ball as Holder[] })}
      />
    ),
    expert: (
      <TypedChip
        key="expert"
        icon={<IconUserHeart {...icon} />}
        label={MORE.expert}
        from={expertOptions}
        value={search.expert.map(String)}
        onChange={(ids) => onChange({ ...search, expert: ids.map(Number) })}
      />
    ),
    state: (
      <FilterChip
        key="state"
        icon={<IconMapPin {...icon} />}
        label={MORE.state}
        options={states}
        value={search.state}
        onChange={(state) => onChange({ ...search, state })}
      />
    ),
    type: (
      <FilterChip
        key="type"
        icon={<IconTag {...icon} />}
        label={MORE.type}
        options={types}
        value={search.type}
        onChange={(type) => onChange({ ...search, type })}
      />
    ),
    organization: (
      <TypedChip
        key="organization"
        icon={<IconBuilding {...icon} />}
        label={MORE.organization}
        from={organizationChoices}
        asked={kind ? { uses: kind } : {}}
        value={search.organization.map(String)}
        onChange={(ids) => onChange({ ...search, organization: ids.map(Number) })}
      />
    ),
    billing: (
      <FilterChip
        key="billing"
        icon={<IconTag {...icon} />}
        label={MORE.billing}
        options={BILLING_STATUSES.map((value) => ({ value, label: BILLING_STATUS_WORDS[value] }))}
        value={search.billing}
        onChange={(billing) => onChange({ ...search, billing })}
      />
    ),
    expedited: toggle('expedited'),
    attention: toggle('attention'),
  };
  return <>{names.map((name) => more[name])}</>;
}

/** Two days between which something is due; either may be left open. */
export function DueRange({
  from,
  to,
  onChoose,
}: {
  from: string | null;
  to: string | null;
  onChoose: (from: string | null, to: string | null) => void;
}) {
  const base = useId();
  const [first, setFirst] = useState(from ?? '');
  const [last, setLast] = useState(to ?? '');
  const wrong = first !== '' && last !== '' && first > last;
  return (
    <form
      className={styles.range}
      onSubmit={(event) => {
        event.preventDefault();
        if (!wrong) onChoose(first || null, last || null);
      }}
    >
      <label htmlFor={`${base}from`}>From</label>
      <input id={`${base}from`} type="date" value={first} onChange={(event) => setFirst(event.currentTarget.value)} />
      <label htmlFor={`${base}to`}>To</label>
      <input
        id={`${base}to`}
        type="date"
        value={last}
        aria-invalid={wrong || undefined}
        aria-describedby={wrong ? `${base}wrong` : undefined}
        onChange={(event) => setLast(event.currentTarget.value)}
      />
      {wrong ? (
        <p id={`${base}wrong`} className={styles.rangeWrong}>
          The last day comes before the first.
        </p>
      ) : null}
      <Button size="sm" type="submit">
        Show these days
      </Button>
    </form>
  );
}
