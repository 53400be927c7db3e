/** What the national registry says of a number. */
export type NpiCheck =
  | {
      outcome: 'found';
      npi: string;
      checked_at: string;
      name: string;
      credential: string;
      active: boolean;
      fields: string[];
    }
  | { outcome: 'not_found'; npi: string; checked_at: string }
  | { outcome: 'unavailable'; npi: string; checked_at: string }
  | { outcome: 'not_asked'; npi: string; checked_at: string };

/**
 * Reads an answer of the NPPES registry (version 2.1): `results` with `basic` and `taxonomies`, or `Errors`. Null when
 * it is none of these.
 */
export function readNppes(answer: unknown, npi: string, checkedAt: string): NpiCheck | null {
  const body = record(answer);
  if (Array.isArray(body.Errors)) return { outcome: 'not_found', npi, checked_at: checkedAt };
  if (!Array.isArray(body.results)) return null;
  const found = body.results.map(record).find((one) => String(one.number) === npi);
  if (!found) return { outcome: 'not_found', npi, checked_at: checkedAt };
  const basic = record(found.basic);
  const part = (key: string): string => (typeof basic[key] === 'string' ? (basic[key] as string).trim() : '');
  const isPlain = (name: string): boolean => name !== '' && name !== '--';
  const taxonomies = Array.isArray(found.taxonomies) ? found.taxonomies.map(record) : [];
  return {
    outcome: 'found',
    npi,
    checked_at: checkedAt,
    // an organization's number has a name of its own
    name:
      [part('first_name'), part('middle_name'), part('last_name')].filter(isPlain).join(' ') ||
      part('organization_name') ||
      part('name'),
    credential: part('credential'),
    active: part('status') === 'A',
    fields: [
      ...new Set(
        taxonomies.map((one) => one.desc).filter((desc): desc is string => typeof desc === 'string' && desc !== ''),
      ),
    ].slice(0, 10),
  };
}

const record = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
