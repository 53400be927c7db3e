import { expect, test } from 'vitest';
import { phraseFaults } from './phrases.ts';

const FILE = 'src/features/files/web/page.tsx';

test.each([
  ["const text = 'A review stands here once it is ordered.';", 'stands here'],
  ["const text = 'Sign in to go on.';", 'go on'],
  ['const text = `${n} goes on`;', 'goes on'],
  ["const label = 'Present password, again';", 'Present password'],
  ['const a = <p>They stay until you offer them.</p>;', 'until you offer them'],
  ['const a = (\n  <p>\n    The times that suit you. They stand\n    here.\n  </p>\n);', 'stand here'],
  ["const says = '2 go to no pre-order yet.';", 'go to no'],
  ["const title = 'Held for your word';", 'Held for your word'],
  ['const a = <b>The clock {name} stands still.</b>;', 'stands still'],
  ["const text = 'It was cancelled by the requester.';", 'cancelled'],
  ["const text = 'You get a mail when it is done.';", 'a mail'],
  ["const text = 'It is not offered any more.';", 'any more.'],
  ["const text = 'Nobody has taken note yet.';", 'taken note'],
  ['const a = <TextField label="Your present password" />;', 'present password'],
])('a phrase nobody says is refused, with a better one: %s', (source, phrase) => {
  expect(phraseFaults(FILE, source)).toEqual([expect.stringContaining(`says “${phrase}”: better `)]);
});

test('the line is the one on which the text begins', () => {
  expect(phraseFaults(FILE, "const a = 1;\nconst b = 'It went well.';\nconst c = 'Sign in to go on.';")).toEqual([
    expect.stringMatching(/^src\/features\/files\/web\/page\.tsx:3 /),
  ]);
});

test('comments, keys, addresses, SQL and what is only like it are let be', () => {
  for (const source of [
    '// it goes on here\nconst a = 1;',
    '/** A row stands here. */\nconst a = 1;',
    "const state = 'cancelled';",
    'const rows = sql`select a from b where state = 1 and x is asked for`;',
    "const a = 'Does a relation stand in the way?';",
    "const a = 'Choose up to 30% of them.';",
    "const a = 'The reviewer is asked for a clarification.';",
    "import { a } from './go on.ts';",
  ])
    expect(phraseFaults(FILE, source)).toEqual([]);
});
