import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import type { Ability } from '../../../../core/endpoint.ts';
import { KINDS, type Kind } from '../../../../core/kinds.ts';
import { query, useCommand } from '../../../../ui/api/hooks.ts';
import { SelectField } from '../../../../ui/form/select-field.tsx';
import { Button } from '../../../../ui/parts/button.tsx';
import { Dialog } from '../../../../ui/parts/dialog.tsx';
import { useViewer } from '../../../../ui/session/viewer.tsx';
import { countReviews, createReview, listReviews, readCaseFields } from '../../contract.ts';
import { Failed } from '../shared/states.tsx';
import styles from './list.module.css';

/** Starts a draft and goes to its first step. Where ordering is closed it says why; who never orders sees nothing. */
export function NewReviewButton({ kind, ability }: { kind: Kind; ability: Ability | null }) {
  const viewer = useViewer();
  const navigate = useNavigate();
  const [asking, setAsking] = useState(false);
  const create = useCommand(createReview, {
    refresh: [listReviews, countReviews],
    onSuccess: (made) => void navigate({ to: `/${KINDS[kind].slug}/${made.review_id}/step-one` as never }),
  });
  if (!ability) return null;
  if (!ability.allowed) return ability.reason ? <p className={styles.why}>{ability.reason}</p> : null;
  const start = (organization?: number) =>
    create.mutate({ kind, body: organization ? { organization_id: organization } : {} });
  return (
    <>
      {create.isError && !asking ? <Failed what="The draft" verb="started" error={create.error} /> : null}
      <Button
        kind="primary"
        icon={<IconPlus stroke={2} />}
        busy={create.isPending}
        onClick={() => (viewer.organization ? start() : setAsking(true))}
      >
        New {KINDS[kind].singular}
      </Button>
      {asking ? (
        <ForWhom
          busy={create.isPending}
          error={create.isError ? <Failed what="The draft" verb="started" error={create.error} /> : null}
          onClose={() => setAsking(false)}
          onChoose={start}
        />
      ) : null}
    </>
  );
}

/** Staff and customer admins order for one of several organizations. */
function ForWhom({
  busy,
  error,
  onClose,
  onChoose,
}: {
  busy: boolean;
  error: ReactNode;
  onClose: () => void;
  onChoose: (organization: number) => void;
}) {
  const fields = useQuery(query(readCaseFields, { query: {} }));
  const [chosen, setChosen] = useState<string | null>(null);
  const [tried, setTried] = useState(false);
  return (
    <Dialog title="For which organization?" onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          setTried(true);
          if (chosen) onChoose(Number(chosen));
        }}
        className={styles.ask}
      >
        <SelectField
          path="organization_id"
          label="Organization"
          help="Its people see the review, and it is billed."
          value={chosen}
          onChange={setChosen}
          error={tried && !chosen ? 'Choose the organization that orders.' : undefined}
          options={(fields.data?.organizations ?? []).map((o) => ({ value: String(o.id), label: o.name }))}
        />
        {fields.isError ? (
          <Failed what="The organizations" error={fields.error} onRetry={() => void fields.refetch()} />
        ) : null}
        {error}
        <div className={styles.askActs}>
          <Button kind="quiet" onClick={onClose}>
            Not now
          </Button>
          <Button kind="primary" type="submit" busy={busy}>
            Start the draft
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
