import type { Actor } from '../../../../core/actor.ts';
import type { In } from '../../../../core/endpoint.ts';
import { Refusal, refuseFields } from '../../../../core/errors.ts';
import { dateIn } from '../../../../core/time.ts';
import type { Tx } from '../../../../platform/command.ts';
import { mailUser } from '../../../../platform/mail/mail-user.ts';
import type { Ports } from '../../../../platform/ports.ts';
import type { expertEndpoints } from '../../contract.ts';
import { decisionFaults } from '../../rules/record-faults.ts';
import { changeWords, type RecordPart, RECORDS } from '../../rules/records.ts';
import { expertInReach } from './read.ts';
import { endRecord, keepRecord, recordsOf } from './tables.ts';

/**
 * A change that is not decided yet, under lock. Refuses `not_found`, what `permit` refuses, `wrong_state` where it is
 * over, `stale` where it was changed since the asking page read it.
 */
export async function lockChange(
  tx: Tx<Actor>,
  { profileId, changeId }: { profileId: number; changeId: number },
  lockVersion: number,
  permit: (part: RecordPart) => void = () => undefined,
) {
  const change = await tx.system
    .selectFrom('expert_changes')
    .selectAll()
    .where('id', '=', changeId)
    .where('expert_profile_id', '=', profileId)
    .forUpdate()
    .executeTakeFirst();
  if (!change) throw new Refusal('not_found');
  permit(change.part);
  const { status } = change;
  if (status !== 'to_verify' && status !== 'returned')
    throw new Refusal('wrong_state', 'It was decided, or taken back, meanwhile.', { current: { status } });
  if (change.lock_version !== lockVersion)
    throw new Refusal('stale', 'It was changed meanwhile. Look at it again.', {
      current: { lock_version: change.lock_version },
    });
  return { ...change, status };
}

/** Verifies what an expert said, which makes it the record, or returns it. The expert is told, and whoever assists. */
export async function decide(
  tx: Tx<Actor>,
  ports: Ports,
  at: { profileId: number; changeId: number },
  body: In<typeof expertEndpoints.decideChange, 'body'>,
): Promise<void> {
  const expert = await expertInReach(tx.system, tx.actor, at.profileId);
  const change = await lockChange(tx, at, body.lock_version);
  if (change.status !== 'to_verify')
    throw new Refusal('wrong_state', 'It is with the expert, who was asked to look at it again.', {
      current: { status: change.status },
    });
  const { part, record_id, data } = change;
  const record =
    record_id === null
      ? null
      : ((await recordsOf(tx.system, at.profileId)).find((one) => one.part === part && one.id === record_id) ?? null);
  if (body.decision === 'verify' && record_id !== null && record === null)
    throw new Refusal('wrong_state', 'The record it is about is no longer there. Return it.');
  const evidence = await evidenceFault(tx, at.profileId, body.document_id);
  refuseFields([
    ...decisionFaults(part, data, body, dateIn(tx.now, expert.time_zone)),
    ...(evidence ? [{ path: 'document_id', message: evidence }] : []),
  ]);
  if (body.decision === 'verify') {
    const by = {
      profile_id: at.profileId,
      zone: expert.time_zone,
      source: body.source,
      document_id: body.document_id ?? change.document_id,
    };
    if (data === null) await endRecord(tx, part, record_id ?? 0, by);
    else await keepRecord(tx, part, record_id, data, by);
  }
  const to = body.decision === 'verify' ? 'verified' : 'returned';
  await tx.system
    .updateTable('expert_changes')
    .set({
      status: to,
      reason: body.reason,
      lock_version: change.lock_version + 1,
      decided_by: tx.actor.user_id,
      decided_at: tx.now,
    })
    .where('id', '=', change.id)
    .execute();
  await tx.audit({
    action: 'expert.decide_change',
    subject: `profile:${at.profileId}`,
    data: { part, change_id: change.id, record_id, source: body.source, document_id: body.document_id },
    from_state: 'to_verify',
    to_state: to,
    reason: body.reason,
    detail: { old: record?.data ?? null, new: data },
  });
  const about = data ?? record?.data;
  if (about) await tell(tx, ports, expert, { id: change.id, part, words: changeWords(part, about), outcome: to });
}

/** What is wrong with the evidence of a decision: it is a paper staff sent of this expert. */
export async function evidenceFault(
  tx: Tx<Actor>,
  profileId: number,
  documentId: number | null,
): Promise<string | null> {
  if (documentId === null) return null;
  const paper = await tx.system
    .selectFrom('expert_documents')
    .select('id')
    .where('id', '=', documentId)
    .where('expert_profile_id', '=', profileId)
    .executeTakeFirst();
  return paper ? null : 'Send the file again.';
}

/** The expert and whoever assists; of rates the expert alone. */
async function tell(
  tx: Tx<Actor>,
  ports: Ports,
  expert: { profile_id: number; user_id: number },
  change: { id: number; part: RecordPart; words: string; outcome: 'verified' | 'returned' },
): Promise<void> {
  const assistants =
    change.part === 'rate'
      ? []
      : await tx.system
          .selectFrom('assistant_links as l')
          .innerJoin('profiles as p', 'p.id', 'l.assistant_profile_id')
          .select('p.user_id')
          .where('l.expert_profile_id', '=', expert.profile_id)
          .execute();
  for (const userId of new Set([expert.user_id, ...assistants.map(({ user_id }) => user_id)]))
    await mailUser(tx, ports, userId, {
      template: 'expert_change_decided',
      data: { what: change.words, outcome: change.outcome, link: RECORDS[change.part].page },
      side: 'none',
      dedupe_key: `change:${change.id}:${tx.now.getTime()}:${userId}`,
    });
}
