import { IconCircleCheck, IconLinkOff, IconLock } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { Out } from '../../../core/endpoint.ts';
import { formatCents } from '../../../core/money.ts';
import { dateText } from '../../../core/dates.ts';
import { ApiError } from '../../../ui/api/client.ts';
import { Failure } from '../../../ui/api/failure.tsx';
import { query, queryKey, useCommand } from '../../../ui/api/hooks.ts';
import { Button, ButtonLink } from '../../../ui/parts/button.tsx';
import { SkeletonRows } from '../../../ui/parts/empty.tsx';
import { InlineNotice } from '../../../ui/parts/notice.tsx';
import { MoneyLines } from '../../../ui/parts/money-lines.tsx';
import { type PriceByLink, priceLinkEndpoints } from '../contract/price-link.ts';
import { PRICE_LINK_ENDED, PRICE_LINK_ENDS, type PriceLinkEnd } from '../rules/price-link.ts';
import styles from './agree-price.module.css';

/** A changed price that waits, for whoever has the link of its mail: what it was, what it is, and one act. */
export function AgreePricePage() {
  const { token } = useSearch({ strict: false }) as Record<string, unknown>;
  return typeof token === 'string' && token !== '' ? <ByLink token={token} /> : <Ended ended="unknown" />;
}

/** How the link ended, from a refusal; null where something else went wrong. */
function endOf(error: ApiError | null): PriceLinkEnd | null {
  if (error?.status === 400) return 'unknown';
  if (error?.code !== 'gone') return null;
  const ended = (error.problem?.current as { ended?: string } | undefined)?.ended;
  return PRICE_LINK_ENDS.find((one) => one === ended) ?? 'unknown';
}

const lines = ({ lines: all }: PriceByLink['now']) =>
  all.map(({ label, how, cents, certain }) => ({ label, how: how ?? undefined, cents, uncertain: !certain }));

function ByLink({ token }: { token: string }) {
  const asked = query(priceLinkEndpoints.read, { query: { token } });
  const { data, error, refetch } = useQuery({ ...asked, retry: false, refetchOnWindowFocus: false });
  const client = useQueryClient();
  const [moved, setMoved] = useState(false);
  const agree = useCommand(priceLinkEndpoints.agree, {
    onError: (failed) => {
      const current = failed.problem?.current as PriceByLink | undefined;
      if (failed.code !== 'wrong_state' || !current?.now) return;
      // the lines of now take the place of those that were looked at
      client.setQueryData(queryKey(priceLinkEndpoints.read, { query: { token } }), current);
      setMoved(true);
    },
  });
  if (agree.data) return <Agreed {...agree.data} />;
  const ended = endOf(agree.error) ?? endOf(error);
  if (ended) return <Ended ended={ended} />;
  if (!data)
    return (
      <div className={styles.page}>
        {error ? (
          <Failure error={error} what="The price could not be loaded." onRetry={() => void refetch()} />
        ) : (
          <SkeletonRows rows={4} columns={[60, 30]} height={44} label="Opening the price" />
        )}
      </div>
    );
  const rise = data.now.total_cents - data.before.total_cents;
  return (
    <div className={styles.page}>
      <h1 tabIndex={-1}>{data.number} costs more than before</h1>
      <p className={styles.lead}>
        The price until now is {formatCents(data.before.total_cents)}. As things stand it is{' '}
        {formatCents(data.now.total_cents)}, {formatCents(rise)} more.{' '}
        {rise > data.consent_over_cents
          ? `A rise of up to ${formatCents(data.consent_over_cents)} needs no agreement.`
          : 'Who approves prices at your organization did not approve it; once you agree, they are asked once more.'}
      </p>
      {moved && agree.error ? (
        <InlineNotice kind="warn" title="The price changed again meanwhile.">
          Nothing was agreed to. These are its lines now.
        </InlineNotice>
      ) : agree.error ? (
        <Failure error={agree.error} what="Your agreement was not recorded." />
      ) : null}
      <MoneyLines title="New price" lines={lines(data.now)} total={{ cents: data.now.total_cents, large: true }} />
      <p className={styles.lead}>Work on {data.number} waits until this is agreed to.</p>
      <div className={styles.acts}>
        <Button
          kind="primary"
          busy={agree.isPending}
          onClick={() => agree.mutate({ body: { token, total_cents: data.now.total_cents } })}
        >
          Agree to {formatCents(data.now.total_cents)}
        </Button>
        <ButtonLink
          href={`/contact?reason=billing&message=${encodeURIComponent(`I do not agree to the new price of ${data.number}: `)}`}
        >
          I do not agree: ask us
        </ButtonLink>
      </div>
      <MoneyLines title="Price until now" lines={lines(data.before)} total={{ cents: data.before.total_cents }} />
      <p className={styles.private}>
        <IconLock size={16} stroke={1.75} aria-hidden />
        <span>
          Ordered by {data.organization}. Whoever has this link can agree in the requester’s name, once, until{' '}
          {dateText(data.expires_on, 'long')}.
        </span>
      </p>
    </div>
  );
}

/** What came of it: the title takes the focus. */
function Outcome({ icon, title, children }: { icon: ReactNode; title: string; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className={styles.page}>
      {icon}
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      <p className={styles.lead}>{children}</p>
    </div>
  );
}

type Agreement = Out<typeof priceLinkEndpoints.agree>;

const DONE = <IconCircleCheck className={styles.check} size={32} stroke={1.5} aria-hidden />;

const Agreed = ({ number, total_cents, waits_for_approval: waits }: Agreement) => (
  <Outcome icon={DONE} title={`You agreed to ${formatCents(total_cents)}`}>
    {waits
      ? `By your organization’s rules somebody else approves the price of ${number} now; work continues then.`
      : `The price of ${number} is fixed, and work continues.`}{' '}
    This link is used up.
  </Outcome>
);

function Ended({ ended }: { ended: PriceLinkEnd }) {
  const { title, text } = PRICE_LINK_ENDED[ended];
  const isDone = ended === 'agreed' || ended === 'settled';
  return (
    <Outcome
      icon={isDone ? DONE : <IconLinkOff className={styles.broken} size={32} stroke={1.5} aria-hidden />}
      title={title}
    >
      {text}
    </Outcome>
  );
}
