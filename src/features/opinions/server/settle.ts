import { isExpert, type Actor } from '../../../core/actor.ts';
import type { Ability } from '../../../core/endpoint.ts';
import { Refusal } from '../../../core/errors.ts';
import { leads } from '../../../core/experts.ts';
import { type Kind, reviewNumber } from '../../../core/kinds.ts';
import { command, type Tx } from '../../../platform/command.ts';
import type { ActorDb } from '../../../platform/db/actor-db.ts';
import { rooms } from '../../../platform/live.ts';
import type { Ports } from '../../../platform/ports.ts';
import type { Services } from '../../../platform/services.ts';
import { asksOwnJudgment, ownJudgmentLeft, presentReport, type PresentedReport } from '../../reports/rules.ts';
import { stateRow } from '../../reviews/rules.ts';
import type { BlindOpinions, ToSettle } from '../contract.ts';
import { familyStateOf } from '../rules.ts';
import { type FamilyRow, familyOf, presentLevel } from './load.ts';
import { deliveredReport, ownReport, type ReadReport } from './reports.ts';
import { loadInScope, partings } from './view.ts';

/** The case as its third reviewer stands to it; null for every other reviewer, whether there are other opinions or not. */
async function settling(db: ActorDb, actor: Actor, kind: Kind, id: number) {
  const review = await loadInScope(db, kind, id);
  if (!leads(actor, review)) return null;
  const family = await familyOf(db.executor, id);
  const here = family.find((one) => one.review_id === id);
  return here?.role === 'adjudication' ? { family, here, own: await ownReport(db.executor, id) } : null;
}
type Settling = NonNullable<Awaited<ReturnType<typeof settling>>>;

const no = (reason: string): Ability => ({ allowed: false, reason });

/** Whether the two opinions can be opened now; what the judgment itself lacks is said apart. */
function canOpen(actor: Actor, { here, own }: Settling): Ability {
  if (own?.closed_at) return no('Both opinions are open.');
  if (own?.closed_by_another)
    return no('The judgment in this report is that of the reviewer before you. Ask the records desk.');
  if (!isExpert(actor.kind)) return no('Only the expert closes the judgment and opens the opinions.');
  if (stateRow(here.kind, here.status).report !== 'writing' || !own)
    return no('Both open while the report is being written.');
  if (!asksOwnJudgment(own.definition))
    return no(
      'This report’s form has no judgment of your own. Ask the records desk for the form that settles opinions.',
    );
  return { allowed: true, reason: null };
}

/** What a reviewer is told of opinions to settle: any reviewer but the third gets the same answer, there being others or not. */
export async function toSettleOf(db: ActorDb, actor: Actor, kind: Kind, id: number): Promise<ToSettle> {
  const found = await settling(db, actor, kind, id);
  const view = { review_id: id, number: reviewNumber(kind, id) };
  if (!found)
    return {
      ...view,
      settles: false,
      opened_at: null,
      left: [],
      can: { open: no('There is nothing to settle here.') },
    };
  const { own } = found;
  const left =
    own && !own.closed_at && !own.closed_by_another ? ownJudgmentLeft(own.definition, own.answers, own.context) : [];
  return {
    ...view,
    settles: true,
    opened_at: own?.closed_at?.toISOString() ?? null,
    left: left.map(({ label, message }) => ({ label, message })),
    can: { open: canOpen(actor, found) },
  };
}

/** Closes the own judgment as it stands and opens both opinions: the first look, in the timeline for good. */
export async function openOpinions(tx: Tx<Actor>, ports: Ports, of: { kind: Kind; id: number }): Promise<ToSettle> {
  const found = await settling(tx.db, tx.actor, of.kind, of.id);
  if (!found) throw new Refusal('not_found');
  const can = canOpen(tx.actor, found);
  if (!can.allowed)
    throw new Refusal('wrong_state', can.reason ?? undefined, {
      current: { review_id: of.id, status: found.here.status },
    });
  await ports.closeOwnJudgment(tx, of);
  await tx.audit({
    action: 'review.opinions_opened',
    review_id: of.id,
    organization_id: found.here.organization_id,
    data: { version: found.own?.version ?? 1, opinions: judged(found.family).map((one) => one.number) },
    timeline: true,
  });
  tx.live({ room: rooms.review(of.id), event: 'review.changed', payload: { review_id: of.id } });
  return toSettleOf(tx.db, tx.actor, of.kind, of.id);
}

/** What a reviewer signed with, and what counts or was computed: not part of an opinion read without a name. */
const LEFT_OUT: ReadonlySet<string> = new Set(['attestation', 'signature', 'score_summary']);

/** A report without whoever signed it. Citations keep file and page in words; the other review's ids go. */
function blinded(report: ReadReport): PresentedReport {
  const { sections, citations } = presentReport(report.definition, report.answers, report.context);
  const bare = JSON.parse(
    JSON.stringify({
      sections: sections
        .map((section) => ({ ...section, items: section.items.filter((item) => !LEFT_OUT.has(item.type)) }))
        .filter((section) => section.items.length > 0),
      citations,
    }),
    (key: string, value: unknown) => (key === 'file_id' ? 0 : value),
  ) as PresentedReport;
  return bare;
}

/**
 * The two opinions for the reviewer who settles where they part, once that reviewer closed a judgment of their own. To
 * everybody else they do not exist. Each look stands in the audit trail.
 */
export async function blindOpinionsOf(
  services: Services,
  actor: Actor,
  kind: Kind,
  id: number,
): Promise<BlindOpinions> {
  return command(services, actor, async (tx) => {
    const found = await settling(tx.db, actor, kind, id);
    if (!found) throw new Refusal('not_found');
    const opened = found.own?.closed_at;
    if (!opened)
      throw new Refusal('wrong_state', 'Both opinions open once your own judgment is written and closed.', {
        current: { review_id: id, status: found.here.status },
      });
    await tx.audit({
      action: 'opinions.view',
      review_id: id,
      organization_id: found.here.organization_id,
      data: { opinions: judged(found.family).map((one) => one.number) },
    });
    const read: { member: FamilyRow; report: ReadReport }[] = [];
    for (const member of inBlindOrder(found)) {
      const report = await deliveredReport(tx.system, member.review_id);
      if (report) read.push({ member, report });
    }
    return {
      review_id: id,
      number: reviewNumber(kind, id),
      opened_at: opened.toISOString(),
      differences: partings(read[0]?.report, read[1]?.report),
      opinions: read.map(({ member, report }, i) => ({
        name: `Opinion ${i + 1}`,
        form: report.definition.name,
        level: presentLevel(member),
        report: blinded(report),
      })),
    };
  });
}

/** The first and the second opinion on a case. */
function judged(family: readonly FamilyRow[]): FamilyRow[] {
  const { first, second } = familyStateOf(family);
  return family.filter((one) => one.review_id === first?.review_id || one.review_id === second?.review_id);
}

/** First and second in an order that tells nothing. */
const inBlindOrder = ({ family, here }: Settling): FamilyRow[] =>
  here.swapped ? judged(family).toReversed() : judged(family);
