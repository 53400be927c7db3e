import { KINDS } from '../../core/kinds.ts';
import { lazyPart } from '../../ui/parts/lazy-part.tsx';
import { useReviewRoute } from '../../ui/session/review-route.ts';

const OfferTimesPage = lazyPart(async () => ({
  default: (await import('../../features/scheduling/web/offer-times-page.tsx')).OfferTimesPage,
}));
const ChooseCallTimePage = lazyPart(async () => ({
  default: (await import('../../features/scheduling/web/choose-time-page.tsx')).ChooseCallTimePage,
}));
const OfferExamPage = lazyPart(async () => ({
  default: (await import('../../features/exams/web/offer-exam-page.tsx')).OfferExamPage,
}));

/** Where the expert's side offers times: of a call, or with a place where somebody is examined. */
export function ChooseTimesPage() {
  const { kind } = useReviewRoute();
  return KINDS[kind].has_exam ? <OfferExamPage by="offer" /> : <OfferTimesPage />;
}

/** Where the requester chooses the time of a call or proposes one, or appointments where somebody is examined. */
export function ChooseTimePage() {
  const { kind } = useReviewRoute();
  return KINDS[kind].has_exam ? <OfferExamPage by="propose" /> : <ChooseCallTimePage />;
}
