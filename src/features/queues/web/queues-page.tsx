import { IconCircleCheck } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { KIND_NAMES, type Kind, KINDS } from '../../../core/kinds.ts';
import { plural } from '../../../core/phrases.ts';
import { wholeNumberIn } from '../../../core/whole-number.ts';
import { Refused } from '../../../ui/api/failure.tsx';
import { query, queryKey, useCommand } from '../../../ui/api/hooks.ts';
import { ListRows } from '../../../ui/api/list-rows.tsx';
import { usePages } from '../../../ui/api/pages.ts';
import { ChoiceField } from '../../../ui/form/choice-field.tsx';
import { SelectField } from '../../../ui/form/select-field.tsx';
import { hrefWith, inAddress, oneOf } from '../../../ui/parts/address.ts';
import { Button } from '../../../ui/parts/button.tsx';
import { DeskBar, DeskChoice } from '../../../ui/parts/desk-bar.tsx';
import { EmptyState, FilteredEmpty, SkeletonRows } from '../../../ui/parts/empty.tsx';
import { ListCell, ListTable, ListTableRow } from '../../../ui/parts/list-table.tsx';
import { PageHeader } from '../../../ui/parts/page-header.tsx';
import { StatusText } from '../../../ui/parts/status.tsx';
import { LinkTabs } from '../../../ui/parts/tabs.tsx';
import { toastDone } from '../../../ui/parts/toast.tsx';
import { useViewer } from '../../../ui/session/viewer.tsx';
import { Page } from '../../../ui/shell/layouts.tsx';
import { formatAgo, formatRelative } from '../../../ui/time/format.ts';
import { useNow } from '../../../ui/time/use-now.ts';
import { type QueuedReview, queueEndpoints } from '../contract.ts';
import { QUEUE_NAMES, QUEUES, QUEUES_PLACE, queuesOf, type QueueName } from '../rules.ts';
import styles from './queues.module.css';

const ASK_AGAIN_MS = 30_000;

interface QueueSearch {
  queue: QueueName;
  kind: Kind | null;
  organization: number | null;
  /** A person's id, or nobody. */
  assigned: number | 'nobody' | null;
}

function readQueue(search: Record<string, unknown>, own: readonly QueueName[]): QueueSearch {
  return {
    queue: oneOf(own, search['queue']) ?? own[0] ?? QUEUE_NAMES[0],
    kind: oneOf(KIND_NAMES, search['kind']),
    organization: wholeNumberIn(search['organization']),
    assigned: search['assigned'] === 'nobody' ? 'nobody' : wholeNumberIn(search['assigned']),
  };
}

const placeOf = ({ kind, id }: QueuedReview['review'], queue: QueueName): string =>
  `/${KINDS[kind].slug}/${id}${QUEUES[queue].page}`;

/** What waits for staff, queue by queue: the most urgent first, who has it, and the next one. */
export function QueuesPage() {
  const viewer = useViewer();
  const own = queuesOf(viewer.kind);
  const search = readQueue(useSearch({ strict: false }), own);
  const navigate = useNavigate();
  const go = (next: QueueSearch) =>
    void navigate({ to: QUEUES_PLACE.path, search: inAddress({ ...next }), replace: true });
  const counts = useQuery({ ...query(queueEndpoints.all, {}), refetchInterval: ASK_AGAIN_MS });
  const { queue, kind, organization, assigned } = search;
  const list = usePages(
    queueEndpoints.list,
    {
      params: { queue },
      query: {
        kind: kind ?? undefined,
        organization_id: organization ?? undefined,
        assigned: assigned ?? undefined,
      },
    },
    { askAgainMs: ASK_AGAIN_MS },
  );
  const about = list.first;
  const unassigned = counts.data?.data.find((one) => one.queue === queue)?.unassigned;
  const next = useCommand(queueEndpoints.next, {
    refresh: [queueEndpoints.all, queueEndpoints.list],
    onSuccess: ({ review }) => {
      if (review === null) toastDone('Nothing is left that nobody has.');
      else {
        toastDone(`${review.number} is yours.`);
        void navigate({ to: placeOf(review, queue) });
      }
    },
  });
  return (
    <Page width="full">
      <PageHeader
        title="Queues"
        lead={QUEUES[queue].about}
        actions={
          <Button
            kind="primary"
            busy={next.isPending}
            disabled={unassigned === 0}
            onClick={() => next.mutate({ params: { queue } })}
          >
            Take the next one
          </Button>
        }
      />
      <Refused error={next.error} />
      <LinkTabs
        label="Queues"
        tabs={own.map((name) => ({
          value: name,
          label: QUEUES[name].label,
          count: counts.data ? (counts.data.data.find((one) => one.queue === name)?.waiting ?? 0) : null,
          href: hrefWith(QUEUES_PLACE.path, { queue: name }),
          active: name === queue,
        }))}
      />
      <DeskBar>
        <DeskChoice>
          <SelectField
            path="assigned"
            label="Assigned to"
            value={assigned === null ? 'any' : String(assigned)}
            options={[
              { value: 'any', label: 'Anybody' },
              { value: 'nobody', label: 'Nobody' },
              ...(about?.people ?? []).map(({ id, name, has }) => ({
                value: String(id),
                label: `${id === viewer.user_id ? 'Me' : name} (${has})`,
              })),
            ]}
            onChange={(value) => go({ ...search, assigned: value === 'nobody' ? 'nobody' : wholeNumberIn(value) })}
          />
        </DeskChoice>
        <DeskChoice>
          <ChoiceField
            from={queueEndpoints.organizations}
            asked={{ queue }}
            path="organization"
            label="Organization"
            searchable
            clearable
            placeholder="Any"
            value={organization === null ? null : String(organization)}
            onChange={(value) => go({ ...search, organization: value === null ? null : Number(value) })}
          />
        </DeskChoice>
        <DeskChoice>
          <SelectField
            path="kind"
            label="Kind"
            value={kind ?? 'any'}
            options={[
              { value: 'any', label: 'Any' },
              ...KIND_NAMES.map((value) => ({ value, label: KINDS[value].label })),
            ]}
            onChange={(value) => go({ ...search, kind: oneOf(KIND_NAMES, value) })}
          />
        </DeskChoice>
      </DeskBar>
      <ListRows
        list={list}
        what="The queue could not be loaded."
        loading={<SkeletonRows rows={8} columns={[30, 30, 20, 20]} height={52} label="Loading the queue" />}
        empty={<Nothing search={search} onClear={go} />}
      >
        <p className={styles.load}>
          {[
            plural(about?.total ?? list.rows.length, 'review'),
            ...(about?.people ?? []).filter(({ has }) => has > 0).map(({ name, has }) => `${name} has ${has}`),
          ].join(' · ')}
        </p>
        <ListTable
          label={QUEUES[queue].label}
          columns={['Review', 'Organization', 'State', 'Waits', 'Due', 'Assigned to']}
        >
          {list.rows.map((row) => (
            <Row key={row.review.id} row={row} queue={queue} people={about?.people ?? []} />
          ))}
        </ListTable>
      </ListRows>
    </Page>
  );
}

function Row({
  row,
  queue,
  people,
}: {
  row: QueuedReview;
  queue: QueueName;
  people: readonly { id: number; name: string }[];
}) {
  const viewer = useViewer();
  const now = useNow(60_000);
  const late = row.due_at !== null && Date.parse(row.due_at) < now;
  const client = useQueryClient();
  const assign = useCommand(queueEndpoints.assign, {
    refresh: [queueEndpoints.all, queueEndpoints.list],
    onError: () => void client.invalidateQueries({ queryKey: queryKey(queueEndpoints.list) }),
  });
  const known = row.assigned_to && !people.some(({ id }) => id === row.assigned_to?.id) ? [row.assigned_to] : [];
  return (
    <ListTableRow
      href={placeOf(row.review, queue)}
      name={`${row.review.number}${row.expedited ? ' · expedited' : ''}`}
      about={row.subject}
    >
      <ListCell>{row.organization.name}</ListCell>
      <ListCell>
        {queue === 'failed_invitations'
          ? `${row.state}, ${plural(row.failed_invitations, 'failed invitation')}`
          : row.state}
      </ListCell>
      <ListCell>{row.since === null ? '' : formatAgo(row.since, { now, zone: viewer.time_zone })}</ListCell>
      <ListCell>
        {row.due_at === null ? (
          'No due date'
        ) : late ? (
          <StatusText label={formatRelative(row.due_at, now)} tone="bad" share={1} side="attention" />
        ) : (
          formatRelative(row.due_at, now)
        )}
      </ListCell>
      <ListCell act>
        <div className={styles.assignee}>
          <SelectField
            path={`assignee-${row.review.id}`}
            label={`Assign ${row.review.number}`}
            hideLabel
            value={row.assigned_to === null ? 'nobody' : String(row.assigned_to.id)}
            options={[
              { value: 'nobody', label: 'Nobody' },
              ...[...people, ...known].map(({ id, name }) => ({
                value: String(id),
                label: id === viewer.user_id ? 'Me' : name,
              })),
            ]}
            error={assign.error?.message}
            onChange={(value) =>
              assign.mutate({
                params: { queue, reviewId: row.review.id },
                body: {
                  user_id: value === null || value === 'nobody' ? null : Number(value),
                  was: row.assigned_to?.id ?? null,
                },
              })
            }
          />
        </div>
      </ListCell>
    </ListTableRow>
  );
}

function Nothing({ search, onClear }: { search: QueueSearch; onClear: (next: QueueSearch) => void }) {
  const filters = [
    ...(search.assigned === null ? [] : ['Assigned to']),
    ...(search.organization === null ? [] : ['Organization']),
    ...(search.kind === null ? [] : [KINDS[search.kind].label]),
  ];
  if (filters.length === 0)
    return (
      <EmptyState icon={<IconCircleCheck size={28} stroke={1.5} />} title="Nothing waits here">
        {QUEUES[search.queue].empty}
      </EmptyState>
    );
  return (
    <FilteredEmpty
      what="review"
      filters={filters}
      onClear={() => onClear({ queue: search.queue, kind: null, organization: null, assigned: null })}
    />
  );
}
