/** What opinions tell the compiler: events, deadlines and timers with what they carry. */

declare module '../../../platform/declarations.ts' {
  interface Events {
    'opinions.opened': Nothing;
  }
  interface Deadlines {
    open_opinion: { trigger: string };
  }
}
