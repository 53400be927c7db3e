import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { askAgain } from '../../../ui/api/ask-again.ts';
import { queryKey, useCommand } from '../../../ui/api/hooks.ts';
import { SignFields, type Signature, UNSIGNED } from '../../../ui/form/sign-fields.tsx';
import { InlineEnds } from '../../../ui/form/inline-form.tsx';
import { Facts } from '../../../ui/parts/facts.tsx';
import { InlineNotice } from '../../../ui/parts/notice.tsx';
import { toastDone } from '../../../ui/parts/toast.tsx';
import { plural } from '../../../core/phrases.ts';
import { disclosureEndpoints, type DisclosureView } from '../contract.ts';
import { type OfDisclosure, TOUCHED } from './touched.ts';
import styles from './disclosure.module.css';

/** The signature under a packet: the sentence, the typed name, and what is signed told by its fingerprint. */
export function SignForm({ kind, view, onDone }: OfDisclosure & { onDone: () => void }) {
  const [signature, setSignature] = useState<Signature>(UNSIGNED);
  const { name, consents } = signature;
  // what was read when the form was opened: what says something else since is read before it is signed
  const [read, setRead] = useState(view.content_sha256);
  const [changed, setChanged] = useState(false);
  if (read !== view.content_sha256) {
    setRead(view.content_sha256);
    setSignature({ ...signature, consents: false });
    setChanged(true);
  }
  const [tried, setTried] = useState(false);
  const client = useQueryClient();
  const sign = useCommand(disclosureEndpoints.sign, {
    refresh: TOUCHED,
    onSuccess: () => {
      onDone();
      toastDone('Signed. The packet is made within a minute, and the firm is told.');
    },
    // what was read is old by then: it is read again beside the sentence that says so
    onError: ({ code }) =>
      code === 'stale' ? askAgain(client, { queryKey: queryKey(disclosureEndpoints.read) }) : undefined,
  });
  const errors = Object.fromEntries((sign.error?.errors ?? []).map(({ path, message }) => [path, message]));
  const send = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (sign.isPending || name.trim() === '' || !consents || read === null) return;
    sign.mutate({
      kind,
      params: { id: view.review_id },
      body: { content_sha256: read, name, consents: true },
    });
  };
  return (
    <form className={styles.form} onSubmit={send} noValidate aria-label="Sign the disclosure">
      <Cover cover={view.cover} />
      <p className={styles.statement}>{view.statement}</p>
      {changed ? (
        <InlineNotice kind="conflict">
          {read === null
            ? 'Something is missing since you opened this. The parts above say what.'
            : 'What the packet says has changed since you opened this. Read it again, then confirm it again.'}
        </InlineNotice>
      ) : null}
      <SignFields
        value={signature}
        own={view.own_name}
        consent="I have read what each part says, and sign it electronically"
        help="A packet that is signed is never replaced. What changes later is a supplement of its own."
        errors={errors}
        tried={tried}
        onChange={setSignature}
      />
      <InlineEnds
        error={sign.error}
        placed={errors['name'] !== undefined}
        what="It could not be signed."
        busy={sign.isPending}
        primary
        leave="Not now"
        onLeave={onDone}
      >
        Sign it
      </InlineEnds>
    </form>
  );
}

/** What stands on the cover and is signed with the rest. */
const Cover = ({ cover }: { cover: DisclosureView['cover'] }) => (
  <Facts
    items={[
      { label: 'Caption', value: cover.caption },
      { label: 'Court', value: cover.court },
      { label: 'Docket', value: cover.docket || 'To be assigned' },
      { label: 'Side', value: cover.side },
      { label: 'Firm', value: cover.firm },
      { label: 'Expert', value: [cover.expert, ...cover.credentials].join(', ') },
      {
        label: 'CV',
        value: cover.cv && (
          <span className={styles.hash}>
            {cover.cv.name}
            {cover.cv.pages === null ? '' : `, ${plural(cover.cv.pages, 'page')}`}, SHA-256{' '}
            {cover.cv.sha256.slice(0, 16)}…
          </span>
        ),
      },
    ]}
  />
);
