import { nameKey } from '../../experts/rules/same-name.ts';

/** What an order says of the provider under review. */
export interface ProviderFields {
  npi?: unknown;
  license_type?: unknown;
  license_id?: unknown;
  state?: unknown;
  provider_name?: unknown;
}

const text = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

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
  return nameProviderKey(text(fields.provider_name));
}

const BY_NAME = 'name:';
/** The key of a provider of whom no more is known than a name or code; empty without one. */
export function nameProviderKey(name: string): string {
  const key = nameKey(name);
  return key === '' ? '' : `${BY_NAME}${key}`;
}
/** Whether a key is one by name alone. */
export const byName = (key: string): boolean => key.startsWith(BY_NAME);
