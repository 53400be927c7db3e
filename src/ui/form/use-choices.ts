import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import type { Endpoint } from '../../core/endpoint.ts';
import type { Kind } from '../../core/kinds.ts';
import type { CallInput } from '../api/client.ts';
import { query } from '../api/hooks.ts';

/** One that can be chosen, by its number or, where it has none, its key. */
export interface Choice {
  id: number | string;
  name: string;
}
interface Choices {
  data: Choice[];
  more: boolean;
}

/** An endpoint of what can be chosen: by `q` the first that have it in their names, by `id` those; `more`: these are not all. */
export type ChoicesEndpoint = Endpoint & { shape: { output: { _zod: { output: Choices } } } };

/** What is asked beside what is typed, and of which kind of review where the endpoint is one of a kind. */
export interface Asked {
  asked?: Record<string, string | number>;
  kind?: Kind | undefined;
}

/** What was found of what can be chosen; `isEarlier`: for what was asked before, until the answer comes. */
interface Found extends Choices {
  isEarlier: boolean;
}

/** The first that can be chosen, and whether there are more; absent while it is not known. */
export function useChoices<E extends ChoicesEndpoint>(
  from: E,
  { asked, kind, ...more }: Asked & { q?: string; id?: string | number | readonly string[] },
  enabled = true,
): Found | undefined {
  const input = { query: { ...asked, ...more }, ...(kind ? { kind } : {}) };
  const found = useQuery({
    ...query(from, input as unknown as CallInput<E>), // why: every such endpoint takes these, the parameter hides it
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    enabled,
  });
  const data = found.data as Choices | undefined;
  return data && { ...data, isEarlier: found.isPlaceholderData };
}

/**
 * Several of what may be thousands: those chosen, the first there are and, where these are not all, those found by what
 * is typed, each once. Asked for once `enabled`.
 */
export function useTyped<E extends ChoicesEndpoint>(
  from: E,
  asked: Asked,
  { value, enabled = true }: { value: readonly string[]; enabled?: boolean },
) {
  const [typed, setTyped] = useState('');
  const words = useDeferredValue(typed.trim());
  const first = useChoices(from, asked, enabled);
  const isMany = first?.more ?? false;
  const looksFor = isMany && words !== '';
  const found = useChoices(from, { ...asked, q: words }, looksFor);
  const out = first ? value.filter((one) => !first.data.some(({ id }) => String(id) === one)) : [];
  const chosen = useChoices(from, { ...asked, id: out }, out.length > 0);
  const names = new Map(
    [...(chosen?.data ?? []), ...(first?.data ?? []), ...(looksFor ? (found?.data ?? []) : [])].map(({ id, name }) => [
      String(id),
      name,
    ]),
  );
  return {
    options: [...names].map(([id, label]) => ({ value: id, label })),
    typed,
    setTyped,
    isMany,
    /** There are more than those, by what is typed. */
    isCut: isMany && (words === '' || (found?.more ?? false)),
    isPending: !first || typed.trim() !== words || (looksFor && (found?.isEarlier ?? true)),
  };
}
