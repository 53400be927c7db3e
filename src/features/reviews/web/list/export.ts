import { ApiError, session } from '../../../../ui/api/client.ts';
import type { Problem } from '../../../../core/errors.ts';
import { toastDone } from '../../../../ui/parts/toast.tsx';
import { exportUrl, type Place } from './place.ts';
import type { Query } from './search.ts';

/** Fetches the list as a file, as the profile in use, and hands it to the browser to save. Throws ApiError. */
export async function exportList(place: Place, filter: Query, columns: readonly string[]): Promise<void> {
  let response: Response;
  try {
    response = await fetch(exportUrl(place, filter, columns), {
      headers: session.profileHeaders(),
      credentials: 'include',
    });
  } catch {
    throw new ApiError(0, null);
  }
  if (!response.ok) {
    const isProblem = response.headers.get('content-type')?.includes('problem+json') === true;
    throw new ApiError(response.status, isProblem ? ((await response.json()) as Problem) : null);
  }
  const name = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? 'reviews.csv';
  const link = document.createElement('a');
  link.href = URL.createObjectURL(await response.blob());
  link.download = name;
  link.click();
  // the browser reads it after the press; a minute is long for that
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  toastDone(`${name} is saved. The export is noted in the audit.`);
}
