import { useQuery, useQueryClient } from '@tanstack/react-query';
import { isExpert } from '../../../core/actor.ts';
import { query, queryKey, useCommand } from '../../../ui/api/hooks.ts';
import { SwitchList } from '../../../ui/form/switch-list.tsx';
import { useViewer } from '../../../ui/session/viewer.tsx';
import { expertEndpoints, type OpportunitiesView } from '../contract.ts';
import { OPPORTUNITIES, type Opportunity, OPPORTUNITY_NAMES } from '../rules/opportunities.ts';

const ASKED = query(expertEndpoints.opportunities, {});

/** What the reader said to be open to; null for whoever is not asked. */
export function useOpportunities(): OpportunitiesView['open_to'] | null {
  const { kind } = useViewer();
  const { data } = useQuery({ ...ASKED, enabled: isExpert(kind) });
  return data?.offered ? data.open_to : null;
}

/** What else than reviews the expert is open to, each choice holding at once. */
export function Opportunities({ open }: { open: OpportunitiesView['open_to'] }) {
  const client = useQueryClient();
  const save = useCommand(expertEndpoints.saveOpportunities, {
    onSuccess: (saved) => client.setQueryData(ASKED.queryKey, saved),
    onError: () => void client.invalidateQueries({ queryKey: queryKey(expertEndpoints.opportunities) }),
  });
  return (
    <SwitchList<Opportunity>
      choices={OPPORTUNITIES}
      stored={
        Object.fromEntries(OPPORTUNITY_NAMES.map((one) => [one, open.includes(one)])) as Record<Opportunity, boolean>
      }
      save={(_changed, then) => save.mutateAsync({ body: { open_to: OPPORTUNITY_NAMES.filter((one) => then[one]) } })}
      error={save.error}
    />
  );
}
