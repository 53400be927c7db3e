import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError, call } from '../../../ui/api/client.ts';
import type { OutsideVisitView } from '../contract.ts';
import { visitEndpoints } from '../contract.ts';
import { LINK_ENDS, type LinkEnd } from '../rules.ts';

const KEY = 'peritus.visit';

/** This tab's visit: it survives a reload, so that what was begun goes on, and ends with the tab. */
function visitHere(): string {
  try {
    const kept = sessionStorage.getItem(KEY);
    if (kept !== null && /^[\w-]{43}$/.test(kept)) return kept;
    const fresh = newVisit();
    sessionStorage.setItem(KEY, fresh);
    return fresh;
  } catch {
    return newVisit();
  }
}

function newVisit(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return btoa(String.fromCodePoint(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

/** What a link asks for, as this visit sees it. */
export function useVisit(token: string) {
  const [visit] = useState(visitHere);
  const query = useQuery<OutsideVisitView, ApiError>({
    queryKey: [visitEndpoints.open.id, token],
    queryFn: ({ signal }) => call(visitEndpoints.open, { body: { token, visit }, signal }),
  });
  return { visit, ...query };
}

/** How a link ended, from the refusal; null where something else went wrong. */
export function endOf(error: ApiError | null): LinkEnd | null {
  if (!error) return null;
  if (error.status === 400) return 'unknown';
  if (error.code !== 'gone') return null;
  const ended = (error.problem?.current as { ended?: string } | undefined)?.ended;
  return LINK_ENDS.find((one) => one === ended) ?? 'unknown';
}
