import { Readable } from 'node:stream';
import { type Kysely, sql } from 'kysely';
import PDFDocument from 'pdfkit';
import type { DB } from '../../platform/db/types.ts';
import type { Storage } from '../../platform/storage.ts';

interface Expert {
  profile_id: number;
  user_id: number;
  name: string;
  code: string;
  suffix: string;
  city: string | null;
  state: string | null;
  setting: string | null;
  years: number;
  specialty: string | null;
  sub_specialty: string | null;
  hospital: string | null;
  has_redacted_cv: boolean;
}

/** Keeps a CV of every expert, and a redacted one where the directory says that there is one. */
export async function seedCvs(db: Kysely<DB>, storage: Storage, since: Date): Promise<void> {
  const { rows } = await sql<Expert>`
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
  for (const expert of rows)
    for (const version of expert.has_redacted_cv ? (['full', 'redacted'] as const) : (['full'] as const)) {
      const storage_key = `cvs/demo-${expert.profile_id}-${version}`;
      const { sha256, size } = await storage.put(storage_key, Readable.from(write(expert, version, since)));
      await db
        .insertInto('cvs')
        .values({
          user_id: expert.user_id,
          profile_id: expert.profile_id,
          version,
          storage_key,
          name: version === 'full' ? 'Curriculum vitae.pdf' : 'Curriculum vitae, redacted.pdf',
          size_bytes: size,
          sha256,
          pages: 1,
          created_at: since,
        })
        .execute();
    }
}

/** One page, with the same facts the directory has; the redacted one leaves out name, place and employer. */
function write(expert: Expert, version: 'full' | 'redacted', since: Date): PDFKit.PDFDocument {
  const open = version === 'full';
  const called = open ? `${expert.name}, ${expert.suffix}` : `Expert ${expert.code}`;
  const year = since.getUTCFullYear();
  const began = year - expert.years;
  const field = [expert.specialty, expert.sub_specialty].filter(Boolean).join(', ');
  const place = [expert.city, expert.state].filter(Boolean).join(', ');
  const document = new PDFDocument({
    size: 'LETTER',
    margin: 72,
    info: { Title: `Curriculum vitae, ${called}`, Author: open ? expert.name : '', CreationDate: since },
  });
  document.font('Times-Bold').fontSize(20).text(called);
  document
    .font('Times-Roman')
    .fontSize(11)
    .text(open ? `${field}. ${place}` : `${field}. ${expert.state ?? ''}`, { paragraphGap: 14 });
  const section = (title: string, lines: string[]) => {
    document.font('Times-Bold').fontSize(13).text(title, { paragraphGap: 4 });
    document.font('Times-Roman').fontSize(11);
    for (const line of lines) document.text(line, { paragraphGap: 3 });
    document.moveDown();
  };
  const employer = open ? (expert.hospital ?? 'Group practice') : (expert.setting ?? 'Group practice');
  section('Practice', [`${began} to the present: attending, ${employer}`, 'Full clinical schedule, four days a week']);
  section('Training', [
    `${began - 5} to ${began}: residency and fellowship, ${expert.specialty ?? 'medicine'}`,
    `${began - 9} to ${began - 5}: ${expert.suffix} degree`,
  ]);
  section('Certification', [`Board certified in ${expert.specialty ?? 'medicine'}, recertified ${year - 2}`]);
  section('Reviews', [
    'Standard of care and causation, for both sides',
    'Deposed on four occasions in the last five years, testified in one trial',
  ]);
  document.end();
  return document;
}
