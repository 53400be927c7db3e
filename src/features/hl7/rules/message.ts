/** HL7 v2 as text: segments of fields, fields of repetitions, components and subcomponents, and what in them is escaped. */

const CR = '\r';
/** The signs a message is cut by; those of ours are the usual ones. */
export interface Signs {
  field: string;
  component: string;
  repetition: string;
  escape: string;
  sub: string;
}
const USUAL_SIGNS: Signs = { field: '|', component: '^', repetition: '~', escape: '\\', sub: '&' };

/** A component, or its subcomponents. */
type Part = string | readonly string[];
/** A field: one text, its components, or repetitions of them. Null: nothing is sent. */
export type Field = string | null | readonly Part[] | { repeats: readonly (readonly Part[])[] };

const hex = (code: number): string => code.toString(16).toUpperCase().padStart(2, '0');

/** A text as it may stand in a message: what would cut it, and control characters, are escaped. */
export const escaped = (text: string): string =>
  // oxlint-disable-next-line no-control-regex -- these are what is looked for
  text.replaceAll(/[|^~\\&\u0000-\u001F\u007F]/g, (sign) => {
    switch (sign) {
      case '|':
        return '\\F\\';
      case '^':
        return '\\S\\';
      case '~':
        return '\\R\\';
      case '&':
        return '\\T\\';
      case '\\':
        return '\\E\\';
      default:
        return `\\X${hex(sign.charCodeAt(0))}\\`;
    }
  });

/** A text of a message as it was meant. What this does not know of stays as it is; begin and end of bold are left out. */
export function unescaped(text: string, signs: Signs = USUAL_SIGNS): string {
  const { escape } = signs;
  if (escape === '' || !text.includes(escape)) return text;
  // no letter, digit or space, so that it may stand behind a backslash
  const sign = `\\${escape}`;
  return text.replaceAll(RegExp(`${sign}([^${sign}]{0,200})${sign}`, 'g'), (whole, code: string) => {
    switch (code) {
      case 'F':
        return signs.field;
      case 'S':
        return signs.component;
      case 'R':
        return signs.repetition;
      case 'T':
        return signs.sub;
      case 'E':
        return escape;
      case 'H':
      case 'N':
        return '';
      case '.br':
        return '\n';
      default:
        return /^X(?:[0-9A-Fa-f]{2})+$/.test(code) ? ofHex(code.slice(1)) : whole;
    }
  });
}

function ofHex(digits: string): string {
  const bytes = Uint8Array.from(digits.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return String.fromCharCode(...bytes);
  }
}

const partText = (part: Part): string => (typeof part === 'string' ? escaped(part) : cut(part.map(escaped), '&'));
const componentsText = (parts: readonly Part[]): string => cut(parts.map(partText), '^');

/** Joined, without what is empty at the end. */
function cut(texts: readonly string[], sign: string): string {
  let length = texts.length;
  while (length > 0 && texts[length - 1] === '') length -= 1;
  return texts.slice(0, length).join(sign);
}

function fieldText(field: Field): string {
  if (field === null) return '';
  if (typeof field === 'string') return escaped(field);
  return 'repeats' in field ? cut(field.repeats.map(componentsText), '~') : componentsText(field);
}

/** One segment as it is sent. */
export const segment = (name: string, ...fields: readonly Field[]): string =>
  cut([name, ...fields.map(fieldText)], '|');

/** What a message begins with, from its third field on. */
export const header = (...fields: readonly Field[]): string => `MSH|^~\\&${segment('', ...fields)}`;

/** A message of its segments. */
export const messageOf = (segments: readonly string[]): string => segments.map((one) => `${one}${CR}`).join('');

export interface Segment {
  name: string;
  /** As they stand in the message; the name is the first. Of MSH, as it counts, the second is the sign that cuts fields. */
  fields: readonly string[];
}
export interface Message {
  signs: Signs;
  segments: readonly Segment[];
}

/** A message taken apart; null where it does not begin as one. */
export function parsed(text: string): Message | null {
  // some end segments by a line feed, or by both
  const lines = text.split(/\r\n|\r|\n/).filter((line) => line !== '');
  const [first] = lines;
  if (!first?.startsWith('MSH') || first.length < 8) return null;
  const field = first[3] ?? '';
  const [, coding = ''] = first.split(field);
  const [component = '^', repetition = '~', escape = '\\', sub = '&'] = coding;
  if (coding === '' || !/^[!-/:-@[-`{-~]+$/.test(field + coding)) return null;
  if (new Set([field, ...coding]).size !== 1 + coding.length) return null;
  const signs = { field, component, repetition, escape, sub };
  return {
    signs,
    segments: lines.map((line) => {
      const fields = line.split(field);
      const [name = ''] = fields;
      return { name, fields: name === 'MSH' ? ['MSH', field, ...fields.slice(1)] : fields };
    }),
  };
}

/** The first segment of a name. */
export const segmentOf = (message: Message, name: string): Segment | undefined =>
  message.segments.find((one) => one.name === name);

/** The repetitions of a field as they stand. */
export const repetitionsOf = (message: Message, of: Segment | undefined, field: number): string[] => {
  const text = of?.fields[field] ?? '';
  return text === '' ? [] : text.split(message.signs.repetition);
};

/** Without the control characters that no database takes and nobody reads; lines and tabs stay. */
export const withoutControls = (text: string): string =>
  // oxlint-disable-next-line no-control-regex -- these are what is looked for
  text.replaceAll(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F]/g, '');

/** One component of a repetition, as it was meant: its first subcomponent. */
export const componentOf = ({ signs }: Message, repetition: string, component: number): string =>
  withoutControls(unescaped(repetition.split(signs.component)[component - 1]?.split(signs.sub)[0] ?? '', signs)).trim();

/** A component of a field's first repetition, as it was meant. HL7 says by two quotes that there is nothing. */
export function valueOf(message: Message, of: Segment | undefined, field: number, component = 1): string {
  const [first = ''] = repetitionsOf(message, of, field);
  const value = componentOf(message, first, component);
  return value === '""' ? '' : value;
}
