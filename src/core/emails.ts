/** One address as it is compared and stored: compatibility forms unfolded, lower case, no blanks around. */
export function normalizeEmail(text: string): string {
  return text.normalize('NFKC').trim().toLowerCase();
}

const LOCAL = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;
const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/**
 * Whether a normalized address can be an account's. Letters of other alphabets are refused: they look like ours and
 * are not. Dots before the @ tell addresses apart, as they do for most mail servers.
 */
export function isEmail(email: string): boolean {
  const at = email.lastIndexOf('@');
  const local = email.slice(0, at);
  const labels = email.slice(at + 1).split('.');
  return (
    at > 0 &&
    email.length <= 254 &&
    local.length <= 64 &&
    LOCAL.test(local) &&
    labels.length >= 2 &&
    labels.every((label) => LABEL.test(label)) &&
    !/^\d+$/.test(labels.at(-1) ?? '')
  );
}

/** The domain of a normalized address. */
export const domainOf = (email: string): string => email.slice(email.lastIndexOf('@') + 1);

/** A list of domains as an operator may have typed it, ready to be compared. */
export const normalizeDomains = (domains: readonly string[]): string[] =>
  domains
    .map((domain) => normalizeEmail(domain).replace(/^@/, '').replace(/\.$/, ''))
    .filter((domain) => domain !== '');

/** Whether an organization takes an address: any where it keeps no list (null), else those of exactly its domains. */
export function isAllowedDomain(email: string, domains: readonly string[] | null): boolean {
  return domains === null || normalizeDomains(domains).includes(domainOf(email));
}

/** The sentence for an address outside an organization's domains. */
export function domainFault(domains: readonly string[]): string {
  const list = normalizeDomains(domains);
  if (list.length === 0) return 'This organization takes nobody new at the moment.';
  return `Use your work address. It ends in ${list.map((domain) => `@${domain}`).join(' or ')}.`;
}

const EMAIL_FAULT = 'This is not an e-mail address yet.';

/** What is wrong with an address as it was typed, or null. */
export function emailFault(text: string, domains: readonly string[] | null = null): string | null {
  const email = normalizeEmail(text);
  if (email === '') return 'Enter your e-mail.';
  if (!isEmail(email)) return EMAIL_FAULT;
  return domains !== null && !isAllowedDomain(email, domains) ? domainFault(domains) : null;
}

/** An address as shown to who may not know all of it: "d…k@harborline.example". */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@');
  const local = email.slice(0, at);
  return `${local.slice(0, 1)}…${local.length > 2 ? local.slice(-1) : ''}${email.slice(at)}`;
}
