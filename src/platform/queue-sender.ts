import { lookAtClock } from './holds.ts';
import { createSender, type Sender } from './sending.ts';
import type { Services } from './services.ts';

/**
 * A sender of what a feature has queued for other people's services: it waits in its table until it was sent, and all of it
 * while the clock is in doubt. `at_once` and `taken` are as `createSender` has them; `tidy` takes away what is over.
 */
export const createQueueSender = (
  services: Services,
  name: string,
  {
    sendNext,
    at_once = 1,
    tidy = () => Promise.resolve(),
  }: {
    sendNext: (taken: () => void) => Promise<boolean>;
    at_once?: number;
    tidy?: (now: Date) => Promise<unknown>;
  },
): Sender =>
  createSender(services, name, {
    at_once,
    sendNext: async (isHeld, taken) => !isHeld && (await sendNext(taken)),
    keep: () => Promise.resolve(0),
    tidy,
    isHeld: () => lookAtClock(services),
  });
