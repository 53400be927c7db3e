/** What somebody is told who ordered a report that went to their record system and nowhere else. */
export function elsewhereWords(systems: readonly string[]): string {
  const last = systems.at(-1) ?? 'your record system';
  const all = systems.length < 2 ? last : `${systems.slice(0, -1).join(', ')} and ${last}`;
  return `Results of this organization go to ${all} and are read there, not here.`;
}
