import { createRootRoute, createRoute, createRouter, Outlet, useLocation, useParams } from '@tanstack/react-router';
import { type ComponentType, type ReactNode, Suspense, useEffect } from 'react';
import { kindOf } from '../../core/kinds.ts';
import { PAGE_TABLE, type PagePath, pathsOf } from '../routes.ts';
import { isInConsole } from '../has-console.ts';
import { ErrorPage } from './error-page.tsx';
import { Gate } from './gate.tsx';
import { HomeRoute, LoginRoute } from './entry-routes.tsx';
import { NotFoundPage } from './not-found-page.tsx';
import { type Page, PAGES } from './pages.tsx';
import { useLiveRoom } from '../../ui/live/hooks.ts';
import { RedirectSkeleton } from '../../ui/parts/empty.tsx';
import { lazyPart } from '../../ui/parts/lazy-part.tsx';
import { Shell } from './shell.tsx';

const ConsoleLayout = lazyPart(async () => ({ default: (await import('./console-layout.tsx')).ConsoleLayout }), 'page');

const root = createRootRoute({
  component: Outlet,
  notFoundComponent: () => (
    <Shell>
      <NotFoundPage />
    </Shell>
  ),
});

const framed = createRoute({
  getParentRoute: () => root,
  id: 'framed',
  component: () => (
    <Shell>
      <Outlet />
    </Shell>
  ),
});

/** Home and sign-in, which stand in the entry as well. */
const entries = [
  createRoute({ getParentRoute: () => framed, path: '/', component: HomeRoute }),
  createRoute({ getParentRoute: () => framed, path: '/login', component: LoginRoute }),
];

/** The console's pages stand in its frame, which stays while one goes from one to another. */
const console = createRoute({
  getParentRoute: () => framed,
  id: 'console',
  component: () => (
    <Suspense fallback={<RedirectSkeleton />}>
      <ConsoleLayout />
    </Suspense>
  ),
});

const pages = (inConsole: boolean) =>
  PAGE_TABLE.filter(({ path }) => isInConsole(path) === inConsole).flatMap(({ path, access }) => {
    const page = (PAGES as Partial<Record<PagePath, Page>>)[path];
    if (!page) return [];
    const component = pageComponent(page, access === 'actor');
    const parent = () => (inConsole ? console : framed);
    return pathsOf(path).map((one) => createRoute({ getParentRoute: parent, path: routePath(one), component }));
  });

/** A path of the table as the router writes it. */
const routePath = (path: string): string => path.replaceAll(/\{(\w+)\}/g, '$$$1');

/** The pages of the product, from the one table of routes. */
function createPageRouter() {
  return createRouter({
    routeTree: root.addChildren([framed.addChildren([...entries, ...pages(false), console.addChildren(pages(true))])]),
    defaultErrorComponent: ErrorPage,
    scrollRestoration: true,
    trailingSlash: 'never',
  });
}

/** Pages whose program was there before the router. */
const READY = new WeakMap<Page, ComponentType>();

let prepared: ReturnType<typeof createPageRouter> | undefined;

/**
 * Makes the page of a review's own address ready before anything is drawn: its picture, which stands there, goes in one go
 * as the page comes. Fails where the page cannot be loaded; it says so itself once it is drawn.
 */
export async function prepareReviewPage(): Promise<void> {
  const page: Page = PAGES['/:review'];
  READY.set(page, await page.load());
  const router = createPageRouter();
  await router.load();
  prepared = router;
}

/** The router of this window: the one that was prepared, or a new one. */
export const takeRouter = (): ReturnType<typeof createPageRouter> => prepared ?? createPageRouter();

/** The route of a page: its title, its guard, and the live room of the review its address names. */
function pageComponent(page: Page, needsActor: boolean): () => ReactNode {
  const Lazy = lazyPart(async () => ({ default: await page.load() }), 'page');
  return function PageRoute() {
    const params = useParams({ strict: false }) as Record<string, string | undefined>;
    useLiveRoom(needsActor && /^\d{1,15}$/.test(params.reviewId ?? '') ? `review:${params.reviewId}` : null);
    const path = useLocation({ select: (l) => l.pathname });
    const title = typeof page.title === 'string' ? page.title : page.title(params, path);
    useEffect(() => {
      document.title = `${title} · Peritus`;
    }, [title]);
    const Ready = READY.get(page);
    if (isNoKind(params['reviewType'])) return <NotFoundPage />;
    return (
      <Gate needsActor={needsActor} admits={page.admits}>
        {Ready ? (
          <Ready />
        ) : (
          <Suspense fallback={<RedirectSkeleton />}>
            <Lazy />
          </Suspense>
        )}
      </Gate>
    );
  };
}

/** Whether an address for pages of all kinds names none. */
const isNoKind = (slug: string | undefined): boolean => slug !== undefined && kindOf(slug) === undefined;
