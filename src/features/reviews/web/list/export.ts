import { download, savedWords } from '../../../../ui/api/download.ts';
import { toastDone } from '../../../../ui/parts/toast.tsx';
import { exportUrl, type ListScope } from './list-source.ts';
import type { Query } from './search.ts';

/** Fetches the list as a file and hands it to the browser to save. Throws ApiError. */
export async function exportList(place: ListScope, filter: Query, columns: readonly string[]): Promise<void> {
  const { name, lines } = await download(exportUrl(place, filter, columns), 'reviews.csv');
  toastDone(savedWords(name, lines));
}
