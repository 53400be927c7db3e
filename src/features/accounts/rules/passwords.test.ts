import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isCommon, isOfOwner, passwordFault, passwordStrength } from './passwords.ts';

const DANA = { email: 'dana.whitlock@harborline.example', first_name: 'Dana', last_name: 'Whitlock' };

describe('passwords', () => {
  test.each([
    'password1234',
    'Password1234!',
    'P@ssw0rd1234',
    'passwordpassword',
    'password2026',
    'qwertyuiop123',
    '123456789012',
    '1q2w3e4r5t6y',
    '1qaz2wsx3edc',
    'aaaaaaaaaaaa',
    'abcabcabcabc',
    'abcdefghijkl',
    '111111111111',
    'iloveyou1234',
    'Welcome12345',
    'letmein12345',
    'administrator1',
    'Summer2026!!!',
    'monkeymonkey',
    'qwertyqwerty',
    'sunshine1234',
    'Peritus12345',
    'peritusadmin',
    'unbelievable',
    '            ',
    'zxcvbnm12345',
    '987654321012',
    'footballfootball',
    'trustno1trustno1',
    'changeme1234',
    '147258369147',
    'justinbieber',
    'Finalfantasy',
    'qwaszxerdfcv',
    'ghbdtnghbdtn',
    'xxxxpasswordxxxx',
    '1a2a3a4a5a6a!!',
    '1qa2ws3ed4rf5tg1qa2ws3ed4rf5tg',
    '4815162342lost....',
    'drowssapdrowssap',
    'drowssap2026!',
    'passworddrowssap',
    'P@ssw0rddr0wss@P',
    'rebeibnitsuj',
    'rebeibnitsuj....',
  ])('%s is common', (password) => expect(isCommon(password), password).toBe(true));

  test.each([
    'harbor-lantern-42',
    'quiet-river-stone-7',
    'correct horse battery staple',
    'seven grey herons',
    'xK3!vRq9_mPz',
    'mein Hund frißt Gras',
    'これは長いパスワードです',
    'tlaxcala marimba',
    'gjzkwqhvmpxd',
    '🦊🦉🐢🦊🌵🪴🍋🧭🪵🧂🥾🪁',
  ])('%s is not', (password) => {
    expect(isCommon(password), password).toBe(false);
    expect(passwordFault(password, DANA)).toBeNull();
  });

  const copies: Record<string, (text: string) => string> = {
    backwards: (text) => [...text].toReversed().join(''),
    twice: (text) => text + text,
    mirrored: (text) => text + [...text].toReversed().join(''),
    padded: (text) => `${text}!!!!`,
    'padded before': (text) => `....${text}`,
  };
  test('a listed one is common however it is written: backwards, twice, mirrored, padded, and one way after another', () => {
    const listed = ['password', 'sunshine', 'justinbieber', 'finalfantasy', 'trustno1trustno1', 'qwertyuiop'];
    const ways = fc.array(fc.constantFrom(...Object.keys(copies)), { minLength: 1, maxLength: 3 });
    fc.assert(
      fc.property(fc.constantFrom(...listed), ways, (word, applied) => {
        const password = applied.reduce((text, way) => copies[way]?.(text) ?? text, word);
        // padding in the middle is no padding: it comes last
        fc.pre(applied.every((way, i) => !way.startsWith('padded') || i === applied.length - 1));
        expect(isCommon(password), password).toBe(true);
      }),
    );
  });

  test('whatever direction it is read in, the answer is the same, and a long one is not refused for what it contains', () => {
    const word = fc.string({ unit: fc.constantFrom(...'bcdfghjklmnpqrstvwxz'), minLength: 5, maxLength: 8 });
    fc.assert(
      fc.property(
        fc.array(word, { minLength: 4, maxLength: 6 }),
        fc.constantFrom('password', 'drowssap'),
        (own, listed) => {
          const password = [...own, listed].join('-');
          fc.pre(new Set(own.join('')).size > 8);
          expect(isCommon(password), password).toBe(false);
          expect(isCommon([...password].toReversed().join(''))).toBe(false);
        },
      ),
    );
  });

  test.each([
    'danawhitlock',
    'kcoltihwanad',
    'kcoltihW2026!',
    'Whitlock2026!',
    'dana.whitlock',
    'dana-dana-dana-1',
    'harborline123',
    'whitlockdana99',
    'harborline.example',
    'password-dana',
  ])('%s is made of the person', (password) => expect(isOfOwner(password, DANA), password).toBe(true));
  test.each(['dana plays the marimba', 'my harborline of tin', 'herons over whitlock pond'])(
    '%s only mentions the person',
    (password) => expect(isOfOwner(password, DANA), password).toBe(false),
  );
  test('two-letter names make nothing impossible', () => {
    expect(passwordFault('solo tu y la mar', { email: 'li@x.example', first_name: 'Li', last_name: 'Yu' })).toBeNull();
  });

  test('length is counted in characters, and no kind of character is asked for', () => {
    expect(passwordFault('gjzkwqhvmpx', DANA)).toContain('at least 12');
    expect(passwordFault('gjzkwqhvmpxd', DANA)).toBeNull();
    expect(passwordFault('x'.repeat(201), DANA)).not.toBeNull();
    expect(passwordFault('', DANA)).toBe('Choose a password.');
  });

  test('long random text is never refused, and the hint agrees with the rule', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 33, max: 126 }), { minLength: 20, maxLength: 60 }), (codes) => {
        const password = String.fromCharCode(...codes);
        fc.pre(new Set(password).size > 10);
        const fault = passwordFault(password, DANA);
        expect(passwordStrength(password, DANA).strength === 'weak').toBe(fault !== null);
      }),
    );
  });
});
