import { useState } from 'react';
import { useCommand } from '../../../ui/api/hooks.ts';
import { Button, ButtonLink } from '../../../ui/parts/button.tsx';
import { accountApi } from './api.ts';
import { DoneMark, EntryLayout, FormFailure } from './entry-layout.tsx';
import { useFaults } from './use-faults.ts';
import styles from './entry.module.css';

/** The new address confirms. Opening the link changes nothing: programs that read mail open links, too. */
export function ConfirmEmail({ token }: { token: string }) {
  return (
    <EmailLink
      endpoint={accountApi.confirmEmail}
      token={token}
      title="Confirm your new address"
      lead="From then on you sign in with it, and e-mails go there."
      act="Confirm this address"
      done={{ title: 'Your new address is set', before: 'From now on you sign in with' }}
    />
  );
}

/** The old address stops a change, or takes it back. */
export function StopEmail({ token }: { token: string }) {
  return (
    <EmailLink
      endpoint={accountApi.stopEmail}
      token={token}
      title="Stop the change of address?"
      lead="Your address stays, or comes back. Everyone is signed out of your account, its password no longer works, and we send you a link for a new one."
      act="Stop the change"
      done={{ title: 'The change is stopped', before: 'Choose a password that is used nowhere else. The link goes to' }}
    />
  );
}

function EmailLink({
  endpoint,
  token,
  title,
  lead,
  act,
  done,
}: {
  endpoint: typeof accountApi.confirmEmail | typeof accountApi.stopEmail;
  token: string;
  title: string;
  lead: string;
  act: string;
  /** What is said afterwards; the account's address ends the sentence. */
  done: { title: string; before: string };
}) {
  const [ended, setEnded] = useState(false);
  const { failure, refused } = useFaults<never>('This');
  const press = useCommand(endpoint, {
    onError: (error) => (error.status === 410 || error.status === 400 ? setEnded(true) : refused(error)),
  });
  if (press.data) {
    return (
      <EntryLayout
        title={done.title}
        focusTitle
        lead={
          <>
            {done.before} <strong className={styles.address}>{press.data.email}</strong>.
          </>
        }
      >
        <DoneMark />
        <ButtonLink kind="primary" size="lg" full href="/">
          Continue
        </ButtonLink>
      </EntryLayout>
    );
  }
  if (ended) {
    return (
      <EntryLayout
        title="This link has expired"
        focusTitle
        lead="It was used or stopped, or it expired. If something about your account looks wrong, write to us."
      >
        <ButtonLink size="lg" full href="/contact?reason=access">
          Write to us
        </ButtonLink>
      </EntryLayout>
    );
  }
  return (
    <EntryLayout title={title} lead={lead}>
      <div className={styles.form}>
        <FormFailure>{failure}</FormFailure>
        <Button kind="primary" size="lg" full busy={press.isPending} onClick={() => press.mutate({ body: { token } })}>
          {act}
        </Button>
      </div>
    </EntryLayout>
  );
}
