import { AccountLayout, AccountSection } from '../../features/accounts/web/account-layout.tsx';
import { NotificationPreferences } from '../../features/notifications/web/preferences.tsx';

/** What also comes by mail, among the account's pages. */
export function AccountNotificationsPage() {
  return (
    <AccountLayout title="Notifications" lead="Everything you must act on appears under the bell.">
      <AccountSection title="Also by e-mail" note="Changes take effect immediately.">
        <NotificationPreferences />
      </AccountSection>
    </AccountLayout>
  );
}
