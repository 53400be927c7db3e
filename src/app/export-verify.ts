import { verifyExport } from '../features/exports/server/verify.ts';

/** Checks an organization's exported archive against its manifest and prints what it found; fails when anything differs. */
export async function verifyArchive([path]: readonly string[]): Promise<void> {
  if (path === undefined) {
    console.error('Say which archive: npm run export:verify -- harborline-2026-11-24.zip');
    process.exitCode = 2;
    return;
  }
  const { faults, manifest_sha256, organization, tables, rows, files, missing } = await verifyExport(path);
  for (const fault of faults) console.log(fault);
  if (organization !== null)
    console.log(
      `${organization}: ${tables} tables with ${rows} rows, ${files} files${missing > 0 ? `, ${missing} named as unreadable when it was made` : ''}: ` +
        `${faults.length === 0 ? 'all as the manifest says' : `${faults.length} faults`}.`,
    );
  if (manifest_sha256 !== null) console.log(`SHA-256 of the manifest: ${manifest_sha256}`);
  if (faults.length > 0) process.exitCode = 1;
}
