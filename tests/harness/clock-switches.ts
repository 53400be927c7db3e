import { Temporal } from 'temporal-polyfill';

/*
 * The days clocks change, in zones that do it differently: at midnight, by half an hour or two, in the south, on a
 * Friday, around Ramadan; and the wall clock of a zone as the runtime's own calendar formats it.
 */

const inRegion = (region: string, ...cities: string[]): string[] => cities.map((city) => `${region}/${city}`);
/** Zones whose clocks change, each in its own way. */
export const ZONES = [
  ...inRegion('America', 'New_York', 'Chicago', 'Denver', 'Los_Angeles', 'Anchorage', 'Adak', 'St_Johns', 'Halifax'),
  ...inRegion('America', 'Havana', 'Santiago', 'Nuuk', 'Miquelon', 'Port-au-Prince'),
  ...inRegion('Europe', 'London', 'Dublin', 'Lisbon', 'Berlin', 'Athens', 'Kyiv', 'Chisinau'),
  ...inRegion('Africa', 'Cairo', 'Casablanca'),
  ...inRegion('Asia', 'Beirut', 'Jerusalem'),
  ...inRegion('Australia', 'Sydney', 'Adelaide', 'Lord_Howe'),
  ...inRegion('Pacific', 'Auckland', 'Chatham', 'Norfolk', 'Easter'),
  'Atlantic/Azores',
  'Antarctica/Troll',
];

/** The next two switches of a zone in the year. */
function switchesOf(zone: string): Temporal.ZonedDateTime[] {
  const found: Temporal.ZonedDateTime[] = [];
  let at: Temporal.ZonedDateTime | null = Temporal.Instant.from('2026-01-01T12:00Z').toZonedDateTimeISO(zone);
  while (found.length < 2 && (at = at.getTimeZoneTransition('next'))) found.push(at);
  return found;
}

/** Both next switches of each: zone, instant, moment. */
export const SWITCHES = ZONES.flatMap((zone) =>
  switchesOf(zone).map((moment) => [zone, moment.toInstant().toString(), moment] as const),
);

/** "2026-03-08 01:30" on the wall, by the runtime's calendar and not by what the rules use. */
export function wallOf(zone: string): (instant: Date) => { date: string; time: string } {
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  });
  return (instant) => {
    const parts = Object.fromEntries(format.formatToParts(instant).map(({ type, value }) => [type, value]));
    return { date: `${parts['year']}-${parts['month']}-${parts['day']}`, time: `${parts['hour']}:${parts['minute']}` };
  };
}
