import { IconArrowDown, IconArrowUp, IconPlus } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { Failure } from '../../../../ui/api/failure.tsx';
import { query, useCommand } from '../../../../ui/api/hooks.ts';
import { SwitchField } from '../../../../ui/form/choice.tsx';
import { moved } from '../../../../ui/form/reorder.ts';
import { inAddress } from '../../../../ui/parts/address.ts';
import { Button, IconButton, TextButton } from '../../../../ui/parts/button.tsx';
import { SkeletonRows } from '../../../../ui/parts/empty.tsx';
import { TextLink } from '../../../../ui/parts/link.tsx';
import { InlineNotice } from '../../../../ui/parts/notice.tsx';
import { OrganizationChoice } from '../../../../ui/parts/organization-choice.tsx';
import { PageHeader } from '../../../../ui/parts/page-header.tsx';
import { Page } from '../../../../ui/shell/layouts.tsx';
import { organizationChoices } from '../../../organizations/contract/choices.ts';
import { customFormEndpoints, type KeptType, type KeptTypes, peerReviewTypeEndpoints } from '../../contract/design.ts';
import styles from './design.module.css';
import { formHref } from './search.ts';
import { TypeDialog } from './type-dialog.tsx';

const { list, arrange } = peerReviewTypeEndpoints;

/** The types of peer review an organization offers, in its order, each with its form. */
export function TypesPage() {
  const search: Record<string, unknown> = useSearch({ strict: false });
  const navigate = useNavigate();
  const wanted = Number(search['organization_id']);
  const id = Number.isSafeInteger(wanted) && wanted > 0 ? wanted : undefined;
  const asked = useQuery(query(list, { query: id === undefined ? {} : { organization_id: id } }));
  const forms = useQuery(query(customFormEndpoints.list, { query: { limit: 1 } }));
  const [writing, setWriting] = useState<KeptType | 'new' | null>(null);
  const chosen = asked.data?.organization?.id ?? null;
  return (
    <Page width="wide">
      <PageHeader
        title="Peer review types"
        lead="What can be ordered, in the order it is offered, and the form each type is reported on."
        actions={
          asked.data?.may_write ? (
            <Button kind="primary" icon={<IconPlus stroke={2} />} onClick={() => setWriting('new')}>
              New type
            </Button>
          ) : null
        }
      />
      {forms.data ? (
        <OrganizationChoice
          from={organizationChoices}
          forAll={forms.data.may_write_for_all}
          value={chosen}
          onChoose={(organization_id) =>
            void navigate({ to: '/admin/peer-review-types', search: inAddress({ organization_id }), replace: true })
          }
          className={styles.whose}
        />
      ) : null}
      {asked.isPending ? <SkeletonRows rows={5} columns={[40, 0, 20]} height={60} label="Loading types" /> : null}
      {asked.error?.status === 404 ? (
        <InlineNotice kind="warn" title="This organization is not there, or it is not one of yours." />
      ) : (
        <Failure error={asked.error} what="The types could not be loaded." onRetry={() => void asked.refetch()} />
      )}
      {asked.data ? <Types view={asked.data} onEdit={setWriting} /> : null}
      {writing !== null && asked.data ? (
        <TypeDialog view={asked.data} type={writing === 'new' ? null : writing} onClose={() => setWriting(null)} />
      ) : null}
    </Page>
  );
}

function Types({ view, onEdit }: { view: KeptTypes; onEdit: (type: KeptType) => void }) {
  const client = useQueryClient();
  const { organization, menu, data } = view;
  const send = useCommand(arrange, {
    refresh: [list],
    onError: (error) => {
      if (error.code === 'stale') void client.invalidateQueries({ queryKey: [list.id] });
    },
  });
  const put = (next: readonly KeptType[] | null) => {
    if (!organization || send.isPending) return;
    send.mutate({
      params: { id: organization.id },
      body: {
        lock_version: menu.lock_version,
        menu: next && {
          ordered: next.map(({ value }) => value),
          hidden: next.filter(({ offered }) => !offered).map(({ value }) => value),
        },
      },
    });
  };
  return (
    <>
      {organization === null ? (
        <p className={styles.about}>
          Types for every organization. Each organization chooses which it offers, and in which order.
        </p>
      ) : (
        <p className={styles.about}>
          {menu.is_own
            ? `${organization.name} has its own choice and order. `
            : menu.from
              ? `The choice and order of ${menu.from.name} hold here until something is changed. `
              : 'All types are offered until something is changed. '}
          {menu.is_own && menu.may_write ? (
            <TextButton onClick={() => put(null)}>Go back to what is set above it</TextButton>
          ) : null}
        </p>
      )}
      {send.error ? (
        <InlineNotice kind="bad" title="It was not changed." live>
          {send.error.errors[0]?.message ?? send.error.message}
        </InlineNotice>
      ) : null}
      <ul className={styles.lines} aria-label="Types">
        {data.map((type, at) => (
          <li key={type.value} className={styles.line}>
            <span className={styles.lineName}>
              <b>{type.name}</b>
              <span className={styles.about}>
                {chartsWords(type.charts)}. Reported on{' '}
                {type.form_id === null ? (
                  <TextLink href={`/preview-form?reportFormId=${type.form_key}`}>{type.form_name}</TextLink>
                ) : (
                  <TextLink href={formHref(type.form_id)}>{type.form_name}</TextLink>
                )}
                {type.form_version === null ? '' : `, version ${type.form_version}`}.
              </span>
              <span className={styles.about}>
                {type.is_shipped
                  ? 'Comes with Peritus.'
                  : type.organization
                    ? `Of ${type.organization.name}.`
                    : 'For every organization.'}
              </span>
            </span>
            <span className={styles.lineActs}>
              {type.may_write ? (
                <Button size="sm" aria-label={`Change ${type.name}`} onClick={() => onEdit(type)}>
                  Change
                </Button>
              ) : null}
              {menu.may_write ? (
                <>
                  <IconButton
                    label={`Move ${type.name} up`}
                    disabled={at === 0}
                    onClick={() => put(moved(data, at, at - 1))}
                  >
                    <IconArrowUp stroke={1.75} />
                  </IconButton>
                  <IconButton
                    label={`Move ${type.name} down`}
                    disabled={at === data.length - 1}
                    onClick={() => put(moved(data, at, at + 1))}
                  >
                    <IconArrowDown stroke={1.75} />
                  </IconButton>
                  <SwitchField
                    path={`offered.${type.value}`}
                    label={`Offer ${type.name}`}
                    hideLabel
                    onWords="Offered"
                    offWords="Not offered"
                    value={type.offered}
                    onChange={(offered) => put(data.map((one, i) => (i === at ? { ...one, offered } : one)))}
                  />
                </>
              ) : null}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}

const chartsWords = ({ min, max }: { min: number; max: number }): string =>
  min === max ? (min === 1 ? 'One chart' : `${min} charts`) : `${min} to ${max} charts`;
