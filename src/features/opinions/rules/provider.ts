/** What an order says of the provider under review. */
export interface ProviderFields {
  npi?: unknown;
  license_type?: unknown;
  license_id?: unknown;
  state?: unknown;
  provider_name?: unknown;
}

const text = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

/** A name or code as it is compared: titles, degrees after a comma, case and signs mean nothing. */
export const nameKey = (name: string): string =>
  name
    .replace(/,.*$/s, '')
    .normalize('NFKD')
    .replaceAll(/\p{M}+/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .replace(/^(dr )+/, '');

/**
 * By what one provider's reviews are known as the same one's within an organization: the NPI, else the license with its
 * state, else the name or code as it was entered. Empty where none was.
 */
export function providerKey(fields: ProviderFields): string {
  const npi = text(fields.npi);
  if (/^\d{10}$/.test(npi)) return `npi:${npi}`;
  const license = text(fields.license_id)
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '');
  if (license !== '') return `license:${text(fields.license_type)}:${text(fields.state)}:${license}`;
  const name = nameKey(text(fields.provider_name));
  return name === '' ? '' : `name:${name}`;
}
