import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams, useSearch } from '@tanstack/react-router';
import { type ComponentType, createElement, useState } from 'react';
import { type ActorKind, isAdmin } from '../../../core/actor.ts';
import { plural } from '../../../core/phrases.ts';
import { Failure } from '../../../ui/api/failure.tsx';
import { query, useCommand } from '../../../ui/api/hooks.ts';
import { focusPath } from '../../../ui/form/field.tsx';
import { EmptyState, SkeletonRows } from '../../../ui/parts/empty.tsx';
import { InlineNotice } from '../../../ui/parts/notice.tsx';
import { PageHeader } from '../../../ui/parts/page-header.tsx';
import { SideAvatar } from '../../../ui/parts/side-avatar.tsx';
import { LinkTabs } from '../../../ui/parts/tabs.tsx';
import { TextLink } from '../../../ui/parts/link.tsx';
import { toastDone } from '../../../ui/parts/toast.tsx';
import { useViewer } from '../../../ui/session/viewer.tsx';
import { Page } from '../../../ui/shell/layouts.tsx';
import { organizationConsoleEndpoints, type OrganizationSettingsView } from '../contract/console.ts';
import { ORGANIZATION_FIELDS } from '../rules/fields.ts';
import { AgreementTab } from './agreement-tab.tsx';
import { BelowTab } from './below-tab.tsx';
import { FeaturesTab } from './features-tab.tsx';
import { type Editing, FieldRow } from './field-row.tsx';
import { HistoryTab } from './history-tab.tsx';
import { LogoRow } from './logo-row.tsx';
import styles from './organization.module.css';
import { PricesTab } from './prices-tab.tsx';
import { SaveBar } from './save-bar.tsx';
import { organizationHref, type Tab, TAB_LABELS, tabOf, TABS } from './search.ts';
import { useChanges } from './use-changes.ts';

const { settings, change, list, history } = organizationConsoleEndpoints;

/** What a feature above this one keeps of an organization. */
interface Parts {
  /** Of accounts, under the fields of signing in. */
  signIn: ComponentType<{ id: number }>;
  /** The record systems its results go to, for those whom that admits. */
  recordSystems: { part: ComponentType<{ id: number }>; admits: (kind: ActorKind) => boolean };
  /** Where its programs are told of things, likewise. */
  webhooks: { part: ComponentType<{ id: number }>; admits: (kind: ActorKind) => boolean };
  /** The keys its programs ask with, likewise. */
  keys: { part: ComponentType<{ id: number }>; admits: (kind: ActorKind) => boolean };
  /** Its data to take along, for those whom that admits. */
  data: { part: ComponentType<{ id: number }>; admits: (kind: ActorKind) => boolean };
}

/** One organization: what it is called, has and is held by, who is below it, and what was changed. */
export function OrganizationPage(parts: Parts) {
  const { organizationId } = useParams({ strict: false }) as { organizationId: string };
  const id = /^\d{1,15}$/.test(organizationId) ? Number(organizationId) : 0;
  const read = useQuery({ ...query(settings, { params: { id } }), enabled: id > 0 });
  const isGone = id === 0 || read.error?.status === 404;
  return (
    <Page width="wide">
      {isGone ? (
        <>
          <PageHeader
            crumbs={[{ label: 'Organizations', href: '/admin/organizations' }]}
            title="No such organization"
          />
          <EmptyState title="There is nothing here, or you do not have access to it">
            <TextLink href="/admin/organizations">See your organizations</TextLink>
          </EmptyState>
        </>
      ) : null}
      {!isGone && read.isPending ? (
        <SkeletonRows rows={8} columns={[50, 0, 20]} height={56} label="Loading the organization" />
      ) : null}
      {isGone ? null : (
        <Failure error={read.error} what="The organization could not be loaded." onRetry={() => void read.refetch()} />
      )}
      {read.data && !isGone ? <Loaded key={id} view={read.data} {...parts} /> : null}
    </Page>
  );
}

function Loaded({ view, signIn, recordSystems, webhooks, keys, data }: { view: OrganizationSettingsView } & Parts) {
  const { id } = view;
  const { user_id, kind } = useViewer();
  const client = useQueryClient();
  const search = useSearch({ strict: false });
  const tab = tabOf(search);
  const kept = useChanges(id, user_id);
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({});
  const [round, setRound] = useState(0);
  const [isStale, setIsStale] = useState(false);
  const changes = kept.against(view);
  const key = query(settings, { params: { id } }).queryKey;
  const settled = (): void => {
    kept.clear();
    setFaults({});
    setIsStale(false);
    setRound(round + 1);
  };
  const save = useCommand(change, {
    refresh: [list, history],
    onSuccess: (saved) => {
      client.setQueryData(key, saved);
      settled();
      toastDone('Saved. It holds from now on.');
    },
    onError: (error) => {
      if (error.code === 'stale' && error.problem?.current) {
        client.setQueryData(key, error.problem.current as OrganizationSettingsView);
        setIsStale(true);
        return;
      }
      setFaults(Object.fromEntries(error.errors.map(({ path, message }) => [path, message])));
      const [first] = error.errors;
      if (first) focusPath(first.path);
    },
  });
  const editing: Editing = {
    view,
    changes,
    faults,
    set: (name, value) => {
      setFaults(({ [name]: _mended, ...others }) => others);
      kept.set(view, name, value);
    },
    back: (name) => {
      kept.set(view, name, null);
      setRound(round + 1);
    },
    round,
  };
  const mayTake = data.admits(kind);
  const tabs = TABS.filter((one) => {
    if (one === 'data') return mayTake;
    if (one === 'record_systems') return recordSystems.admits(kind);
    if (one === 'webhooks') return webhooks.admits(kind);
    if (one === 'api_keys') return keys.admits(kind);
    return one !== 'below' || view.may_add_below || view.sub_organizations.length > 0;
  });
  return (
    <>
      <PageHeader
        crumbs={[
          { label: 'Organizations', href: '/admin/organizations' },
          // what is above an organization admin's own has a name for them, and no page
          ...view.parents.map((parent) => ({
            label: parent.name,
            ...(isAdmin(kind) ? { href: organizationHref(parent.id) } : {}),
          })),
          { label: view.name },
        ]}
        avatar={<SideAvatar name={view.name} seat="requester" size={42} src={view.logo} />}
        title={view.name}
        lead={[
          view.platform_type === 'saas' ? 'Self-service' : 'Managed',
          ...(view.sub_organization_count > 0 ? [plural(view.sub_organization_count, 'sub-organization')] : []),
          plural(view.people, 'person', 'people'),
        ].join(' · ')}
      />
      <LinkTabs
        label="About the organization"
        tabs={tabs.map((value) => ({
          value,
          label: TAB_LABELS[value],
          href: organizationHref(id, value),
          active: tab === value,
        }))}
      />
      {isStale ? (
        <div className={styles.notice}>
          <InlineNotice
            kind="conflict"
            title="Someone else changed this organization meanwhile."
            actions={[{ label: 'See what they changed', onAct: () => window.open(organizationHref(id, 'history')) }]}
          >
            What holds now is shown, and your changes are still here. Look at them, then save again.
          </InlineNotice>
        </div>
      ) : null}
      <div className={styles.body}>
        <TabBody tab={tab} editing={editing} />
        {tab === 'sign_in' ? createElement(signIn, { id }) : null}
        {tab === 'record_systems' && recordSystems.admits(kind) ? createElement(recordSystems.part, { id }) : null}
        {tab === 'webhooks' && webhooks.admits(kind) ? createElement(webhooks.part, { id }) : null}
        {tab === 'api_keys' && keys.admits(kind) ? createElement(keys.part, { id }) : null}
        {tab === 'data' && mayTake ? createElement(data.part, { id }) : null}
      </div>
      <SaveBar
        editing={editing}
        busy={save.isPending}
        failure={
          save.error && save.error.code !== 'stale' && save.error.errors.length === 0 ? save.error.message : null
        }
        faults={faults}
        onDiscard={() => {
          settled();
          save.reset();
        }}
        onSave={(reason) =>
          save.mutate({
            params: { id },
            body: { lock_version: view.lock_version, changes: { ...changes }, ...(reason === '' ? {} : { reason }) },
          })
        }
      />
    </>
  );
}

function TabBody({ tab, editing }: { tab: Tab; editing: Editing }) {
  switch (tab) {
    case 'features':
      return <FeaturesTab editing={editing} />;
    case 'agreement':
      return <AgreementTab id={editing.view.id} />;
    case 'prices':
      return <PricesTab id={editing.view.id} />;
    case 'below':
      return <BelowTab view={editing.view} />;
    case 'data':
      return null;
    case 'history':
      return <HistoryTab id={editing.view.id} />;
    default:
      return (
        <>
          <h2 className={styles.hidden}>{TAB_LABELS[tab]}</h2>
          <ul className={styles.fields}>
            {tab === 'profile' ? <LogoRow view={editing.view} /> : null}
            {ORGANIZATION_FIELDS.filter((field) => field.tab === tab).map((field) => (
              <FieldRow key={field.name} field={field} editing={editing}>
                {field.kind === 'slug' && editing.view.registration_url ? (
                  <p className={styles.about}>
                    People register at{' '}
                    <TextLink href={editing.view.registration_url}>{editing.view.registration_url}</TextLink>
                  </p>
                ) : null}
              </FieldRow>
            ))}
          </ul>
        </>
      );
  }
}
