import { SsoSettingsSection } from '../../features/accounts/web/sso-settings.tsx';
import { keepsKeys } from '../../features/api-keys/rules.ts';
import { mayExport } from '../../features/exports/rules.ts';
import { ExportsTab } from '../../features/exports/web/exports-tab.tsx';
import { keepsWebhooks } from '../../features/webhooks/rules.ts';
import { lazyPart } from '../../ui/parts/lazy-part.tsx';
import { OrganizationPage } from '../../features/organizations/web/organization-page.tsx';

/** One organization in the console, with what accounts and exports keep of it. */
export function KeptOrganizationPage() {
  return <OrganizationPage signIn={SsoSettingsSection} webhooks={WEBHOOKS} keys={KEYS} data={DATA} />;
}

const WEBHOOKS = {
  part: lazyPart(() => import('../../features/webhooks/web/webhooks-tab.tsx')),
  admits: keepsWebhooks,
};
const KEYS = {
  part: lazyPart(() => import('../../features/api-keys/web/keys-tab.tsx')),
  admits: keepsKeys,
};
const DATA = { part: ExportsTab, admits: mayExport };
