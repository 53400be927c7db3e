/** Whether a National Provider Identifier's check digit holds (Luhn over 80840 and the ten digits). */
export function isNpi(npi: string): boolean {
  if (!/^\d{10}$/.test(npi)) return false;
  let sum = 0;
  [...`80840${npi}`].toReversed().forEach((digit, i) => {
    const value = Number(digit) * (i % 2 === 1 ? 2 : 1);
    sum += value > 9 ? value - 9 : value;
  });
  return sum % 10 === 0;
}
