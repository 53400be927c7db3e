import { hashSync } from '@node-rs/argon2';

/** With what people of these tests sign, and its hash: a cheap one, as nothing here is worth guessing. */
export const PASSWORD = 'a-long-demo-password';
export const PASSWORD_HASH = hashSync(PASSWORD, { memoryCost: 8, timeCost: 1 });
