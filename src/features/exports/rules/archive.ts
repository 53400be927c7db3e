import { addDays } from '../../../core/durations.ts';

/** What the manifest says of one file of the archive. */
export interface Part {
  path: string;
  bytes: number;
  sha256: string;
}

/** A table of the archive: the same rows twice, as JSON and as CSV. */
export interface TablePart {
  table: string;
  rows: number;
  columns: readonly string[];
  json: Part;
  csv: Part;
}

/** A file as somebody uploaded it, or a report as it was signed. */
interface ContentPart extends Part {
  /** The row it belongs to: "files/1204". */
  of: string;
}

/** What stands in manifest.json. It names every other file of the archive. */
export interface Manifest {
  format: typeof MANIFEST_FORMAT;
  made_at: string;
  organization: { id: number; name: string };
  /** It and everything below it. */
  organizations: { id: number; name: string }[];
  guide: Part;
  tables: TablePart[];
  contents: ContentPart[];
  /** Contents that could not be read where they are stored. */
  missing: { of: string; name: string; why: string }[];
}

export const MANIFEST_FORMAT = 'peritus-organization-export-1';
export const MANIFEST_PATH = 'manifest.json';
export const GUIDE_PATH = 'README.txt';

/** Every part a manifest names. */
export const partsOf = ({ guide, tables, contents }: Manifest): Part[] => [
  guide,
  ...tables.flatMap(({ json, csv }) => [json, csv]),
  ...contents,
];

/** A name of ours for a file: what no file system takes is left out, and its end, which says what it is, stays. */
function archiveName(name: string): string {
  const plain = name
    .normalize('NFC')
    .replaceAll(/[\p{Cc}\p{Cf}<>:"/\\|?*]/gu, '_')
    .replace(/^[. ]+|[. ]+$/g, '');
  const dot = plain.lastIndexOf('.');
  const [stem, end] = dot > 0 && plain.length - dot <= 12 ? [plain.slice(0, dot), plain.slice(dot)] : [plain, ''];
  return `${stem.slice(0, 100) || 'file'}${end}`;
}

export const tablePaths = (table: string) => ({ json: `data/json/${table}.json`, csv: `data/csv/${table}.csv` });
export const filePath = (review: string, id: number, name: string): string =>
  `files/${review}/${id}-${archiveName(name)}`;
/** `former`: of an expert who left the review, by the report’s id, as several may have begun at version 1. */
export const reportPath = (review: string, version: number, former?: number): string =>
  `reports/${review}-${former === undefined ? '' : `former-${former}-`}version-${version}.pdf`;
export const disclosurePath = (review: string, version: number): string =>
  `disclosures/${review}-version-${version}.pdf`;

/** The name an archive is saved under. */
export const archiveFileName = (organization: string, madeAt: string): string =>
  `${
    archiveName(organization)
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
      .replace(/^-|-$/g, '') || 'organization'
  }-${addDays(madeAt.slice(0, 10), 0)}.zip`;

/** What a person reads first. */
export function guide(about: {
  organization: string;
  organizations: readonly { id: number; name: string }[];
  made_at: string;
  tables: readonly string[];
  left_out: readonly string[];
}): string {
  return `EVERYTHING THAT BELONGS TO ${about.organization.toUpperCase()}
Made by Peritus, ${about.made_at} (UTC)

WHOSE DATA THIS IS
${about.organizations.map(({ id, name }) => `  ${name} (organization ${id})`).join('\n')}

WHAT IS IN IT
  manifest.json   Every other file of this archive with its size and SHA-256, and the rows of each table.
  data/csv        Each table as a spreadsheet reads it: UTF-8, commas, the first line names the columns.
  data/json       The same rows as JSON, one row a line. Where the two could be read differently, this one counts.
  files           Records as they were uploaded, in a folder for each review. The number before the name is the row's
                  id in the table "files".
  reports         Delivered reports as signed PDFs, named by review and version.

HOW TO READ IT
  Instants are in UTC. Amounts whose column ends in _cents are cents. A review's row is in "reviews"; whatever has a
  column review_id belongs to it, and its answers stand in "review_sections". What the questions of a delivered report mean
  is in "report_forms", in the row its report_form_id names, also where several organizations share that form. In a CSV a cell that a spreadsheet could
  take for a formula begins with an apostrophe.
  A column that names a person (ending in _id or _by) has a number only for people of these organizations; they are in "users".
  Tables: ${about.tables.join(', ')}.

WHAT IS NOT IN IT
  Passwords, codes and keys; what belongs to others (experts' papers and drafts, who reviews without being named,
  how experts were looked for); and what was deleted before this was made.
  Tables that are left out: ${about.left_out.join(', ')}.

WHETHER IT IS WHOLE
  npm run export:verify -- ARCHIVE.zip, in a copy of Peritus, compares every file and every number of rows with the
  manifest. Without it: the SHA-256 of each file must be the one manifest.json names, and that of manifest.json the one
  the export's page and the audit trail show.

It holds health information. Keep it as safe as the records themselves.
`.replaceAll('\n', '\r\n');
}
