import { stopper } from '../../src/app/stopper.ts';
import { createLogger } from '../../src/platform/log.ts';

/* A program whose end hangs for good: on a signal it waits for what never comes. */
stopper(createLogger('silent'), () => new Promise<void>(() => undefined));
setInterval(() => undefined, 60_000);
process.stdout.write('up\n');
