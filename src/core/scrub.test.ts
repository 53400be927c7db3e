import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { scrubText, scrubUrl, stackFrames } from './scrub.ts';

test.each([
  ['https://peritus.example/case/20418/step-one?claimant=Ferrante#x', '/case/{id}/step-one'],
  ['/api/v1/cases/20418/files/7', '/api/v1/cases/{id}/files/{id}'],
  ['/case-invite/9f2bA77c0d', '/case-invite/{token}'],
  ['/api/v1/{kind}/{id}/ratings/{direction}', '/api/v1/{kind}/{id}/ratings/{direction}'],
  ['/preview-file/12?reviewId=20418', '/preview-file/{id}'],
  ['/contact?message=Maria%20Ferrante', '/contact'],
  ['/org-register/Maria%20Ferrante', '/org-register/{token}'],
  ['', ''],
])('%s', (url, scrubbed) => expect(scrubUrl(url)).toBe(scrubbed));

test.each([
  ["Cannot read properties of undefined (reading 'claimant')", 'Cannot read properties of undefined (reading "…")'],
  ['Unexpected token "Maria Ferrante" in JSON', 'Unexpected token "…" in JSON'],
  ['maria@ferrante.example was not found', '{e-mail} was not found'],
  ['Claim 4471902 at https://x.example/case/20418?name=Maria', 'Claim {n} at /case/{id}'],
])('%s', (text, scrubbed) => expect(scrubText(text)).toBe(scrubbed));

test('no number that could be an id, no address and no query survives, whatever is thrown', () => {
  fc.assert(
    fc.property(
      fc.string(),
      fc.emailAddress(),
      fc.integer({ min: 1000 }),
      fc.webUrl({ withQueryParameters: true }),
      (words, email, id, url) => {
        const text = scrubText(`${words} ${email} ${id} ${url}`);
        expect(text.length).toBeLessThanOrEqual(300);
        expect(scrubText(`for ${email}`)).not.toContain('@');
        expect(scrubText(`review ${id}`)).not.toContain(String(id));
        expect(scrubUrl(`/case/${id}`)).toBe('/case/{id}');
        expect(scrubUrl(url)).not.toMatch(/[?#]/);
      },
    ),
  );
});

test('a stack as frames, the innermost last, files without hosts', () => {
  const stack = `TypeError: Maria is not a function
    at draw (https://peritus.example/assets/list-page-Ab12.js:3:4410)
    at async https://peritus.example/assets/main-77.js:1:20
    at run (file:///srv/app/src/platform/jobs.ts:77:9)`;
  expect(stackFrames(stack)).toEqual([
    { function: 'run', filename: 'src/platform/jobs.ts', lineno: 77, colno: 9 },
    { function: '?', filename: 'assets/main-77.js', lineno: 1, colno: 20 },
    { function: 'draw', filename: 'assets/list-page-Ab12.js', lineno: 3, colno: 4410 },
  ]);
  fc.assert(fc.property(fc.string(), (text) => stackFrames(text).length <= 50));
});
