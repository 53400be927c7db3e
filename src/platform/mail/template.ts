import { z } from 'zod';
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
  /** The letter, without its reader's seat: that is the mail's. */
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

export const instant = z.coerce.date();
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
