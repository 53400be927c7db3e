import {
  type Citations,
  type FormAnswer,
  type FormAnswers,
  type FormDefinition,
  pruneCitations,
  questionsOf,
  type FormQuestion,
} from '../../rules.ts';

/** The same answers with all keys in order: the database keeps objects in its own order, and drafts are compared as text. */
export function canonical<T>(value: T): T {
  if (Array.isArray(value)) return value.map((one: unknown) => canonical(one)) as T;
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([, one]) => one !== undefined);
  return Object.fromEntries(
    entries.toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)).map(([key, one]) => [key, canonical(one)]),
  ) as T;
}

/** The answer with something changed; passages no longer cited go. */
export function changed(
  question: FormQuestion,
  answer: FormAnswer | undefined,
  change: Partial<FormAnswer>,
): FormAnswer {
  const next: FormAnswer = { ...(answer ?? { value: null }), ...change };
  if (change.citations) next.citations = { ...answer?.citations, ...change.citations };
  return pruneCitations(question, next);
}

const paragraphs = (theirs: string, mine: string): string =>
  theirs === mine || mine.trim() === '' ? theirs : theirs.trim() === '' ? mine : `${theirs}\n\n${mine}`;

function mergeRecords(theirs: Record<string, unknown>, mine: Record<string, unknown>): Record<string, unknown> {
  const keys = [...new Set([...Object.keys(theirs), ...Object.keys(mine)])];
  return Object.fromEntries(keys.map((key) => [key, mergeValues(theirs[key], mine[key], true)]));
}

/** Words of both under each other, lists together; a single choice is mine. */
function mergeValues(theirs: unknown, mine: unknown, prose: boolean): unknown {
  if (mine === undefined || mine === null || mine === '') return theirs;
  if (theirs === undefined || theirs === null || theirs === '') return mine;
  if (typeof theirs === 'string' && typeof mine === 'string') return prose ? paragraphs(theirs, mine) : mine;
  if (Array.isArray(theirs) && Array.isArray(mine))
    return [...new Set([...(theirs as unknown[]), ...(mine as unknown[])])];
  if (typeof theirs === 'object' && typeof mine === 'object')
    return Object.fromEntries(
      [...new Set([...Object.keys(theirs), ...Object.keys(mine)])].map((key) => [
        key,
        mergeValues((theirs as Record<string, unknown>)[key], (mine as Record<string, unknown>)[key], prose),
      ]),
    );
  return mine;
}

/** Both versions of a section in one, nothing written lost: texts that differ stand under each other, theirs first. */
export function mergeAnswers(definition: FormDefinition, theirs: FormAnswers, mine: FormAnswers): FormAnswers {
  const questions = new Map(questionsOf(definition).map(({ question }) => [question.key, question]));
  const merged: FormAnswers = {};
  for (const key of new Set([...Object.keys(theirs), ...Object.keys(mine)])) {
    const [a, b] = [theirs[key], mine[key]];
    const question = questions.get(key);
    if (!a || !b || !question) {
      const only = b ?? a;
      if (only) merged[key] = only;
      continue;
    }
    const prose = question.type === 'text' || question.type === 'question_answers';
    const citations: Citations = { ...a.citations, ...b.citations };
    const comment = paragraphs(a.comment ?? '', b.comment ?? '');
    const comments = mergeRecords(a.comments ?? {}, b.comments ?? {}) as Record<string, string>;
    merged[key] = pruneCitations(question, {
      value: mergeValues(a.value, b.value, prose) as FormAnswer['value'],
      ...(comment === '' ? {} : { comment }),
      ...(Object.keys(comments).length === 0 ? {} : { comments }),
      ...(Object.keys(citations).length === 0 ? {} : { citations }),
    });
  }
  return canonical(merged);
}
