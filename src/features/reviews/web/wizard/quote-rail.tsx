import { IconClipboardCheck, IconPhone, IconUsers, IconWriting } from '@tabler/icons-react';
import type { Out } from '../../../../core/endpoint.ts';
import { KINDS, type Kind } from '../../../../core/kinds.ts';
import { formatCents } from '../../../../core/money.ts';
import { MoneyLines } from '../../../../ui/parts/money-lines.tsx';
import { Follows } from '../../../../ui/parts/follows.tsx';
import { useViewer } from '../../../../ui/session/viewer.tsx';
import { dayOf, formatDay } from '../../../../ui/time/format.ts';
import type { QuoteView, readQuote } from '../../contract.ts';
import { hidesExpert, rulesOf } from '../../rules.ts';
import styles from './wizard.module.css';

type Quote = Out<typeof readQuote>;

/** Lines of a quote as the money part takes them. */
export const moneyLines = (quote: Pick<QuoteView, 'lines'>) =>
  quote.lines.map((line) => ({
    label: line.label,
    how: line.how ?? undefined,
    cents: line.cents,
    uncertain: !line.certain,
  }));

/** The price as it stands while the order is being written, or as it was fixed when it is changed afterwards. */
export function LiveQuote({ quote }: { quote: QuoteView }) {
  const { time_zone } = useViewer();
  const fixed = quote.fixed_at;
  return (
    <MoneyLines
      state={fixed ? { fixed: formatDay(dayOf(fixed, time_zone), { form: 'short' }) } : { live: true }}
      note={`${fixed ? '' : 'Fixed when you order. '}${
        quote.consent_over_cents > 0 ? `A change of more than ${formatCents(quote.consent_over_cents)}` : 'Any change'
      } needs your consent.`}
      lines={moneyLines(quote)}
      total={{
        label: fixed ? 'Total' : 'Estimate',
        cents: quote.total_cents,
        large: true,
        note:
          quote.report_later_cents === null
            ? undefined
            : `Written report, if you ask later: + ${formatCents(quote.report_later_cents)}`,
      }}
    />
  );
}

/** The next days in three lines, with the dates we commit to. */
export function WhatFollows({ data, kind, withCall }: { data: Quote; kind: Kind; withCall: boolean }) {
  const chooses = rulesOf(kind).actions.includes('select_expert');
  const { names_first, has_exam } = KINDS[kind];
  const calls = withCall && !names_first;
  return (
    <section className={styles.follows} aria-labelledby="what-follows">
      <h2 id="what-follows">What happens after you order</h2>
      <Follows labelledBy="what-follows">
        <li>
          <IconClipboardCheck size={16} stroke={1.75} aria-hidden />
          {names_first
            ? data.team_checked
              ? 'We check the names, usually the same day'
              : 'The names are checked automatically'
            : data.team_checked
              ? 'We check the records, usually the same day'
              : 'The records are checked automatically, as soon as they are there'}
        </li>
        <li>
          <IconUsers size={16} stroke={1.75} aria-hidden />
          {chooses ? 'You get up to three experts without a conflict' : 'A reviewer without a conflict takes it on'}
          {data.experts_by ? `, by ${formatDay(data.experts_by, { form: 'short' })}` : ''}
        </li>
        <li>
          {calls && chooses && !has_exam ? (
            <IconPhone size={16} stroke={1.75} aria-hidden />
          ) : (
            <IconWriting size={16} stroke={1.75} aria-hidden />
          )}
          {!chooses
            ? `${data.team_checked ? 'We check the report and deliver it' : 'The report is delivered as soon as it is signed and complete'}${hidesExpert(kind) ? '. You do not learn who the reviewer is' : ''}`
            : calls
              ? `You choose one, then ${has_exam ? 'an appointment for the exam' : 'a call time'}`
              : `You choose one, who ${names_first ? 'clears the names before seeing any facts' : 'then writes the report'}`}
        </li>
      </Follows>
    </section>
  );
}
