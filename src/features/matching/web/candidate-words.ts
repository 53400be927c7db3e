import { formatCents } from '../../../core/money.ts';
import type { PresentedCandidate } from '../contract.ts';

/** 'Rated 4.7 of 5 by 11', or that it is too early. */
export const ratedWords = (rating: PresentedCandidate['rating']): string =>
  rating.mean === null ? 'Not yet rated' : `${rating.mean.toFixed(1)} of 5, by ${rating.n}`;

/** "$2,100.00", or "$350.00 an hour". */
export const earnsWords = ({ cents, per }: NonNullable<PresentedCandidate['earns']>): string =>
  per === 'hour' ? `${formatCents(cents)} an hour` : formatCents(cents);
