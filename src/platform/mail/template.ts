import { z } from 'zod';
import { dateText } from '../../core/dates.ts';
import { zoned } from '../../core/time.ts';
import type { Mails } from '../declarations.ts';
import type { RenderedMail } from './layout.ts';

/** What every template knows besides its data. */
export interface MailContext {
  /** The review's number ("CR-20418"), or null for a mail about none. */
  number: string | null;
  /** The page of the review. */
  review_path: string;
  /** The recipient's time zone; every instant is written in it, with weekday and zone. */
  zone: string;
  side: 'requester' | 'expert' | 'staff' | 'none';
  public_url: string;
}

export interface Template<S extends z.ZodType = z.ZodType> {
  data: S;
  /** The letter, without its reader's seat: that is the mail's. Of what opens something it sees the place (`openerOf`). */
  write(data: z.output<S>, say: Voice): Omit<RenderedMail, 'reader'>;
}

/** Words and links in the recipient's terms. */
export interface Voice extends MailContext {
  /** "CR-20418", or "your review". */
  review: string;
  /** An instant: "Thu, Nov 19, 2026, 7:30 AM CST". */
  when(instant: Date): string;
  /** A calendar date: "Thu, Nov 19, 2026". */
  day(date: string): string;
  url(path: string): string;
}

export const template = <S extends z.ZodType>(data: S, write: Template<S>['write']): Template<S> => ({ data, write });

/** What each of these templates is written from: what a feature declares of its mails. */
export type MailInputs<T extends Readonly<Record<string, Template>>> = { [N in keyof T]: z.input<T[N]['data']> };
export type TemplateName = keyof Mails;

export const instant = z.coerce.date<Date | string>();
export const date = z.iso.date();
export const count = z.number().int().nonnegative();
/** A path on this site; never another address. */
export const path = z.string().regex(/^\/(?!\/)[\w\-./?=&%~]*$/, 'must be a path on this site');
export const link = { link: path.optional() };

/** The review's page as the one button, unless the data name another page. */
export const open = (say: Voice, data: { link?: string | undefined }, label: string) => ({
  label,
  url: say.url(data.link ?? say.review_path),
});

/** Every mail that is declared, with its template. */
export type MailTemplates = { [N in TemplateName]: Template<z.ZodType<unknown, Mails[N]>> };

/** The template of a name, of those there are. */
export const templateOf = (templates: MailTemplates, name: string): Template | undefined =>
  new Map<string, Template>(Object.entries(templates)).get(name);

/** A letter with what it was written from. */
interface Written {
  letter: RenderedMail;
  template: Template;
  /** As the template's schema reads them. */
  data: unknown;
  say: Voice;
}

/** Writes the letter of a template. Throws when the name is unknown or the data lack what the template needs. */
export function writeMail(templates: MailTemplates, name: string, data: unknown, context: MailContext): Written {
  const template = templateOf(templates, name);
  if (!template) throw new Error(`No mail template is called ${name}.`);
  const parsed = template.data.safeParse(data);
  if (!parsed.success) {
    const fields = parsed.error.issues.map((issue) => issue.path.join('.')).join(', ');
    throw new Error(`The mail template ${name} cannot use the data it was given: ${fields}.`);
  }
  const say: Voice = {
    ...context,
    review: context.number ?? 'Your review',
    when: (at) => formatInstant(at, context.zone),
    day: (date) => dateText(date, 'weekday'),
    url: (path) => `${context.public_url}${path}`,
  };
  return { letter: { ...template.write(parsed.data, say), reader: context.side }, template, data: parsed.data, say };
}

/** The letter alone, as it is shipped. */
export const renderMail = (...given: Parameters<typeof writeMail>): RenderedMail => writeMail(...given).letter;

/** "Thu, Nov 19, 2026, 7:30 AM CST": always with weekday and zone. */
export function formatInstant(at: Date, zone: string): string {
  return zoned(at, zone)
    .toLocaleString('en-US', {
      weekday: 'short',
      month: 'short',
      day: 'numeric',
      year: 'numeric',
      hour: 'numeric',
      minute: '2-digit',
      timeZoneName: 'short',
    })
    .replaceAll(/[\u202f\u00a0]/g, ' ');
}
