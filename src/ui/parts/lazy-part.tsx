import { type ComponentType, type FunctionComponent, lazy, useEffect, useState, useSyncExternalStore } from 'react';
import { newReference, reportThrown } from '../errors.ts';
import { Button, TextButton } from './button.tsx';
import styles from './lazy-part.module.css';
import { MessagePage } from './message-page.tsx';
import { InlineError } from './notice.tsx';

type Load<P> = () => Promise<{ default: ComponentType<P> }>;
/**
 * What stands where a part is missing: a notice in its place; one at the lower edge, for what opens over the page; a
 * page of its own; nothing, for what nobody waits for.
 */
type Missing = 'notice' | 'edge' | 'page' | 'nothing';

const FIRST_WAIT_MS = 2_000;
const LONGEST_WAIT_MS = 30_000;
const KEY = 'loaded-again';
/** A page that was loaded anew so recently is not loaded anew again. */
const RECENT_MS = 5 * 60_000;

/**
 * A component whose program is loaded when it first stands somewhere. One that cannot be loaded never takes its page,
 * and what was typed there, with it: it is tried again once the connection is back, and comes then by itself.
 */
export function lazyPart<P extends object>(load: Load<P>, missing: Missing = 'notice'): FunctionComponent<P> {
  return lazy(async () => ({ default: await component(load, missing) }));
}

/**
 * The component itself, for who waits for it; or, when it cannot be loaded, one that stands in for it until it can.
 * Never fails. A page whose program is no longer there (a new version was installed) is loaded anew at its present
 * address, once, and then never answers.
 */
export async function component<P extends object>(load: Load<P>, missing: Missing): Promise<ComponentType<P>> {
  try {
    return (await load()).default;
  } catch (error) {
    // a lost connection is nobody's fault
    if (!(await serverAnswers())) return standIn(load, missing);
    const reference = newReference();
    reportThrown('load', error, { reference });
    if (missing !== 'page' || isRecent()) return standIn(load, missing, reference);
    loadAnew();
    return new Promise(() => undefined);
  }
}

function standIn<P extends object>(load: Load<P>, missing: Missing, reference?: string): ComponentType<P> {
  // one for all places the part stands at
  let arrived: ComponentType<P> | null = null;
  let trying: Promise<boolean> | null = null;
  const watchers = new Set<() => void>();
  const watch = (watcher: () => void) => {
    watchers.add(watcher);
    return () => void watchers.delete(watcher);
  };
  const attempt = (): Promise<boolean> =>
    (trying ??= loadMissingStyles()
      .then(load)
      .then(
        (loaded) => {
          arrived = loaded.default;
          for (const watcher of watchers) watcher();
          return true;
        },
        () => false,
      )
      .finally(() => {
        trying = null;
      }));
  return function StandIn(props: P) {
    const Part = useSyncExternalStore(watch, () => arrived);
    useEffect(() => (Part ? undefined : keepTrying(attempt)), [Part]);
    return Part ? (
      <Part {...props} />
    ) : (
      <Absent missing={missing} reference={reference} attempt={attempt} {...closing(props)} />
    );
  };
}

/** How the owner of a part that opens over the page is told that it is not wanted any more. */
const closing = (props: object): { onClose?: () => void } =>
  'onClose' in props && typeof props.onClose === 'function' ? { onClose: props.onClose as () => void } : {};

function Absent({
  missing,
  reference,
  attempt,
  onClose,
}: {
  missing: Missing;
  reference: string | undefined;
  attempt: () => Promise<boolean>;
  onClose?: () => void;
}) {
  const [busy, setBusy] = useState(false);
  const retry = async (): Promise<void> => {
    setBusy(true);
    // reached, and yet not there: only the present version of the page knows its parts
    if (!(await attempt()) && (await serverAnswers())) loadAnew();
    setBusy(false);
  };
  const words = 'The connection broke, or a new version is being installed. It will appear as soon as it can.';
  if (missing === 'nothing') return null;
  if (missing === 'page')
    return (
      <MessagePage
        urgent
        title="This page could not be loaded"
        {...(reference ? { reference } : {})}
        actions={
          <Button kind="primary" busy={busy} onClick={() => void retry()}>
            Try again
          </Button>
        }
      >
        <p>{words} What you saved is safe.</p>
      </MessagePage>
    );
  return (
    <div className={missing === 'edge' ? styles.edge : styles.place}>
      <InlineError title="This part could not be loaded." reference={reference} onRetry={() => void retry()}>
        {words} {onClose ? <TextButton onClick={onClose}>Not now</TextButton> : null}
      </InlineError>
    </div>
  );
}

/** Tries until it succeeds: when the browser says that it is online again, and after growing pauses. */
function keepTrying(attempt: () => Promise<boolean>): () => void {
  let wait = FIRST_WAIT_MS;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let over = false;
  const plan = (): void => {
    clearTimeout(timer);
    timer = setTimeout(run, wait);
    wait = Math.min(wait * 2, LONGEST_WAIT_MS);
  };
  const run = (): void => {
    clearTimeout(timer);
    void attempt().then((done) => (done || over ? undefined : plan()));
  };
  plan();
  window.addEventListener('online', run);
  return () => {
    over = true;
    clearTimeout(timer);
    window.removeEventListener('online', run);
  };
}

/** Whether the server answers at all; any answer will do. */
const serverAnswers = (): Promise<boolean> =>
  fetch(location.href, { method: 'HEAD', cache: 'no-store' }).then(
    () => true,
    () => false,
  );

const missingStyles = new Set<HTMLLinkElement>();

/** Remembers the style sheets that did not arrive: the loader asks for each only once. Called once, at the start. */
export function watchStyles(): void {
  document.addEventListener(
    'error',
    ({ target }) => {
      if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') missingStyles.add(target);
    },
    true,
  );
}

/** Asks again for every style sheet that did not arrive; fails when one still does not. */
async function loadMissingStyles(): Promise<void> {
  await Promise.all(
    [...missingStyles].map(
      (link) =>
        new Promise<void>((resolve, reject) => {
          missingStyles.delete(link);
          link.addEventListener('load', () => resolve(), { once: true });
          link.addEventListener('error', () => reject(new Error(`${link.href} could not be loaded`)), { once: true });
          document.head.append(link); // put in anew, it is loaded anew
        }),
    ),
  );
}

function loadAnew(): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ here: here(), at: Date.now() }));
  } catch {
    // only by somebody's press, then: see below
  }
  location.reload();
}

const here = (): string => location.pathname + location.search;

/** Whether this address was loaded anew a moment ago; also where that cannot be remembered. */
function isRecent(): boolean {
  try {
    sessionStorage.setItem(`${KEY}-check`, '');
    sessionStorage.removeItem(`${KEY}-check`);
    const last = JSON.parse(sessionStorage.getItem(KEY) ?? '{}') as { here?: unknown; at?: unknown };
    return last.here === here() && typeof last.at === 'number' && Date.now() - last.at < RECENT_MS;
  } catch {
    return true;
  }
}
