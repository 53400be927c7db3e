import { ConsolePage } from '../../features/console/web/console-page.tsx';
import { SetupGuide } from '../../features/organizations/web/setup.tsx';

/** Where the console begins, with what a new organization's admin does first. */
export function ConsoleBeginPage() {
  return (
    <ConsolePage>
      <SetupGuide />
    </ConsolePage>
  );
}
