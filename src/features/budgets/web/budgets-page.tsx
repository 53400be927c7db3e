import { IconClock } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { wholeNumberIn } from '../../../core/whole-number.ts';
import { Failure } from '../../../ui/api/failure.tsx';
import { query } from '../../../ui/api/hooks.ts';
import { useChoices } from '../../../ui/form/use-choices.ts';
import { useOpened } from '../../../ui/form/use-opened.ts';
import { hrefWith, inAddress } from '../../../ui/parts/address.ts';
import { Button } from '../../../ui/parts/button.tsx';
import { EmptyState, SkeletonRows } from '../../../ui/parts/empty.tsx';
import { TextLink } from '../../../ui/parts/link.tsx';
import { OrganizationChoice } from '../../../ui/parts/organization-choice.tsx';
import { PageHeader } from '../../../ui/parts/page-header.tsx';
import { RuledList, RuledRow } from '../../../ui/parts/ruled-list.tsx';
import { useViewer } from '../../../ui/session/viewer.tsx';
import { Page } from '../../../ui/shell/layouts.tsx';
import { AT_LIMIT_WORDS } from '../../billing/rules.ts';
import { organizationChoices } from '../../organizations/contract/choices.ts';
import { budgetEndpoints, type BudgetView } from '../contract.ts';
import { BUDGETS_PLACE } from '../rules/place.ts';
import { BudgetForm } from './budget-form.tsx';
import { BudgetStanding, BudgetUse } from './budget-use.tsx';
import { BudgetPage } from './budget-view.tsx';
import styles from './budgets.module.css';
import { budgetHeading, BUDGETS_PATH, lasts } from './words.ts';

/** Budgets with what each is used by; one of them with its history where the address names it. */
export function BudgetsPage() {
  const search = useSearch({ strict: false }) as Record<string, unknown>;
  const budget = wholeNumberIn(search['budget']);
  return (
    <Page width="wide">
      {budget === null ? <Budgets organization={wholeNumberIn(search['organization'])} /> : <BudgetPage id={budget} />}
    </Page>
  );
}

function Budgets({ organization }: { organization: number | null }) {
  const navigate = useNavigate();
  const { data, error, refetch } = useQuery({
    ...query(budgetEndpoints.list, { query: { organization_id: organization ?? undefined } }),
    placeholderData: (before) => before,
  });
  const several = (useChoices(organizationChoices, {})?.data.length ?? 0) > 1;
  const { kind, organization: at } = useViewer();
  const own = at?.id ?? null;
  const [open, setOpen] = useState<number | 'new' | null>(null);
  const adding = useOpened<HTMLDivElement>(open === 'new', 'organization_id');
  const close = () => setOpen(null);
  return (
    <>
      <PageHeader
        crumbs={BUDGETS_PLACE.admits(kind) ? [] : [{ label: 'Invoices', href: '/invoice' }, { label: 'Budgets' }]}
        title="Budgets"
        lead="What an organization, a requester, a matter or a cost center may come to. Orders are warned, or stop, before they go beyond it."
      />
      <div className={styles.acts} ref={adding}>
        {several ? (
          <OrganizationChoice
            from={organizationChoices}
            value={organization}
            onChoose={(id) =>
              void navigate({ to: BUDGETS_PATH, search: inAddress({ organization: id }), replace: true })
            }
            className={styles.whose}
          />
        ) : null}
        {data?.add.allowed && open !== 'new' ? <Button onClick={() => setOpen('new')}>Add a budget</Button> : null}
      </div>
      {open === 'new' ? (
        <BudgetForm key={organization} organization={organization ?? own} className={styles.form} onDone={close} />
      ) : null}
      {error ? (
        <Failure error={error} what="The budgets could not be loaded." onRetry={() => void refetch()} />
      ) : !data ? (
        <SkeletonRows rows={4} columns={[40, 30]} height={96} label="Loading budgets" />
      ) : data.data.length === 0 ? (
        open === 'new' ? null : (
          <EmptyState icon={<IconClock size={28} stroke={1.5} />} title="No budgets yet">
            With one, orders count against an amount for each period, you are told when it is nearly used, and nothing
            goes beyond it unnoticed.
          </EmptyState>
        )
      ) : (
        <RuledList label="Budgets">
          {data.data.map((one) =>
            open === one.id ? (
              <li key={one.id}>
                <BudgetForm of={one} organization={organization} className={styles.form} onDone={close} />
              </li>
            ) : (
              <Row key={one.id} one={one} onChange={() => setOpen(one.id)} />
            ),
          )}
        </RuledList>
      )}
    </>
  );
}

function Row({ one, onChange }: { one: BudgetView; onChange: () => void }) {
  const heading = budgetHeading(one);
  return (
    <RuledRow
      title={<TextLink href={hrefWith(BUDGETS_PATH, { budget: one.id })}>{heading}</TextLink>}
      status={<BudgetStanding budget={one} />}
      lines={[
        one.sort === 'organization' ? null : one.organization.name,
        one.state === 'ended' ? null : <BudgetUse key="use" budget={one} />,
        one.state === 'open' && one.ends_on === null
          ? AT_LIMIT_WORDS[one.at_limit]
          : `${lasts(one)}. ${AT_LIMIT_WORDS[one.at_limit]}`,
      ]}
      actions={
        one.change.allowed ? (
          <Button kind="quiet" onClick={onChange} aria-label={`Change the budget: ${heading}`}>
            <span className={styles.change}>Change</span>
          </Button>
        ) : null
      }
    />
  );
}
