import type { Problem } from '../../core/errors.ts';
import { plural } from '../../core/phrases.ts';
import { ApiError, session } from './client.ts';

/** What is said once a list is saved: 'cases-active-2026-11-24.csv is saved: 30 rows. …'. */
export const savedWords = (name: string, rows: number): string =>
  `${name} is saved: ${plural(rows, 'row')}. The audit log notes the export.`;

/**
 * Fetches a comma-separated file as the profile in use and hands it to the browser to save; answers its name and how many
 * lines follow the first, its head. Where the server wants a fresh proof of who is there, it is asked for. Throws ApiError.
 */
export async function download(url: string, fallback: string): Promise<{ name: string; lines: number }> {
  let response: Response;
  try {
    response = await begin(url);
  } catch (error) {
    const wantsProof = error instanceof ApiError && error.code === 'reauthentication_required';
    if (!wantsProof || !(await session.proveAgain())) throw error;
    response = await begin(url);
  }
  const name = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? fallback;
  let whole: Blob;
  try {
    whole = await response.blob();
  } catch {
    // it broke off midway: a part of a file is not saved as if it were all
    throw new ApiError(0, null);
  }
  const link = document.createElement('a');
  link.href = URL.createObjectURL(whole);
  link.download = name;
  link.click();
  // the browser reads it after the press; a minute is long for that
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  return { name, lines: Math.max(0, linesOf(await whole.text()) - 1) };
}

/** Lines of a comma-separated text; one that is broken inside quotes counts once. */
export const linesOf = (text: string): number =>
  (text.match(/(?:"(?:[^"]|"")*"|[^"\n])+(?:\n|$)/g) ?? []).filter((line) => line.trim() !== '').length;

/** The answer whose body is the file. Throws ApiError. */
async function begin(url: string): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(url, { headers: session.profileHeaders(), credentials: 'include' });
  } catch {
    throw new ApiError(0, null);
  }
  if (response.ok) return response;
  const isProblem = response.headers.get('content-type')?.includes('problem+json') === true;
  throw new ApiError(response.status, isProblem ? ((await response.json()) as Problem) : null);
}
