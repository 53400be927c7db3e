import { AccountLayout, AccountSection } from '../../features/accounts/web/account-layout.tsx';
import { mayConverse } from '../../features/conversations/rules.ts';
import { DesktopSwitch } from '../../features/conversations/web/desktop-switch.tsx';
import { NotificationPreferences } from '../../features/notifications/web/preferences.tsx';
import { useViewer } from '../../ui/session/viewer.tsx';

/** What also comes by mail, among the account's pages. */
export function AccountNotificationsPage() {
  const viewer = useViewer();
  return (
    <AccountLayout title="Notifications" lead="Everything you must act on appears under the bell.">
      <AccountSection title="Also by e-mail" note="Changes take effect immediately.">
        <NotificationPreferences />
      </AccountSection>
      {mayConverse(viewer) ? (
        <AccountSection title="In this browser">
          <DesktopSwitch />
        </AccountSection>
      ) : null}
    </AccountLayout>
  );
}
