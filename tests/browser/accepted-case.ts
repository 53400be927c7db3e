import { castFor } from '../harness/review-driver.ts';
import { channelId } from '../../src/features/conversations/rules.ts';
import { CaseDriver } from '../harness/case-driver.ts';
import { atServer } from '../harness/sender.ts';
import type { ServerProcess } from '../harness/server-process.ts';

/** A case with three experts presented; `send` asks the server as one of them. */
export async function presentedCase(server: ServerProcess) {
  const cast = await castFor(server.world);
  const d = await new CaseDriver(atServer(server, cast)).to('presented');
  return { cast, d, send: d.send };
}

/** A case whose expert has accepted. */
export async function acceptedCase(server: ServerProcess) {
  const { cast, d, send } = await presentedCase(server);
  await d.to('accepted');
  return { cast, d, send, withExpert: channelId('Case', d.id, 'requester_expert') };
}
