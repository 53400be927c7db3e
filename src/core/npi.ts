/**
 * Whether a National Provider Identifier can be one: its first digit is 1 or 2, and its check digit holds (Luhn over
 * 80840 and the ten digits; 45 CFR 162.406).
 */
export function isNpi(npi: string): boolean {
  if (!/^[12]\d{9}$/.test(npi)) return false;
  let sum = 0;
  [...`80840${npi}`].toReversed().forEach((digit, i) => {
    const value = Number(digit) * (i % 2 === 1 ? 2 : 1);
    sum += value > 9 ? value - 9 : value;
  });
  return sum % 10 === 0;
}
