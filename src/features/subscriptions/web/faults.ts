import type { ApiError } from '../../../ui/api/client.ts';

/** What the server said of each field, by its path; null while it said nothing. */
export function faultsOf(error: ApiError | null): Readonly<Record<string, string>> {
  if (error?.status !== 422 && error?.status !== 400) return {};
  return Object.fromEntries(error.errors.map(({ path, message }) => [path, message]));
}
