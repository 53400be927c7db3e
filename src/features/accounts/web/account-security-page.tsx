import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Failure } from '../../../ui/api/failure.tsx';
import { query, queryKey } from '../../../ui/api/hooks.ts';
import { SkeletonRows } from '../../../ui/parts/empty.tsx';
import { AccountLayout } from './account-layout.tsx';
import { securityApi } from './security-api.ts';
import { SecurityFactors } from './security-factors.tsx';
import { SecurityPlaces } from './security-places.tsx';

/** How one signs in: second factor, recovery codes, remembered browsers, sessions. */
export function AccountSecurityPage() {
  const client = useQueryClient();
  const { data, error, refetch } = useQuery(query(securityApi.security, {}));
  const refresh = () => client.invalidateQueries({ queryKey: queryKey(securityApi.security) });
  return (
    <AccountLayout title="Security" lead="What protects your account, and where you are signed in.">
      <Failure error={error} what="The page could not be loaded." onRetry={() => void refetch()} />
      {data ? (
        <>
          <SecurityFactors security={data} refresh={refresh} />
          <SecurityPlaces security={data} refresh={refresh} />
        </>
      ) : error ? null : (
        <SkeletonRows rows={6} />
      )}
    </AccountLayout>
  );
}
