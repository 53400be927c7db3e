import { expectsDemo } from '../session/site.ts';
import { Slot } from '../slots.tsx';

/** Beside "we sent you a mail": in a demo world the way to read it. Nothing anywhere else. */
export const SentMessage = (whose: { to?: string; short?: boolean }) =>
  expectsDemo() ? <Slot name="SentMessage" {...whose} /> : null;
