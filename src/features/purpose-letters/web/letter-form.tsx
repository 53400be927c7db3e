import { IconListSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { SegmentedField } from '../../../ui/form/choice.tsx';
import { DateField } from '../../../ui/form/date-field.tsx';
import { textRow, TextRows } from '../../../ui/form/repeatable-rows.tsx';
import { TextArea } from '../../../ui/form/text-field.tsx';
import { Button, TextButton } from '../../../ui/parts/button.tsx';
import type { PurposeLetterView } from '../contract.ts';
import { type LetterBody, QUESTIONS_MOST, TEXT_MOST } from '../rules.ts';
import styles from './purpose-letter.module.css';

const IMPROVEMENT = [
  { value: 'unknown', label: 'Not known' },
  { value: 'not_reached', label: 'Not reached' },
  { value: 'reached', label: 'Reached' },
];
const isImprovement = (value: string): value is LetterBody['improvement'] =>
  IMPROVEMENT.some((one) => one.value === value);

/** What people write of the letter. */
export function LetterForm({
  letter,
  body,
  faults,
  onChange,
}: {
  letter: PurposeLetterView;
  body: LetterBody;
  faults: Record<string, string>;
  onChange: (body: LetterBody) => void;
}) {
  const [rows, setRows] = useState(() => body.questions.map(textRow));
  const [bank, setBank] = useState(false);
  const ask = (next: typeof rows) => {
    setRows(next);
    onChange({ ...body, questions: next.map(({ text }) => text) });
  };
  const take = (text: string) => {
    const blank = rows.findIndex((row) => row.text.trim() === '');
    ask(blank === -1 ? [...rows, textRow(text)] : rows.map((row, at) => (at === blank ? { ...row, text } : row)));
  };
  return (
    <>
      <TextArea
        path="background"
        label="What happened"
        help="Facts with their dates. What the examiner should think of them is theirs."
        rows={6}
        max={TEXT_MOST}
        counted={false}
        error={faults['background']}
        value={body.background}
        onChange={(background) => onChange({ ...body, background })}
      />
      <TextRows
        path="questions"
        label="Questions"
        help="In the order they are answered. When you send the letter they become the questions of the order."
        error={faults['questions']}
        errorAt={(at) => faults[`questions.${at}`] ?? null}
        rowName="question"
        addLabel="Add a question"
        max={QUESTIONS_MOST}
        rows={rows}
        onChange={ask}
        aside={
          <TextButton aria-expanded={bank} onClick={() => setBank(!bank)}>
            <IconListSearch size={16} stroke={1.75} aria-hidden /> Take from question bank
          </TextButton>
        }
      />
      {bank ? <Bank letter={letter} taken={body.questions} onTake={take} /> : null}
      <div className={styles.pair}>
        <SegmentedField
          path="improvement"
          label="Maximum medical improvement"
          help="As the records say. It decides which questions come too early."
          value={body.improvement}
          options={IMPROVEMENT}
          onChange={(value) => (isImprovement(value) ? onChange({ ...body, improvement: value }) : undefined)}
        />
        <DateField
          path="operated_on"
          label="Last operation for the injury"
          help="Leave it empty where there was none."
          max={letter.today}
          value={body.operated_on}
          onChange={(operated_on) => onChange({ ...body, operated_on })}
        />
      </div>
      <TextArea
        path="closing"
        label="At the end"
        rows={3}
        max={TEXT_MOST}
        counted={false}
        value={body.closing}
        onChange={(closing) => onChange({ ...body, closing })}
      />
    </>
  );
}

function Bank({
  letter,
  taken,
  onTake,
}: {
  letter: PurposeLetterView;
  taken: readonly string[];
  onTake: (text: string) => void;
}) {
  const groups = [...new Set(letter.question_bank.map(({ group }) => group))];
  return (
    <section className={styles.bank} aria-label="Question bank">
      {groups.map((group) => (
        <div key={group}>
          <h2>{group}</h2>
          <ul>
            {letter.question_bank
              .filter((one) => one.group === group)
              .map(({ text }) => (
                <li key={text}>
                  <span>{text}</span>
                  <Button
                    size="sm"
                    disabled={taken.includes(text) || taken.length >= QUESTIONS_MOST}
                    aria-label={`${taken.includes(text) ? 'Added' : 'Add'}: ${text}`}
                    onClick={() => onTake(text)}
                  >
                    {taken.includes(text) ? 'Added' : 'Add'}
                  </Button>
                </li>
              ))}
          </ul>
        </div>
      ))}
    </section>
  );
}
