import { type Kind, type KindRow, setKinds } from '../../../core/kinds.ts';
import { GUIDES } from '../rules/guides.ts';
import { KIND_RULES } from '../rules/kinds.ts';
import type { FormGuide } from './form.ts';
import type { KindTables } from './tables.ts';

/** What pages know of a kind of review; its form's checks are the server's. */
export interface KindOnPages extends KindTables {
  row: KindRow;
  form: FormGuide;
}

/**
 * Makes these the kinds of review of this process, as far as pages know them; answers their names. Each is known by its
 * name from then on.
 */
export function installOnPages(kinds: Readonly<Record<string, KindOnPages>>): readonly Kind[] {
  const installed = setKinds(Object.fromEntries(Object.entries(kinds).map(([name, { row }]) => [name, row])));
  for (const kind of installed) {
    const own = kinds[kind];
    if (!own) continue;
    KIND_RULES.set(kind, own);
    GUIDES.set(kind, own.form);
  }
  return installed;
}
