import { IconArrowLeft, IconArrowRight } from '@tabler/icons-react';
import { useState } from 'react';
import { MultiToggle } from '../form/choice.tsx';
import { FormStack } from '../form/form-layout.tsx';
import { TextRows } from '../form/repeatable-rows.tsx';
import type { TextRow } from '../form/repeatable-rows.tsx';
import { SaveState } from '../form/save-state.tsx';
import { TextArea } from '../form/text-field.tsx';
import { Button, TextButton } from '../parts/button.tsx';
import { MoneyLines } from '../parts/money-lines.tsx';
import { InlineNotice } from '../parts/notice.tsx';
import { ActionBar, PageHeader } from '../parts/page-header.tsx';
import { WizardGrid } from '../shell/layouts.tsx';
import { WizardSteps } from '../shell/wizard-steps.tsx';
import { serverClock } from '../time/server-clock.ts';
import { nothing, zone } from './data.ts';

export function Wizard() {
  const [saved] = useState(() => serverClock.now());
  const [facts, setFacts] = useState(
    'Fall from a ladder on March 9. Presented at Brightwater ED with low back pain, urinary retention noted by triage at 11:20 PM. MRI obtained 14 hours later showed a large L4–L5 herniation with cauda equina compression. Decompression on March 11.',
  );
  const [address, setAddress] = useState(['standard_of_care', 'causation']);
  const [questions, setQuestions] = useState<TextRow[]>([
    { id: '1', text: 'On the findings at 11:20 PM, did the standard of care require an emergency MRI?' },
    {
      id: '2',
      text: 'If the MRI had been done within four hours, would the bladder outcome more likely than not be different?',
    },
    { id: '3', text: 'Which chart entries support or contradict the claimed time of onset?' },
  ]);
  return (
    <WizardGrid
      steps={
        <WizardSteps
          crumb={{ label: 'Case Reviews', href: '?scene=case' }}
          title="New case review"
          steps={[
            { label: 'Claim basics', note: 'Complete', state: 'done', href: '?scene=wizard' },
            { label: 'Expert needed', note: 'Neurosurgery, spine', state: 'done', href: '?scene=wizard' },
            { label: 'Questions and records', note: 'One thing missing', state: 'current', missing: true },
            { label: 'Delivery and confirm', note: 'Not started', state: 'todo' },
          ]}
        >
          <b>Vasquez-Lind v. Brightwater</b>
          <br />
          Draft CR-20441
        </WizardSteps>
      }
      asideSummary="Estimate $1,322.00"
      aside={
        <MoneyLines
          state={{ live: true }}
          note="Fixed when you order. A change of more than $132.20 needs your consent."
          lines={[
            { label: 'Call, 45 minutes', cents: 62500 },
            { label: 'Neurosurgery', how: '× 1.5 on the call', cents: 31250 },
            { label: 'Pages over 250', how: '136 × $2.00, hidden files not counted', cents: 27200 },
            { label: 'MRI, 312 images', how: 'counted when uploaded', cents: 11250, uncertain: true },
          ]}
          total={{
            label: 'Estimate',
            cents: 132200,
            large: true,
            note: 'Written report, if you ask later: + $1,800.00',
          }}
        >
          <div style={{ marginTop: 16 }}>
            <InlineNotice kind="warn" actions={[{ label: 'Index it for $60.50', onAct: nothing }]}>
              268 pages of chart arrived without an index.
            </InlineNotice>
          </div>
        </MoneyLines>
      }
      bar={
        <ActionBar start={<Button icon={<IconArrowLeft stroke={1.75} />}>Expert needed</Button>}>
          <SaveState state={{ kind: 'clean', saved_at: saved }} zone={zone} />
          <Button kind="quiet">Leave and finish later</Button>
          <Button kind="primary" trailing={<IconArrowRight stroke={1.75} />}>
            Continue to delivery
          </Button>
        </ActionBar>
      }
    >
      <FormStack>
        <PageHeader title="Questions and records" lead="What should the expert answer, and from which records?" />
        <TextArea
          path="facts"
          label="What happened"
          required
          value={facts}
          onChange={setFacts}
          min={100}
          help="Facts only. Leave conclusions to the expert."
        />
        <MultiToggle
          path="address"
          label="The expert should address"
          value={address}
          onChange={setAddress}
          options={[
            { value: 'standard_of_care', label: 'Standard of care' },
            { value: 'causation', label: 'Causation' },
            { value: 'damages', label: 'Damages' },
            { value: 'prognosis', label: 'Prognosis' },
          ]}
        />
        <TextRows
          path="questions"
          label="Questions for the expert"
          help="Harborline asks: put liability first, and one issue in each question."
          aside={<TextButton onClick={nothing}>Take from question bank</TextButton>}
          rows={questions}
          onChange={setQuestions}
          max={20}
          rowName="question"
          addLabel="Add a question"
        />
      </FormStack>
    </WizardGrid>
  );
}
