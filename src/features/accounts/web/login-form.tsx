import { plural } from '../../../core/phrases.ts';
import { IconAlertCircle } from '@tabler/icons-react';
import { type FormEvent, Suspense, useEffect, useRef, useState } from 'react';
import { ApiError, call } from '../../../ui/api/client.ts';
import { TextField } from '../../../ui/form/text-field.tsx';
import { Button } from '../../../ui/parts/button.tsx';
import { lazyPart } from '../../../ui/parts/lazy-part.tsx';
import { TextLink } from '../../../ui/parts/link.tsx';
import { keepOwnProfile } from './active-profile.ts';
import { safeTarget } from '../rules.ts';
import { began } from '../../../ui/session/site.ts';
import { accountApi } from './api.ts';
import { type CurrentUser, toCamel } from './current-user.ts';
import styles from './entry.module.css';

// comes with the first address that could have one: without it the password remains
const SsoOffer = lazyPart(async () => ({ default: (await import('./sso-offer.tsx')).SsoOffer }), 'nothing');

/** Signs in and answers the user. Throws ApiError. */
export async function signIn(email: string, password: string): Promise<CurrentUser> {
  const user = toCamel(await call(accountApi.login, { body: { email, password } }));
  keepOwnProfile(user);
  began('session');
  return user;
}

/** Why signing in failed, in words. */
export function signInFailure(error: unknown): string {
  if (!(error instanceof ApiError)) return 'Signing in did not work. Try again.';
  if (error.code === 'bad_credentials') return 'That e-mail and password do not match. Check both and try again.';
  if (error.code === 'sso_required') return error.message;
  if (error.code === 'throttled') {
    const minutes = Math.max(1, Math.ceil((error.problem?.retry_after ?? 60) / 60));
    return `Too many tries. You can try again in ${plural(minutes, 'minute')}.`;
  }
  if (error.status === 0) return 'The server could not be reached. Check your connection and try again.';
  if (error.status === 400) return 'Check your e-mail and password and try again.';
  return `Signing in did not work. Try again in a moment.${error.reference ? ` Reference ${error.reference}` : ''}`;
}

/** E-mail and password, with what is wrong said at the field. `email` fixes whose sign-in it is. */
export function LoginForm({
  email: given = '',
  startFocused = false,
  forgotten = false,
  onSignedIn,
}: {
  email?: string;
  /** Offers the way to a new password. */
  forgotten?: boolean;
  /** Puts the cursor where typing begins; only where the page has this one thing to fill. */
  startFocused?: boolean;
  onSignedIn: (user: CurrentUser) => void;
}) {
  const [email, setEmail] = useState(given);
  // asked when the address is whole, not at every letter
  const [entered, setEntered] = useState(given);
  const [password, setPassword] = useState('');
  const [missing, setMissing] = useState<{ email?: string; password?: string }>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const emailField = useRef<HTMLInputElement>(null);
  const passwordField = useRef<HTMLInputElement>(null);

  useEffect(() => {
    if (startFocused) (given === '' ? emailField : passwordField).current?.focus();
  }, [startFocused, given]);

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    const faults: typeof missing = {};
    if (email.trim() === '') faults.email = 'Enter your e-mail.';
    else if (!/^\S+@\S+$/.test(email.trim())) faults.email = 'This is not an e-mail address yet.';
    if (password === '') faults.password = 'Enter your password.';
    setMissing(faults);
    setFailure(null);
    if (faults.email ?? faults.password) {
      (faults.email ? emailField : passwordField).current?.focus();
      return;
    }
    setBusy(true);
    try {
      onSignedIn(await signIn(email.trim(), password));
    } catch (error) {
      setFailure(signInFailure(error));
      setBusy(false);
      passwordField.current?.select();
      passwordField.current?.focus();
    }
  }

  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
      <div role="alert" className={styles.failureRoom}>
        {failure ? (
          <p className={styles.failure}>
            <IconAlertCircle size={16} stroke={1.75} aria-hidden />
            {failure}
          </p>
        ) : null}
      </div>
      <TextField
        ref={emailField}
        path="email"
        label="E-mail"
        type="email"
        inputMode="email"
        autoComplete="username"
        size="lg"
        maxLength={254}
        value={email}
        error={missing.email}
        onChange={setEmail}
        onBlur={() => setEntered(email)}
      />
      <TextField
        ref={passwordField}
        path="password"
        label="Password"
        aside={
          forgotten ? (
            <TextLink quiet href="/forgot-password">
              Forgot password
            </TextLink>
          ) : undefined
        }
        type="password"
        autoComplete="current-password"
        size="lg"
        maxLength={200}
        value={password}
        error={missing.password}
        onChange={setPassword}
      />
      <Button kind="primary" size="lg" type="submit" full busy={busy}>
        Sign in
      </Button>
      {entered.includes('@') ? (
        <Suspense>
          <SsoOffer whose={{ email: entered }} target={wantedPage} />
        </Suspense>
      ) : null}
    </form>
  );
}

/** The page to come back to: the one the sign-in page was sent for, or the one that sign-in lies over. */
function wantedPage(): string | null {
  const { pathname, search } = location;
  return safeTarget(pathname === '/login' ? new URLSearchParams(search).get('redirectUrl') : pathname + search);
}
