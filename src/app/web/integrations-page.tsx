import { IntegrationsPage } from '../../features/accounts/web/integrations-page.tsx';
import { lazyPart } from '../../ui/parts/lazy-part.tsx';

const CalendarsPart = lazyPart(() => import('../../features/calendars/web/calendars-part.tsx'));
const ConnectionsPart = lazyPart(() => import('../../features/connected-accounts/web/connections-part.tsx'));

/** What works with an account: the calendars of its person, and their accounts at providers. */
export function ConnectedPage() {
  return (
    <IntegrationsPage>
      <CalendarsPart />
      <ConnectionsPart />
    </IntegrationsPage>
  );
}
