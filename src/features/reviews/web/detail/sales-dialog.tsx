import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Kind } from '../../../../core/kinds.ts';
import { query, useCommand } from '../../../../ui/api/hooks.ts';
import { SwitchField } from '../../../../ui/form/choice.tsx';
import { SelectField } from '../../../../ui/form/select-field.tsx';
import { TextField } from '../../../../ui/form/text-field.tsx';
import { Button } from '../../../../ui/parts/button.tsx';
import { Dialog } from '../../../../ui/parts/dialog.tsx';
import { SkeletonRows } from '../../../../ui/parts/empty.tsx';
import { readSales, type SalesView, saveSales } from '../../contract.ts';
import { Failed } from '../shared/states.tsx';
import styles from './followers.module.css';

interface Props {
  kind: Kind;
  reviewId: number;
  number: string;
  onClose: () => void;
}

/** How a review came to be; only Peritus's own people see it. */
export default function SalesDialog(props: Props) {
  const { kind, reviewId, number, onClose } = props;
  const known = useQuery(query(readSales, { kind, params: { id: reviewId } }));
  return (
    <Dialog title={`Where ${number} came from`} onClose={onClose}>
      <div className={styles.body}>
        <p className={styles.lead}>Only people of Peritus see this.</p>
        {known.isError ? (
          <Failed what="The sales tracking" error={known.error} onRetry={() => void known.refetch()} />
        ) : known.data ? (
          <SalesForm {...props} known={known.data} />
        ) : (
          <SkeletonRows rows={3} columns={[60]} label="Loading the sales tracking" />
        )}
      </div>
    </Dialog>
  );
}

function SalesForm({ kind, reviewId, onClose, known }: Props & { known: SalesView }) {
  const [tracked, setTracked] = useState(known.tracked);
  const [source, setSource] = useState(known.source);
  const [campaign, setCampaign] = useState(known.campaign);
  const [owner, setOwner] = useState(known.account_owner ? String(known.account_owner.id) : null);
  const save = useCommand(saveSales, { refresh: [readSales], onSuccess: onClose });
  const fault = (path: string): string | null => save.error?.errors.find((e) => e.path === path)?.message ?? null;
  return (
    <form
      className={styles.body}
      onSubmit={(event) => {
        event.preventDefault();
        const account_owner_id = owner === null ? null : Number(owner);
        save.mutate({ kind, params: { id: reviewId }, body: { tracked, source, campaign, account_owner_id } });
      }}
    >
      <SwitchField path="tracked" label="Sales tracking" value={tracked} onChange={setTracked} />
      {tracked ? (
        <>
          <TextField
            path="source"
            label="Source"
            help="For example a referral, a conference, a tender."
            value={source}
            onChange={setSource}
            error={fault('source')}
            maxLength={120}
          />
          <TextField
            path="campaign"
            label="Campaign"
            value={campaign}
            onChange={setCampaign}
            error={fault('campaign')}
            maxLength={120}
          />
          <SelectField
            path="account_owner_id"
            label="Account owner"
            value={owner}
            onChange={setOwner}
            options={known.owners.map((one) => ({ value: String(one.id), label: one.name }))}
            error={fault('account_owner_id')}
            clearable
          />
        </>
      ) : null}
      {save.error && save.error.errors.length === 0 ? (
        <Failed what="This change" verb="saved" error={save.error} onRetry={() => save.reset()} />
      ) : null}
      <div>
        <Button type="submit" kind="primary" busy={save.isPending}>
          Save
        </Button>
      </div>
    </form>
  );
}
