import type { Kysely } from 'kysely';
import { Refusal } from '../../../core/errors.ts';
import type { DB } from '../../../platform/db/types.ts';
import type { Services } from '../../../platform/services.ts';
import { siteOfPlace } from '../../exams/rules.ts';
import { admit, type Asking } from './admit.ts';
import type { ExamFacts } from './load.ts';

/** The map of the way to the site an exam is held at, as the examiner, or staff for a rented place, keep it now; null where there is none. */
export async function siteMapOf(db: Kysely<DB>, { place }: Pick<ExamFacts, 'place'>) {
  const { of, id } = siteOfPlace(place);
  if (of === 'video') return null;
  const site =
    of === 'rented'
      ? db.selectFrom('rented_sites').select('map_id').where('id', '=', id)
      : db.selectFrom('practice_sites').select('map_id').where('id', '=', id);
  const map = await db
    .selectFrom('site_maps as m')
    .select(['m.storage_key', 'm.size_bytes', 'm.sha256', 'm.width', 'm.height'])
    .where('m.id', '=', site)
    .executeTakeFirst();
  return map ?? null;
}

/** The map as the holder of an open link sees it. Refuses `gone` with the link, and `not_found` where there is none. */
export async function openMap(services: Services, token: string, asking: Asking) {
  const { exam } = await admit(services, token, asking);
  const map = await siteMapOf(services.database.systemDb, exam);
  if (!map) throw new Refusal('not_found');
  return map;
}
