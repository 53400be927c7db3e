import type { QuestionAhead } from '../core/answers-ahead.ts';
import type { Endpoint } from '../core/endpoint.ts';
import type { Kind } from '../core/kinds.ts';
import { urlOf } from '../core/url-of.ts';
import { examEndpoints } from '../features/exams/contract.ts';
import { matchingEndpoints } from '../features/matching/contract.ts';
import { readReview, type ReviewDetail } from '../features/reviews/contract.ts';
import { type Choice, choiceOf } from '../features/reviews/rules/choice.ts';
import { schedulingEndpoints } from '../features/scheduling/contract.ts';

/** What a choice on a review's page is made of: the module it is in, as the builder names it, and the question it begins with. */
interface Parts {
  module: string;
  asks: Endpoint;
  /** What the question is asked with; left out: the review's number. */
  params?: (id: number) => QuestionAhead['params'];
}

const PARTS: Readonly<Record<Choice, Parts>> = {
  TimeChoice: { module: '../../features/scheduling/web/time-choice.tsx', asks: schedulingEndpoints.read },
  AppointmentChoice: { module: '../../features/exams/web/appointment-choice.tsx', asks: examEndpoints.read },
  InvitationAnswer: {
    module: '../../features/matching/web/invitation-answer.tsx',
    asks: matchingEndpoints.invitation,
    params: (id) => ({ token: `review-${id}` }),
  },
  CandidatesBrief: { module: '../../features/matching/web/candidates-brief.tsx', asks: matchingEndpoints.candidates },
};

/** What names the parts that stand on few pages: a choice is loaded by way of it. */
const NAMES = 'lazy-slots.tsx';

/** Every module a page of a review may load with its document; the builder must know where each is (scripts/sizes.ts). */
export const CHOICE_MODULES: readonly string[] = [NAMES, ...Object.values(PARTS).map(({ module }) => module)];

/** Where the API answers for a review. */
export const reviewAddress = (kind: Kind, id: number): string => urlOf(readReview, { kind, params: { id } });

/**
 * What the page of a review needs for the choice it waits for from its reader: the modules to load with the document, and
 * the question to ask, with its address. Undefined where there is none.
 */
export function choiceAhead(
  review: Pick<ReviewDetail, 'kind' | 'id' | 'status' | 'what_now'>,
): { modules: readonly string[]; question: QuestionAhead; url: string } | undefined {
  const choice = choiceOf(review.kind, review.status.key, review.what_now.voice);
  if (!choice) return undefined;
  const { module, asks, params: paramsOf = (id: number) => ({ id }) } = PARTS[choice];
  const params = paramsOf(review.id);
  const kind = asks.path.includes('{kind}') ? review.kind : undefined;
  return {
    modules: [NAMES, module],
    question: { id: asks.id, params, ...(kind && { kind }) },
    url: urlOf(asks, { kind: review.kind, params }),
  };
}
