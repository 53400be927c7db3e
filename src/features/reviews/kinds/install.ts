import { FORMS } from '../rules/forms.ts';
import { NEXT_STEPS } from '../rules/what-now.ts';
import type { ReviewKind } from './index.ts';
import { installOnPages } from './install-pages.ts';

/** Makes these the kinds of review of this process. Each is known by its name from then on. */
export function installReviewKinds(kinds: Readonly<Record<string, ReviewKind>>): void {
  for (const kind of installOnPages(kinds)) {
    const own = kinds[kind];
    if (!own) continue;
    FORMS.set(kind, own);
    NEXT_STEPS.set(kind, own);
  }
}
