import { useQuery } from '@tanstack/react-query';
import { accountApi } from './api.ts';
import { type CurrentUser, fetchCurrentUser } from './current-user.ts';

/** The signed-in user as the program holds it, asked anew by nobody here; null where it is not known. */
export function useCurrentUser(): CurrentUser | null {
  const { data } = useQuery<CurrentUser>({
    queryKey: [accountApi.currentUser.id],
    queryFn: ({ signal }) => fetchCurrentUser(signal),
    enabled: false,
  });
  return data ?? null;
}
