import {
  IconAlertTriangle,
  IconBolt,
  IconBuilding,
  IconCircleDot,
  IconMapPin,
  IconTag,
  IconUserHeart,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useDeferredValue, useId, useState } from 'react';
import type { Kind } from '../../../../core/kinds.ts';
import { query } from '../../../../ui/api/hooks.ts';
import { useChoices } from '../../../../ui/form/choice-field.tsx';
import { Button } from '../../../../ui/parts/button.tsx';
import { FilterChip as Chip } from '../../../../ui/parts/chips.tsx';
import { organizationChoices } from '../../../organizations/contract/choices.ts';
import { expertOptions } from '../../contract.ts';
import { FilterChip, type FilterOption } from './filter-chip.tsx';
import { type Holder, HOLDERS, type ListSearch, MORE, type More } from './search.ts';
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
    expert: <ExpertChip key="expert" value={search.expert} onChange={(expert) => onChange({ ...search, expert })} />,
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
      <OrganizationChip
        key="organization"
        kind={kind}
        value={search.organization}
        onChange={(organization) => onChange({ ...search, organization })}
      />
    ),
    expedited: toggle('expedited'),
    attention: toggle('attention'),
  };
  return <>{names.map((name) => more[name])}</>;
}

/** Experts who accepted; asked for once the choice is opened. */
function ExpertChip({ value, onChange }: { value: readonly number[]; onChange: (value: number[]) => void }) {
  const [opened, setOpened] = useState(value.length > 0);
  const experts = useQuery({ ...query(expertOptions, {}), enabled: opened, staleTime: 60_000 });
  return (
    <FilterChip
      icon={<IconUserHeart {...icon} />}
      label="Expert"
      options={(experts.data?.data ?? []).map((one) => ({ value: String(one.id), label: one.name }))}
      pending={experts.isPending}
      value={value.map(String)}
      onOpen={() => setOpened(true)}
      onChange={(ids) => onChange(ids.map(Number))}
    />
  );
}

/** Organizations that have the kind; where they are more than come at once, what is typed is looked for. */
function OrganizationChip({
  kind,
  value,
  onChange,
}: {
  kind: Kind | null;
  value: readonly number[];
  onChange: (value: number[]) => void;
}) {
  const [opened, setOpened] = useState(value.length > 0);
  const [typed, setTyped] = useState('');
  const words = useDeferredValue(typed.trim());
  const asked = kind ? { uses: kind } : {};
  const first = useChoices(organizationChoices, asked, opened);
  const isMany = first?.more ?? false;
  const looksFor = isMany && words !== '';
  const found = useChoices(organizationChoices, { ...asked, q: words }, looksFor);
  const out = first ? value.filter((id) => !first.data.some((one) => one.id === id)) : [];
  const chosen = useChoices(organizationChoices, { id: out }, out.length > 0);
  // each once; the chip's own search narrows them to what is typed
  const named = [...(chosen?.data ?? []), ...(first?.data ?? []), ...(looksFor ? (found?.data ?? []) : [])];
  const names = new Map(named.map(({ id, name }) => [String(id), name]));
  return (
    <FilterChip
      icon={<IconBuilding {...icon} />}
      label={MORE.organization}
      options={[...names].map(([id, label]) => ({ value: id, label }))}
      pending={!first || typed.trim() !== words || (looksFor && (found?.isEarlier ?? true))}
      value={value.map(String)}
      onOpen={() => {
        setOpened(true);
        setTyped('');
      }}
      onSearch={setTyped}
      onChange={(ids) => onChange(ids.map(Number))}
    >
      {() =>
        isMany && (words === '' || found?.more) ? (
          <p className={styles.chipNone}>There are more. Type a name to find them.</p>
        ) : null
      }
    </FilterChip>
  );
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
