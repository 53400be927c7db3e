/** What scheduling tells the compiler: events, deadlines and timers with what they carry. */

declare module '../../../platform/declarations.ts' {
  interface Deadlines {
    offer_lapse: { offer_id: number };
    call_reminder: { call_id: number };
    records_reminder: { call_id: number };
  }
}
