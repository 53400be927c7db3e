import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { Kind } from '../../../../core/kinds.ts';
import { query } from '../../../../ui/api/hooks.ts';
import { focusPath } from '../../../../ui/form/field.tsx';
import { ChoiceField } from '../../../../ui/form/choice-field.tsx';
import { Button } from '../../../../ui/parts/button.tsx';
import { Dialog } from '../../../../ui/parts/dialog.tsx';
import { organizationChoices } from '../../../organizations/contract/choices.ts';
import { Failed } from '../shared/states.tsx';
import styles from './list.module.css';

/** For which organization a draft is begun: of staff, and of those whose own organization does not order the kind. */
export default function ForWhom({
  kind,
  busy,
  error,
  onClose,
  onChoose,
}: {
  kind: Kind;
  busy: boolean;
  error: ReactNode;
  onClose: () => void;
  onChoose: (organization: number) => void;
}) {
  const asked = { orders: kind };
  const first = useQuery(query(organizationChoices, { query: asked }));
  const [chosen, setChosen] = useState<string | null>(null);
  const [tried, setTried] = useState(false);
  return (
    <Dialog title="For which organization?" onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          setTried(true);
          if (chosen) onChoose(Number(chosen));
          else focusPath('organization_id');
        }}
        className={styles.ask}
      >
        <ChoiceField
          from={organizationChoices}
          asked={asked}
          path="organization_id"
          label="Organization"
          help="Its people see the review, and it gets the bill."
          value={chosen}
          onChange={setChosen}
          error={tried && !chosen ? 'Choose the organization that orders.' : undefined}
        />
        {first.isError ? (
          <Failed what="The organizations" error={first.error} onRetry={() => void first.refetch()} />
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
