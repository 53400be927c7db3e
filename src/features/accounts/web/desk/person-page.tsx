import { IconEye } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { Failure } from '../../../../ui/api/failure.tsx';
import { query } from '../../../../ui/api/hooks.ts';
import { Button } from '../../../../ui/parts/button.tsx';
import { EmptyState, SkeletonRows } from '../../../../ui/parts/empty.tsx';
import { TextLink } from '../../../../ui/parts/link.tsx';
import { InlineNotice } from '../../../../ui/parts/notice.tsx';
import { PageHeader } from '../../../../ui/parts/page-header.tsx';
import { StatusText } from '../../../../ui/parts/status.tsx';
import { LinkTabs } from '../../../../ui/parts/tabs.tsx';
import { Page } from '../../../../ui/shell/layouts.tsx';
import { type PersonView, peopleDeskEndpoints } from '../../contract/people-desk.ts';
import { AccessTab } from './access-tab.tsx';
import styles from './desk.module.css';
import { HistoryTab } from './history-tab.tsx';
import { ImpersonateDialog } from './impersonate-dialog.tsx';
import { RolesTab } from './roles-tab.tsx';
import { personHref, type Tab, TAB_LABELS, tabOf, TABS } from './search.ts';
import { SettingsTab } from './settings-tab.tsx';
import { SignInTab } from './sign-in-tab.tsx';

/** One person: what they are, what is set for them, how they sign in, what they see, and what was changed. */
export function PersonPage() {
  const { personId } = useParams({ strict: false }) as { personId: string };
  const id = /^\d{1,15}$/.test(personId) ? Number(personId) : 0;
  const read = useQuery({ ...query(peopleDeskEndpoints.read, { params: { id } }), enabled: id > 0 });
  const isGone = id === 0 || read.error?.status === 404;
  return (
    <Page width="wide">
      {isGone ? (
        <>
          <PageHeader crumbs={[{ label: 'People', href: '/admin/people' }]} title="No such person" />
          <EmptyState title="There is nobody here, or you do not have access to them">
            <TextLink href="/admin/people">See your people</TextLink>
          </EmptyState>
        </>
      ) : null}
      {!isGone && read.isPending ? (
        <SkeletonRows rows={6} columns={[50, 0, 20]} height={56} label="Loading the person" />
      ) : null}
      {isGone ? null : (
        <Failure error={read.error} what="The person could not be loaded." onRetry={() => void read.refetch()} />
      )}
      {read.data && !isGone ? <Loaded key={id} person={read.data} /> : null}
    </Page>
  );
}

function Loaded({ person }: { person: PersonView }) {
  const tab = tabOf(useSearch({ strict: false }));
  const [acting, setActing] = useState(false);
  const { keep, impersonate } = person.abilities;
  return (
    <>
      <PageHeader
        crumbs={[{ label: 'People', href: '/admin/people' }, { label: person.name || person.email }]}
        title={person.name || person.email}
        badge={person.suspended_at ? <StatusText label="Suspended" tone="bad" share={0} side="pause" /> : null}
        lead={[person.label, person.organization?.name, person.email].filter(Boolean).join(' · ')}
        actions={
          impersonate.allowed ? (
            <Button icon={<IconEye stroke={1.75} />} onClick={() => setActing(true)}>
              Act as them
            </Button>
          ) : null
        }
      />
      <LinkTabs
        label="About the person"
        tabs={TABS.map((value) => ({
          value,
          label: TAB_LABELS[value],
          href: personHref(person.id, value),
          active: tab === value,
        }))}
      />
      <div className={styles.tab}>
        {!keep.allowed && keep.reason && tab !== 'access' && tab !== 'history' ? (
          <InlineNotice kind="info">{keep.reason}</InlineNotice>
        ) : null}
        <TabBody tab={tab} person={person} />
      </div>
      {acting ? <ImpersonateDialog person={person} onClose={() => setActing(false)} /> : null}
    </>
  );
}

function TabBody({ tab, person }: { tab: Tab; person: PersonView }) {
  switch (tab) {
    case 'roles':
      return <RolesTab person={person} />;
    case 'settings':
      return <SettingsTab key={person.lock_version} person={person} />;
    case 'sign_in':
      return <SignInTab person={person} />;
    case 'access':
      return <AccessTab id={person.id} />;
    case 'history':
      return <HistoryTab id={person.id} />;
  }
}
