import { Suspense, useEffect, useRef, useState } from 'react';
import { session } from '../../ui/api/client.ts';
import { lazyPart } from '../../ui/parts/lazy-part.tsx';

// asked for before acts of power only
const ProofDialog = lazyPart(
  async () => ({ default: (await import('../../features/accounts/web/proof-dialog.tsx')).ProofDialog }),
  'edge',
);

/** Where any call that needs a fresh proof has the person asked for it; several at once wait for the same answer. */
export function ProofHost({ email, isWhole }: { email: string | null; isWhole: boolean }) {
  const [isOpen, setOpen] = useState(false);
  const waiting = useRef<((given: boolean) => void)[]>([]);

  useEffect(() => {
    session.proveAgain = () =>
      new Promise((settle) => {
        waiting.current.push(settle);
        setOpen(true);
      });
    return () => {
      session.proveAgain = () => Promise.resolve(false);
    };
  }, []);

  function answer(given: boolean): void {
    setOpen(false);
    for (const settle of waiting.current.splice(0)) settle(given);
  }
  return isOpen ? (
    <Suspense>
      <ProofDialog email={email} isWhole={isWhole} onGiven={() => answer(true)} onClose={() => answer(false)} />
    </Suspense>
  ) : null;
}
