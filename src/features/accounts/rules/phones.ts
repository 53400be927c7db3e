/**
 * A telephone number as it is stored and called, E.164: "+13125550142". Ten digits, or eleven with a leading 1, are
 * North American; every other country begins with + or 00. Null when it is none.
 */
export function normalizePhone(text: string): string | null {
  const compact = text.normalize('NFKC').replaceAll(/[\s().\-/\u2010-\u2015]/g, '');
  const international = compact.replace(/^00/, '+');
  if (/^\+[1-9]\d{7,14}$/.test(international)) {
    return international.startsWith('+1') && !NORTH_AMERICAN.test(international.slice(2)) ? null : international;
  }
  const local = /^1?(\d{10})$/.exec(compact)?.[1];
  return local && NORTH_AMERICAN.test(local) ? `+1${local}` : null;
}

/** Area code and exchange both begin with 2 to 9. */
const NORTH_AMERICAN = /^[2-9]\d{2}[2-9]\d{6}$/;

export const PHONE_FAULT = 'This is not a phone number yet. Outside North America begin with + and the country.';

/** What is wrong with a number as it was typed, or null. */
export function phoneFault(text: string): string | null {
  if (text.trim() === '') return 'Enter your mobile number.';
  return normalizePhone(text) === null ? PHONE_FAULT : null;
}

/** A number as people read it: "+1 312 555 0142". */
export function formatPhone(number: string): string {
  const us = /^\+1(\d{3})(\d{3})(\d{4})$/.exec(number);
  return us ? `+1 ${us[1]} ${us[2]} ${us[3]}` : number;
}

/** The last two digits only, for pages that say where a code went. */
export const maskPhone = (number: string): string => `•••• ${number.slice(-2)}`;
