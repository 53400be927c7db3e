import { abeyta } from './cases/abeyta.ts';
import { ames } from './cases/ames.ts';
import { boyd } from './cases/boyd.ts';
import { brandvold } from './cases/brandvold.ts';
import { castellano } from './cases/castellano.ts';
import { castleHume } from './cases/castle-hume.ts';
import { delacroix } from './cases/delacroix.ts';
import { dunleavy } from './cases/dunleavy.ts';
import { eklund } from './cases/eklund.ts';
import { ferrante } from './cases/ferrante.ts';
import { guidry } from './cases/guidry.ts';
import { haddad } from './cases/haddad.ts';
import { halloran } from './cases/halloran.ts';
import { iwan } from './cases/iwan.ts';
import { kessler } from './cases/kessler.ts';
import { langford } from './cases/langford.ts';
import { lindgren } from './cases/lindgren.ts';
import { marchetti } from './cases/marchetti.ts';
import { mbekiLund } from './cases/mbeki-lund.ts';
import { moreau } from './cases/moreau.ts';
import { nakagawaPrice } from './cases/nakagawa-price.ts';
import { okaforDale } from './cases/okafor-dale.ts';
import { osgood } from './cases/osgood.ts';
import { ostrowski } from './cases/ostrowski.ts';
import { petrosyan } from './cases/petrosyan.ts';
import { purcell } from './cases/purcell.ts';
import { quintero } from './cases/quintero.ts';
import { reyna } from './cases/reyna.ts';
import { rowntree } from './cases/rowntree.ts';
import { sorensenBright } from './cases/sorensen-bright.ts';
import { threlkeld } from './cases/threlkeld.ts';
import { tremblay } from './cases/tremblay.ts';
import { vandermeer } from './cases/vandermeer.ts';
import { vasquezLind } from './cases/vasquez-lind.ts';
import { whitfield } from './cases/whitfield.ts';
import { PEER_MATTERS } from './peer.ts';
import type { DemoMatter } from './types.ts';

/** The demo world's matters, always in this order. */
export const DEMO_MATTERS: readonly DemoMatter[] = [
  ferrante,
  vasquezLind,
  vandermeer,
  ames,
  reyna,
  osgood,
  purcell,
  moreau,
  whitfield,
  halloran,
  kessler,
  delacroix,
  abeyta,
  nakagawaPrice,
  brandvold,
  castellano,
  threlkeld,
  sorensenBright,
  mbekiLund,
  boyd,
  okaforDale,
  tremblay,
  quintero,
  haddad,
  rowntree,
  petrosyan,
  langford,
  dunleavy,
  marchetti,
  lindgren,
  iwan,
  castleHume,
  ostrowski,
  eklund,
  guidry,
];

/** Everything there are records of: the cases, and the charts of peer reviews. */
export const ALL_MATTERS: readonly DemoMatter[] = [...DEMO_MATTERS, ...PEER_MATTERS];

/** The matter with this key. Throws RangeError when there is none. */
export function demoMatter(key: string): DemoMatter {
  const matter = ALL_MATTERS.find((item) => item.key === key);
  if (matter === undefined) throw new RangeError(`No demo matter ${key}`);
  return matter;
}
