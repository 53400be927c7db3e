import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Kind } from '../../../core/kinds.ts';
import { query, queryKey, useCommand } from '../../../ui/api/hooks.ts';
import { SwitchList } from '../../../ui/form/switch-list.tsx';
import { SkeletonRows } from '../../../ui/parts/empty.tsx';
import { InlineError } from '../../../ui/parts/notice.tsx';
import { expertEndpoints } from '../contract.ts';

const TAKEN = query(expertEndpoints.takenKinds, {});

/** Which kinds of review the expert takes, each choice holding at once. */
export function TakenKinds() {
  const client = useQueryClient();
  const { data, isPending, refetch } = useQuery(TAKEN);
  const save = useCommand(expertEndpoints.saveTakenKinds, {
    onSuccess: (saved) => client.setQueryData(TAKEN.queryKey, saved),
    onError: () => void client.invalidateQueries({ queryKey: queryKey(expertEndpoints.takenKinds) }),
  });
  if (isPending) return <SkeletonRows rows={2} label="Loading your choices" />;
  if (!data) return <InlineError title="Your choices could not be loaded." onRetry={() => void refetch()} />;
  return (
    <SwitchList<Kind>
      choices={data.kinds.map(({ kind, label }) => ({ value: kind, label, about: '' }))}
      stored={Object.fromEntries(data.kinds.map(({ kind, taken }) => [kind, taken])) as Record<Kind, boolean>}
      save={(_changed, then) =>
        save.mutateAsync({ body: { kinds: data.kinds.map(({ kind }) => kind).filter((kind) => then[kind]) } })
      }
      error={save.error}
    />
  );
}
