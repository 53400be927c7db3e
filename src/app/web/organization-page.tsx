import { Suspense } from 'react';
import { SsoSettingsSection } from '../../features/accounts/web/sso-settings.tsx';
import { keepsKeys } from '../../features/api-keys/rules.ts';
import { mayExport } from '../../features/exports/rules.ts';
import { ExportsTab } from '../../features/exports/web/exports-tab.tsx';
import { keepsConnections } from '../../features/hl7/rules.ts';
import { keepsWebhooks } from '../../features/webhooks/rules.ts';
import { lazyPart } from '../../ui/parts/lazy-part.tsx';
import { OrganizationPage } from '../../features/organizations/web/organization-page.tsx';

/** One organization in the console, with what accounts and exports keep of it. */
export function KeptOrganizationPage() {
  return (
    <OrganizationPage
      signIn={SsoSettingsSection}
      recordSystems={RECORD_SYSTEMS}
      webhooks={WEBHOOKS}
      keys={KEYS}
      data={DATA}
    />
  );
}

const DeadLetters = lazyPart(async () => ({
  default: (await import('../../features/hl7/web/dead-letters-page.tsx')).DeadLettersPage,
}));

/** What no record system took, of all organizations. It comes by this part, so that no list page carries the name of one more. */
export function RecordSystemsPage() {
  return (
    <Suspense fallback={null}>
      <DeadLetters />
    </Suspense>
  );
}

const RECORD_SYSTEMS = {
  part: lazyPart(() => import('../../features/hl7/web/record-systems-tab.tsx')),
  admits: keepsConnections,
};
const WEBHOOKS = {
  part: lazyPart(() => import('../../features/webhooks/web/webhooks-tab.tsx')),
  admits: keepsWebhooks,
};
const KEYS = {
  part: lazyPart(() => import('../../features/api-keys/web/keys-tab.tsx')),
  admits: keepsKeys,
};
const DATA = { part: ExportsTab, admits: mayExport };
