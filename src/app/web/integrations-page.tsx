import { IntegrationsPage } from '../../features/accounts/web/integrations-page.tsx';
import { lazyPart } from '../../ui/parts/lazy-part.tsx';

const CalendarsPart = lazyPart(() => import('../../features/calendars/web/calendars-part.tsx'));

/** What works with an account, with the calendars of its person. */
export function ConnectedPage() {
  return (
    <IntegrationsPage>
      <CalendarsPart />
    </IntegrationsPage>
  );
}
