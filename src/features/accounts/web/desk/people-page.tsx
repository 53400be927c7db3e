import { IconUserPlus, IconUsers } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { isAdmin, isStaff, labelOf, type ProfileType, type Role } from '../../../../core/actor.ts';
import { ListRows } from '../../../../ui/api/list-rows.tsx';
import { usePages } from '../../../../ui/api/pages.ts';
import { query } from '../../../../ui/api/hooks.ts';
import { SearchWords } from '../../../../ui/form/search-words.tsx';
import { ChoiceField } from '../../../../ui/form/choice-field.tsx';
import { useChoices } from '../../../../ui/form/use-choices.ts';
import { SelectField } from '../../../../ui/form/select-field.tsx';
import { Button } from '../../../../ui/parts/button.tsx';
import { EmptyState, FilteredEmpty, SkeletonRows } from '../../../../ui/parts/empty.tsx';
import { TextLink } from '../../../../ui/parts/link.tsx';
import { ListCell, ListTable, ListTableRow } from '../../../../ui/parts/list-table.tsx';
import { PageHeader } from '../../../../ui/parts/page-header.tsx';
import { Page } from '../../../../ui/shell/layouts.tsx';
import { useViewer } from '../../../../ui/session/viewer.tsx';
import { formatInstant } from '../../../../ui/time/format.ts';
import { useNow } from '../../../../ui/time/use-now.ts';
import { organizationChoices } from '../../../organizations/contract/choices.ts';
import { type PersonListRow, peopleDeskEndpoints } from '../../contract/people-desk.ts';
import { GRANTED_ROLES, profileLabel } from '../../rules.ts';
import { accountApi } from '../api.ts';
import { InviteForm } from '../invite-form.tsx';
import styles from './desk.module.css';
import { type PeopleSearch, personHref, readPeopleSearch, writePeopleSearch } from './search.ts';

const STANDING_LABELS = { active: 'Active', suspended: 'Suspended' } as const;
const LISTED_PROFILES: readonly ProfileType[] = [
  'ClaimConsultant',
  'Attendee',
  'ExternalMedicalExpert',
  'MedicalExpert',
  'MedicalExpertAssistant',
  'ApplicantMedicalExpert',
];
const kindLabel = (is: Role | ProfileType): string => {
  const profile = LISTED_PROFILES.find((one) => one === is);
  return profile
    ? profileLabel('user', { type: profile, is_review_manager: false }, null)
    : labelOf(is === 'user' ? 'nobody' : (is as Exclude<Role, 'user'>));
};

/** Everybody its reader keeps: found by name, address, role and organization, and invited. */
export function PeoplePage() {
  const { kind } = useViewer();
  const search = readPeopleSearch(useSearch({ strict: false }));
  const [inviting, setInviting] = useState(false);
  const choices = useQuery({ ...query(accountApi.invitationChoices, {}), staleTime: 60_000 });
  const list = usePages(peopleDeskEndpoints.list, {
    query: {
      q: search.q || undefined,
      is: search.is ?? undefined,
      organization_id: search.organization_id ?? undefined,
      standing: search.standing ?? undefined,
    },
  });
  return (
    <Page width="wide">
      <PageHeader
        title="People"
        lead={
          <>
            {isAdmin(kind) ? 'Everyone with an account.' : 'The people of your organizations.'}{' '}
            <TextLink href="/account/invitations">Invitations sent so far</TextLink>
          </>
        }
        actions={
          choices.data && !inviting ? (
            <Button kind="primary" icon={<IconUserPlus stroke={1.75} />} onClick={() => setInviting(true)}>
              Invite a person
            </Button>
          ) : null
        }
      />
      {inviting && choices.data ? (
        <div className={styles.invite}>
          <InviteForm choices={choices.data} onClose={() => setInviting(false)} />
        </div>
      ) : null}
      <Filters search={search} />
      <ListRows
        list={list}
        what="The people could not be loaded."
        loading={<SkeletonRows rows={6} columns={[40, 0, 20, 20]} height={52} label="Loading people" />}
        empty={<Nothing search={search} />}
      >
        <ListTable columns={['Person', 'Role', 'Organization', 'Last seen']}>
          {list.rows.map((row) => (
            <Row key={row.id} row={row} />
          ))}
        </ListTable>
      </ListRows>
    </Page>
  );
}

function Row({ row }: { row: PersonListRow }) {
  const { time_zone: zone } = useViewer();
  const now = useNow(60_000);
  return (
    <ListTableRow href={personHref(row.id)} name={row.name || row.email} about={row.name ? row.email : null}>
      <td>{row.suspended ? `${row.label}, suspended` : row.label}</td>
      <ListCell says={row.organization !== null}>{row.organization?.name ?? 'None'}</ListCell>
      <ListCell says={row.last_seen_at !== null}>
        {row.last_seen_at === null ? 'Never' : formatInstant(row.last_seen_at, { zone, now })}
      </ListCell>
    </ListTableRow>
  );
}

function Filters({ search }: { search: PeopleSearch }) {
  const { kind } = useViewer();
  const organizations = useChoices(organizationChoices, {})?.data ?? [];
  const navigate = useNavigate();
  const go = (next: PeopleSearch) =>
    void navigate({ to: '/admin/people', search: writePeopleSearch(next), replace: true, resetScroll: false });
  const roles = GRANTED_ROLES.filter((role) => role !== 'user' && (isAdmin(kind) || !isStaff(role)));
  const kinds = [...roles, ...(isAdmin(kind) ? LISTED_PROFILES : LISTED_PROFILES.slice(0, 3))];
  return (
    <div className={styles.filters} role="search">
      <div className={styles.search}>
        <SearchWords
          value={search.q}
          placeholder="Name or e-mail"
          maxLength={200}
          onSearch={(q) => go({ ...search, q })}
        />
      </div>
      <div className={styles.choice}>
        <SelectField
          path="is"
          label="Role"
          value={search.is}
          clearable
          placeholder="All"
          options={kinds.map((one) => ({ value: one, label: kindLabel(one) }))}
          onChange={(value) => go({ ...search, is: kinds.find((one) => one === value) ?? null })}
        />
      </div>
      {organizations.length > 1 ? (
        <div className={styles.choice}>
          <ChoiceField
            from={organizationChoices}
            searchable
            path="organization"
            label="Organization"
            value={search.organization_id === null ? null : String(search.organization_id)}
            clearable
            placeholder="All"
            onChange={(value) => go({ ...search, organization_id: value ? Number(value) : null })}
          />
        </div>
      ) : null}
      <div className={styles.choice}>
        <SelectField
          path="standing"
          label="Standing"
          value={search.standing ?? ''}
          clearable
          placeholder="All"
          options={[
            { value: 'active', label: STANDING_LABELS.active },
            { value: 'suspended', label: STANDING_LABELS.suspended },
          ]}
          onChange={(value) => go({ ...search, standing: value === 'active' || value === 'suspended' ? value : null })}
        />
      </div>
    </div>
  );
}

function Nothing({ search }: { search: PeopleSearch }) {
  const navigate = useNavigate();
  const { organization_id } = search;
  const chosen = useChoices(organizationChoices, { id: organization_id ?? '' }, organization_id !== null);
  const filters = [
    search.is === null ? [] : [kindLabel(search.is)],
    organization_id === null ? [] : [chosen?.data[0]?.name ?? 'one organization'],
    search.standing === null ? [] : [STANDING_LABELS[search.standing]],
  ].flat();
  if (search.q === '' && filters.length === 0)
    return (
      <EmptyState icon={<IconUsers size={28} stroke={1.5} />} title="Nobody yet">
        Invite the first person: they are listed here once they accept.
      </EmptyState>
    );
  return (
    <FilteredEmpty
      what="person"
      query={search.q || undefined}
      filters={filters}
      onClear={() => void navigate({ to: '/admin/people', search: {} })}
    />
  );
}
