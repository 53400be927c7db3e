import { queryOptions, useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { ButtonLink } from '../../../ui/parts/button.tsx';
import { RedirectSkeleton } from '../../../ui/parts/empty.tsx';
import type { ApiError } from '../../../ui/api/client.ts';
import { query } from '../../../ui/api/hooks.ts';
import { mayBeRegistering, mayBeSignedIn } from '../../../ui/session/site.ts';
import { useOptionalViewer } from '../../../ui/session/viewer.tsx';
import { safeTarget } from '../rules.ts';
import { accountApi } from './api.ts';
import { type CurrentUser, fetchCurrentTmp } from './current-user.ts';
import { ConfirmEmail, StopEmail } from './email-link.tsx';
import { EntryLayout } from './entry-layout.tsx';
import { waitingQuery } from './second-factor-form.tsx';
import { VerifyRegistration } from './verify-registration.tsx';
import { VerifySignIn } from './verify-sign-in.tsx';

/**
 * Showing that something is one's own: the code of a registration, the link of a new address, the old address's way to
 * stop a change. It leads on to `redirectUrl`, if that is a page of ours. A second factor is asked for here, too, when
 * a session waits for one; that comes before everything else.
 */
export function VerifyPage() {
  const search = useSearch({ strict: false }) as Record<string, unknown>;
  const confirming = search['confirm-email'];
  const stopping = search['stop-email'];
  if (typeof confirming === 'string') return <ConfirmEmail token={confirming} />;
  if (typeof stopping === 'string') return <StopEmail token={stopping} />;
  return <SignInOrRegistration target={safeTarget(search.redirectUrl)} />;
}

/** Whose session this is, also where the second factor is still missing. */
const sessionQuery = queryOptions<CurrentUser, ApiError>({
  queryKey: [accountApi.currentTmp.id],
  queryFn: ({ signal }) => fetchCurrentTmp(signal),
  retry: false,
  staleTime: 0,
});

function SignInOrRegistration({ target }: { target: string | null }) {
  const who = useQuery({ ...sessionQuery, enabled: mayBeSignedIn() });
  const needsTwoFactor = who.data?.needsTwoFactor ?? false;
  const waiting = useQuery({ ...waitingQuery, enabled: needsTwoFactor });
  if ((mayBeSignedIn() && who.isPending) || (needsTwoFactor && waiting.isPending)) return <RedirectSkeleton />;
  if (waiting.data && waiting.data.waits_for !== 'nothing')
    return <VerifySignIn waiting={waiting.data} target={target} />;
  return <Registration target={target} />;
}

function Registration({ target }: { target: string | null }) {
  const viewer = useOptionalViewer();
  const open = useQuery({ ...query(accountApi.registration, {}), retry: false, enabled: mayBeRegistering() });
  if (mayBeRegistering() && open.isPending) return <RedirectSkeleton />;
  if (open.data) return <VerifyRegistration registration={open.data} target={target} />;
  return (
    <EntryLayout
      title="There is nothing to confirm"
      focusTitle
      lead="The code was entered already, its hour is over, or you registered in another browser."
    >
      <ButtonLink kind="primary" size="lg" full href={viewer ? (target ?? '/') : '/login'}>
        {viewer ? 'Continue' : 'Sign in'}
      </ButtonLink>
    </EntryLayout>
  );
}
