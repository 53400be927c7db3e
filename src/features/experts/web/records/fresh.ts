import { useQueryClient } from '@tanstack/react-query';
import { queryKey } from '../../../../ui/api/hooks.ts';
import { expertEndpoints } from '../../contract.ts';
import type { ExpertRecordsView } from '../../contract/records.ts';

/** Puts what a command answered in the place of what the page shows; what stands on it is asked again. */
export function useFreshRecords(): (fresh: ExpertRecordsView) => void {
  const client = useQueryClient();
  return (fresh) => {
    client.setQueryData(queryKey(expertEndpoints.records, { params: { profileId: fresh.profile_id } }), fresh);
    void client.invalidateQueries({
      queryKey: queryKey(expertEndpoints.expertAtDesk, { params: { profileId: fresh.profile_id } }),
    });
    void client.invalidateQueries({ queryKey: queryKey(expertEndpoints.experts) });
  };
}
