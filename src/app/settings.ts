import { SETTINGS } from '../platform/env.ts';

/** Every setting as one table in Markdown; `npm run settings` prints it and docs/settings.md is what it prints. */
export function settingsTable(): string {
  const rows = Object.entries(SETTINGS).map(
    ([name, [, fallback, explanation]]) =>
      `| \`${name}\` | ${fallback === undefined ? '' : `\`${fallback}\``} | ${explanation.replaceAll('|', '\\|')} |`,
  );
  return `# Settings

Every setting is an environment variable, read once at the start. All of them have a default or may be left out; a value
that is not understood stops the start and is named. This file is what \`npm run settings\` prints; a test fails when the two differ.

| setting | default | what it does |
|---|---|---|
${rows.join('\n')}
`;
}
