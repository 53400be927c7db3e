/** Half-open range of instants. */
export interface Range {
  start: Date;
  end: Date;
}

/** The same time as ranges that neither touch nor overlap, soonest first, cut to a window. */
export function disjoint(ranges: readonly Range[], from: Date, until: Date): Range[] {
  const cut = ranges
    .map(({ start, end }) => ({ start: start < from ? from : start, end: end > until ? until : end }))
    .filter(({ start, end }) => start < end)
    .sort((a, b) => a.start.getTime() - b.start.getTime());
  const whole: Range[] = [];
  for (const range of cut) {
    const last = whole.at(-1);
    if (last && range.start <= last.end) last.end = range.end > last.end ? range.end : last.end;
    else whole.push({ ...range });
  }
  return whole;
}
