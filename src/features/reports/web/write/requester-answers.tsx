import { useId } from 'react';
import { recordOf, requesterProblems, wordsOf } from '../../rules.ts';
import type { FormAnswer, FormContext, QuestionOf } from '../../rules.ts';
import { CitedEditor } from '../editor/cited-editor.tsx';
import { Meta } from './meta.tsx';
import styles from './write.module.css';

/** The requester's own questions, each with an editor for its answer. */
export function RequesterAnswers({
  question,
  path,
  answer,
  context,
  onChange,
  required,
  passed,
}: {
  question: QuestionOf<'question_answers'>;
  path: string;
  answer: FormAnswer | undefined;
  context: FormContext;
  onChange: (change: Partial<FormAnswer>) => void;
  required: boolean;
  passed: boolean;
}) {
  const base = useId();
  const given = recordOf(answer?.value) as Record<string, string>;
  const problems = requesterProblems(question, answer, context, required);
  if (context.questions.length === 0) return <p className={styles.help}>The order asks no questions of its own.</p>;
  return (
    <ol className={styles.asked}>
      {context.questions.map((asked, at) => {
        const text = Object.hasOwn(given, asked.id) ? (given[asked.id] ?? '') : '';
        const problem = problems.find((one) => one.number === at + 1);
        const empty = wordsOf(text) === '';
        const bad = problem !== undefined && passed;
        return (
          <li key={asked.id} data-question={`${question.key}.${asked.id}`}>
            <h4 id={`${base}${asked.id}`} className={styles.askedText}>
              <span className={styles.number}>{at + 1}.</span> {asked.text}
            </h4>
            {bad ? (
              <Meta id={`${base}${asked.id}m`} bad>
                {empty ? 'Still to answer, required' : problem.message}
              </Meta>
            ) : null}
            <CitedEditor
              path={`${path}.value.${asked.id}`}
              labelledBy={`${base}${asked.id}`}
              describedBy={bad ? `${base}${asked.id}m` : undefined}
              value={text}
              citations={answer?.citations ?? {}}
              onChange={(next, citations) => onChange({ value: { ...given, [asked.id]: next }, citations })}
              required={required && asked.required !== false}
              invalid={bad}
              minLength={question.min_length}
              rows={4}
            />
          </li>
        );
      })}
    </ol>
  );
}
