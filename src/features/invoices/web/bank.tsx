import { IconClock } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { dateText } from '../../../core/dates.ts';
import { plural } from '../../../core/phrases.ts';
import { Failure } from '../../../ui/api/failure.tsx';
import { query, useCommand } from '../../../ui/api/hooks.ts';
import { ListRows } from '../../../ui/api/list-rows.tsx';
import { usePages } from '../../../ui/api/pages.ts';
import { Quiet } from '../../../ui/form/inline-form.tsx';
import { SelectField } from '../../../ui/form/select-field.tsx';
import { inAddress, oneOf } from '../../../ui/parts/address.ts';
import { DeskBar, DeskChoice } from '../../../ui/parts/desk-bar.tsx';
import { EmptyState, SkeletonRows } from '../../../ui/parts/empty.tsx';
import { FileButton } from '../../../ui/parts/file-button.tsx';
import { InlineNotice } from '../../../ui/parts/notice.tsx';
import { RuledList } from '../../../ui/parts/ruled-list.tsx';
import { BANK_STATES, bankEndpoints, type BankUpload, cardEndpoints } from '../contract.ts';
import { BANK_BYTES_MOST } from '../rules.ts';
import { INVOICES_PLACE } from '../rules/place.ts';
import { BankLayoutForm, type SaidLayout } from './bank-layout.tsx';
import { BankRow } from './bank-line.tsx';
import { REFRESHED } from './refreshed.ts';
import styles from './invoices.module.css';

const STATE_WORDS = { open: 'Waiting', booked: 'Booked', aside: 'Set aside' } as const;
const EMPTY = {
  open: ['Nothing waits', 'Add a statement of the bank as CSV: what arrived is listed here, with whose it may be.'],
  booked: ['Nothing is booked yet', 'What you book of a statement is listed here.'],
  aside: ['Nothing is set aside', 'What is no payment of an invoice is listed here.'],
} as const;

type Asked = Extract<BankUpload, { state: 'headings' }> & { file: File };

/** What arrived at the bank: statements are added, and each line is booked or set aside by somebody. */
export default function Bank() {
  const state = oneOf(BANK_STATES, (useSearch({ strict: false }) as { state?: unknown }).state) ?? 'open';
  const navigate = useNavigate();
  const list = usePages(bankEndpoints.lines, { query: { state } });
  const [fault, setFault] = useState<string | null>(null);
  const [asked, setAsked] = useState<Asked | null>(null);
  const [taken, setTaken] = useState<Extract<BankUpload, { state: 'taken' }> | null>(null);
  const upload = useCommand(bankEndpoints.upload, {
    refresh: [bankEndpoints.lines, ...REFRESHED],
    onError: (failure) =>
      setFault(
        failure.status === 413
          ? TOO_LARGE
          : (failure.errors[0]?.message ??
              (failure.status === 0
                ? 'The server could not be reached. Nothing was sent; try again.'
                : failure.message)),
      ),
  });
  const send = async (file: File, layout: SaidLayout | null) => {
    setFault(null);
    setTaken(null);
    if (file.size > BANK_BYTES_MOST) return setFault(TOO_LARGE);
    const answer = await upload
      .mutateAsync({
        query: { name: file.name.slice(-200) || 'statement.csv', ...layout },
        // what a browser thinks the file is says nothing
        content: new File([file], 'statement.csv', { type: 'text/csv' }),
      })
      .catch(() => null);
    if (answer?.state === 'headings') setAsked({ ...answer, file });
    if (answer?.state === 'taken') {
      setAsked(null);
      setTaken(answer);
    }
  };
  return (
    <>
      <DeskBar>
        <DeskChoice>
          <SelectField
            path="state"
            label="Lines"
            value={state}
            options={BANK_STATES.map((value) => ({ value, label: STATE_WORDS[value] }))}
            onChange={(value) =>
              void navigate({
                to: INVOICES_PLACE.path,
                search: { tab: 'bank', ...inAddress({ state: value === 'open' ? null : value }) },
                replace: true,
              })
            }
          />
        </DeskChoice>
        <FileButton
          label="A bank statement"
          accept=".csv,.txt,text/csv"
          busy={upload.isPending && asked === null}
          onChoose={(file) => void send(file, null)}
        >
          Add a statement
        </FileButton>
      </DeskBar>
      {fault === null ? null : <InlineNotice kind="bad" title={fault} live />}
      {taken ? <InlineNotice kind="ok" title={takenWords(taken)} live /> : null}
      {asked ? (
        <BankLayoutForm
          key={asked.headings.join()}
          asked={asked}
          busy={upload.isPending}
          onSay={(layout) => void send(asked.file, layout)}
          onLeave={() => setAsked(null)}
        />
      ) : null}
      <ListRows
        list={list}
        what="What arrived could not be loaded."
        loading={<SkeletonRows rows={5} columns={[30, 40, 20]} height={72} label="Loading what arrived" />}
        empty={
          <EmptyState icon={<IconClock size={28} stroke={1.5} />} title={EMPTY[state][0]}>
            {EMPTY[state][1]}
          </EmptyState>
        }
      >
        <div className={styles.bank}>
          <RuledList label={STATE_WORDS[state]}>
            {list.rows.map((line) => (
              <BankRow key={line.id} line={line} />
            ))}
          </RuledList>
        </div>
      </ListRows>
      <Cards />
    </>
  );
}

const TOO_LARGE = 'This file is larger than 5 MB. Save a shorter statement.';

function takenWords({ taken, known, went_out, unread }: Extract<BankUpload, { state: 'taken' }>): string {
  return [
    taken === 0 ? 'Nothing new is in it.' : `${plural(taken, 'line')} of money that arrived.`,
    known > 0 ? `${plural(known, 'line')} known from an earlier file.` : '',
    went_out > 0 ? `${plural(went_out, 'row')} of money that went out left aside.` : '',
    unread > 0 ? `${plural(unread, 'row')} without a day and an amount left aside.` : '',
  ]
    .filter(Boolean)
    .join(' ');
}

/** How payments by card go, where there are any: what does not fit is looked at by somebody. */
function Cards() {
  const { data, error } = useQuery(query(cardEndpoints.status, {}));
  if (error) return <Failure error={error} what="How payments by card go could not be loaded." />;
  if (!data?.configured) return null;
  return (
    <div className={styles.credits}>
      {data.differing.length > 0 ? (
        <InlineNotice kind="warn" title="Money by card that does not fit what was asked for.">
          Look for it at the card service; nothing of it was booked:{' '}
          {data.differing
            .map(({ event_id, received_at }) => `${event_id}, ${dateText(received_at.slice(0, 10), 'medium')}`)
            .join('; ')}
        </InlineNotice>
      ) : null}
      <Quiet>
        Payments by card are on.{' '}
        {data.last_told_at === null
          ? 'The card service has told nothing yet.'
          : `The card service told something last on ${dateText(data.last_told_at.slice(0, 10), 'long')}.`}{' '}
        {data.refused_this_week > 0
          ? `${plural(data.refused_this_week, 'message')} in the last 7 days were not its own, and were refused.`
          : ''}
      </Quiet>
    </div>
  );
}
