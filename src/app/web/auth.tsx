import { type Query, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { hasEntered } from './focus.ts';
import { createContext, type ReactNode, use, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { ApiError, call, session } from '../../ui/api/client.ts';
import { clearDrafts } from '../../ui/session/drafts.ts';
import { forgetPerson } from '../../ui/session/sign-out.ts';
import { accountApi } from '../../features/accounts/web/api.ts';
import { securityApi } from '../../features/accounts/web/security-api.ts';
import { forgetOnSignOut, storeActiveProfile } from '../../features/accounts/web/active-profile.ts';
import { type CurrentUser, fetchCurrentUser, homeOf } from '../../features/accounts/web/current-user.ts';

type AuthStatus = 'Loading' | 'Authenticated' | 'Unauthenticated';

/** Who is signed in: asked once, kept for good; sign-in, agreement, profile switch and a change by others refresh it. */
export const currentUserQuery = queryOptions<CurrentUser, ApiError>({
  queryKey: ['accounts.current_user'],
  queryFn: ({ signal }) => fetchCurrentUser(signal),
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
  retry: false,
  retryOnMount: false,
  refetchOnMount: false,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
});

/** Everything kept in the browser besides who is signed in. */
const notTheUser = (query: Query): boolean => query.queryKey[0] !== currentUserQuery.queryKey[0];

export interface Auth {
  status: AuthStatus;
  user: CurrentUser | null;
  /** The password was right and the second factor is still missing, or has to be set up first. */
  waits: boolean;
  /** It is being found out whether the session goes on: nothing is asked of the server meanwhile. */
  checking: boolean;
  /** The session ended in the middle of work: the page is blanked until the same person is back. */
  expired: boolean;
  signedIn(user: CurrentUser): void;
  /** Back after the session had ended; another person begins anew at home. */
  signedInAgain(user: CurrentUser): void;
  /** Ends the session and goes to sign-in. Throws ApiError when the server could not be told; then nothing is forgotten. */
  signOut(): Promise<void>;
  /** Nobody was at the page for too long: the session is ended and the page blanked. */
  idleOut(): void;
  /** Another page of this browser is signed in again: this one goes on, too. */
  cameBack(): void;
  /** Leaves without asking the server: the session is gone already. */
  leave(): void;
  refresh(): Promise<void>;
  /** Acts as another profile, or with null as oneself, and goes to its home. */
  switchProfile(profile: { id: number; className: string } | null, go: (home: string) => Promise<void>): Promise<void>;
}

const Context = createContext<Auth | null>(null);

/** Calls whose 401 is an answer, not the end of a session. */
const ASKING: ReadonlySet<string> = new Set([
  accountApi.login.id,
  accountApi.logout.id,
  accountApi.currentUser.id,
  accountApi.currentTmp.id,
  securityApi.waiting.id,
  securityApi.sendCode.id,
  securityApi.prove.id,
]);

/** Carries the session through the program: status, user, and what happens when it ends. */
export function AuthProvider({ children }: { children: ReactNode }) {
  const client = useQueryClient();
  const { data, isPending, isError, error } = useQuery(currentUserQuery);
  const [switching, setSwitching] = useState(false);
  const [expired, setExpired] = useState(false);
  const [checking, setChecking] = useState(false);
  const user = isError ? null : (data ?? null);

  /** Whether sign-in lies over the page, where the second factor is brought, too. */
  const blanked = useRef(false);
  useEffect(() => {
    blanked.current = expired;
  }, [expired]);

  /** Once somebody is leaving, refused calls and ended connections say nothing new. */
  const leaving = useRef(false);
  /** While the session gets a new token, what still went out with the old one is refused; that is not its end. */
  const rotating = useRef(false);

  const go = useCallback(
    (to: string) => {
      leaving.current = true;
      forgetPerson();
      client.clear();
      forgetOnSignOut();
      location.assign(to);
    },
    [client],
  );
  const leave = useCallback(() => go('/'), [go]);

  /**
   * Whether the session goes on after all: another page of this browser may have given it a new token a moment ago, by
   * signing in again or switching the profile. Else the page is blanked.
   */
  const check = useCallback(async () => {
    const before = client.getQueryData(currentUserQuery.queryKey);
    if (!before) {
      leave();
      return;
    }
    setChecking(true);
    try {
      const now = await fetchCurrentUser();
      if (now.id !== before.id) {
        leave();
        return;
      }
      if (now.profileable?.id !== before.profileable?.id) {
        location.assign(homeOf(now));
        return;
      }
      client.setQueryData(currentUserQuery.queryKey, now);
      setExpired(false);
      void client.invalidateQueries({ predicate: (query) => query.queryKey[0] !== currentUserQuery.queryKey[0] });
    } catch (failure) {
      if (failure instanceof ApiError && failure.code === 'second_factor_required' && !blanked.current) {
        // one is required by now: the page comes back once it is set up
        leaving.current = true;
        location.assign(`/verify?redirectUrl=${encodeURIComponent(location.pathname + location.search)}`);
        return;
      }
      // a server that cannot be reached is not the end of a session
      if (!(failure instanceof ApiError) || failure.status === 401) setExpired(true);
    } finally {
      setChecking(false);
    }
  }, [client, leave]);
  const running = useRef<Promise<void> | null>(null);

  useEffect(() => {
    session.onUnauthorized = (endpointId) => {
      if (leaving.current || rotating.current || ASKING.has(endpointId)) return;
      running.current ??= check().finally(() => {
        running.current = null;
      });
    };
    session.changePerson = async (change) => {
      leaving.current = true;
      try {
        go(await change());
      } catch (error) {
        leaving.current = false;
        throw error;
      }
    };
    session.onForeignProfile = () => {
      storeActiveProfile(null);
      location.reload();
    };
  }, [check, client, go, leave]);

  const auth = useMemo<Auth>(
    () => ({
      status: switching || isPending ? 'Loading' : user ? 'Authenticated' : 'Unauthenticated',
      user,
      waits: isError && error.code === 'second_factor_required',
      checking,
      expired,
      leave,
      idleOut() {
        setExpired(true);
        // it ends by itself a little later where the server cannot be told
        void call(accountApi.logout, {}).catch(() => undefined);
      },
      cameBack() {
        void check();
      },
      signedIn(next) {
        // what was answered to a stranger is not the answer to this person
        client.removeQueries({ predicate: notTheUser });
        client.setQueryData(currentUserQuery.queryKey, next);
        hasEntered();
      },
      signedInAgain(next) {
        if (next.id !== user?.id) {
          leave();
          return;
        }
        client.setQueryData(currentUserQuery.queryKey, next);
        setExpired(false);
        void client.invalidateQueries({ predicate: notTheUser });
      },
      async signOut() {
        leaving.current = true;
        try {
          const { redirect_to } = await call(accountApi.logout, {});
          forgetDrafts();
          go(redirect_to ?? '/login');
        } catch (error) {
          leaving.current = false;
          throw error;
        }
      },
      async refresh() {
        client.setQueryData(currentUserQuery.queryKey, await fetchCurrentUser());
      },
      async switchProfile(profile, toHome) {
        setSwitching(true);
        rotating.current = true;
        try {
          await client.cancelQueries({ predicate: (query) => query.queryKey[0] !== currentUserQuery.queryKey[0] });
          await call(securityApi.switchProfile, {
            body: { profile: profile && { type: profile.className, id: profile.id } },
          });
          storeActiveProfile(profile);
          client.removeQueries({ predicate: notTheUser });
          const next = await fetchCurrentUser();
          rotating.current = false;
          client.setQueryData(currentUserQuery.queryKey, next);
          await toHome(homeOf(next));
        } finally {
          rotating.current = false;
          setSwitching(false);
        }
      },
    }),
    [check, checking, client, error, expired, go, isError, isPending, leave, switching, user],
  );
  return <Context value={auth}>{children}</Context>;
}

function forgetDrafts(): void {
  try {
    clearDrafts(localStorage);
  } catch {
    // nothing was stored
  }
}

/** The session. */
export function useAuth(): Auth {
  const auth = use(Context);
  if (!auth) throw new Error('useAuth outside the program');
  return auth;
}
