import { asSent } from '../../harness/mails.ts';
import type { ServerProcess } from '../../harness/server-process.ts';

/** The newest mail to an address, once all that waits is sent; of a template, where one is named. */
async function newestMail(server: ServerProcess, email: string, template?: string) {
  await server.settle();
  let mails = server.database.systemDb.selectFrom('mails').selectAll().where('to_email', '=', email);
  if (template !== undefined) mails = mails.where('template', '=', template);
  return asSent(await server.keys(), await mails.orderBy('id', 'desc').executeTakeFirstOrThrow());
}

/** The path of the link in the newest mail to an address. */
export async function linkFor(server: ServerProcess, email: string): Promise<string> {
  const { text } = await newestMail(server, email);
  const link = /https?:\/\/[^/\s]+(\/\S+token=\S+|\/verify\S+)/.exec(text)?.[1];
  if (!link) throw new Error('The mail has no link.');
  return link;
}

/** The six-digit code in the newest mail of a template to an address. */
export async function codeFor(server: ServerProcess, email: string, template: string): Promise<string> {
  const { subject } = await newestMail(server, email, template);
  const code = /^\d{6}/.exec(subject)?.[0];
  if (!code) throw new Error('The mail has no code.');
  return code;
}
