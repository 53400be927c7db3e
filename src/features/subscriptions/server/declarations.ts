/** What subscriptions tell the compiler: events, deadlines and timers with what they carry. */

declare module '../../../platform/declarations.ts' {
  interface Timers {
    subscription_round: Nothing;
  }
}
