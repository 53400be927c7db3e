import { fullName } from '../../core/names.ts';
import type { Tx } from '../command.ts';
import type { MailRequest, MailText, Ports } from '../ports.ts';

/** Queues a mail to a user of the product, by id; nobody of that id gets nothing. */
export async function mailUser(
  tx: Tx,
  ports: Pick<Ports, 'mail'>,
  userId: number,
  mail: MailText & Omit<MailRequest, 'to' | 'template' | 'data'>,
): Promise<void> {
  const user = await tx.system
    .selectFrom('users')
    .select(['id', 'email', 'first_name', 'last_name'])
    .where('id', '=', userId)
    .executeTakeFirst();
  if (!user) return;
  await ports.mail(tx, {
    to: { user_id: user.id, email: user.email, name: fullName(user) },
    ...mail,
  });
}
