import { createHash } from 'node:crypto';
import { retryAfterMs } from '../../../platform/http/retry-after.ts';
import type { ConnectedAccounts } from '../../connected-accounts/ports.ts';
import { disjoint, type Failure, failureOf, type Range, READ_AHEAD_MS } from '../rules.ts';
import { busyOfPage, graphPage } from '../rules/graph-busy.ts';
import type { Known, Read } from './source.ts';

/** Only when an entry is, whether it takes time, and whether it is ours. */
const ASKED = 'start,end,showAs,isAllDay,isCancelled,iCalUId,transactionId';
const A_PAGE = '500';
/** Ten thousand entries in a year; more are not read. */
const MOST_PAGES = 20;

const failed = (failure: Failure, retry_after_ms: number | null = null): Read => ({ failure, retry_after_ms });

/** Reads when somebody is busy from Microsoft 365, through their connection: whole, or not at all. Never throws. */
export async function readGraph(
  connected: ConnectedAccounts,
  connectionId: number,
  { text_hash, zone }: Pick<Known, 'text_hash' | 'zone'>,
  now: Date,
): Promise<Read> {
  const until = new Date(now.getTime() + READ_AHEAD_MS);
  const query = new URLSearchParams({
    startDateTime: now.toISOString(),
    endDateTime: until.toISOString(),
    $select: ASKED,
    $top: A_PAGE,
  });
  const busy: Range[] = [];
  let next: string = `/v1.0/me/calendarView?${query.toString()}`;
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const asked = await connected.ask(connectionId, next, { headers: { prefer: 'outlook.timezone="UTC"' } });
    if ('failure' in asked) return failed(asked.failure === 'away' ? 'unreachable' : 'not_connected');
    const { response } = asked;
    if (!response.ok) return failed(failureOf(response.status), retryAfterMs(response.headers.get('retry-after'), now));
    const read = graphPage.safeParse(await response.json().catch(() => null));
    if (!read.success) return failed('not_a_calendar');
    busy.push(...busyOfPage(read.data, zone));
    const further = read.data['@odata.nextLink'];
    if (!further) {
      const whole = disjoint(busy, now, until);
      const hash = createHash('sha256').update(JSON.stringify(whole)).digest();
      return text_hash?.equals(hash)
        ? { same: true }
        : { busy: whole, etag: null, last_modified: null, text_hash: hash };
    }
    next = further;
  }
  return failed('too_many');
}
