import { setKinds } from '../../../core/kinds.ts';
import { FORMS } from '../rules/forms.ts';
import { GUIDES } from '../rules/guides.ts';
import { KIND_RULES } from '../rules/kinds.ts';
import { NEXT_STEPS } from '../rules/what-now.ts';
import type { ReviewKind } from './index.ts';

/** Makes these the kinds of review of this process. Each is known by its name from then on. */
export function installReviewKinds(kinds: Readonly<Record<string, ReviewKind>>): void {
  const installed = setKinds(Object.fromEntries(Object.entries(kinds).map(([name, { row }]) => [name, row])));
  for (const kind of installed) {
    const own = kinds[kind];
    if (!own) continue;
    KIND_RULES.set(kind, own);
    FORMS.set(kind, own);
    GUIDES.set(kind, own.form);
    NEXT_STEPS.set(kind, own);
  }
}
