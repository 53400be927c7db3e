/** Words in the names of houses. All folded, and without the "s" at the end where it may be one of a plural or a possessive. */

const stems = (...lines: string[]): ReadonlySet<string> => new Set(lines.join(' ').split(/\s+/).map(stem));

/** A word without the "s" of a plural or possessive: St. Mary and St. Mary's are one. */
export function stem(word: string): string {
  return word.length > 3 && word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word;
}

/** Other writings of one word. */
export const WRITINGS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    saint: 'st',
    sainte: 'st',
    ste: 'st',
    mt: 'mount',
    ft: 'fort',
    univ: 'university',
    uni: 'university',
    hosp: 'hospital',
    hopital: 'hospital',
    ctr: 'center',
    cntr: 'center',
    centre: 'center',
    med: 'medical',
    medicine: 'medical',
    mass: 'massachusetts',
    calif: 'california',
    penn: 'pennsylvania',
    orthopaedic: 'orthopedic',
    orthopaedics: 'orthopedic',
    ortho: 'orthopedic',
    paediatric: 'pediatric',
    paediatrics: 'pediatric',
    peds: 'pediatric',
    gynaecology: 'gynecology',
    anaesthesia: 'anesthesia',
    anesthesiology: 'anesthesia',
    haematology: 'hematology',
    surgery: 'surgical',
    surgeon: 'surgical',
    surgeons: 'surgical',
    surgicenter: 'surgical',
    co: 'company',
    corp: 'corporation',
    assoc: 'associate',
    assocs: 'associate',
    assn: 'association',
    mem: 'memorial',
    meml: 'memorial',
    reg: 'regional',
    regl: 'regional',
    genl: 'general',
    gen: 'general',
    general: 'general',
    comm: 'community',
    cnty: 'county',
    natl: 'national',
    intl: 'international',
    inst: 'institute',
    ins: 'insurance',
    hlth: 'health',
    healthcare: 'health',
    childrens: 'children',
    childs: 'children',
    pediatrics: 'pediatric',
    ambulatory: 'ambulatory',
    rehab: 'rehabilitation',
    veterans: 'veteran',
    permanente: 'kaiser',
  }).map(([from, to]) => [stem(from), stem(to)]),
);

/** Houses known by letters or by a part of their name, and systems whose name holds a city's. */
export const KNOWN_AS: readonly (readonly [words: string, same: string])[] = (
  [
    ['mgh', 'massachusetts general hospital'],
    ['bwh', 'brigham women hospital'],
    ['bidmc', 'beth israel deaconess medical center'],
    ['chop', 'children hospital philadelphia'],
    ['ucsf', 'university california san francisco'],
    ['ucla', 'university california los angeles'],
    ['ucsd', 'university california san diego'],
    ['uci', 'university california irvine'],
    ['nyu', 'new york university'],
    ['upmc', 'university pittsburgh medical center'],
    ['hup', 'hospital university pennsylvania'],
    ['hss', 'hospital special surgery'],
    ['msk', 'sloan kettering'],
    ['mskcc', 'sloan kettering cancer center'],
    ['memorial sloan kettering', 'sloan kettering'],
    ['ut md anderson', 'md anderson'],
    ['university texas md anderson', 'md anderson'],
    ['ut southwestern', 'university texas southwestern'],
    ['uab', 'university alabama birmingham'],
    ['unc', 'university north carolina'],
    ['uva', 'university virginia'],
    ['ohsu', 'oregon health science university'],
    ['musc', 'medical university south carolina'],
    ['vumc', 'vanderbilt university medical center'],
    ['hopkins hospital', 'johns hopkins hospital'],
    ['cleveland clinic', 'clevelandclinic'],
    ['ccf', 'clevelandclinic'],
    ['scott and white', 'scott white'],
    ['nyp', 'newyorkpresbyterian'],
    ['new york presbyterian', 'newyorkpresbyterian'],
    ['hca', 'hca'],
    ['va', 'veteran affair'],
    ['vamc', 'veteran affair medical center'],
    ['dept veteran affair', 'veteran affair'],
    ['department veteran affair', 'veteran affair'],
    ['bcbs', 'blue cross blue shield'],
    ['blue cross and blue shield', 'blue cross blue shield'],
  ] as const
).map(([words, same]) => [words.split(' ').map(stem).join(' '), same.split(' ').map(stem).join(' ')] as const);

/** These are left out before anything is compared. */
export const ARTICLES = stems('of the');

/** These name nobody. */
export const EMPTY = stems(
  'and at for in on by de la inc incorporated llc llp lp plc pllc pc corporation company ltd limited dba foundation trust nonprofit',
);

/** What a house is: one says hospital, another medical center. */
export const GENERIC = stems(
  'hospital hospitals clinic clinics center medical health care healthcare system group practice partner associate association',
  'physician provider institute network campus facility service department office firm insurance assurance company specialist',
  'management holding enterprise international national professional integrated affiliated',
);

/** What tells a house from others of its name or town, but is left out by many. */
export const WEAK = stems(
  'regional general memorial community county city university college school children women mens cancer surgical orthopedic pediatric',
  'cardiology cardiac heart vascular neurology neurosurgical neuroscience neurological brain spine pain dermatology oncology radiology imaging urology',
  'gynecology obstetric obgyn maternity birth family internal primary urgent emergency trauma ambulatory outpatient rehabilitation',
  'psychiatric behavioral mental nursing hospice home dental dentistry eye ear nose throat ophthalmology otolaryngology allergy asthma',
  'anesthesia pathology laboratory kidney dialysis nephrology gastroenterology digestive liver endocrinology diabetes infectious',
  'pulmonary lung sleep arthritis rheumatology plastic cosmetic hand foot ankle joint podiatry hematology transplant burn infusion',
  'teaching academic research public private state federal district municipal veteran affair army naval military',
  'mutual casualty indemnity life specialty acute longterm physical therapy wellness fertility hip knee shoulder',
);

/** Of the words above these say that the name is a house's; the others stand in people's names, too. */
export const SAYS_HOUSE = stems(
  'hospital hospitals clinic clinics center medical health healthcare system physician institute network campus facility service department',
  'insurance assurance company inc incorporated llc llp plc pllc corporation ltd limited associate association partner firm foundation and',
  'regional memorial community county university college children cancer surgical orthopedic pediatric cardiology vascular neurology',
  'neurosurgical dermatology oncology radiology imaging urology gynecology obgyn anesthesia pathology rehabilitation psychiatric',
  'gastroenterology ophthalmology mutual casualty indemnity kaiser clevelandclinic newyorkpresbyterian hca specialist nursing hospice dental',
  'emergency ambulatory practice group veteran office',
);

/** Where a house is: a system's house in a town is met with the system, and not with its house in another. */
export const PLACES: ReadonlySet<string> = new Set(
  `alabama,alaska,arizona,arkansas,california,colorado,connecticut,delaware,florida,georgia,hawaii,idaho,illinois,indiana,iowa,kansas,kentucky,
louisiana,maine,maryland,massachusetts,michigan,minnesota,mississippi,missouri,montana,nebraska,nevada,new hampshire,new jersey,new mexico,
new york,north carolina,north dakota,ohio,oklahoma,oregon,pennsylvania,rhode island,south carolina,south dakota,tennessee,texas,utah,vermont,
virginia,washington,west virginia,wisconsin,wyoming,puerto rico,district of columbia,
new york city,los angeles,chicago,houston,phoenix,philadelphia,san antonio,san diego,dallas,san jose,austin,jacksonville,fort worth,columbus,
charlotte,san francisco,indianapolis,seattle,denver,boston,el paso,nashville,detroit,oklahoma city,portland,las vegas,memphis,louisville,
baltimore,milwaukee,albuquerque,tucson,fresno,sacramento,kansas city,mesa,atlanta,omaha,colorado springs,raleigh,miami,long beach,
virginia beach,oakland,minneapolis,tulsa,tampa,arlington,new orleans,wichita,cleveland,bakersfield,anaheim,honolulu,santa ana,riverside,
corpus christi,lexington,stockton,henderson,saint paul,st paul,st louis,cincinnati,pittsburgh,greensboro,anchorage,plano,orlando,irvine,
newark,toledo,durham,chula vista,fort wayne,jersey city,st petersburg,laredo,chandler,buffalo,scottsdale,glendale,reno,norfolk,
winston salem,irving,chesapeake,gilbert,hialeah,garland,fremont,richmond,boise,baton rouge,des moines,spokane,san bernardino,modesto,
fontana,santa clarita,birmingham,oxnard,fayetteville,rochester,moreno valley,yonkers,huntington beach,salt lake city,grand rapids,amarillo,
montgomery,little rock,akron,huntsville,augusta,port st lucie,grand prairie,tallahassee,overland park,tempe,mckinney,mobile,cape coral,
shreveport,frisco,knoxville,worcester,brownsville,vancouver,fort lauderdale,sioux falls,ontario,chattanooga,newport news,rancho cucamonga,
santa rosa,oceanside,salem,elk grove,garden grove,pembroke pines,peoria,eugene,corona,springfield,fort collins,hayward,lancaster,alexandria,
salinas,palmdale,lakewood,sunnyvale,hollywood,pasadena,clarksville,pomona,kansas,macon,escondido,paterson,joliet,naperville,rockford,
torrance,bridgeport,savannah,killeen,bellevue,syracuse,dayton,gainesville,thornton,ann arbor,new haven,stamford,hartford,concord,
sterling heights,cedar rapids,topeka,charleston,waco,visalia,santa clara,provo,evansville,abilene,vallejo,lansing,berkeley,santa monica,
palo alto,walnut creek,santa barbara,san mateo,redwood city,south san francisco,santa cruz,san rafael,roseville,fontana,downey,
west los angeles,woodland hills,baldwin park,panorama city,vacaville,antioch,manteca,green bay,duluth,burlington,albany,allentown,erie,
scranton,wilmington,camden,trenton,princeton,hoboken,brooklyn,queens,bronx,manhattan,staten island,long island,evanston,
oak park,la jolla,coral gables,boca raton,naples,sarasota,palm beach,weston,cambridge,brookline,lowell,quincy,plymouth,nashua,manchester,
portsmouth,bangor,rutland,pueblo,boulder,santa fe,las cruces,billings,missoula,fargo,bismarck,rapid city,lincoln park,iowa city,
kalamazoo,flint,saginaw,dearborn,novi,toms river,galveston,lubbock,midland,odessa,tyler,beaumont,round rock,temple texas,
eau claire,la crosse,mankato,red wing,charlottesville,roanoke,chapel hill,asheville,greenville,myrtle beach,hilton head,
north,south,east,west,northeast,northwest,southeast,southwest,downtown,northern,southern,eastern,western,central`
    .split(/,\s*/)
    .map((place) => place.split(' ').map(stem).join(' ')),
);
