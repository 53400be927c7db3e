import { SegmentedField } from './choice.tsx';
import styles from './yes-no-lines.module.css';

const YES_NO = [
  { value: 'yes', label: 'Yes' },
  { value: 'no', label: 'No' },
];

/** Sentences below each other, each answered with yes or no. `disclosed` are those whose answer somebody has to look at. */
export function YesNoLines({
  lines,
  answers,
  disclosed,
  faults,
  disabled,
  onAnswer,
}: {
  lines: readonly { key: string; text: string }[];
  answers: Partial<Record<string, boolean>>;
  disclosed: readonly string[];
  /** By the field's path, "answers.relation". */
  faults: Record<string, string>;
  disabled: boolean;
  onAnswer: (key: string, yes: boolean) => void;
}) {
  return (
    <div className={styles.lines}>
      {lines.map((line) => {
        const answer = answers[line.key];
        const path = `answers.${line.key}`;
        return (
          <div key={line.key} className={styles.line} data-disclosed={disclosed.includes(line.key) || undefined}>
            <span className={styles.question} aria-hidden>
              {line.text}
            </span>
            <div className={styles.answer}>
              <SegmentedField
                path={path}
                label={line.text}
                hideLabel
                options={YES_NO}
                value={answer === undefined ? null : answer ? 'yes' : 'no'}
                disabled={disabled}
                error={faults[path]}
                onChange={(value) => onAnswer(line.key, value === 'yes')}
              />
            </div>
          </div>
        );
      })}
    </div>
  );
}
