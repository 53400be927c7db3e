export type TypedDate = { day: string } | { empty: true } | { wrong: string };

const lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
const months = 'January February March April May June July August September October November December'.split(' ');

const leap = (year: number) => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;

/** Reads a date typed as mm/dd/yyyy (also with dots, dashes or spaces, and as yyyy-mm-dd). Never guesses: says what is wrong. */
export function readDate(text: string): TypedDate {
  const bare = text.trim().replaceAll(/\s*[/.\-\s]\s*/g, '/');
  if (bare === '') return { empty: true };
  const iso = /^(\d{4})\/(\d{1,2})\/(\d{1,2})$/.exec(bare);
  const us = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(bare) ?? /^(\d{2})(\d{2})(\d{4})$/.exec(bare);
  const [year, month, day] = iso
    ? [Number(iso[1]), Number(iso[2]), Number(iso[3])]
    : us
      ? [Number(us[3]), Number(us[1]), Number(us[2])]
      : [0, 0, 0];
  if (!iso && !us) {
    return /^\d{1,2}\/\d{1,2}\/\d{2}$/.test(bare)
      ? { wrong: 'Write the year with four digits.' }
      : { wrong: 'Write the date as month/day/year, like 03/09/2026.' };
  }
  if (month < 1 || month > 12) return { wrong: `There is no month ${month}. The month comes first.` };
  const longest = month === 2 && leap(year) ? 29 : (lengths[month - 1] ?? 31);
  if (day < 1 || day > longest) return { wrong: `${months[month - 1]} ${year} has ${longest} days.` };
  if (year < 1850 || year > 2200) return { wrong: `Check the year ${year}.` };
  return { day: `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}` };
}

/** '03 / 09 / 2026' → '03/09/2026' for the field, from 'YYYY-MM-DD'. */
export function showDate(day: string | null): string {
  const found = day ? /^(\d{4})-(\d{2})-(\d{2})$/.exec(day) : null;
  return found ? `${found[2]}/${found[3]}/${found[1]}` : '';
}
