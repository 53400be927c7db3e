import { isIP } from 'node:net';
import { dirname, resolve } from 'node:path';
import pg from 'pg';
import { z } from 'zod';
import { isEmail, normalizeEmail } from '../core/emails.ts';

/* The sorts of values settings have. Each takes text and says in words what it must be. */

/** One of a few words. */
export const oneOf = <const T extends string>(words: readonly T[]) =>
  z.enum(words as readonly T[], `it must be one of ${words.join(', ')}`);

export const flag = z
  .enum(['on', 'off', 'true', 'false', '1', '0'], 'it must be on or off')
  .transform((v) => v === 'on' || v === 'true' || v === '1');

/** A whole number in digits, both ends included. */
export function whole(least: number, most: number) {
  const message = `it must be a whole number from ${least} to ${most}`;
  return z
    .string()
    .regex(/^-?\d{1,16}$/, message)
    .transform(Number)
    .refine((n) => n >= least && n <= most, message)
    .describe(`From ${least} to ${most}`);
}

/** A number in digits, with a fraction or without, both ends included. */
export function amount(least: number, most: number) {
  const message = `it must be a number from ${least} to ${most}`;
  return z
    .string()
    .regex(/^\d{1,16}(\.\d{1,6})?$/, message)
    .transform(Number)
    .refine((n) => n >= least && n <= most, message)
    .describe(`From ${least} to ${most}`);
}

/** A line of text people read. */
export const line = (most: number) =>
  z
    .string()
    .refine(
      (text) => text.length <= most && !/\p{Cc}/u.test(text),
      `it must be one line of at most ${most} characters`,
    );

/** Labels of letters, digits, dashes and (in names of containers) underscores, joined by single dots. */
const HOST_NAME = /^(?!.*\.\.)(?!.{254})[a-z0-9](?:[a-z0-9_.-]*[a-z0-9])?\.?$/i;
const isHost = (text: string): boolean => isIP(text.replace(/^\[|\]$/g, '')) !== 0 || HOST_NAME.test(text);

/** Where to listen: an address of a network card or the name of one. */
export const host = z
  .string()
  .refine(
    (text) => isIP(text) !== 0 || (HOST_NAME.test(text) && !/^[\d.]+$/.test(text)),
    'it must be an address such as 127.0.0.1 or a host name alone, without http:// and without a port',
  );

function parsed(text: string, scheme: RegExp): URL | null {
  if (!scheme.test(text) || /[\s\p{Cc}]/u.test(text) || !URL.canParse(text)) return null;
  const url = new URL(text);
  return url.hostname === '' || url.port === '0' ? null : url;
}

/** A page or service on the web. Anything but http and https would be a link that acts, or goes nowhere. */
export const webAddress = z.string().refine((text) => {
  const url = parsed(text, /^https?:\/\//i);
  return url !== null && isHost(url.hostname) && url.username === '' && url.password === '';
}, 'it must be a web address that begins with https:// or http://, with the name of a host and without user name and password');

/** The address of a whole site: scheme, host and port, nothing behind. */
export const siteAddress = webAddress.refine((text) => {
  const url = parsed(text, /^https?:\/\//i);
  return url === null || `${url.pathname}${url.search}${url.hash}` === '/';
}, 'it must be the address alone, such as https://reviews.example.org: nothing may stand behind host and port');

/** The beginning of a service's addresses: a path follows it. */
export const baseAddress = webAddress.refine(
  (text) => !/[?#]/.test(text),
  'it must be a web address without anything behind its path',
);

function decodes(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

/** The server that takes mails. */
export const smtpAddress = z.string().refine((text) => {
  const url = parsed(text, /^smtps?:\/\//i);
  return (
    url !== null &&
    isHost(url.hostname) &&
    ['', '/'].includes(url.pathname) &&
    // a sign of a password that was not written out would make a host of the user
    url.hash === '' &&
    !/[@/]/.test(url.search) &&
    decodes(url.username) &&
    decodes(url.password)
  );
}, 'it must look like smtp://user:password@host:587 or smtps://…, with nothing behind the port; in user and password %, /, @, :, # and ? are written as %25, %2F, %40, %3A, %23 and %3F');

/** The sender of mails: an address, or a name and an address in angle brackets. Signs that mail programs read otherwise stand in no name. */
export const mailbox = z.string().refine((text) => {
  const [, name = '', inside] = /^([^<>]*)<([^<>]*)>$/.exec(text) ?? [];
  const isName = !/\p{Cc}/u.test(name) && (/^\s*"[^"\\]*"\s*$/.test(name) || !/[",;:@()[\]\\]/.test(name));
  return isName && isEmail(normalizeEmail(inside ?? text));
}, 'it must be an address such as no-reply@example.org, or Name <no-reply@example.org>');

export const emailAddress = z
  .string()
  .refine((text) => isEmail(normalizeEmail(text)), 'it must be an e-mail address such as help@example.org');

/** An account at a provider of texts; it stands in an address, and before the colon of a sign-in. */
export const account = z
  .string()
  .regex(/^[a-z0-9][a-z0-9_.-]{0,199}$/i, 'it must be an account of letters, digits, dashes, dots and underscores');

/** Who sends texts: a number with its country, a short code, a service, or a name of up to eleven letters and digits. */
export const textSender = z
  .string()
  .regex(
    /^(\+[1-9]\d{7,14}|\d{3,8}|MG[0-9a-f]{32}|(?!MG[0-9a-f]*$)(?=.*[a-z])[a-z0-9 ]{1,11})$/i,
    'it must be a number like +13125550100 or a service (MG and 32 digits)',
  );

/** A PostgreSQL server: what the driver understands, and by its own scheme only. */
export const databaseAddress = z.string().refine((text) => {
  try {
    if (!/^postgres(ql)?:\/\//i.test(text)) return false;
    const { port } = new pg.Client({ connectionString: text });
    return Number.isInteger(port) && port > 0 && port < 65_536;
  } catch {
    return false;
  }
}, 'it must look like postgres://user:password@host:5432/database; certificates it names must be there, and in user and password %, /, @, : and # are written as %25, %2F, %40, %3A and %23');

/** A folder that can be ours alone; the key stands beside it. */
export const folder = z
  .string()
  .refine((text) => dirname(resolve(text)) !== resolve(text), 'it must be a folder of its own, not a whole disk');

/** "10.0.0.5", "10.0.0.0/8", "loopback": what can stand in front of us. */
function isNetwork(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/');
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true;
  const version = isIP(address);
  if (version === 0 || more.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
}

export const networks = z
  .string()
  .transform((text) => text.split(',').map((part) => part.trim()))
  .refine((parts) => parts.every(isNetwork), 'it must be a list of addresses or networks such as 10.0.0.0/8');

/** A service's socket: "host:port", or the path of one on this machine. */
export const socketAddress = z.string().refine((text) => {
  if (text.startsWith('/')) return text.length > 1 && text.length < 108 && !/\p{Cc}/u.test(text);
  const [, name = '', port = ''] = /^(.+):(\d{1,5})$/.exec(text) ?? [];
  const isName = text.startsWith('[') ? isIP(name.replace(/^\[(.*)\]$/, '$1')) === 6 : isHost(name);
  return isName && Number(port) > 0 && Number(port) < 65_536;
}, 'it must be host:port, such as 127.0.0.1:3310, or the whole path of a socket, such as /run/clamav/clamd.ctl');
