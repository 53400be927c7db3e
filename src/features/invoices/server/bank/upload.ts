import { createHash } from 'node:crypto';
import type { Actor } from '../../../../core/actor.ts';
import { Refusal } from '../../../../core/errors.ts';
import { plural } from '../../../../core/phrases.ts';
import { command, type Tx } from '../../../../platform/command.ts';
import type { Services } from '../../../../platform/services.ts';
import type { BankUpload } from '../../contract.ts';
import { type BankLayout, guessLayout, headingsAt, lineKeys, readCells, readRows } from '../../rules.ts';

/** A layout as somebody said it, whole or not. */
type Said = { [K in keyof BankLayout]?: BankLayout[K] | undefined };

/** Lines one statement writes. */
const AT_ONCE = 1_000;
const SAMPLE = 5;

const refuse = (message: string): never => {
  throw new Refusal('invalid', message, { errors: [{ path: 'file', message }] });
};

/** A file's text: in UTF-8, or as banks wrote before it. */
function textOf(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

const hash = (text: string): Buffer => createHash('sha256').update(text).digest();

/**
 * Takes the lines of a statement that are not there yet. Which column is what is asked once for each bank's headings and
 * remembered. Books nothing. Refuses `invalid` at `file` for what is no statement.
 */
export function takeStatement(
  services: Services,
  actor: Actor,
  { name, body, said }: { name: string; body: unknown; said: Said },
): Promise<BankUpload> {
  const bytes = Buffer.isBuffer(body) && body.length > 0 ? body : refuse('The file is empty.');
  // a table of something else: its bytes are no text
  if (bytes.includes(0)) refuse('This is no comma-separated file. Save the statement as CSV.');
  const all = readCells(textOf(bytes)) ?? refuse('The file has too many rows, or a quote that does not end.');
  const at = headingsAt(all);
  const headings = all[at] ?? refuse('No headings are in this file: a row that names the date and the amount.');
  const rows = all.slice(at + 1);
  return command(services, actor, async (tx) => {
    const headings_hash = hash(JSON.stringify(headings));
    const layout = await layoutOf(tx, headings_hash, said, headings.length);
    if (!layout)
      return { state: 'headings', headings, sample: rows.slice(0, SAMPLE), guess: guessLayout(headings, rows) };
    const { arrived, went_out, unread } = readRows(rows, layout);
    if (arrived.length + went_out === 0) {
      const [first = []] = rows;
      refuse(
        `No day and amount could be read: “${first[layout.date_column] ?? ''}” and “${first[layout.amount_column] ?? ''}” of the first row.`,
      );
    }
    const keys = lineKeys(arrived);
    const { id: file_id } = await tx.system
      .insertInto('bank_files')
      .values({ name, uploaded_at: tx.now, uploaded_by: actor.user_id, taken: 0, known: 0 })
      .returning('id')
      .executeTakeFirstOrThrow();
    let taken = 0;
    const lines = arrived.map((row, line) => ({ ...row, file_id, fingerprint: hash(keys[line] ?? '') }));
    // in one order, so that two files at once do not wait for each other
    lines.sort((a, b) => Buffer.compare(a.fingerprint, b.fingerprint));
    for (let from = 0; from < lines.length; from += AT_ONCE) {
      const { numInsertedOrUpdatedRows = 0n } = await tx.system
        .insertInto('bank_lines')
        .values(lines.slice(from, from + AT_ONCE))
        .onConflict((oc) => oc.column('fingerprint').doNothing())
        .executeTakeFirst();
      taken += Number(numInsertedOrUpdatedRows);
    }
    const known = lines.length - taken;
    await tx.system.updateTable('bank_files').set({ taken, known }).where('id', '=', file_id).execute();
    await tx.audit({
      action: 'invoice.bank_file_taken',
      subject: `bank_file:${file_id}`,
      data: { lines: plural(lines.length, 'line'), taken, known },
    });
    return { state: 'taken', taken, known, went_out, unread: unread.length };
  });
}

/** The layout somebody said, which is remembered from then on, or the one remembered; null: it is to be asked for. */
async function layoutOf(tx: Tx<Actor>, headings_hash: Buffer, said: Said, columns: number): Promise<BankLayout | null> {
  const { date_column, amount_column, reference_column, payer_column = null, date_order, decimal_sign } = said;
  if (
    date_column === undefined ||
    amount_column === undefined ||
    reference_column === undefined ||
    date_order === undefined ||
    decimal_sign === undefined
  )
    return (
      (await tx.system
        .selectFrom('bank_layouts')
        .select(['date_column', 'amount_column', 'reference_column', 'payer_column', 'date_order', 'decimal_sign'])
        .where('headings_hash', '=', headings_hash)
        .executeTakeFirst()) ?? null
    );
  const layout = { date_column, amount_column, reference_column, payer_column, date_order, decimal_sign };
  const wrong = [date_column, amount_column, reference_column, payer_column ?? 0].some((column) => column >= columns);
  if (wrong || date_column === amount_column) refuse('Choose another column for each.');
  const row = { ...layout, saved_at: tx.now, saved_by: tx.actor.user_id };
  await tx.system
    .insertInto('bank_layouts')
    .values({ headings_hash, ...row })
    .onConflict((oc) => oc.column('headings_hash').doUpdateSet(row))
    .execute();
  return layout;
}
