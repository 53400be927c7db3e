import { IconDevices } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { isAdmin } from '../../../../core/actor.ts';
import { Failure } from '../../../../ui/api/failure.tsx';
import { useCommand } from '../../../../ui/api/hooks.ts';
import { ListRows } from '../../../../ui/api/list-rows.tsx';
import { usePages } from '../../../../ui/api/pages.ts';
import { SearchWords } from '../../../../ui/form/search-words.tsx';
import { SelectField } from '../../../../ui/form/select-field.tsx';
import { inAddress, oneOf, wordsIn } from '../../../../ui/parts/address.ts';
import { Button } from '../../../../ui/parts/button.tsx';
import { DeskBar, DeskChoice, DeskSearch } from '../../../../ui/parts/desk-bar.tsx';
import { EmptyState, FilteredEmpty, SkeletonRows } from '../../../../ui/parts/empty.tsx';
import { ListCell, ListTable, ListTableRow } from '../../../../ui/parts/list-table.tsx';
import { PageHeader } from '../../../../ui/parts/page-header.tsx';
import { toastDone } from '../../../../ui/parts/toast.tsx';
import { useViewer } from '../../../../ui/session/viewer.tsx';
import { Page } from '../../../../ui/shell/layouts.tsx';
import { formatInstant, formatNear, inLine } from '../../../../ui/time/format.ts';
import { useNow } from '../../../../ui/time/use-now.ts';
import { peopleDeskEndpoints } from '../../contract/people-desk.ts';
import { DEVICE_SORTS, type SignedInRow, signedInEndpoints } from '../../contract/signed-in.ts';
import { SIGNED_IN_PLACE } from '../../rules.ts';
import { personHref } from './search.ts';

const ASK_AGAIN_MS = 30_000;
const DEVICE_LABELS = { computer: 'Computers', handheld: 'Phones and tablets' } as const;

interface Search {
  q: string;
  device: (typeof DEVICE_SORTS)[number] | null;
}

/** Who is signed in, person by person: with what, since when, from where; and ending a session. */
export function SignedInPage() {
  const { kind } = useViewer();
  const raw = useSearch({ strict: false }) as Record<string, unknown>;
  const search: Search = { q: wordsIn(raw['q']), device: oneOf(DEVICE_SORTS, raw['device']) };
  const navigate = useNavigate();
  const go = (next: Search) =>
    void navigate({ to: SIGNED_IN_PLACE.path, search: inAddress({ ...next }), replace: true, resetScroll: false });
  const list = usePages(
    signedInEndpoints.list,
    { query: { q: search.q || undefined, device: search.device ?? undefined } },
    { askAgainMs: ASK_AGAIN_MS },
  );
  const end = useCommand(peopleDeskEndpoints.endSession, {
    refresh: [signedInEndpoints.list],
    onSuccess: () => toastDone('The session is ended.'),
  });
  return (
    <Page width="wide">
      <PageHeader
        title="Signed in"
        lead={isAdmin(kind) ? 'Every session that holds now.' : 'Every session of your organizations’ people.'}
      />
      <DeskBar>
        <DeskSearch>
          <SearchWords
            value={search.q}
            placeholder="Name, e-mail or network address"
            maxLength={200}
            onSearch={(q) => go({ ...search, q })}
          />
        </DeskSearch>
        <DeskChoice>
          <SelectField
            path="device"
            label="Device"
            value={search.device}
            clearable
            placeholder="All"
            options={DEVICE_SORTS.map((value) => ({ value, label: DEVICE_LABELS[value] }))}
            onChange={(value) => go({ ...search, device: oneOf(DEVICE_SORTS, value) })}
          />
        </DeskChoice>
      </DeskBar>
      <Failure error={end.error} what="The session could not be ended." />
      <ListRows
        list={list}
        what="Who is signed in could not be loaded."
        loading={<SkeletonRows rows={6} columns={[30, 30, 20, 20]} height={52} label="Loading sessions" />}
        empty={
          search.q === '' && search.device === null ? (
            <EmptyState icon={<IconDevices size={28} stroke={1.5} />} title="Nobody is signed in">
              Sessions are listed here while they hold.
            </EmptyState>
          ) : (
            <FilteredEmpty
              what="session"
              query={search.q || undefined}
              filters={search.device === null ? [] : [DEVICE_LABELS[search.device]]}
              onClear={() => go({ q: '', device: null })}
            />
          )
        }
      >
        <ListTable label="Sessions" columns={['Person', 'Device', 'From', 'Signed in', 'Last seen', 'Action']}>
          {list.rows.map((row) => (
            <Row
              key={row.id}
              row={row}
              busy={end.isPending && end.variables.params.session_id === row.id}
              onEnd={() => end.mutate({ params: { id: row.person.id, session_id: row.id } })}
            />
          ))}
        </ListTable>
      </ListRows>
    </Page>
  );
}

function Row({ row, busy, onEnd }: { row: SignedInRow; busy: boolean; onEnd: () => void }) {
  const { time_zone: zone } = useViewer();
  const now = useNow(60_000);
  const { person } = row;
  const name = person.name || person.email;
  return (
    <ListTableRow
      href={personHref(person.id, 'sign_in')}
      name={name}
      about={[row.acting === null ? null : `${row.acting}, acting as them`, person.organization ?? person.email]
        .filter(Boolean)
        .join(' · ')}
    >
      <ListCell>
        {row.device}
        {row.current ? ', this browser' : row.waits ? ', waits for the second factor' : ''}
      </ListCell>
      <ListCell says={row.ip !== null}>{row.ip ?? 'Unknown'}</ListCell>
      <ListCell>since {formatInstant(row.created_at, { zone, now })}</ListCell>
      <ListCell>seen {inLine(formatNear(row.last_seen_at, { zone, now }))}</ListCell>
      <ListCell act says={row.end.allowed}>
        {row.end.allowed ? (
          <Button
            size="sm"
            kind="quiet"
            busy={busy}
            aria-label={`End the session of ${name} on ${row.device}`}
            onClick={onEnd}
          >
            End
          </Button>
        ) : null}
      </ListCell>
    </ListTableRow>
  );
}
