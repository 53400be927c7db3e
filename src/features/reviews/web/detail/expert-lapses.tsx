import { useQuery, useQueryClient } from '@tanstack/react-query';
import { query, queryKey } from '../../../../ui/api/hooks.ts';
import { useLiveEvent } from '../../../../ui/live/hooks.ts';
import { InlineNotice } from '../../../../ui/parts/notice.tsx';
import { useViewer } from '../../../../ui/session/viewer.tsx';
import { formatInstant } from '../../../../ui/time/format.ts';
import { useNow } from '../../../../ui/time/use-now.ts';
import { credentialEndEndpoints } from '../../../experts/contract/credential-ends.ts';

/** For staff: what this review's experts rest on that has ended. Nothing while all of it holds. */
export function ExpertLapses({ reviewId }: { reviewId: number }) {
  const { time_zone: zone } = useViewer();
  const now = useNow(60_000);
  const client = useQueryClient();
  const { data } = useQuery(query(credentialEndEndpoints.lapses, { params: { reviewId } }));
  useLiveEvent('review.changed', () => {
    void client.invalidateQueries({ queryKey: queryKey(credentialEndEndpoints.lapses) });
  });
  if (!data || data.data.length === 0) return null;
  return (
    <InlineNotice kind="warn" title="A credential of the expert has ended." live>
      <ul>
        {data.data.map((one) => (
          <li key={`${one.code} ${one.what} ${one.ended_at}`}>
            Expert {one.code}: {one.what}, since {formatInstant(one.ended_at, { zone, now })}.
          </li>
        ))}
      </ul>
      Nobody can invite the expert where it is needed until the new one is checked. Decide whether this review goes to
      somebody else.
    </InlineNotice>
  );
}
