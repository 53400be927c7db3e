import { sql } from 'kysely';
import type { Actor } from '../../../core/actor.ts';
import { refuseFields } from '../../../core/errors.ts';
import { plural } from '../../../core/phrases.ts';
import { command } from '../../../platform/command.ts';
import type { Services } from '../../../platform/services.ts';
import { pagesToSee } from '../../reviews/rules.ts';
import { loadFile } from './facts.ts';

/**
 * Keeps which pages the actor has had in view, each once however often it is told. Answers how many of the file's there
 * are by now. Refuses `not_found`, also of what is hidden or still checked, and a page it does not have.
 */
export async function sawPages(
  services: Services,
  actor: Actor,
  fileId: number,
  pages: readonly number[],
): Promise<{ seen: number }> {
  return command(services, actor, async (tx) => {
    // what the expert's side may know of, it may read: it is ready, cleared and shown to them
    const { file } = await loadFile(tx.db, actor, fileId);
    const most = pagesToSee(file);
    refuseFields(
      pages.some((page) => page > most) ? [{ path: 'pages', message: `This file has ${plural(most, 'page')}.` }] : [],
    );
    const ranges = `{${[...new Set(pages)].map((page) => `[${page},${page}]`).join(',')}}`;
    const { rows } = await sql<{ seen: number }>`
      insert into file_pages_seen as kept (file_id, user_id, pages) values (${fileId}, ${actor.user_id}, ${ranges}::int4multirange)
      on conflict (file_id, user_id) do update set pages = kept.pages + excluded.pages
      returning (select sum(upper(p) - lower(p))::int from unnest(pages) p) as seen`.execute(tx.system);
    return { seen: rows[0]?.seen ?? 0 };
  });
}
