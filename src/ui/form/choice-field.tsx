import { useDeferredValue, useState } from 'react';
import type { FieldProps } from './field.tsx';
import { SelectField } from './select-field.tsx';
import type { SelectOption } from './select-option.ts';
import { type Asked, type Choice, type ChoicesEndpoint, useChoices } from './use-choices.ts';

const optionOf = ({ id, name }: Choice): SelectOption => ({ value: String(id), label: name });

/** One of what may be thousands: as long as all fit, a list as any other; beyond that, what is typed is looked for. */
export function ChoiceField<E extends ChoicesEndpoint>({
  from,
  asked,
  kind,
  before = [],
  known,
  value,
  searchable = false,
  ...field
}: FieldProps &
  Asked & {
    from: E;
    /** Options that stand above them. */
    before?: SelectOption[];
    /** The chosen one, where its name is known already. */
    known?: Choice | null;
    value: string | null;
    onChange: (value: string | null) => void;
    placeholder?: string;
    clearable?: boolean;
    /** Letters find one however few there are. */
    searchable?: boolean;
  }) {
  const [typed, setTyped] = useState('');
  const words = useDeferredValue(typed.trim());
  const narrowed = { ...(asked ? { asked } : {}), kind };
  const first = useChoices(from, narrowed);
  const isMany = first?.more ?? false;
  const stands = value === null || before.some((one) => one.value === value);
  const isKnown = known !== undefined && known !== null && String(known.id) === value;
  const isOut = !stands && (first ? !first.data.some(({ id }) => String(id) === value) : isKnown);
  const asChosen = useChoices(from, { ...narrowed, id: value ?? '' }, isOut && !isKnown)?.data ?? [];
  const chosen = isKnown ? [known] : asChosen;
  const chosenName = [...(first?.data ?? []), ...chosen].find(({ id }) => String(id) === value)?.name;
  // a chosen one stands in the field by its name: that looks for nothing
  const looksFor = isMany && words !== '' && words !== chosenName;
  const found = useChoices(from, { ...narrowed, q: words }, looksFor);
  const isFound = found !== undefined && !found.isEarlier;
  const atHand = (first?.data ?? []).filter(
    ({ name }) => !looksFor || name.toLowerCase().includes(words.toLowerCase()),
  );
  const shown = looksFor && isFound ? found.data : atHand;
  // and stands among what can be chosen, but not before what letters find
  const named = isOut && !looksFor ? chosen : [];
  const isCut = isMany && (!looksFor || (isFound && found.more));
  const options = [
    ...named.map(optionOf),
    ...shown.map((one) => ({ ...optionOf(one), ...(isCut ? { group: 'There are more: type a name' } : {}) })),
  ];
  return (
    <SelectField
      {...field}
      value={value}
      options={[...(looksFor ? [] : before), ...options]}
      searchable={searchable || isMany || options.length + before.length > 12}
      {...(isMany ? { onSearch: setTyped, searching: typed.trim() !== words || (looksFor && !isFound) } : {})}
    />
  );
}
