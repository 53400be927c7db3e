import { useId } from 'react';
import { DateField } from '../../../../ui/form/date-field.tsx';
import { NumberField } from '../../../../ui/form/number-field.tsx';
import { Button, TextButton } from '../../../../ui/parts/button.tsx';
import {
  answerProblems,
  canAnswer,
  type CommentRule,
  type FormAnswer,
  type FormContext,
  type FormQuestion,
  isAnswered,
  type ScoredQuestion,
  wordsOf,
} from '../../rules.ts';
import { CitedEditor } from '../editor/cited-editor.tsx';
import { citedIn } from '../records/passage.ts';
import { Cards, layoutOf, optionsOf, Segments, Ticks } from './choice.tsx';
import { MatrixAnswer } from './matrix.tsx';
import { CitedPages, Meta } from './meta.tsx';
import { RequesterAnswers } from './requester-answers.tsx';
import { ScoreSummary } from './score-summary.tsx';
import styles from './write.module.css';
import type { Score } from '../../rules.ts';

export interface QuestionProps<Q extends FormQuestion = FormQuestion> {
  question: Q;
  /** Section and key: names the question to errors and jumps. */
  path: string;
  answer: FormAnswer | undefined;
  context: FormContext;
  required: boolean;
  /** Whether the reader has passed it by: only then an empty one is said to be missing. */
  passed: boolean;
  onChange: (change: Partial<FormAnswer>) => void;
  /** Whether its comment stands open, and opening or closing it. */
  open: boolean;
  onOpen: (open: boolean) => void;
  score?: Score | undefined;
  /** Statements are confirmed by whoever signs, nobody else. */
  signs: boolean;
}

type Ids = { label: string; meta: string };

/** One question of the form with its answer, by its type. */
export function Question(props: QuestionProps) {
  const { question, path, answer, context, required, passed } = props;
  const base = useId();
  const ids: Ids = { label: `${base}l`, meta: `${base}m` };
  if (question.type === 'signature') return null;
  const problems = answerProblems(question, answer, context, required);
  const answered = isAnswered(question, answer);
  const missing = required && !answered && canAnswer(question, context);
  const options = optionsOf(question);
  const beside =
    (question.type === 'yes_no_na' || question.type === 'scale' || question.type === 'single') &&
    options !== undefined &&
    layoutOf(options) === 'beside';
  const rule = 'comment_rule' in question && question.type !== 'matrix' ? question.comment_rule : undefined;
  const bad = passed && (missing || (answered && problems.length > 0));
  return (
    <div className={styles.question} data-question={question.key} data-path={path} data-beside={beside || undefined}>
      <div className={styles.head}>
        <h3 id={ids.label} className={styles.label}>
          {question.label}
          {required ? null : <span className={styles.optional}>optional</span>}
        </h3>
        {question.help ? <p className={styles.help}>{question.help}</p> : null}
        {missing && passed && question.type !== 'question_answers' ? (
          <Meta id={ids.meta} bad>
            Still to answer, required
          </Meta>
        ) : rule && answer && (answered || answer.comment) ? (
          <CommentMeta {...props} rule={rule} answer={answer} id={ids.meta} />
        ) : answered && problems[0] && passed && question.type !== 'question_answers' ? (
          <Meta id={ids.meta} bad>
            {problems[0]}
          </Meta>
        ) : null}
      </div>
      <Control {...props} ids={ids} bad={bad} />
      {rule && props.open ? <Comment {...props} rule={rule} labelId={ids.label} invalid={bad && !missing} /> : null}
      {!required && answered && beside ? (
        <TextButton className={styles.clear} onClick={() => props.onChange({ value: null })}>
          Clear the answer
        </TextButton>
      ) : null}
    </div>
  );
}

function Control({
  question,
  path,
  answer,
  context,
  required,
  onChange,
  ids,
  bad,
  ...rest
}: QuestionProps & { ids: Ids; bad: boolean }) {
  const value = answer?.value ?? null;
  const labels = { labelledBy: ids.label, describedBy: ids.meta, required, invalid: bad };
  const choose = (chosen: string | string[]) => {
    onChange({ value: chosen });
    const rule = 'comment_rule' in question ? question.comment_rule : undefined;
    if (rule && needsComment(rule, chosen)) rest.onOpen(true);
  };
  switch (question.type) {
    case 'yes_no_na':
    case 'scale':
    case 'single': {
      const options = optionsOf(question) ?? [];
      const layout = layoutOf(options);
      const one = typeof value === 'string' ? value : null;
      return layout === 'cards' ? (
        <Cards {...labels} options={options} value={one} onChange={choose} />
      ) : (
        <Segments {...labels} options={options} value={one} onChange={choose} wide={layout === 'bar'} />
      );
    }
    case 'multi':
      return (
        <Ticks {...labels} options={question.options} value={Array.isArray(value) ? value : []} onChange={choose} />
      );
    case 'text':
      return (
        <CitedEditor
          path={`${path}.value`}
          labelledBy={ids.label}
          describedBy={ids.meta}
          value={typeof value === 'string' ? value : ''}
          citations={answer?.citations ?? NONE}
          onChange={(text, citations) => onChange({ value: text, citations })}
          required={required}
          invalid={bad}
          minLength={question.min_length}
          maxLength={question.max_length}
          line={question.single_line ?? false}
          rows={(question.min_length ?? 0) >= 60 ? 6 : 3}
        />
      );
    case 'number':
      return (
        <div className={styles.short}>
          <NumberField
            path={`${path}.value`}
            label={question.label}
            hideLabel
            value={typeof value === 'number' ? value : null}
            onChange={(number) => onChange({ value: number })}
            required={required}
            decimals={question.integer ? 0 : 4}
            {...(question.unit ? { unit: question.unit } : {})}
          />
        </div>
      );
    case 'date':
      return (
        <div className={styles.short}>
          <DateField
            path={`${path}.value`}
            label={question.label}
            hideLabel
            value={typeof value === 'string' ? value : null}
            onChange={(day) => onChange({ value: day })}
            required={required}
            {...(question.min ? { min: question.min } : {})}
            {...(question.max ? { max: question.max } : {})}
          />
        </div>
      );
    case 'matrix':
      return (
        <MatrixAnswer
          question={question}
          path={path}
          answer={answer}
          context={context}
          onChange={onChange}
          {...{ required }}
          passed={rest.passed}
        />
      );
    case 'question_answers':
      return (
        <RequesterAnswers
          question={question}
          path={path}
          answer={answer}
          context={context}
          onChange={onChange}
          required={required}
          passed={rest.passed}
        />
      );
    case 'attestation':
      return (
        <Ticks
          labelledBy={ids.label}
          describedBy={ids.meta}
          prose
          disabled={!rest.signs}
          options={question.statements.map(({ key, text }) => ({ value: key, label: text }))}
          value={Array.isArray(value) ? value : []}
          onChange={(confirmed) => onChange({ value: confirmed })}
        />
      );
    case 'score_summary':
      return rest.score ? <ScoreSummary score={rest.score} /> : null;
    case 'signature':
      return null;
    default:
      return question satisfies never;
  }
}

const NONE = {};

const applies = (when: CommentRule['required_when'], values: readonly string[]): boolean =>
  when === 'always' ? values.length > 0 : (when?.some((one) => values.includes(one)) ?? false);
const valuesIn = (value: FormAnswer['value'] | undefined): string[] =>
  Array.isArray(value) ? value : typeof value === 'string' && value !== '' ? [value] : [];

/** Whether a choice must be explained under a rule. */
const needsComment = (rule: CommentRule, value: FormAnswer['value'] | undefined): boolean =>
  applies(rule.required_when, valuesIn(value)) || applies(rule.citation_required_when, valuesIn(value));

type CommentProps = QuestionProps & { rule: CommentRule; answer: FormAnswer };

/** What the comment holds or lacks; opens and closes it. */
function CommentMeta({
  question,
  answer,
  context,
  required,
  passed,
  open,
  onOpen,
  rule,
  id,
}: CommentProps & { id: string }) {
  const comment = answer.comment ?? '';
  const [problem] = answerProblems(question as ScoredQuestion, answer, context, required);
  const written = wordsOf(comment) !== '';
  const needed = needsComment(rule, answer.value);
  const cited = citedIn([comment], answer.citations ?? {});
  const words = written ? 'Comment' : needed ? 'Comment required' : 'Add a comment';
  return (
    <Meta id={id} bad={passed && problem !== undefined && !open}>
      <TextButton
        className={written || needed ? styles.toggle : styles.offer}
        aria-expanded={open}
        onClick={() => onOpen(!open)}
      >
        {words}
      </TextButton>
      {cited.length > 0 ? <>, {<CitedPages citations={cited} />}</> : null}
      {needed && cited.length === 0 && applies(rule.citation_required_when, valuesIn(answer.value))
        ? ', with a page of the records cited'
        : null}
      {written && problem ? `. ${problem}` : null}
    </Meta>
  );
}

function Comment({
  question,
  path,
  answer,
  onChange,
  onOpen,
  rule,
  labelId,
  invalid,
}: QuestionProps & { rule: CommentRule; labelId: string; invalid: boolean }) {
  const id = useId();
  return (
    <div className={styles.comment}>
      <div id={id} className={styles.commentLabel}>
        {rule.label ?? 'Comment'}
      </div>
      <CitedEditor
        path={`${path}.comment`}
        labelledBy={`${labelId} ${id}`}
        value={answer?.comment ?? ''}
        citations={answer?.citations ?? NONE}
        onChange={(text, citations) => onChange({ comment: text, citations })}
        required={needsComment(rule, answer?.value)}
        invalid={invalid}
        minLength={rule.min_length}
        rows={3}
        foot={
          <Button
            size="sm"
            kind="quiet"
            onClick={() => onOpen(false)}
            aria-label={`Close the comment on ${question.label}`}
          >
            Close
          </Button>
        }
      />
    </div>
  );
}
