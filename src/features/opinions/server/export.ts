import type { FastifyReply } from 'fastify';
import { command } from '../../../platform/command.ts';
import type { ActorDb } from '../../../platform/db/actor-db.ts';
import { sendCsv } from '../../../platform/http/csv-file.ts';
import type { Services } from '../../../platform/services.ts';
import { csvLine } from '../../reviews/rules.ts';
import type { TrendQuery } from '../contract.ts';
import { levelOf, percentMet, quarterWords, SCALES } from '../rules.ts';
import { periodOf, trendLines, type TrendLine } from './trends.ts';

const HEADS = [
  'Quarter',
  'Organization',
  'Facility',
  'Provider',
  'Scale',
  'Reviews',
  'Level 1',
  'Level 2',
  'Level 3',
  'Level 4',
  'Not determined',
  'Needs attention',
  'Items asked',
  'Items met',
  'Percent met',
];

/** A count with what its level says, where there are any; nothing for a level the scale does not have. */
function levelCell(line: TrendLine, level: number): string | number {
  const found = levelOf(line.scale, level);
  if (!found) return '';
  const n = line.levels[level - 1] ?? 0;
  return n === 0 ? 0 : `${n} ${found.short}`;
}

/**
 * The trends as a comma-separated file that no spreadsheet runs. What was asked for is in the audit before the first
 * line leaves, how many rows left afterwards; which provider or facility is not, it names somebody.
 */
export async function exportTrends(
  services: Services,
  db: ActorDb,
  query: TrendQuery,
  reply: FastifyReply,
): Promise<void> {
  const asked = periodOf(query, services.clock.now(), db.actor.time_zone);
  const lines = await trendLines(db, asked);
  const of = query.organization_id === undefined ? {} : { organization_id: query.organization_id };
  const audited = await command(services, db.actor, (tx) =>
    tx.audit({
      action: 'trends.exported',
      ...of,
      data: {
        from: asked.from,
        to: asked.to,
        scale: query.scale ?? null,
        review_type: query.review_type ?? null,
        one_provider: query.provider !== undefined,
        one_facility: query.facility !== undefined,
      },
    }),
  );
  let rows = 0;
  async function* pieces(): AsyncGenerator<string> {
    for await (const part of lines()) {
      rows += part.length;
      yield part.map(lineOf).join('');
    }
  }
  const day = services.clock.now().toISOString().slice(0, 10);
  await sendCsv(reply, {
    name: `peer-review-trends-${day}.csv`,
    head: csvLine(HEADS),
    pieces: pieces(),
    ended: (complete) =>
      command(services, db.actor, (tx) =>
        tx.audit({ action: 'trends.export_ended', ...of, subject: `audit:${audited}`, data: { rows, complete } }),
      ),
  });
}

const lineOf = (line: TrendLine): string =>
  csvLine([
    quarterWords(line.quarter),
    line.organization,
    line.facility,
    line.provider,
    line.scale === null ? '' : SCALES[line.scale].label,
    line.n,
    ...[1, 2, 3, 4].map((level) => levelCell(line, level)),
    line.undetermined,
    line.attention,
    line.asked,
    line.met,
    percentMet(line.met, line.asked)?.toFixed(1) ?? '',
  ]);
