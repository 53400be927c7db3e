/** First match wins: browsers that name others in their header come before those. */
const BROWSERS: readonly [RegExp, string][] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\/|\bOpera\b/, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bCriOS\/|Chrom(?:e|ium)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];
const SYSTEMS: readonly [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b|\bMacintosh\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
];

/** A browser in words, from what it says about itself: "Chrome on Windows". */
export function deviceName(userAgent: string | null): string {
  const find = (table: typeof BROWSERS) => table.find(([sign]) => sign.test(userAgent ?? ''))?.[1];
  const browser = find(BROWSERS);
  const system = find(SYSTEMS);
  if (!browser) return system ? `A browser on ${system}` : 'A program or unknown browser';
  return system ? `${browser} on ${system}` : browser;
}

/** What browsers carried in the hand say of themselves. */
export const HANDHELD = /iPhone|iPad|Android|Mobile/;

/** Whether it is one carried in the hand; for its sign only. */
export const isHandheld = (userAgent: string | null): boolean => HANDHELD.test(userAgent ?? '');
