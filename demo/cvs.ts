import { Worker } from 'node:worker_threads';
import { type Kysely, sql } from 'kysely';
import type { DB } from '../src/platform/db/types.ts';
import type { CvJobs, Expert, WrittenCv } from './cv-worker.ts';

/**
 * Keeps a CV of every expert, and a redacted one where the directory says that there is one. They are written in a
 * thread into the folder of files, once `free` is: this one has a history to live meanwhile.
 */
export async function seedCvs(db: Kysely<DB>, folder: string, since: Date, free: Promise<unknown>): Promise<void> {
  const { rows: experts } = await sql<Expert>`
    select e.profile_id, p.user_id, u.first_name || ' ' || u.last_name as name, e.code, e.credentials_suffix as suffix,
      e.city, e.state, e.setting, e.years_in_practice as years, e.has_redacted_cv, s.name as specialty, ss.name as sub_specialty,
      (select a.name from affiliations a where a.expert_profile_id = e.profile_id order by a.id limit 1) as hospital
    from expert_profiles e
      join profiles p on p.id = e.profile_id
      join users u on u.id = p.user_id
      left join credentials c on c.expert_profile_id = e.profile_id and c.is_primary
      left join specialties s on s.id = c.specialty_id
      left join sub_specialties ss on ss.id = c.sub_specialty_id
    order by e.profile_id`.execute(db);
  await free;
  const written = await writeAll({ folder, since, experts });
  await db
    .insertInto('cvs')
    .values(
      written.map((cv) => ({
        ...cv,
        name: cv.version === 'full' ? 'Curriculum vitae.pdf' : 'Curriculum vitae, redacted.pdf',
        pages: 1,
        created_at: since,
        approved_at: since,
      })),
    )
    .execute();
}

function writeAll(jobs: CvJobs): Promise<WrittenCv[]> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./cv-worker.ts', import.meta.url), { workerData: jobs });
    worker.on('message', resolve);
    worker.on('error', reject);
  });
}
