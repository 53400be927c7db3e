import { SsoSettingsSection } from '../../features/accounts/web/sso-settings.tsx';
import { OrganizationPage } from '../../features/organizations/web/organization-page.tsx';

/** One organization in the console, with what accounts keep of it. */
export function KeptOrganizationPage() {
  return <OrganizationPage signIn={SsoSettingsSection} />;
}
