import { createRoot } from 'react-dom/client';
import { AppFrame } from '../shell/app-frame.tsx';
import { UiProvider } from '../theme/ui-provider.tsx';
import { Forms } from './forms.tsx';
import { Parts } from './parts.tsx';
import { CallTimes, CasePage, Matching } from './scenes.tsx';
import { Wizard } from './wizard.tsx';

const scenes: Record<string, () => React.ReactNode> = {
  parts: Parts,
  forms: Forms,
  case: CasePage,
  times: CallTimes,
  matching: Matching,
  wizard: Wizard,
};

const scene = new URLSearchParams(location.search).get('scene') ?? 'parts';
const Scene = scenes[scene] ?? Parts;
const host = document.getElementById('root');
const nothing = () => undefined;

if (host) {
  createRoot(host).render(
    <UiProvider>
      <AppFrame
        header={{
          home: '?scene=parts',
          nav: [
            {
              label: 'Dashboard',
              active: scene === 'case',
              items: [
                { label: 'Case Reviews', href: '?scene=case', active: true },
                { label: 'Peer Reviews', href: '?scene=times', active: false },
                { label: 'IME Cases', href: '?scene=matching', active: false },
              ],
            },
            { label: 'Conversations', href: '?scene=forms', active: false, unread: 3 },
            { label: 'Contact', href: '?scene=wizard', active: false },
          ],
          user: {
            name: 'Dana Whitlock',
            label: 'Claim consultant',
            seat: 'requester',
            links: [
              { label: 'My account', href: '?scene=forms' },
              { label: 'Adjuster handbook', href: 'https://handbook.example/', external: true },
            ],
            roles: [
              { id: '1', label: 'Claim consultant', primary: true, active: true },
              { id: '2', label: 'Review manager', primary: false, active: false },
            ],
            onRole: nothing,
            onLogOut: nothing,
          },
        }}
        footer={{
          year: 2026,
          links: [
            { label: 'Home', href: '?scene=parts' },
            { label: 'Contact', href: '?scene=forms' },
            { label: 'Privacy', href: 'https://peritus.example/privacy', external: true },
            { label: 'Terms', href: 'https://peritus.example/terms', external: true },
          ],
        }}
      >
        <Scene />
      </AppFrame>
    </UiProvider>,
  );
}
