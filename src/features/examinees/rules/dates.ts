/** A day as a language says it, where it is: "Tuesday, January 12, 2027". `tag`: BCP 47. */
export const dayIn = (tag: string, at: Date, timeZone: string): string =>
  new Intl.DateTimeFormat(tag, { dateStyle: 'full', timeZone }).format(at);

/** A time of day with its zone as a language says it: "9:00 AM EST". */
export const timeIn = (tag: string, at: Date, timeZone: string): string =>
  new Intl.DateTimeFormat(tag, { hour: 'numeric', minute: '2-digit', timeZoneName: 'short', timeZone })
    .format(at)
    .replaceAll(/[\u202f\u00a0]/g, ' ');

/** What a language calls another one, by its code: "español" of Spanish in Spanish; in English where it has no name for it. */
export function languageNamed(code: string, tag: string): string {
  const named = (in_: string) => new Intl.DisplayNames([in_], { type: 'language', fallback: 'none' }).of(code);
  return named(tag) ?? named('en') ?? code;
}

/** A text with its gaps filled. A gap nobody fills is a fault of ours, and stands there to be seen by tests. */
export const filledIn = (text: string, values: Readonly<Record<string, string | number>> = {}): string =>
  text.replaceAll(/\{(\w+)\}/g, (gap, name: string) => String(values[name] ?? gap));
