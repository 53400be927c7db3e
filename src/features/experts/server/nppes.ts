import type { Services } from '../../../platform/services.ts';
import type { NpiCheckView } from '../contract/applications.ts';
import { readNppes } from '../rules/nppes.ts';

const TIMEOUT_MS = 6000;
const MOST_BYTES = 512 * 1024;

/**
 * Asks the NPPES registry (or what NPPES_URL names) whose number this is. Never throws: a registry that does not answer
 * holds no applicant up. Nothing but the number leaves the house.
 */
export async function lookUpNpi(services: Services, npi: string): Promise<NpiCheckView> {
  const checked_at = services.clock.now().toISOString();
  const base = services.env.NPPES_URL;
  if (base === undefined) return { outcome: 'not_asked', npi, checked_at };
  const url = new URL(base);
  url.searchParams.set('version', '2.1');
  url.searchParams.set('number', npi);
  try {
    const response = await fetch(url, {
      headers: { accept: 'application/json' },
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (!response.ok) throw new Error(`The registry answered ${response.status}.`);
    const text = await response.text();
    if (text.length > MOST_BYTES) throw new Error('The registry answered too much.');
    const check = readNppes(JSON.parse(text), npi, checked_at);
    if (!check) throw new Error('The registry’s answer was not understood.');
    return check;
  } catch (error) {
    services.log.warn({ err: error }, 'the NPI registry could not be asked');
    return { outcome: 'unavailable', npi, checked_at };
  }
}
