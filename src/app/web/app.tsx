import type { ChoiceAhead } from '../../core/answers-ahead.ts';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { useState } from 'react';
import { type CurrentUser, fetchCurrentUser } from '../../features/accounts/web/current-user.ts';
import { announcementEndpoints } from '../../features/notifications/contract.ts';
import { readReview, type ReviewDetail } from '../../features/reviews/contract.ts';
import { ApiError } from '../../ui/api/client.ts';
import { keyAhead, queryKey } from '../../ui/api/hooks.ts';
import { LinkProvider } from '../../ui/parts/link.tsx';
import { takeAnswer } from '../../ui/session/site.ts';
import { SlotsProvider } from '../../ui/slots.tsx';
import { Toasts } from '../../ui/theme/toasts.tsx';
import { AuthProvider, currentUserQuery } from './auth.tsx';
import { prepareReviewPage, takeRouter } from './router.tsx';
import { createRouterLink } from './router-link.tsx';
import { SLOTS } from './slots.tsx';

export { prepareReviewPage };

/**
 * The program: data, session, pages. `user` is who signed in before it was loaded; `asked` the question who is signed
 * in, put while it was loading.
 */
export function App({ user, asked }: { user: CurrentUser | undefined; asked: Promise<CurrentUser> | undefined }) {
  const [{ client, router, link }] = useState(() => {
    const made = takeRouter();
    return { client: createClient(user, asked), router: made, link: createRouterLink(made) };
  });
  return (
    <QueryClientProvider client={client}>
      <LinkProvider link={link}>
        <AuthProvider>
          <SlotsProvider slots={SLOTS}>
            <RouterProvider router={router} />
          </SlotsProvider>
          <Toasts />
        </AuthProvider>
      </LinkProvider>
    </QueryClientProvider>
  );
}

function createClient(user: CurrentUser | undefined, asked: Promise<CurrentUser> | undefined): QueryClient {
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 15_000,
        // an answer is an answer: only what did not arrive, or a server that is starting, is asked again
        retry: (failures, error) =>
          failures < 2 && (!(error instanceof ApiError) || error.status === 0 || error.status === 503),
      },
    },
  });
  if (user) client.setQueryData(currentUserQuery.queryKey, user);
  const announced = takeAnswer('announcements');
  // of the profile the user is known in; who is still asked for may act in another
  if (user && announced !== undefined) client.setQueryData(queryKey(announcementEndpoints.current, {}), announced);
  const review = takeAnswer('review') as ReviewDetail | undefined;
  if (user && review)
    client.setQueryData(queryKey(readReview, { kind: review.kind, params: { id: review.id } }), review);
  const choice = takeAnswer('choice') as ChoiceAhead | undefined;
  if (user && choice) client.setQueryData(keyAhead(choice.question), choice.answer);
  if (asked)
    void client.prefetchQuery({
      ...currentUserQuery,
      queryFn: () =>
        asked.catch((error: unknown) => {
          if (error instanceof ApiError && error.status === 401) throw error;
          // what else went wrong is understood here, not yet while the program was loading
          return fetchCurrentUser();
        }),
    });
  return client;
}
