import { useQueryClient } from '@tanstack/react-query';
import type { Endpoint } from '../../../../core/endpoint.ts';
import { query, useCommand } from '../../../../ui/api/hooks.ts';
import { toastDone } from '../../../../ui/parts/toast.tsx';
import { type PersonView, peopleDeskEndpoints } from '../../contract/people-desk.ts';

const { list, access, history, read } = peopleDeskEndpoints;

type PersonEndpoint = Endpoint & { shape: { output: (typeof read)['shape']['output'] } };

/** A change of a person that answers them as they are now. */
export function usePersonCommand<E extends PersonEndpoint>(endpoint: E, id: number, done: string, then?: () => void) {
  const client = useQueryClient();
  return useCommand(endpoint, {
    refresh: [list, access, history],
    onSuccess: (person) => {
      client.setQueryData(query(read, { params: { id } }).queryKey, person as PersonView);
      toastDone(done);
      then?.();
    },
  });
}
