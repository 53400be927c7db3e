/** What stands in names and tells nobody apart, or is another writing of the same. All folded, without dots and hyphens. */

const set = (...lines: string[]): ReadonlySet<string> => new Set(lines.join(' ').split(' '));

/** Before a name. */
export const TITLES = set(
  'dr dra doctor doc prof professor mr mrs ms miss mx sir dame rev reverend fr hon judge capt captain col lt maj cmdr cdr gen sgt nurse',
);
/** After a name: which one of the same name it is. */
export const GENERATIONS: Readonly<Record<string, string>> = {
  jr: 'jr',
  junior: 'jr',
  sr: 'sr',
  ii: 'ii',
  iii: 'iii',
  iv: 'iv',
  '2nd': 'ii',
  '3rd': 'iii',
};

/** After a name: degrees, licenses, certificates, fellowships. */
export const DEGREES = set(
  // doctors
  'md do dds dmd dpm dc od dvm vmd phd psyd pharmd edd drph dph dsc scd dnp dna dnap dpt dptsc otd aud nd dom dac jd sjd llm esq esquire',
  'mbbs mbbch mbchb bmbs mbbchir bmed mdcm bds mch chm drmed dr prof mdphd dnb',
  // masters and bachelors
  'ma ms msc msci mph mba mha mhs mhsa mhpe med mfa mps mpp mpa mpas mpharm mcr mscr msce mshs msed msw mmed mmsc mtr mbe mbi msn bsn bs bsc ba bpharm rph bsed',
  'mot mspt mphil jm aas adn asn',
  // nursing and allied
  'rn lpn lvn np pa pac apn aprn arnp cns cnm cnp cnl cpnp cpnpac cpnppc crna crnp fnp fnpc fnpbc fnpbcadm agnp agacnp agacnpbc agpcnp acnp acnpbc anp anpbc pnp',
  'pmhnp pmhnpbc whnp whnpbc nnp nnpbc ccrn ccrnk cen cnor cpan capa cpn ocn aocnp rnc rncob rncnic rncmnn rnfa cwocn cwon cwcn cwcnap cwca ches cnrn scrn cdces cde bcadm nebc nea neabc nec',
  'chpn cmsrn cnn pccn tcrn cfrn ctrn cpen sane sanea cne vabc crni lnc lncc clnc cclnc aane',
  'pt ot otr otrl ota pta rrt crt rpft rt rtr rdms rvt rdcs ccp slp cccslp ccca rd rdn ld ldn cnsc cscs ocs ncs scs gcs pcs mtc faaompt cht atc lat atrbc',
  'lcsw licsw lmsw lcswr lmft mft lpc lpcc lmhc lcpc ncc cadc lac lmt bcba bcps bcpp bcop bccp bcacp bcgp cdp cdcs emt emtp nrp cmt',
  'cpc ccs cpma rhia rhit cphq cphrm cpps cpe ccds fache hcpm',
  'cime cedir dabime mro cmro cli lcp cmlc clcp crc ccm cct',
  // fellowships
  'facs facc facp facog facoog facep faaem faap faaos faan faans facr fache facg facmg facms facnm facpm facrs fasa fasn fasge faha fase fscai fhrs facoi',
  'faafp fascrs fasco fasps fccp fccm fcap fhm sfhm frcs frcsc frcp frcpc frcpe frcr frcog frca fracs fracp fcps mrcp mrcs mrcog mrcgp mrcpch fapa dfapa flfapa facmt faaai faaaai faad',
  'faanep faapmr faasm fasam fasahp faohns facfas facfaom facfp facofp facos facosurg fics fidsa fshea faasld agaf fams fascp fcpp fcns fnla frcsed ffr fsir fsvs fsvm fspr facns faes',
  'facb faapm faana faanp fapna fapta fasat facd ficd facp fadi fagd magd fahs facaai fsts facps facmi famia facct dabr dabpn dabim dabs dabam dabom dabpmr dabfp dabem dabfm dabog',
  'dfaacap faacap fachpm fahpm faahpm facoem facoemd fphm fnap fsam fasrs fisa',
);
/** Of these some are names as well: the doctor Linh Do, the nurse Kevin Ma. */
export const ALSO_NAMES = set('do ma ba pa od lac dom mai');

/** Before a surname, and left out by some. */
export const PARTICLES = set(
  'de la las los del della dello di da dos das do du des van von der den dem ter ten te zu zum zur af av al el bin ibn abu le y e ver vander vande vanden',
);
/** Before a surname, and part of it: only the space may be missing. */
export const FUSED = set('o d n l st mac mc fitz dell');

const groups = (...lines: string[]): ReadonlyMap<string, ReadonlySet<number>> => {
  const of = new Map<string, Set<number>>();
  for (const [n, line] of lines.entries())
    for (const name of line.split(' ')) of.set(name, (of.get(name) ?? new Set<number>()).add(n));
  return of;
};
/** Given names and what people call them; each line is one name. */
export const NICKNAMES = groups(
  'william bill billy will willie',
  'robert bob bobby rob robbie bert',
  'richard rick rich dick ricky richie',
  'james jim jimmy jamie',
  'john jack johnny jon',
  'jonathan jon john jonny',
  'michael mike mikey mick mickey',
  'thomas tom tommy',
  'charles charlie chuck chas',
  'edward ed eddie ted ned',
  'theodore ted teddy theo',
  'joseph joe joey',
  'david dave davey',
  'daniel dan danny',
  'matthew matt',
  'anthony tony',
  'christopher chris kit',
  'christina chris christine tina chrissy',
  'steven steve stephen stefan',
  'andrew andy drew',
  'gregory greg',
  'kenneth ken kenny',
  'ronald ron ronnie',
  'donald don donnie',
  'lawrence larry lawrance laurence',
  'gerald gerry jerry',
  'jeffrey jeff geoffrey geoff',
  'timothy tim',
  'patrick pat paddy',
  'patricia pat patty trish tricia patsy',
  'peter pete',
  'samuel sam sammy',
  'samantha sam',
  'benjamin ben benny',
  'alexander alex al sandy alec',
  'alexandra alex sandra sandy',
  'albert al bert',
  'alfred al fred',
  'frederick fred freddie rick',
  'francis frank fran',
  'frances fran franny',
  'franklin frank',
  'henry hank harry hal',
  'harold hal harry',
  'raymond ray',
  'nicholas nick nicolas',
  'nathaniel nathan nate nat',
  'nathan nate',
  'phillip philip phil',
  'vincent vince vinny',
  'walter walt',
  'zachary zach zack',
  'joshua josh',
  'douglas doug',
  'leonard len lenny leo',
  'eugene gene',
  'stanley stan',
  'martin marty',
  'victor vic',
  'russell russ',
  'bradley brad',
  'elizabeth liz beth betty eliza lizzie betsy libby lisa',
  'katherine kate kathy katie kat catherine cathy cate kathryn kitty kay',
  'margaret peggy maggie meg marge margie peg',
  'jennifer jen jenny',
  'jessica jess jessie',
  'rebecca becky becca',
  'deborah deb debbie debra',
  'susan sue susie suzanne',
  'barbara barb babs',
  'kimberly kim',
  'pamela pam',
  'cynthia cindy',
  'victoria vicky tori vicki',
  'judith judy',
  'theresa terry teresa tess',
  'terrence terry terence',
  'dorothy dot dottie dolly',
  'jacqueline jackie',
  'abigail abby',
  'allison ali alison allie',
  'amanda mandy',
  'melissa missy mel',
  'nancy nan',
  'sarah sara sally',
  'stephanie steph',
  'valerie val',
  'virginia ginny',
  'caroline carrie carolyn carol',
  'eleanor ellie nora nell',
  'ellen ellie nell',
  'gabrielle gabby',
  'gabriel gabe',
  'isabella bella isabel',
  'madeline maddie',
  'natalie nat',
  'veronica ronnie',
  'angela angie',
  'constance connie',
  'josephine jo josie',
  'joanna jo joan joanne',
  'mohammed mohammad muhammad mohamed mohamad',
  'jose pepe',
  'francisco paco frank pancho',
  'guillermo memo',
  'rafael rafa raphael',
  'alejandro alex',
  'maria mary',
);
