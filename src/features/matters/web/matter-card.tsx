import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useEffect, useId, useState } from 'react';
import type { Kind } from '../../../core/kinds.ts';
import { Failure } from '../../../ui/api/failure.tsx';
import { query, useCommand } from '../../../ui/api/hooks.ts';
import { CheckboxField } from '../../../ui/form/choice.tsx';
import { faultOf } from '../../../ui/form/ends.tsx';
import { focusPath } from '../../../ui/form/field.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { Acts, FileTicks, InlineEnds, Quiet } from '../../../ui/form/inline-form.tsx';
import { Button } from '../../../ui/parts/button.tsx';
import { TextLink } from '../../../ui/parts/link.tsx';
import { SectionHead } from '../../../ui/parts/page-header.tsx';
import { RuledList, RuledRow } from '../../../ui/parts/ruled-list.tsx';
import { toastDone } from '../../../ui/parts/toast.tsx';
import { reviewHref } from '../../../ui/session/review-route.ts';
import { readReview } from '../../reviews/contract.ts';
import { matterEndpoints, type MatterView } from '../contract.ts';
import styles from './matters.module.css';

/** Queries that a change of a matter makes old. */
const TOUCHED = [matterEndpoints.read, readReview] as const;

/** The experts on the same matter, each with their legal case; ordering another, linking one, or taking this one out. */
export function MatterCard({ kind, reviewId }: { kind: Kind; reviewId: number }) {
  const id = useId();
  const [open, setOpen] = useState<'add' | 'link' | null>(null);
  const {
    data: view,
    error,
    refetch,
  } = useQuery({ ...query(matterEndpoints.read, { kind, params: { id: reviewId } }), refetchOnWindowFocus: true });
  const unlink = useCommand(matterEndpoints.unlink, {
    refresh: TOUCHED,
    onSuccess: () => toastDone('Taken out. Nothing else of it changes.'),
  });
  if (error && !view && error.status !== 404 && error.status !== 403)
    return (
      <section aria-labelledby={id} className={styles.card}>
        <SectionHead id={id} title="Experts on this matter" />
        <Failure error={error} what="The experts of the matter could not be loaded." onRetry={() => void refetch()} />
      </section>
    );
  if (!view) return null;
  const { can, experts } = view;
  if (experts.length < 2 && !can.add && !can.link) return null;
  return (
    <section aria-labelledby={id} className={styles.card}>
      <SectionHead
        id={id}
        title="Experts on this matter"
        note={experts.length > 1 ? String(experts.length) : undefined}
      />
      {experts.length > 1 ? (
        <RuledList label="Experts on this matter">
          {experts.map((one) => (
            <RuledRow
              key={one.id}
              title={
                one.id === reviewId ? (
                  `${one.number}, this one`
                ) : (
                  <TextLink href={reviewHref(kind, one.id)}>{one.number}</TextLink>
                )
              }
              status={[one.specialty ?? 'No specialty chosen yet', one.expert, one.status.label]
                .filter(Boolean)
                .join(' · ')}
            />
          ))}
        </RuledList>
      ) : (
        <Quiet>
          Another expert on the matter has a legal case of their own, with an agreement and a report of their own. No
          expert is told of another.
        </Quiet>
      )}
      {open === null ? (
        <Acts>
          {can.add ? <Button onClick={() => setOpen('add')}>Order another expert</Button> : null}
          {can.link ? (
            <Button kind="quiet" onClick={() => setOpen('link')}>
              Link a legal case
            </Button>
          ) : null}
          {can.unlink ? (
            <Button
              kind="quiet"
              busy={unlink.isPending}
              onClick={() => unlink.mutate({ kind, params: { id: reviewId }, body: {} })}
            >
              Take this one out
            </Button>
          ) : null}
        </Acts>
      ) : open === 'add' ? (
        <AddForm kind={kind} view={view} onClose={() => setOpen(null)} />
      ) : (
        <LinkForm kind={kind} reviewId={reviewId} onClose={() => setOpen(null)} />
      )}
      <Failure error={unlink.error} what="It could not be taken out." />
    </section>
  );
}

function AddForm({ kind, view, onClose }: { kind: Kind; view: MatterView; onClose: () => void }) {
  const navigate = useNavigate();
  const [left, setLeft] = useState<readonly number[]>([]);
  const [first] = view.files;
  useEffect(() => (first ? void focusPath(`files.${first.id}`) : undefined), [first]);
  const add = useCommand(matterEndpoints.add, {
    refresh: TOUCHED,
    onSuccess: ({ review_id, number }) => {
      toastDone(`${number} is there as a draft. Say which expert you need.`);
      void navigate({ to: `${reviewHref(kind, review_id)}/step-three` });
    },
  });
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (add.isPending) return;
    const files = view.files.flatMap(({ id }) => (left.includes(id) ? [] : [id]));
    add.mutate({ kind, params: { id: view.review_id }, body: { files } });
  };
  return (
    <form className={styles.form} onSubmit={send} noValidate aria-label="Order another expert">
      <Quiet>
        The names, the court’s dates and the summary go with it. The specialty, the questions and the terms are asked
        anew.
      </Quiet>
      {view.files.length > 0 ? (
        <FileTicks legend="Files that go with it">
          {view.files.map(({ id, name }) => (
            <CheckboxField
              key={id}
              path={`files.${id}`}
              label={name}
              value={!left.includes(id)}
              onChange={(on) => setLeft(on ? left.filter((other) => other !== id) : [...left, id])}
            />
          ))}
        </FileTicks>
      ) : null}
      <InlineEnds
        error={add.error}
        what="It could not be opened."
        busy={add.isPending}
        primary
        leave="Not now"
        onLeave={onClose}
      >
        Open the draft
      </InlineEnds>
    </form>
  );
}

function LinkForm({ kind, reviewId, onClose }: { kind: Kind; reviewId: number; onClose: () => void }) {
  const [number, setNumber] = useState('');
  const [missing, setMissing] = useState<string | undefined>(undefined);
  useEffect(() => void focusPath('number'), []);
  const link = useCommand(matterEndpoints.link, {
    refresh: TOUCHED,
    onSuccess: () => {
      onClose();
      toastDone('Linked. Both say so.');
    },
  });
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (link.isPending) return;
    if (number.trim() === '') return setMissing('Enter its number.');
    link.mutate({ kind, params: { id: reviewId }, body: { number } });
  };
  return (
    <form className={styles.form} onSubmit={send} noValidate aria-label="Link a legal case">
      <TextField
        path="number"
        label="Its number"
        required
        help="The number of your other legal case on the same matter: “LC-20418”."
        value={number}
        onChange={(value) => {
          setNumber(value);
          setMissing(undefined);
        }}
        error={missing ?? faultOf(link.error, 'number')}
      />
      <InlineEnds
        error={link.error}
        placed
        what="It could not be linked."
        busy={link.isPending}
        primary
        leave="Not now"
        onLeave={onClose}
      >
        Link it
      </InlineEnds>
    </form>
  );
}
