import type { ReviewDetail } from '../features/reviews/contract.ts';

/** Where the first picture of a review's page has what it is about and whose move it is. */
export const REVIEW_PLACES = {
  title: '__REVIEW_TITLE__',
  who: '__NEXT_WHO__',
  headline: '__NEXT_HEADLINE__',
  text: '__NEXT_TEXT__',
} as const;

type Told = Pick<ReviewDetail, 'number' | 'subject' | 'what_now'>;

/** Which of the pictures it is: by whose move it is, and how that is told to the reader. */
export const reviewPictureOf = ({ voice, seat }: Pick<Told['what_now'], 'voice' | 'seat'>): string =>
  `${voice} ${seat}`;

/** What stands in the places of the picture: the words of a review, as its page itself says them. */
export const reviewWords = ({ number, subject, what_now: next }: Told): Record<string, string> => ({
  [REVIEW_PLACES.title]: subject || number,
  [REVIEW_PLACES.who]: next.title,
  [REVIEW_PLACES.headline]: next.headline,
  [REVIEW_PLACES.text]: next.text,
});
