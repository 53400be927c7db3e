import { SETTINGS } from '../platform/env.ts';
import { REFUSALS } from '../platform/refusal.ts';

/** Every setting as one table in Markdown; `npm run settings` prints it and docs/settings.md is what it prints. */
export function settingsTable(): string {
  const rows = Object.entries(SETTINGS).map(
    ([name, [{ description: limits }, fallback, explanation]]) =>
      `| \`${name}\` | ${fallback === undefined ? '' : `\`${fallback}\``} | ${explanation.replaceAll('|', '\\|')}${limits === undefined ? '' : ` ${limits}.`} |`,
  );
  const endings = [
    [0, 'It was asked to end, and did in order.'],
    [1, 'Something else went wrong; what it was is printed to standard error.'],
    [2, 'There is no such command.'],
    ...Object.values(REFUSALS),
  ] as const;
  return `# Settings

Every setting is an environment variable, read once at the start. All of them have a default or may be left out; one that
cannot work stops the start and is named. This file is what \`npm run settings\` prints; a test fails when the two differ.

| setting | default | what it does |
|---|---|---|
${rows.join('\n')}

## How a start ends that is refused

The reason and the remedy are printed to standard error. The process ends with:

| exit code | |
|---|---|
${endings.map(([code, meaning]) => `| ${code} | ${meaning} |`).join('\n')}

systemd: \`RestartPreventExitStatus=65 78\`.
`;
}
