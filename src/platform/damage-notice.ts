import { ADMIN_KINDS, rolesAt } from '../core/actor.ts';
import { staffWithRole } from './mail/staff.ts';
import type { Tx } from './command.ts';
import type { Ports } from './ports.ts';

/** Something stored that was found damaged: in the bell and by mail to the clinical desk and the platform's admins, once. */
export async function tellStaff(
  tx: Tx,
  ports: Ports,
  about: {
    template: 'record_damaged' | 'report_damaged' | 'packet_damaged' | 'cv_damaged' | 'receipt_damaged';
    review_id: number | null;
    /** What it is, by kind and id: it is told of once a time it is found. */
    once: string;
  },
): Promise<void> {
  for (const to of await staffWithRole(tx.system, ...rolesAt('records'), ...ADMIN_KINDS))
    await ports.mail(tx, {
      to,
      template: about.template,
      data: {},
      ...(about.review_id === null ? {} : { review_id: about.review_id }),
      side: 'staff',
      dedupe_key: `${about.template}:${about.once}:${tx.now.toISOString()}:${to.user_id}`,
    });
}
