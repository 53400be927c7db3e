import { useQuery } from '@tanstack/react-query';
import { query } from '../../../ui/api/hooks.ts';
import { TextLink } from '../../../ui/parts/link.tsx';
import { InlineNotice } from '../../../ui/parts/notice.tsx';
import { reviewHref } from '../../../ui/session/review-route.ts';
import { useViewer } from '../../../ui/session/viewer.tsx';
import type { ReviewSlotProps } from '../../../ui/slots.tsx';
import { formatNear, inLine } from '../../../ui/time/format.ts';
import { useNow } from '../../../ui/time/use-now.ts';
import { outsideEndpoints } from '../contract.ts';
import styles from './links.module.css';

/** In the files section: who outside was asked, whether they looked, and what to do where a link has expired. */
export function CustodianBrief({ kind, reviewId }: ReviewSlotProps) {
  const { time_zone: zone } = useViewer();
  const now = useNow(60_000);
  const { data } = useQuery(query(outsideEndpoints.list, { kind, params: { id: reviewId } }));
  const links = (data?.data ?? []).filter(
    (link) => link.purpose === 'records' && (link.state === 'open' || link.state === 'expired'),
  );
  if (links.length === 0) return null;
  return (
    <div className={styles.brief}>
      {links.map((link) => (
        <InlineNotice
          key={link.id}
          kind={link.state === 'expired' ? 'warn' : 'info'}
          title={
            link.state === 'expired'
              ? `The link to ${link.name} expired unanswered.`
              : `${link.name} was asked by a link${link.opened_at ? ' and has opened it' : ', not opened yet'}.`
          }
        >
          {link.state === 'expired'
            ? 'Renew it with one click, or answer without it. '
            : `It works until ${inLine(formatNear(link.expires_at, { now, zone }))}. `}
          <TextLink href={reviewHref(kind, reviewId, 'file-request')}>See the links</TextLink>
        </InlineNotice>
      ))}
    </div>
  );
}
