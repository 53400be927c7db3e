import { IconPlus } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import type { Ability } from '../../../../core/endpoint.ts';
import { KINDS, type Kind } from '../../../../core/kinds.ts';
import { useCommand } from '../../../../ui/api/hooks.ts';
import { Button } from '../../../../ui/parts/button.tsx';
import { lazyPart } from '../../../../ui/parts/lazy-part.tsx';
import { useViewer } from '../../../../ui/session/viewer.tsx';
import { countReviews, createReview, listReviews } from '../../contract.ts';
import { Failed } from '../shared/states.tsx';
import styles from './list.module.css';

const loadForWhom = () => import('./for-whom.tsx');
const ForWhom = lazyPart(loadForWhom, 'edge');
/** Ahead of the press; what fails now is tried, and told, then. */
const prepare = () => void loadForWhom().catch(() => undefined);

/** Starts a draft and goes to its first step. Where ordering is closed it says why; who never orders sees nothing. */
export function NewReviewButton({ kind, ability }: { kind: Kind; ability: Ability | null }) {
  const viewer = useViewer();
  const navigate = useNavigate();
  const [asking, setAsking] = useState(false);
  const create = useCommand(createReview, {
    refresh: [listReviews, countReviews],
    // where the own organization does not order this and several below it do
    onError: (error) => setAsking(error.errors.some(({ path }) => path === 'organization_id')),
    onSuccess: (made) => void navigate({ to: `/${KINDS[kind].slug}/${made.review_id}/step-one` }),
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
        {...(viewer.organization ? {} : { onPointerEnter: prepare, onFocus: prepare })}
        onClick={() => (viewer.organization ? start() : setAsking(true))}
      >
        New {KINDS[kind].singular}
      </Button>
      {asking ? (
        <Suspense fallback={null}>
          <ForWhom
            kind={kind}
            busy={create.isPending}
            error={create.isError ? <Failed what="The draft" verb="started" error={create.error} /> : null}
            onClose={() => setAsking(false)}
            onChoose={start}
          />
        </Suspense>
      ) : null}
    </>
  );
}
