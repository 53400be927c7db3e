import { useQueryClient } from '@tanstack/react-query';
import { queryKey } from '../../../../ui/api/hooks.ts';
import { expertEndpoints } from '../../contract.ts';
import type { ApplicationDeskView } from '../../contract/application-desk.ts';
import type { ExpertDeskView } from '../../contract/experts-desk.ts';

/** Puts what a command answered in the place of what the page shows, and has the lists asked again. */
export function useFresh(): (fresh: ApplicationDeskView) => void {
  const client = useQueryClient();
  return (fresh) => {
    client.setQueryData(queryKey(expertEndpoints.applicationAtDesk, { params: { applicationId: fresh.id } }), fresh);
    void client.invalidateQueries({ queryKey: queryKey(expertEndpoints.applications) });
  };
}

/** Puts what a command answered in the place of what the page shows. */
export function useFreshExpert(): (fresh: ExpertDeskView) => void {
  const client = useQueryClient();
  return (fresh: ExpertDeskView) => {
    client.setQueryData(queryKey(expertEndpoints.expertAtDesk, { params: { profileId: fresh.profile_id } }), fresh);
    void client.invalidateQueries({ queryKey: queryKey(expertEndpoints.experts) });
  };
}
