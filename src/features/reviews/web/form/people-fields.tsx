import { ChoiceField } from '../../../../ui/form/choice-field.tsx';
import { MultiToggle } from '../../../../ui/form/choice.tsx';
import { TextField } from '../../../../ui/form/text-field.tsx';
import { useTyped } from '../../../../ui/form/use-choices.ts';
import { requesterOptions } from '../../contract.ts';
import type { Base } from './lines.tsx';
import type { FormContext } from './types.ts';
import styles from './form.module.css';

/** People of the ordering organization: the one it is ordered for, or those who receive the report. */
export default function PeopleField({
  base,
  people,
  value,
  set,
}: {
  base: Base;
  people: FormContext['people'];
  /** Several where it is a list. */
  value: number | null | readonly number[];
  set: (value: number | null | number[]) => void;
}) {
  return typeof value === 'object' && value !== null ? (
    <Recipients base={base} people={people} value={value.map(String)} set={set} />
  ) : (
    <ChoiceField
      {...base}
      {...people}
      from={requesterOptions}
      value={value === null ? null : String(value)}
      onChange={(next) => set(next === null ? null : Number(next))}
      clearable
      placeholder="You"
    />
  );
}

/** Colleagues to tick; where they are more than come at once, the others are found by their names. */
function Recipients({
  base,
  people,
  value,
  set,
}: {
  base: Base;
  people: FormContext['people'];
  value: string[];
  set: (value: number[]) => void;
}) {
  const { options, typed, setTyped, isMany, isCut, isPending } = useTyped(requesterOptions, people, { value });
  const words = typed.trim().toLowerCase();
  // those ticked stand whatever is typed
  const shown = options.filter((one) => value.includes(one.value) || one.label.toLowerCase().includes(words));
  return (
    <div className={styles.people}>
      <MultiToggle {...base} value={value} onChange={(next) => set(next.map(Number))} options={shown} />
      {isMany ? (
        <TextField
          path={`${base.path}_found`}
          label="Find a colleague"
          help={isCut ? 'There are more. Type a name to find them.' : isPending ? 'One moment' : undefined}
          value={typed}
          onChange={setTyped}
        />
      ) : null}
    </div>
  );
}
