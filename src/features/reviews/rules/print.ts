import { KIND_NAMES, KINDS } from '../../../core/kinds.ts';
import { rulesOf } from './kinds.ts';

const OFFICES: Readonly<Record<string, string>> = {
  requester: 'requester',
  review_manager: 'review manager',
  expert: 'expert',
  assistant: 'assistant',
  clin_ops: 'clin ops',
  matching_admin: 'matching admin',
  admin: 'admin',
  super_admin: 'super admin',
  system: 'by itself',
};

const code = (words: readonly string[]): string => words.map((w) => `\`${w}\``).join(', ');

/** The lifecycles as a document, printed from the tables that run them. */
export function printLifecycles(): string {
  const parts = [
    '# Lifecycles',
    '',
    'Printed from the tables the server runs (`printLifecycles`); a test fails when this file and the tables differ.',
    'An action that is not in a table is refused. “back” is the state a side state was entered from.',
  ];
  for (const kind of KIND_NAMES) {
    const rules = rulesOf(kind);
    parts.push(
      '',
      `## ${KINDS[kind].label}`,
      '',
      '| state | shown as | filed under | whose move | what they do |',
      '|---|---|---|---|---|',
    );
    for (const state of rules.lifecycle.states) {
      const row = rules.states[state];
      if (row) parts.push(`| \`${state}\` | ${row.label} | ${row.bucket} | ${row.ball} | ${row.act} |`);
    }
    parts.push('', '| from | action | who | only when | to |', '|---|---|---|---|---|');
    for (const t of rules.lifecycle.transitions) {
      const who = t.who.map((o) => OFFICES[o] ?? o).join(', ');
      const when = [
        ...(t.guards ?? []).map((g) => `\`${g}\``),
        ...(t.reason === 'required' ? ['with a reason'] : []),
      ].join(', ');
      const to = t.to === 'return' ? 'back' : `\`${t.to}\``;
      parts.push(`| ${code(t.from)} | \`${t.action}\` | ${who} | ${when} | ${to} |`);
    }
  }
  return `${parts.join('\n')}\n`;
}
