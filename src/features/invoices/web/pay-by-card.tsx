import { useEffect } from 'react';
import { dateText } from '../../../core/dates.ts';
import { formatCents } from '../../../core/money.ts';
import type { ApiError } from '../../../ui/api/client.ts';
import { Failure } from '../../../ui/api/failure.tsx';
import { Quiet } from '../../../ui/form/inline-form.tsx';
import { Button } from '../../../ui/parts/button.tsx';
import { InlineNotice } from '../../../ui/parts/notice.tsx';
import type { InvoiceShown } from '../contract.ts';

/** Where one left for the card service's page: the link of an invoice is not told to others. */
const KEPT = 'invoice-paid-on';

/** How one came back from the card service's page: paid, or not. */
export const CAME_BACK = ['done', 'back'] as const;
export type CameBack = (typeof CAME_BACK)[number];

/** The invoice one left for the card service's page, as its address; null: it is not known here. */
function leftFor(): string | null {
  try {
    const kept = sessionStorage.getItem(KEPT);
    return kept?.startsWith('/invoice?') ? kept : null;
  } catch {
    return null;
  }
}

/** Opens the card service's page in place of this one, which is remembered. */
export function leaveToPay(from: string, url: string): void {
  try {
    sessionStorage.setItem(KEPT, from);
  } catch {
    // a browser that keeps nothing comes back to a page that says how to go on
  }
  location.assign(url);
}

/** The button that leads to the card service's page. */
export function PayButton({ cents, busy, onPay }: { cents: number; busy: boolean; onPay: () => void }) {
  return (
    <Button kind="primary" busy={busy} onClick={onPay}>
      Pay {formatCents(cents)} by card
    </Button>
  );
}

/** What of a payment by card is to be known: that one came back, that the bank has it in hand, what went wrong. */
export function CardNotice({
  came,
  invoice: { card, card_since, open_cents },
  error,
}: {
  came: CameBack | null;
  invoice: Pick<InvoiceShown, 'card' | 'card_since' | 'open_cents'>;
  error: ApiError | null;
}) {
  if (error) return <Failure error={error} what="The page to pay on could not be opened." />;
  if (card === 'processing')
    return (
      <InlineNotice title="The bank has a payment by card in hand.">
        {card_since ? `Since ${dateText(card_since.slice(0, 10), 'long')}. ` : ''}It may take some days; we ask each
        day. If nothing comes of it, the invoice can be paid anew here, two weeks after at the latest.
      </InlineNotice>
    );
  if (came === 'done' && open_cents > 0)
    return (
      <InlineNotice title="Thank you." live>
        We are told by the bank once the money is there, mostly within a minute. This page then says so by itself.
      </InlineNotice>
    );
  if (came === 'done') return <Quiet>Paid. Thank you.</Quiet>;
  if (came === 'back' && open_cents > 0) return <Quiet>Nothing was charged.</Quiet>;
  return null;
}

/** What one comes back to from the card service's page: the invoice one left; where that is not known, what to do. */
export function CameBackFrom({ came, onKnown }: { came: CameBack; onKnown: (address: string) => void }) {
  useEffect(() => {
    const address = leftFor();
    if (address !== null) onKnown(`${address}&card=${came}`);
  }, [came, onKnown]);
  return (
    <>
      <h1 tabIndex={-1}>{came === 'done' ? 'Thank you' : 'Nothing was charged'}</h1>
      <p>
        {came === 'done'
          ? 'We are told by the bank once the money is there. Open the invoice by the link of its e-mail to see it paid.'
          : 'Open the invoice by the link of its e-mail to pay it later.'}
      </p>
    </>
  );
}
