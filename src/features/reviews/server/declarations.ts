/** What reviews tell the compiler: the shapes in their jsonb columns. */
import type { QuoteInput, QuoteLine } from '../../billing/rules.ts';
import type { Certificate } from '../contract.ts';
import type { EarlierDate } from '../rules.ts';

declare module '../../../platform/db/json.ts' {
  interface JsonColumns {
    'list_views.search': Readonly<Record<string, unknown>>;
    'purge_certificates.contents': Certificate['contents'];
    'quotes.inputs': QuoteInput;
    'quotes.lines': QuoteLine[];
    /** A step of the order, as the kind's form shapes it. */
    'review_sections.data': Readonly<Record<string, unknown>>;
    /** Sums up the open rows of review_attention. */
    'reviews.attention': { reason?: string; raised_at?: string; waits?: boolean };
    'reviews.earlier_date': EarlierDate;
    'reviews.transfer_request': { reason?: string; requested_at?: string; requester_id?: number | null };
  }
}
