import { useViewer } from '../../../ui/session/viewer.tsx';
import { SsoOffer } from './sso-offer.tsx';

/** For somebody signed in: showing again who they are at their organization's sign-in service, then back to `target`. */
export function SsoAgain({ target }: { target: string }) {
  const { email } = useViewer();
  return email ? <SsoOffer again whose={{ email }} target={target} /> : null;
}
