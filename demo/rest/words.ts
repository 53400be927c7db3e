import { prng } from '../records/prng.ts';

const FIRST = {
  female:
    'Adele Brigid Carmen Delphine Estelle Fiona Gemma Harriet Ingrid Joanna Kirsten Lorena Maeve Nadine Opal Paloma Renata Simone Theresa Ursula Vivian Wanda Yvette Zelda'.split(
      ' ',
    ),
  male: 'Alden Barrett Cedric Dominic Everett Franklin Gareth Hollis Ivan Jerome Kendall Leland Mateo Nolan Orson Percy Quentin Russell Stefan Tristan Ulrich Vernon Wesley Zachary'.split(
    ' ',
  ),
};
const LAST =
  'Abernall Ashdown Bakersfield Barlowe Beckwith Bellweather Birkenau Blackwood Brannigan Brightmoor Calloway Carrowby Castlebrook Chadbourne Claremont Colfax Corrigan Crandale Dashwood Delamere Devonport Driscoll Eastbrook Edgerton Ellingham Fairclough Farnsworth Fenwick Fitzroy Galloway Garrick Glenmoor Greystone Hallworth Hathersage Hawksley Hollander Holloway Inverness Jessup Kensworth Kilbride Kingsley Lancaster-Roe Langdale Larkspur Lockridge Lovelace Mallory Marlowe Merriweather Middleton-Ray Montrose Northcott Oakhurst Ormsby Pemberly Penrose Prescott Quillfeather Radcliffe Ravenscroft Redfern Rosewall Rutherford Sandringham Seabright Selwyn Sheffield Stanhope Stonebridge Summerlin Tavistock Thackeray Thornbury Tillman Underhill Vanstone Wainwright Wexcombe Whitlow Windermere Winterbourne Woodhall Wyndham Yarborough'.split(
    ' ',
  );

/** Who a further review is about: an invented person, the same for the same number. */
export function inventedPerson(n: number, sex: 'female' | 'male'): { first: string; last: string } {
  const names = FIRST[sex];
  // by steps that share no factor with the lengths, so that a pair comes back late
  return {
    first: names[(n * 7 + Math.floor(n / names.length)) % names.length] ?? '',
    last: LAST[(n * 31) % LAST.length] ?? '',
  };
}

const PLACES =
  'Ashgrove Birchfield Briarwood Canterfield Copperhill Dunmoor Elmhurst Fallbrook Fernleigh Foxborough Glenhaven Goldenrod Greenbriar Harrowgate Heatherton Hollybrook Ironwood Juniper Kingsbridge Larkfield Laurelton Maplewood Marlborough Millstone Mossbridge Oakmont Orchard Pembrook Quarry Redwater Ridgemont Sandhill Silverbrook Springvale Stonegate Sycamore Thornhill Westbrook Whitestone Willowmere'.split(
    ' ',
  );

/** What a hospital or practice is called by, before what it is: "St. Orrin" of "St. Orrin Women’s Center". */
export const placeIn = (facility: string): string =>
  /^(?:St\. \S+|(?:Alder|Blue|Cedar|Grove|Mercy) \S+|[A-Z][\w-]{4,})/.exec(facility)?.[0] ?? '';

/** Where it happened instead, the same for the same number. */
export const otherPlace = (n: number): string => PLACES[(n * 11) % PLACES.length] ?? '';

/** Another number in the manner of a requester's own: its last digits are others. */
export const otherNumber = (number: string, n: number): string =>
  number.replace(/\d+(?!.*\d)/, (digits) => {
    const random = prng(`${number}/${n}`).next;
    return [...digits].map((_, i) => (i === 0 ? 1 + Math.floor(random() * 9) : Math.floor(random() * 10))).join('');
  });

/** Puts other words in the place of some, each as a whole word, all at once: what was put in is not looked at again. */
export function replacer(pairs: ReadonlyMap<string, string>): (text: string) => string {
  const words = [...pairs.keys()].filter((word) => word !== '').toSorted((a, b) => b.length - a.length);
  if (words.length === 0) return (text) => text;
  const any = new RegExp(
    `(?<![\\p{L}\\p{N}])(?:${words.map((word) => word.replace(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`)).join('|')})(?![\\p{L}\\p{N}])`,
    'gu',
  );
  return (text) => text.replace(any, (word) => pairs.get(word) ?? word);
}
