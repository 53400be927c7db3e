import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import type { ActorKind } from '../../../../core/actor.ts';
import type { Kind } from '../../../../core/kinds.ts';
import { query, queryKey, useCommand } from '../../../../ui/api/hooks.ts';
import { type ListView, readListSettings, saveListColumns } from '../../contract.ts';
import { chosenColumns, type ListColumn, type ListSide, usualColumns } from '../../rules.ts';

/** The reader's columns and views; without an answer the usual columns hold. */
export function useListSettings() {
  return useQuery({ ...query(readListSettings, {}), staleTime: 300_000 });
}

type Settings = { columns: Record<string, ListColumn[]>; views: ListView[] };

type Address = Readonly<Record<string, string | number>>;
const textOf = (address: Address): string =>
  Object.entries(address)
    .map(([name, value]) => `${name}=${value}`)
    .toSorted()
    .join('&');

/** The view that was saved at these choices. */
export const viewAt = (views: readonly ListView[], address: Address): ListView | undefined => {
  const here = textOf(address);
  return views.find((view) => textOf(view.search) === here);
};

/** The columns of a list, whether they were chosen, and how to choose others: shown at once, remembered behind it. */
export function useColumns(
  list: string,
  who: ActorKind,
  side: ListSide,
  kind: Kind | null,
  stored: Settings | undefined,
  view: ListView | undefined,
) {
  const client = useQueryClient();
  // a view brings its own columns; others chosen in it are kept with the view alone, when that is saved
  const [inView, setInView] = useState<{ id: number; columns: ListColumn[] } | null>(null);
  const viewed = view && (inView?.id === view.id ? inView.columns : view.columns);
  const { mutate, isError, error } = useCommand(saveListColumns, {
    // what could not be kept is not shown as if it were
    onError: () => client.invalidateQueries({ queryKey: queryKey(readListSettings) }),
  });
  const chosen = stored?.columns[list] ?? null;
  const columns = useMemo(() => chosenColumns(viewed ?? chosen, who, side, kind), [viewed, chosen, who, side, kind]);
  const choose = useCallback(
    (next: ListColumn[]) => {
      if (view?.columns) {
        setInView({ id: view.id, columns: next });
        return;
      }
      const usual = usualColumns(who, side, kind);
      const isUsual = next.length === usual.length && next.every((column, at) => column === usual[at]);
      client.setQueryData<Settings>(query(readListSettings, {}).queryKey, (old) => {
        const { [list]: _before, ...others } = old?.columns ?? {};
        return { views: old?.views ?? [], columns: isUsual ? others : { ...others, [list]: next } };
      });
      mutate({ params: { list }, body: { columns: isUsual ? [] : next } });
    },
    [client, kind, list, mutate, side, view, who],
  );
  return {
    columns,
    own: viewed ? viewed.length > 0 : chosen !== null && chosen.length > 0,
    failed: isError ? error : null,
    choose,
  };
}
