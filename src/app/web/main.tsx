import './hardening.ts';
import './kinds.ts';
import '../../ui/theme/layers.css';
import '../../ui/theme/global.css';
import '../../ui/theme/tokens.css';
import '../../ui/theme/fonts.ts';
import './entry.css';
// pages that stand alone have it, too: in the kit it would bring them the program
import '../../ui/form/tick.tsx';
import { flushSync } from 'react-dom';
import { createRoot, hydrateRoot, type Root } from 'react-dom/client';
import { profileHeaders } from '../../features/accounts/web/active-profile.ts';
import { currentUserAhead } from '../../features/accounts/web/current-user-ahead.ts';
import { type CurrentUser, fetchCurrentUser, landingOf } from '../../features/accounts/web/current-user.ts';
import { safeTarget } from '../../features/accounts/rules.ts';
import { ApiError, session } from '../../ui/api/client.ts';
import { reportFault, watchUnhandled } from '../../ui/errors.ts';
import { answeredAt, mayBeSignedIn } from '../../ui/session/site.ts';
import { serverClock } from '../../ui/time/server-clock.ts';
import { Entry } from './entry.tsx';
import { component, watchStyles } from '../../ui/parts/lazy-part.tsx';
import { hasEntered } from './focus.ts';
import { RedirectSkeleton } from '../../ui/parts/empty.tsx';
import { applyColorScheme } from './scheme.ts';

applyColorScheme();
setClock();
watchUnhandled();
watchStyles();
session.profileHeaders = profileHeaders;
session.onError = reportApiError;

const place = document.getElementById('root');
if (!place) throw new Error('The page has no place for the program.');
const isEntry = location.pathname === '/' || location.pathname === '/login';
/** A page that stands alone: who opens it has no account, and neither needs the program nor waits for it. */
const isBare = location.pathname.startsWith('/exam-visit/');
const root = begin(place);
const loadApp = () => import('./app.tsx');

/** What came with the document is as old as the document says, whatever this machine's clock says. */
function setClock(): void {
  const [visit] = performance.getEntriesByType('navigation');
  if (!(visit instanceof PerformanceNavigationTiming)) return;
  const { timeOrigin } = performance;
  serverClock.observe(answeredAt(), timeOrigin + visit.requestStart, timeOrigin + visit.responseStart);
}

/** Every refused or failed call is reported, also that nobody is signed in, and one that got no answer. */
function reportApiError(error: ApiError, endpoint: { method: string; path: string }): void {
  reportFault({
    kind: 'api',
    name: 'ApiError',
    message: error.status === 0 ? 'No answer' : `Request failed with status code ${error.status}`,
    url: endpoint.path,
    method: endpoint.method,
    status: error.status,
    code: error.code,
    fields: error.errors.map(({ path }) => path.replaceAll(/\d+/g, '0').slice(0, 100)).slice(0, 20),
    ...(error.problem ? { request_id: error.problem.request_id } : {}),
  });
}

/** Runs the program, for a user already known or one asked for while it loads; where nobody can be signed in nobody is asked for. */
async function launch(user?: CurrentUser, ask = mayBeSignedIn()): Promise<void> {
  const nobody = () => Promise.reject(new ApiError(401, null));
  const asked = user !== undefined ? undefined : ask ? fetchCurrentUser() : nobody();
  // whoever takes the answer hears of a failure, too
  asked?.catch(() => undefined);
  const load = async () => {
    const program = await loadApp();
    // what cannot be loaded says so in the page's place
    if (place?.querySelector('#main h1')) await program.prepareReviewPage().catch(() => undefined);
    return { default: program.App };
  };
  const App = await component(load, 'page');
  // the first picture of the page, if it came with the document, goes as the page comes
  place?.removeAttribute('inert');
  root.render(<App user={user} asked={asked} />);
}

/** From home or sign-in into the program: to the page that was wanted, else to the landing page. */
function goOn(user: CurrentUser): void {
  if (user.needsTwoFactor) {
    verify();
    return;
  }
  const wanted = safeTarget(new URLSearchParams(location.search).get('redirectUrl'));
  history.replaceState(null, '', wanted ?? landingOf(user, location.pathname));
  hasEntered();
  root.render(<RedirectSkeleton />);
  void launch(user);
}

/** To the second factor, remembering the page that was wanted. */
function verify(): void {
  const wanted = safeTarget(new URLSearchParams(location.search).get('redirectUrl'));
  history.replaceState(null, '', wanted ? `/verify?redirectUrl=${encodeURIComponent(wanted)}` : '/verify');
  root.render(<RedirectSkeleton />);
  void launch(undefined, true);
}

/** Draws the first page, or takes it over where its picture came with the document; the picture behind sign-in stands until the program is there. */
function begin(host: HTMLElement): Root {
  const isDrawn = host.hasChildNodes();
  if (!isEntry) {
    const made = createRoot(host);
    // what stands alone is there as soon as this would be
    if (!isDrawn && !isBare) made.render(<RedirectSkeleton />);
    return made;
  }
  const first = (
    <Entry
      page={location.pathname === '/' ? 'home' : 'login'}
      onUser={goOn}
      onReady={() => void loadApp().catch(() => undefined)}
    />
  );
  if (!isDrawn) {
    const made = createRoot(host);
    made.render(first);
    return made;
  }
  // in one go: nothing is typed into a picture that does not hear it
  host.inert = false;
  return flushSync(() => hydrateRoot(host, first));
}

if (isBare) void drawAlone();
else if (!isEntry) void launch(currentUserAhead());

async function drawAlone(): Promise<void> {
  const load = () => import('../../features/examinees/web/visit-page.tsx');
  const Page = await component(async () => ({ default: (await load()).VisitPage }), 'page');
  root.render(<Page />);
}
