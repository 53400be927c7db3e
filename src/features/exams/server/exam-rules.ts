import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import { Refusal, refuseFields } from '../../../core/errors.ts';
import { dateIn } from '../../../core/time.ts';
import { OFFICE_ZONE } from '../../../core/us-zones.ts';
import { US_STATES } from '../../../core/us-states.ts';
import { command } from '../../../platform/command.ts';
import { fullNameOf } from '../../../platform/db/full-name.ts';
import { json } from '../../../platform/db/json.ts';
import type { DB } from '../../../platform/db/types.ts';
import { mount } from '../../../platform/http/mount.ts';
import type { Services } from '../../../platform/services.ts';
import { COVERAGES } from '../../reviews/kinds/ime/options.ts';
import { examRuleEndpoints, type ExamRules, type ExamRulesRow, type ExamRuleView } from '../contract/jurisdictions.ts';
import {
  ELSEWHERE,
  isSameScope,
  type JurisdictionRule,
  lineOfScope,
  ownRule,
  placeOfScope,
  ruleFor,
  type RuleScope,
  type RuleTerms,
  scopeAt,
  scopesOf,
  shippedOf,
  spansWords,
  versionFaults,
  type WrittenRule,
} from '../rules.ts';
import { ruleBook, takeRules } from './rule-book.ts';
import { effectOf, effectToApply } from './rule-effect.ts';

/** What states ask of exams, as it is kept: each state, its versions, what one more would change, and writing it. */
export function mountExamRules(app: FastifyInstance, services: Services): void {
  const e = examRuleEndpoints;
  const today = (now: Date): string => dateIn(now, OFFICE_ZONE);

  mount(app, services, e.list, ({ db }) => listRules(db.executor, today(services.clock.now())));

  mount(app, services, e.read, ({ db, params, query }) =>
    readRule(db.executor, namedScope(params.state, query.coverage ?? null), today(services.clock.now())),
  );

  mount(app, services, e.effect, async ({ db, params, body }) => {
    const scope = namedScope(params.state, body.coverage);
    const now = services.clock.now();
    const version = await nextVersion(db.executor, scope, body);
    refuseFields(faultsOf(version, today(now)));
    return effectOf(db.executor, version, now);
  });

  mount(app, services, e.write, ({ actor, params, body }) =>
    command(services, actor, async (tx) => {
      const scope = namedScope(params.state, body.coverage);
      await takeRules(tx.system);
      const before = await readRule(tx.system, scope, today(tx.now));
      if (before.version !== body.version) throw new Refusal('stale', undefined, { current: before });
      const version = await nextVersion(tx.system, scope, body);
      const book = await ruleBook(tx.system);
      if (version.terms === null && ownRule(scope, version.from_on, book) === null)
        throw new Refusal('wrong_state', 'No rule is entered here on that day.', { current: before });
      refuseFields(faultsOf(version, today(tx.now)));
      const { effect, apply } = await effectToApply(tx, version);
      if (effect.seal !== body.seal)
        throw new Refusal('stale', 'What it changes is different by now. Look at it again.', { current: before });
      await tx.system
        .insertInto('jurisdiction_rules')
        .values({
          ...version,
          terms: version.terms && json(version.terms),
          reason: body.reason,
          written_by: actor.user_id,
          written_at: tx.now,
        })
        .execute();
      await apply();
      const { from_on, terms } = version;
      await tx.audit({
        action: terms ? 'exam_rule.written' : 'exam_rule.ended',
        subject: `exam_rule:${params.state}:${scope.coverage ?? 'all'}`,
        reason: body.reason,
        data: {
          version: version.version,
          from_on,
          before: ownRule(scope, from_on, book),
          after: terms,
          changed: effect.changed,
          stay: effect.stay,
        },
      });
      return readRule(tx.system, scope, today(tx.now));
    }),
  );
}

/** The scope an address names. Refuses `not_found` for a line of insurance of the default, which is one for all. */
function namedScope(state: string, coverage: string | null): RuleScope {
  if (state === ELSEWHERE && coverage !== null) throw new Refusal('not_found');
  return scopeAt(state, coverage);
}

/** The default is always something. */
const faultsOf = (version: WrittenRule, today: string) => [
  ...versionFaults(version, { today }),
  ...(version.state === null && version.terms === null
    ? [{ path: 'terms', message: 'The default is always something. Write another.' }]
    : []),
];

/** A version as it would be written after those there are; lines without words are left out. */
async function nextVersion(
  db: Kysely<DB>,
  scope: RuleScope,
  { from_on, terms }: { from_on: string; terms: RuleTerms | null },
): Promise<WrittenRule> {
  const book = (await ruleBook(db)).filter((one) => isSameScope(one, scope));
  const last = Math.max(0, ...[...book, ...shippedOf(scope)].map(({ version }) => version));
  const words = (lines: readonly string[]): string[] => lines.filter((line) => line !== '');
  return {
    ...scope,
    version: last + 1,
    from_on,
    terms: terms && { ...terms, says: words(terms.says), to_examinee: words(terms.to_examinee) },
  };
}

const termsOf = ({ state: _s, coverage: _c, version: _v, from_on: _f, ...terms }: JurisdictionRule) => ({
  ...terms,
  says: [...terms.says],
  to_examinee: [...terms.to_examinee],
});

async function listRules(db: Kysely<DB>, today: string): Promise<ExamRules> {
  const book = await ruleBook(db);
  const rowOf = (state: string | null, name: string): ExamRulesRow => ({
    state: state ?? ELSEWHERE,
    name,
    rules: scopesOf(state, book).flatMap((scope) => {
      const next = book
        .filter((one) => isSameScope(one, scope) && one.from_on > today)
        .toSorted((a, b) => b.version - a.version)[0];
      const rule = ownRule(scope, today, book);
      return rule
        ? [
            {
              coverage: scope.coverage,
              label: lineOfScope(scope.coverage),
              spans: spansWords(rule),
              telehealth: rule.telehealth,
              source: rule.source,
              read_on: rule.read_on,
              from_on: rule.from_on,
              next_on: next?.from_on ?? null,
            },
          ]
        : [];
    }),
  });
  return {
    data: [rowOf(null, placeOfScope(null)), ...US_STATES.map(([code, name]) => rowOf(code, name))],
    lines: COVERAGES.length,
  };
}

async function readRule(db: Kysely<DB>, scope: RuleScope, today: string): Promise<ExamRuleView> {
  const book = await ruleBook(db);
  const entered = new Set(scopesOf(scope.state, book).map(({ coverage }) => coverage));
  const written = await db
    .selectFrom('jurisdiction_rules as j')
    .innerJoin('users as u', 'u.id', 'j.written_by')
    .select(['j.version', 'j.from_on', 'j.terms', 'j.reason', 'j.written_at', fullNameOf('u').as('by')])
    .where('j.state', 'is not distinct from', scope.state)
    .where('j.coverage', 'is not distinct from', scope.coverage)
    .orderBy('j.version')
    .execute();
  const holds = ruleFor({ ...scope, on: today }, book);
  const own = written.findLast(({ from_on }) => from_on <= today);
  const shipped = shippedOf(scope);
  const shippedNow = own ? undefined : shipped.findLast(({ from_on }) => from_on <= today);
  const standing = (row: { version: number; from_on: string }): ExamRuleView['versions'][number]['standing'] => {
    if (row.from_on <= today) return row.version === own?.version ? 'holds' : 'over';
    // a later one that holds from the same day or earlier goes before it
    return written.some(({ version, from_on }) => version > row.version && from_on <= row.from_on)
      ? 'overtaken'
      : 'ahead';
  };
  return {
    state: scope.state ?? ELSEWHERE,
    name: placeOfScope(scope.state),
    coverage: scope.coverage,
    label: lineOfScope(scope.coverage),
    lines:
      scope.state === null ? [] : COVERAGES.map(({ value, label }) => ({ value, label, entered: entered.has(value) })),
    holds: termsOf(holds),
    of: isSameScope(holds, scope) ? 'own' : holds.state === null ? 'default' : 'state',
    version: written.at(-1)?.version ?? 0,
    versions: [
      ...shipped.map((rule) => ({
        version: rule.version,
        from_on: rule.from_on,
        terms: termsOf(rule),
        reason: '',
        by: null,
        at: null,
        standing: rule === shippedNow ? ('holds' as const) : ('over' as const),
      })),
      ...written.map((row) => ({
        version: row.version,
        from_on: row.from_on,
        terms: row.terms && { ...row.terms, says: [...row.terms.says], to_examinee: [...row.terms.to_examinee] },
        reason: row.reason,
        by: row.by,
        at: row.written_at.toISOString(),
        standing: standing(row),
      })),
    ].toReversed(),
    today,
  };
}
