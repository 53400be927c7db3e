import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { CheckboxField, MultiToggle, RadioField, SegmentedField, SwitchField } from '../form/choice.tsx';
import { DateField } from '../form/date-field.tsx';
import { ErrorSummary } from '../form/error-summary.tsx';
import { FieldRow, FormStack } from '../form/form-layout.tsx';
import { MoneyField, NumberField } from '../form/number-field.tsx';
import { SaveState } from '../form/save-state.tsx';
import { SelectField } from '../form/select-field.tsx';
import { TextArea, TextField } from '../form/text-field.tsx';
import { useAutosave } from '../form/use-autosave.ts';
import { Button } from '../parts/button.tsx';
import { PageHeader } from '../parts/page-header.tsx';
import { Page } from '../shell/layouts.tsx';
import { zone } from './data.ts';

const states = ['Alabama', 'Alaska', 'Arizona', 'Arkansas', 'California', 'Colorado', 'Connecticut', 'Delaware'];
const more = ['Florida', 'Georgia', 'Hawaii', 'Idaho', 'Illinois', 'Indiana', 'Iowa', 'Kansas', 'Texas'];

/** A server in this tab, slow enough to watch. */
const held = { value: '', version: 1 };
const save = async (value: string, version: number) => {
  await new Promise((done) => setTimeout(done, 400));
  held.value = value;
  held.version = version + 1;
  return { version: held.version };
};

export function Forms() {
  const [text, setText] = useState('dana.whitlock@harborline.example');
  const [secret, setSecret] = useState('harbor-lantern-42');
  const [day, setDay] = useState<string | null>('2027-03-09');
  const [count, setCount] = useState<number | null>(96);
  const [cents, setCents] = useState<number | null>(22500);
  const [state, setState] = useState<string | null>(null);
  const [kind, setKind] = useState<string | null>('call');
  const [level, setLevel] = useState<string | null>('3');
  const [ways, setWays] = useState<string[]>([]);
  const [on, setOn] = useState(true);
  const [wrong, setWrong] = useState<{ path: string; message: string }[]>([]);
  const auto = useAutosave({ draftKey: 'gallery', initial: held, save });
  return (
    <Page width="form">
      <FormStack>
        <PageHeader title="Fields" lead="Every field, at rest and in trouble." />
        <ErrorSummary errors={wrong} />
        <FieldRow>
          <TextField
            path="email"
            label="E-mail"
            type="email"
            autoComplete="email"
            size="lg"
            required
            value={text}
            onChange={setText}
          />
          <TextField path="password" label="Password" type="password" size="lg" value={secret} onChange={setSecret} />
        </FieldRow>
        <TextField
          path="search"
          label="Find a matter"
          icon={<IconSearch size={16} stroke={1.75} aria-hidden />}
          placeholder="Name, number or expert"
          value=""
          onChange={setText}
          optional
        />
        <FieldRow>
          <DateField
            path="incident_on"
            label="Date of incident"
            value={day}
            onChange={setDay}
            error="This date is in the future. Did you mean 2026?"
          />
          <DateField path="needed_by" label="Needed by" value={null} onChange={setDay} help="A working day." />
        </FieldRow>
        <FieldRow>
          <NumberField path="hours" label="Close after" value={count} onChange={setCount} unit="hours" />
          <MoneyField path="price" label="Price" value={cents} onChange={setCents} />
        </FieldRow>
        <FieldRow>
          <SelectField
            path="service"
            label="Service"
            value={kind}
            onChange={setKind}
            options={[
              { value: 'call', label: 'Call' },
              { value: 'report', label: 'Written report' },
            ]}
          />
          <SelectField
            path="state"
            label="State"
            value={state}
            onChange={setState}
            placeholder="Choose a state"
            options={[...states, ...more].map((label) => ({ value: label, label }))}
          />
        </FieldRow>
        <SegmentedField
          path="level"
          label="Level of care"
          value={level}
          onChange={setLevel}
          options={['1', '2', '3'].map((value) => ({ value, label: `Level ${value}` }))}
        />
        <MultiToggle
          path="ways"
          label="Ways to be reached"
          value={ways}
          onChange={setWays}
          error="Choose at least one."
          options={[
            { value: 'mail', label: 'E-mail' },
            { value: 'text', label: 'Text message' },
          ]}
        />
        <RadioField
          path="how"
          label="How to ask"
          value="present"
          onChange={setKind}
          options={[
            { value: 'present', label: 'Present three', hint: 'The requester compares them blind.' },
            { value: 'one', label: 'One by one', hint: 'The next is asked when one declines.' },
          ]}
        />
        <CheckboxField
          path="complete"
          label="These are all the records"
          help="Or tell us when the rest follow."
          value={on}
          onChange={setOn}
        />
        <SwitchField
          path="copy"
          label="Copy a review"
          help="Starts a new draft with the same fields."
          value={on}
          onChange={setOn}
        />
        <TextArea
          path="note"
          label="A note that saves itself"
          value={auto.value}
          onChange={auto.set}
          onBlur={auto.onBlur}
          counted
          paper
        />
        <div>
          <SaveState state={auto.state} zone={zone} />
        </div>
        <div>
          <Button
            kind="primary"
            size="lg"
            onClick={() =>
              setWrong([
                { path: 'incident_on', message: 'This date is in the future. Did you mean 2026?' },
                { path: 'ways', message: 'Choose at least one way to be reached.' },
              ])
            }
          >
            Continue
          </Button>
        </div>
      </FormStack>
    </Page>
  );
}
