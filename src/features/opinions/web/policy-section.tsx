import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Failure } from '../../../ui/api/failure.tsx';
import { query, useCommand } from '../../../ui/api/hooks.ts';
import { CheckboxField } from '../../../ui/form/choice.tsx';
import { NumberField } from '../../../ui/form/number-field.tsx';
import { Button } from '../../../ui/parts/button.tsx';
import { SkeletonRows } from '../../../ui/parts/empty.tsx';
import { SectionHead } from '../../../ui/parts/page-header.tsx';
import { toastDone } from '../../../ui/parts/toast.tsx';
import { type PolicyView, trendEndpoints } from '../contract.ts';
import styles from './trends.module.css';

/** When second opinions are opened without anybody asking, by organization. */
export function PolicySection({ organizationId }: { organizationId: number | null }) {
  const { data, error, isPending, refetch } = useQuery(
    query(trendEndpoints.policies, { query: organizationId === null ? {} : { organization_id: organizationId } }),
  );
  return (
    <section aria-labelledby="policy" className={styles.section}>
      <SectionHead id="policy" title="Automatic second opinions" />
      <p className={styles.quiet}>
        They are ordered at the price of the first review as soon as its report is delivered. Two opinions two levels or
        more apart always get a third.
      </p>
      {isPending ? <SkeletonRows rows={2} label="Loading the settings" /> : null}
      <Failure error={data ? null : error} what="The settings could not be loaded." onRetry={() => void refetch()} />
      {data?.data.map((one) => (
        <Policy key={one.organization_id} policy={one} />
      ))}
      {data?.more ? (
        <p className={styles.quiet}>
          These are the first {data.data.length} organizations by name. Choose another one under Organization above to
          see and set its own.
        </p>
      ) : null}
    </section>
  );
}

function Policy({ policy }: { policy: PolicyView }) {
  const [share, setShare] = useState<number | null>(policy.share_percent);
  const [below, setBelow] = useState(policy.below_best);
  const save = useCommand(trendEndpoints.savePolicy, {
    refresh: [trendEndpoints.policies],
    onSuccess: ({ organization }) => toastDone(`Kept for ${organization}.`),
  });
  const fault = share === null || share < 0 || share > 100 ? 'A number from 0 to 100.' : null;
  const changed = share !== policy.share_percent || below !== policy.below_best;
  if (!policy.can_change)
    return (
      <p>
        <b>{policy.organization}.</b> {policy.share_percent}% of first reports
        {policy.below_best ? ', and whenever the first opinion is not on the best level' : ''}.
      </p>
    );
  return (
    <form
      className={styles.policy}
      aria-label={policy.organization}
      onSubmit={(event) => {
        event.preventDefault();
        if (fault === null && share !== null)
          save.mutate({ params: { id: policy.organization_id }, body: { share_percent: share, below_best: below } });
      }}
    >
      <h3>
        {policy.organization}
        {policy.inherited_from ? <span className={styles.under}>As {policy.inherited_from} set it</span> : null}
      </h3>
      <NumberField
        path={`share_${policy.organization_id}`}
        label="Share of first reports"
        unit="%"
        value={share}
        onChange={setShare}
        error={fault}
      />
      <CheckboxField
        path={`below_${policy.organization_id}`}
        label="Whenever the first opinion is not on the best level"
        value={below}
        onChange={setBelow}
      />
      <div>
        <Button type="submit" disabled={!changed || fault !== null} busy={save.isPending}>
          Save
        </Button>
      </div>
      <Failure error={save.error} what="This could not be saved." />
    </form>
  );
}
