import { plainDollars } from '../../../../core/money.ts';
import type { FastifyReply } from 'fastify';
import type { Actor } from '../../../../core/actor.ts';
import type { In } from '../../../../core/endpoint.ts';
import { KINDS, type Kind, ownColumn } from '../../../../core/kinds.ts';
import { command } from '../../../../platform/command.ts';
import { sendCsv } from '../../../../platform/http/csv-file.ts';
import type { Services } from '../../../../platform/services.ts';
import { specialtyWords } from '../../../experts/rules.ts';
import type { ListRow, reviewsEndpoints } from '../../contract.ts';
import {
  BILLING_STATUS_WORDS,
  BILLING_STATUSES,
  chosenColumns,
  csvLine,
  type ListColumn,
  type SharedColumn,
  sideOf,
} from '../../rules.ts';
import type { OwnCells } from '../../ports.ts';
import { listReviews, type LoadList } from './list.ts';

type Query = In<typeof reviewsEndpoints.export, 'query'>;

/** An instant as spreadsheets read it, in the zone the head of the column names: "2026-11-19 07:30". */
function clockTime(at: string | null, zone: string): string | null {
  if (at === null) return null;
  const parts = new Intl.DateTimeFormat('en-CA', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(new Date(at));
  const of = (type: string): string => parts.find((part) => part.type === type)?.value ?? '';
  return `${of('year')}-${of('month')}-${of('day')} ${of('hour')}:${of('minute')}`;
}

const BALLS: Record<ListRow['ball'], string> = {
  requester: 'Requester',
  staff: 'Peritus',
  expert: 'Expert',
  nobody: 'Nobody',
};

type Cell = string | number | null;
/** The cells of each column: their heads, and their values in a row. */
interface Cells {
  heads: (zone: string) => readonly string[];
  values: (row: ListRow, zone: string) => Cell[];
}
const CELLS: Record<SharedColumn, Cells> = {
  number: { heads: () => ['Number'], values: (row) => [row.number] },
  subject: { heads: () => ['Matter', 'Claim number'], values: (row) => [row.subject, row.claim_number] },
  specialty: {
    heads: () => ['Specialty'],
    values: (row) => [specialtyWords(row.specialty, row.sub_specialty)],
  },
  status: { heads: () => ['Status'], values: (row) => [row.status.label] },
  ball: { heads: () => ['Whose move', 'Next act'], values: (row) => [BALLS[row.ball], row.act] },
  due: {
    heads: (zone) => [`Due (${zone})`],
    values: (row, zone) => [clockTime(row.due?.at ?? null, zone)],
  },
  expert: { heads: () => ['Expert'], values: (row) => [row.expert?.label ?? null] },
  state: { heads: () => ['State'], values: (row) => [row.state] },
  review_type: { heads: () => ['Type'], values: (row) => [row.review_type_label] },
  requester: { heads: () => ['Requester'], values: (row) => [row.requester?.name ?? null] },
  organization: { heads: () => ['Organization'], values: (row) => [row.organization?.name ?? null] },
  pages: { heads: () => ['Pages'], values: (row) => [row.pages] },
  period: { heads: () => ['Period'], values: (row) => [row.ahead?.period ?? null] },
  charts: {
    heads: () => ['Charts', 'Charts without records'],
    values: (row) => [row.ahead?.charts ?? null, row.ahead?.charts_missing ?? null],
  },
  price: {
    heads: () => ['Price (USD)', 'Billing'],
    values: (row) => [
      row.total_cents === null ? null : plainDollars(row.total_cents),
      BILLING_STATUSES.map((one) => (one === row.billing ? BILLING_STATUS_WORDS[one] : null)).find(Boolean) ?? null,
    ],
  },
  unread: { heads: () => ['Unread messages'], values: (row) => [row.unread] },
  updated: {
    heads: (zone) => [`Updated (${zone})`],
    values: (row, zone) => [clockTime(row.updated_at, zone)],
  },
};

/** The cells of a column: those of every kind, or a kind's own, a cell for each of its lines. */
function cellsOf(column: ListColumn): Cells {
  if (column in CELLS) return CELLS[column as SharedColumn];
  const heads = ownColumn(column)?.heads ?? [];
  return { heads: () => heads, values: ({ own }) => heads.map((_, at) => own[column]?.[at] ?? null) };
}

/**
 * Streams the list as a comma-separated file, page by page, so that its length costs no memory. What was asked for is
 * in the audit before the first row leaves, how many rows left afterwards; what was searched for is not, it may name
 * somebody.
 */
export async function exportReviews(
  services: Services,
  load: LoadList,
  ownCells: OwnCells,
  actor: Actor,
  kinds: readonly Kind[],
  query: Query,
  reply: FastifyReply,
): Promise<void> {
  const { columns: wanted, ...asked } = query;
  const of = kinds.length === 1 ? (kinds[0] ?? null) : null;
  const columns = chosenColumns(wanted?.split(',') ?? null, actor.kind, sideOf(asked.tab), of);
  const all: ListColumn[] = columns.includes('number') ? columns : ['number', ...columns];
  const zone = actor.time_zone;
  const { q, ...filters } = asked;
  const data = { kinds: [...kinds], columns: all, filters, searched: q !== undefined && q !== '' };
  const audited = await command(services, actor, (tx) => tx.audit({ action: 'reviews.exported', data }));

  let rows = 0;
  async function* pieces(): AsyncGenerator<string> {
    let cursor: string | undefined;
    do {
      const page = await listReviews(services, load, ownCells, actor, kinds, { ...asked, limit: 100, cursor });
      rows += page.data.length;
      yield page.data.map((row) => csvLine(all.flatMap((column) => cellsOf(column).values(row, zone)))).join('');
      cursor = page.next_cursor ?? undefined;
    } while (cursor !== undefined);
  }

  const [only] = kinds;
  const name = kinds.length === 1 && only ? KINDS[only].api_path.replaceAll('_', '-') : 'reviews';
  const day = services.clock.now().toISOString().slice(0, 10);
  await sendCsv(reply, {
    name: `${name}-${asked.tab}-${day}.csv`,
    head: csvLine(all.flatMap((column) => cellsOf(column).heads(zone))),
    pieces: pieces(),
    ended: (complete) =>
      command(services, actor, (tx) =>
        tx.audit({ action: 'reviews.export_ended', subject: `audit:${audited}`, data: { rows, complete } }),
      ),
  });
}
