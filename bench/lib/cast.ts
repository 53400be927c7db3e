import { castFor, type Cast } from '../../tests/harness/review-driver.ts';
import { CaseDriver } from '../../tests/harness/case-driver.ts';
import { atServer } from '../../tests/harness/sender.ts';
import type { BenchApp } from './ground.ts';

/** Somebody who drives a review through its life. */
export async function driver(app: BenchApp, cast?: Cast): Promise<CaseDriver> {
  return new CaseDriver(atServer(app, cast ?? (await castFor(app.world))));
}
