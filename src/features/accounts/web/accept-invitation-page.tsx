import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { ApiError, call } from '../../../ui/api/client.ts';
import { useCommand } from '../../../ui/api/hooks.ts';
import { Button, ButtonLink } from '../../../ui/parts/button.tsx';
import { RedirectSkeleton } from '../../../ui/parts/empty.tsx';
import { Facts } from '../../../ui/parts/facts.tsx';
import { formatInstant } from '../../../ui/time/format.ts';
import type { OpenedInvitation } from '../contract/people.ts';
import { nameFault } from '../rules.ts';
import { passwordFault } from '../rules/passwords.ts';
import { accountApi } from './api.ts';
import { EntryLayout, FormFailure } from './entry-layout.tsx';
import { NameFields } from './names-fields.tsx';
import { NewPasswordField } from './new-password-field.tsx';
import { OrganizationLogo } from './organization-logo.tsx';
import { ownZone } from './own-zone.ts';
import { SsoOffer } from './sso-offer.tsx';
import { failureWords, useFaults } from './use-faults.ts';
import styles from './entry.module.css';

type Invitation = NonNullable<OpenedInvitation['invitation']>;

const ENDS = {
  accepted: ['This invitation was accepted', 'Sign in with the address it was sent to.'],
  withdrawn: [
    'This invitation is no longer valid',
    'It was withdrawn or replaced by a newer one. Look for a newer e-mail.',
  ],
  expired: ['This invitation has ended', 'It was open for seven days. The person who invited you can send it again.'],
  unknown: [
    'There is no invitation at this link',
    'It may be cut off or replaced by a newer one. Open it from the newest e-mail.',
  ],
} as const;

/** Accepting an invitation: as a new person with name and password, or as the account the address already has. */
export function AcceptInvitationPage() {
  const search = useSearch({ strict: false }) as { token?: unknown };
  const token = typeof search.token === 'string' ? search.token : '';
  const opened = useQuery<OpenedInvitation, ApiError>({
    queryKey: [accountApi.openInvitation.id, token],
    queryFn: ({ signal }) => {
      if (token === '') throw new ApiError(404, null);
      return call(accountApi.openInvitation, { body: { token }, signal });
    },
    // who is signed in may have changed since
    staleTime: 0,
    refetchOnMount: 'always',
  });
  if (opened.isPending) return <RedirectSkeleton />;
  if (opened.isError && opened.error.status !== 404 && opened.error.status !== 400) {
    return (
      <EntryLayout title="Your invitation">
        <div className={styles.form}>
          <FormFailure>{failureWords(opened.error, 'Opening the invitation')}</FormFailure>
          <Button size="lg" onClick={() => void opened.refetch()}>
            Try again
          </Button>
        </div>
      </EntryLayout>
    );
  }
  const invitation = opened.data?.invitation;
  if (!invitation) {
    const state = opened.data?.state ?? 'unknown';
    const [title, lead] = ENDS[state === 'open' ? 'unknown' : state];
    return (
      <EntryLayout title={title} focusTitle lead={lead}>
        <ButtonLink size="lg" full href="/login">
          Sign in
        </ButtonLink>
      </EntryLayout>
    );
  }
  return <Open token={token} invitation={invitation} onChanged={() => void opened.refetch()} />;
}

function Open({ token, invitation, onChanged }: { token: string; invitation: Invitation; onChanged: () => void }) {
  const { organization, label, inviter, email, expires_at } = invitation;
  const zone = ownZone();
  return (
    <EntryLayout
      title={organization ? `Join ${organization.name}` : 'Join Peritus'}
      lead={`${inviter} invites you.`}
      above={organization ? <OrganizationLogo name={organization.name} logo={organization.logo} /> : undefined}
    >
      <div className={styles.factsRoom}>
        <Facts
          items={[
            { label: 'Your role', value: label },
            { label: 'Your e-mail', value: email },
            { label: 'Open until', value: formatInstant(expires_at, { zone }) },
          ]}
        />
      </div>
      {!invitation.has_account && invitation.sso_required ? (
        <ByProvider invitation={invitation} {...invitation.sso_required} />
      ) : !invitation.has_account ? (
        <NewPersonForm token={token} invitation={invitation} onChanged={onChanged} />
      ) : (
        <OwnAccount token={token} invitation={invitation} onChanged={onChanged} />
      )}
    </EntryLayout>
  );
}

/** A full load: the program begins anew as the person who is now signed in. */
const goOn = () => location.replace('/');

interface Accepting {
  token: string;
  invitation: Invitation;
  onChanged: () => void;
}

/** Where the organization's own sign-in service alone lets people in: signing in there accepts the invitation. */
function ByProvider({
  invitation,
  name,
  knows_address,
}: {
  invitation: Invitation;
  name: string;
  knows_address: boolean;
}) {
  if (!knows_address)
    return (
      <p>
        {name} signs its people in with its own sign-in service, which does not know {invitation.email}. Ask{' '}
        {invitation.inviter} to invite the address you sign in with there.
      </p>
    );
  return (
    <div className={styles.form}>
      <p>Sign in there with {invitation.email}; that accepts the invitation.</p>
      <SsoOffer whose={{ email: invitation.email }} target={null} />
    </div>
  );
}

function NewPersonForm({ token, invitation, onChanged }: Accepting) {
  const [fields, setFields] = useState({
    first_name: invitation.first_name,
    last_name: invitation.last_name,
    password: '',
  });
  const { faults, failure, show, refused, mended } = useFaults<keyof typeof fields>('Accepting');
  const accept = useCommand(accountApi.acceptInvitation, {
    onSuccess: goOn,
    onError: (error) => {
      refused(error);
      if (error.status === 409 || error.status === 410) onChanged();
    },
  });
  const owner = { ...fields, email: invitation.email };

  function set(name: keyof typeof fields, value: string) {
    setFields((now) => ({ ...now, [name]: value }));
    mended(name);
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    const found = {
      first_name: nameFault(fields.first_name, 'your first name'),
      last_name: nameFault(fields.last_name, 'your last name'),
      password: passwordFault(fields.password, owner),
    };
    if (accept.isPending || show(found)) return;
    const time_zone = ownZone();
    accept.mutate({ body: { token, ...fields, time_zone } });
  }

  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <FormFailure>{failure}</FormFailure>
      <NameFields {...fields} faults={faults} onChange={set} />
      <input type="text" name="username" autoComplete="username" value={invitation.email} readOnly hidden />
      <NewPasswordField
        value={fields.password}
        owner={owner}
        error={faults.password}
        onChange={(value) => set('password', value)}
      />
      <Button kind="primary" size="lg" type="submit" full busy={accept.isPending}>
        Accept
      </Button>
    </form>
  );
}

function OwnAccount({ token, invitation, onChanged }: Accepting) {
  const { failure, refused } = useFaults<never>('Accepting');
  const accept = useCommand(accountApi.acceptInvitation, {
    onSuccess: goOn,
    onError: (error) => {
      refused(error);
      if (error.status === 410) onChanged();
    },
  });
  const here = `/accept-invitation?token=${encodeURIComponent(token)}`;
  if (invitation.signed_in === 'as_invited') {
    return (
      <div className={styles.form}>
        <FormFailure>{failure}</FormFailure>
        <p>You are signed in with this address. The new role is added to the ones you have.</p>
        <Button
          kind="primary"
          size="lg"
          full
          busy={accept.isPending}
          onClick={() => accept.mutate({ body: { token } })}
        >
          Accept
        </Button>
      </div>
    );
  }
  if (invitation.signed_in === 'as_other') {
    return (
      <div className={styles.form}>
        <p>
          You are signed in with another account. Log out, then open this link again and sign in as {invitation.email}.
        </p>
        <ButtonLink size="lg" full href="/">
          Go to your start page
        </ButtonLink>
      </div>
    );
  }
  return (
    <div className={styles.form}>
      <p>This address has an account. Sign in with it, then accept.</p>
      <ButtonLink kind="primary" size="lg" full href={`/login?redirectUrl=${encodeURIComponent(here)}`}>
        Sign in
      </ButtonLink>
    </div>
  );
}
