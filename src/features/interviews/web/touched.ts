import type { QueryClient } from '@tanstack/react-query';
import { askAgain } from '../../../ui/api/ask-again.ts';
import type { ApiError } from '../../../ui/api/client.ts';
import { queryKey } from '../../../ui/api/hooks.ts';
import { matchingEndpoints } from '../../matching/contract.ts';
import { readReview, readUpNext } from '../../reviews/contract.ts';
import { interviewEndpoints } from '../contract.ts';

/** Queries that a change of an interview makes old. */
export const TOUCHED = [
  interviewEndpoints.list,
  interviewEndpoints.read,
  interviewEndpoints.own,
  matchingEndpoints.candidates,
  matchingEndpoints.invitation,
  readReview,
  readUpNext,
] as const;

/** What was read is old by then: it is read again beside the sentence that says so. */
export const rereading =
  (client: QueryClient) =>
  ({ code }: ApiError): void => {
    if (code !== 'stale' && code !== 'slot_taken' && code !== 'wrong_state') return;
    for (const endpoint of [interviewEndpoints.list, interviewEndpoints.read])
      void askAgain(client, { queryKey: queryKey(endpoint) });
  };
