import { useState } from 'react';
import { InlineNotice } from '../../../../ui/parts/notice.tsx';
import {
  type FormAnswer,
  type FormAnswers,
  type FormContext,
  type FormDefinition,
  isAnswered,
  isRequired,
  score,
  visibleQuestions,
} from '../../rules.ts';
import { changed } from './answers.ts';
import { Question } from './question.tsx';
import styles from './write.module.css';

/** The questions of one section, answered in place. */
export function SectionForm({
  definition,
  context,
  section,
  answers,
  left,
  note,
  signs,
  onChange,
}: {
  definition: FormDefinition;
  context: FormContext;
  section: string;
  /** The whole report's answers: a condition may look at another section. */
  answers: FormAnswers;
  /** Whether the reader has left this section before: then everything missing is said. */
  left: boolean;
  /** What the check wrote about this section. */
  note: string | undefined;
  /** Whether the reader is the one who signs. */
  signs: boolean;
  onChange: (key: string, change: (answer: FormAnswer | undefined) => FormAnswer) => void;
}) {
  const [open, setOpen] = useState<string | null>(null);
  const help = definition.sections.find((one) => one.key === section)?.help;
  const questions = visibleQuestions(definition, answers, context)
    .filter((one) => one.section.key === section)
    .map((one) => one.question);
  const lastAnswered = questions.findLastIndex((one) => isAnswered(one, answers[one.key]));
  const scored = questions.some((one) => one.type === 'score_summary')
    ? score(definition, answers, context)
    : undefined;
  return (
    <div className={styles.questions}>
      {note ? (
        <InlineNotice kind="warn" title="Returned with a note on this section.">
          {note}
        </InlineNotice>
      ) : null}
      {help ? <p className={styles.lead}>{help}</p> : null}
      {questions.map((question, at) => (
        <Question
          key={question.key}
          question={question}
          path={`${section}.${question.key}`}
          answer={answers[question.key]}
          context={context}
          required={isRequired(definition, question.key, answers, context)}
          passed={left || at < lastAnswered}
          open={open === question.key}
          onOpen={(now) => setOpen(now ? question.key : null)}
          onChange={(change) => onChange(question.key, (before) => changed(question, before, change))}
          score={scored}
          signs={signs}
        />
      ))}
    </div>
  );
}
