import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { isMainThread, parentPort, workerData } from 'node:worker_threads';
import PDFDocument from 'pdfkit';

/** An expert as the directory has them. */
export interface Expert {
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

/** What the thread is given: where files are kept, and whose CVs to write there. */
export interface CvJobs {
  folder: string;
  since: Date;
  experts: readonly Expert[];
}

/** A CV that was written. */
export interface WrittenCv {
  user_id: number;
  profile_id: number;
  version: 'full' | 'redacted';
  storage_key: string;
  sha256: string;
  size_bytes: number;
}

/** Writes a CV of every expert, and a redacted one where the directory says that there is one. */
async function writeCvs({ folder, since, experts }: CvJobs): Promise<WrittenCv[]> {
  await mkdir(join(folder, 'cvs'), { recursive: true, mode: 0o700 });
  const written: WrittenCv[] = [];
  for (const expert of experts)
    for (const version of expert.has_redacted_cv ? (['full', 'redacted'] as const) : (['full'] as const)) {
      const storage_key = `cvs/demo-${expert.profile_id}-${version}`;
      const bytes = await buffer(write(expert, version, since));
      // in the clear, as an earlier version stored them: the server encrypts them from its first start on
      await writeFile(join(folder, storage_key), bytes, { mode: 0o600 });
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      const { user_id, profile_id } = expert;
      written.push({ user_id, profile_id, version, storage_key, sha256, size_bytes: bytes.length });
    }
  return written;
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

if (!isMainThread && parentPort) parentPort.postMessage(await writeCvs(workerData as CvJobs));
