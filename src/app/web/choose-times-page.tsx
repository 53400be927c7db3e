import { KINDS } from '../../core/kinds.ts';
import { lazyPart } from '../../ui/parts/lazy-part.tsx';
import { useReviewRoute } from '../../ui/session/review-route.ts';

const OfferTimesPage = lazyPart(async () => ({
  default: (await import('../../features/scheduling/web/offer-times-page.tsx')).OfferTimesPage,
}));
const OfferExamPage = lazyPart(async () => ({
  default: (await import('../../features/exams/web/offer-exam-page.tsx')).OfferExamPage,
}));

/** Where the expert's side offers times: of a call, or with a place where somebody is examined. */
export function ChooseTimesPage() {
  const { kind } = useReviewRoute();
  return KINDS[kind].has_exam ? <OfferExamPage /> : <OfferTimesPage />;
}
