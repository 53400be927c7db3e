import { TextLink } from './link.tsx';

/** Meeting links, and telephone numbers with their country's. */
const WAYS = /(https:\/\/\S+|\+\d[\d ().-]{7,}\d)/;

/** How one joins a call, as it is told: a meeting's link says where it leads, and a telephone dials a number that is tapped. */
export function HowToJoin({ way }: { way: string }) {
  return way.split(WAYS).map((part) => {
    if (part.startsWith('https://'))
      return (
        <a key={part} href={part} target="_blank" rel="noreferrer">
          Join at {URL.parse(part)?.hostname ?? part}
        </a>
      );
    if (WAYS.test(part))
      return (
        <TextLink key={part} quiet href={`tel:${part.replaceAll(/[^+\d]/g, '')}`}>
          {part}
        </TextLink>
      );
    return part;
  });
}
