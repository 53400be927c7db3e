import { useCallback, useEffect, useRef, useState } from 'react';
import { MINUTE } from '../../core/durations.ts';
import { IDLE_TELL_MS, idleState, idleWords, pageIdleMs } from '../../features/accounts/rules.ts';
import { securityApi } from '../../features/accounts/web/security-api.ts';
import { call } from '../../ui/api/client.ts';
import { Button } from '../../ui/parts/button.tsx';
import { sessionIdleMinutes } from '../../ui/session/site.ts';
import { lastActivity, onBack, tellActivity } from './activity.ts';
import { useAuth } from './auth.tsx';
import styles from './web.module.css';

const SIGNS = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const;

/**
 * Watches whether somebody is at any page of this browser. Two minutes before the end it asks; then the session is
 * ended and the page blanked, with what was typed kept, until the same person is back.
 */
export function IdleGuard() {
  const { expired, idleOut, cameBack, signOut } = useAuth();
  const [leftMs, setLeftMs] = useState<number | null>(null);
  const told = useRef(0);
  // where nothing can be stored, this page's own activity counts
  const own = useRef(0);
  const warning = leftMs !== null;

  const acts = useRef({ idleOut, cameBack });
  useEffect(() => {
    acts.current = { idleOut, cameBack };
  });

  useEffect(() => (expired ? onBack(() => acts.current.cameBack()) : undefined), [expired]);

  const note = useCallback(() => {
    const now = Date.now();
    if (now - own.current < 1000) return;
    own.current = now;
    tellActivity(now);
    if (now - told.current < IDLE_TELL_MS) return;
    told.current = now;
    void call(securityApi.keepSession, {}).catch(() => undefined);
  }, []);

  // opening a page is something somebody did, and so is signing in again
  useEffect(() => {
    if (!expired) note();
  }, [expired, note]);

  useEffect(() => {
    if (expired) return undefined;
    const idleMs = pageIdleMs(sessionIdleMinutes() * MINUTE);
    const look = () => {
      const found = idleState(Math.max(own.current, lastActivity()), Date.now(), idleMs);
      setLeftMs(found.state === 'warning' ? found.left_ms : null);
      if (found.state === 'over') acts.current.idleOut();
    };
    const timer = setInterval(look, 1000);
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [expired]);

  useEffect(() => {
    // while the question stands, only its answer counts: a touched mouse is no answer
    if (expired || warning) return undefined;
    for (const sign of SIGNS) addEventListener(sign, note, { passive: true, capture: true });
    return () => {
      for (const sign of SIGNS) removeEventListener(sign, note, { capture: true });
    };
  }, [expired, warning, note]);

  if (leftMs === null || expired) return null;
  return (
    <IdleWarning
      leftMs={leftMs}
      onStay={() => {
        own.current = Date.now();
        told.current = Date.now();
        tellActivity(Date.now());
        setLeftMs(null);
        void call(securityApi.keepSession, {}).catch(() => undefined);
      }}
      onLeave={() => void signOut().catch(idleOut)}
    />
  );
}

function IdleWarning({ leftMs, onStay, onLeave }: { leftMs: number; onStay: () => void; onLeave: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const open = dialog.current;
    const before = document.activeElement;
    open?.showModal();
    return () => {
      open?.close();
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      className={`${styles.dialog} ${styles.idle}`}
      role="alertdialog"
      aria-labelledby="idle-title"
      aria-describedby="idle-text"
      onCancel={(event) => {
        event.preventDefault();
        onStay();
      }}
    >
      <h1 id="idle-title">Are you still there?</h1>
      <p id="idle-text" className={styles.dialogLead}>
        Without activity, you will be signed out in two minutes and the page will be cleared. What you typed is kept.{' '}
        <strong role="timer">{idleWords(leftMs)} left.</strong>
      </p>
      <div className={styles.agreementActs}>
        <Button onClick={onLeave}>Log Out</Button>
        <Button kind="primary" onClick={onStay}>
          Stay signed in
        </Button>
      </div>
    </dialog>
  );
}
