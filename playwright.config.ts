import { defineConfig } from '@playwright/test';
import { findChromium } from './scripts/chromium.ts';

const chromium = findChromium();

/**
 * A flag of this name replaces Playwright's own, so its list is repeated here, after what is ours: the two pages that
 * Chromium keeps ready under its address bar cost every new window 0.9 s of the processor, and nobody sees the bar.
 */
const WITHOUT_FEATURES = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'TcpPortRandomizationWin',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'msForceBrowserSignIn',
  'msEdgeUpdateLaunchServicesPreferredVersion',
];

export default defineConfig({
  testDir: 'tests/browser',
  fullyParallel: false,
  // one more than cores: a journey waits for frames and answers about a third of its time
  workers: 3,
  retries: 0,
  // these say "hangs", on a machine however busy: what passes waits for none of them
  timeout: 1_200_000,
  expect: { timeout: 90_000 },
  globalSetup: './tests/browser/global-setup.ts',
  reporter: [['list'], ['json']],
  use: {
    viewport: { width: 1440, height: 900 },
    locale: 'en-US',
    timezoneId: 'America/Chicago',
    trace: 'off',
    actionTimeout: 90_000,
    navigationTimeout: 90_000,
    launchOptions: {
      ...(chromium === null ? {} : { executablePath: chromium }),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // the pages of a worker share one process, and with it what it compiled: our scripts, and axe
        '--renderer-process-limit=1',
        `--disable-features=${WITHOUT_FEATURES.join(',')}`,
      ],
    },
  },
});
