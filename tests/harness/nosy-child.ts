/** A child of a pool that reads what it was given and tries everything else. */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { answerParent } from '../../src/platform/inspect/answer-parent.ts';

const codeOf = (attempt: () => unknown): string => {
  try {
    attempt();
    return 'allowed';
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : String(error);
  }
};

answerParent(async ({ path }: { path: string }, content) => ({
  read: String(await content.bytes(0, content.size)),
  others: [
    codeOf(() => readFileSync(path)),
    codeOf(() => readdirSync(dirname(path))),
    codeOf(() => readFileSync('/proc/self/environ')),
    codeOf(() => readFileSync('/etc/hostname')),
    codeOf(() => writeFileSync(path, 'changed')),
    codeOf(() => spawnSync('true')),
  ],
}));
