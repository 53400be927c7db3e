import type { Endpoint } from './endpoint.ts';
import { type Kind, KINDS } from './kinds.ts';

/** The URL of an endpoint with its parameters filled in. */
export function urlOf(
  endpoint: Pick<Endpoint, 'id' | 'path'>,
  input: { kind?: Kind; params?: unknown; query?: unknown },
): string {
  let path = endpoint.path;
  if (path.includes('{kind}')) {
    if (!input.kind) throw new Error(`${endpoint.id} is called without a kind.`);
    path = path.replace('{kind}', KINDS[input.kind].api_path);
  }
  for (const [name, value] of Object.entries((input.params ?? {}) as Record<string, unknown>)) {
    path = path.replace(`{${name}}`, encodeURIComponent(String(value)));
  }
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries((input.query ?? {}) as Record<string, unknown>)) {
    if (value === undefined || value === null || value === '') continue;
    for (const one of Array.isArray(value) ? value : [value]) query.append(name, String(one));
  }
  const text = query.toString();
  return text === '' ? path : `${path}?${text}`;
}
