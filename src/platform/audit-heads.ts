import { sql } from 'kysely';
import type { ChainHead } from './audit-seal.ts';
import type { Db } from './db/database.ts';

/** What the stored seals say about a head that was kept outside. */
export interface HeadCheck {
  /** Its seal still is where it was, unchanged. */
  present: boolean;
  /** Every seal from the first to the last names the one before it. */
  linked: boolean;
  /** Seals that came after it. */
  seals_since: number;
}

/**
 * Compares a head with the stored seals. It needs no key: it shows that the chain was cut off or made anew since, not
 * whether a row was changed under a seal, which `verifyAudit` shows.
 */
export async function checkHead(db: Db, head: Pick<ChainHead, 'seal_id' | 'mac'>): Promise<HeadCheck> {
  const { rows } = await sql<HeadCheck>`
    with chain as (
      select id, mac, previous_mac, coalesce(lag(mac) over (order by id), decode(repeat('00', 32), 'hex')) as before
      from audit_seals)
    select coalesce(bool_or(id = ${head.seal_id} and mac = decode(${head.mac}, 'hex')), false) as present,
      coalesce(bool_and(previous_mac = before), true) as linked,
      (count(*) filter (where id > ${head.seal_id}))::int as seals_since
    from chain`.execute(db);
  return rows[0] ?? { present: false, linked: true, seals_since: 0 };
}
