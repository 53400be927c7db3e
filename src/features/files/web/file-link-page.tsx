import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { query } from '../../../ui/api/hooks.ts';
import { RedirectSkeleton } from '../../../ui/parts/empty.tsx';
import { fileEndpoints } from '../contract.ts';
import { isAddressOf } from '../rules.ts';
import { GoneFile, NotRead, useFileAddress } from './file-address.tsx';
import { previewPath } from './paths.ts';

/**
 * A link to a file, as mails and messages carry it: looks whether the reader may see it now, then goes to the viewer
 * with what is true of the file, whatever the link said. A link that names another review than the file's opens nothing.
 */
export function FileLinkPage() {
  const address = useFileAddress();
  const router = useRouter();
  const found = useQuery({
    ...query(fileEndpoints.read, { params: { fileId: address.file_id ?? 0 } }),
    enabled: address.file_id !== null,
  });
  const target = found.data && isAddressOf(address, found.data.review) ? found.data : null;
  const to = target && previewPath(target.file, target.review.kind, address.page ?? undefined);
  useEffect(() => {
    if (to) router.history.replace(to);
  }, [router, to]);
  if (found.isError) return <NotRead address={address} error={found.error} onRetry={() => void found.refetch()} />;
  if (address.file_id === null || (found.data && !target)) return <GoneFile {...address} />;
  return <RedirectSkeleton />;
}
