import type { Problem } from '../../core/errors.ts';
import { ApiError, session } from './client.ts';

/** Fetches a file as the profile in use and hands it to the browser to save; answers its name. Throws ApiError. */
export async function download(url: string, fallback: string): Promise<string> {
  let response: Response;
  try {
    response = await fetch(url, { headers: session.profileHeaders(), credentials: 'include' });
  } catch {
    throw new ApiError(0, null);
  }
  if (!response.ok) {
    const isProblem = response.headers.get('content-type')?.includes('problem+json') === true;
    throw new ApiError(response.status, isProblem ? ((await response.json()) as Problem) : null);
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
  return name;
}
