/*
 * Wording of a letter that the other side reads and that can color the examiner's view, found by a list of phrases. What is
 * found is pointed out with a reason and another wording; nobody is kept from sending it. The list knows words, not
 * meaning: what it does not find may be loaded all the same.
 */

interface Loaded {
  pattern: RegExp;
  reason: Reason;
  /** What could stand there instead. */
  instead: string;
}

/** Why a wording is pointed out, a sentence each. */
export const REASONS = {
  doubt: 'It doubts the examinee before the exam.',
  position: 'It tells the examiner what you think.',
  leading: 'It asks for an answer instead of an opinion.',
  certainty: 'It takes as settled what the examiner is asked.',
  outcome: 'It names what the report is to be good for.',
  person: 'It judges a person instead of saying what happened.',
} as const;
type Reason = keyof typeof REASONS;

/** What is found in a text: where it stands, why it is pointed out, and what could stand there. */
export interface Finding {
  start: number;
  end: number;
  phrase: string;
  reason: Reason;
  instead: string;
}

const SOMEBODY = String.raw`(?:he|she|they|who|claimant|worker|employee|examinee|patient|plaintiff|(?:mr|mrs|ms)\.?\s+\p{L}+)`;
const loaded = (pattern: string, reason: Reason, instead: string): Loaded => ({
  pattern: new RegExp(`(?<![\\p{L}\\p{N}])(?:${pattern})(?![\\p{L}\\p{N}])`, 'giu'),
  reason,
  instead,
});

/** The phrases; where two overlap, the one that begins first is told, then the longer. */
const LIST: readonly Loaded[] = [
  loaded('alleg(?:e|es|ed|edly|ing|ation|ations)', 'doubt', '“reports”, or the fact with its source'),
  loaded(`${SOMEBODY}\\s+(?:now\\s+|still\\s+|also\\s+)?claim(?:s|ed)`, 'doubt', '“reports”'),
  loaded(`${SOMEBODY}\\s+(?:insist|maintain|contend|profess)(?:s|es|ed)?`, 'doubt', '“reports”'),
  loaded(`${SOMEBODY}\\s+(?:now\\s+|finally\\s+)?(?:admits|admitted|concedes|conceded)`, 'doubt', '“reports”'),
  loaded('so[- ]called|supposed(?:ly)?|purported(?:ly)?|ostensibl[ey]', 'doubt', 'leave it out'),
  loaded(
    'self[- ]serving|inconsistent stor(?:y|ies)|story (?:does not|doesn’t|changes)',
    'doubt',
    'quote both statements with their dates',
  ),
  loaded(
    'exaggerat\\p{L}*|overstat\\p{L}*|embellish\\p{L}*|dramati[cz]\\p{L}*',
    'doubt',
    'ask whether complaints and findings agree',
  ),
  loaded(
    'malinger\\p{L}*|fak(?:e|es|ed|ing)|feign\\p{L}*|pretend\\p{L}*',
    'doubt',
    'ask for validity tests and their results',
  ),
  loaded(
    'fraud\\p{L}*|dishonest\\p{L}*|(?:untruthful|less than (?:truthful|honest|candid))|liar|lying about|not credible|lacks? credibility',
    'doubt',
    'leave it out, and list the record it is from',
  ),
  loaded(
    'suspicious(?:ly)?|suspects? that|dubious|questionable|convenient(?:ly)?|curious(?:ly)?',
    'doubt',
    'give the dates and leave the conclusion',
  ),
  loaded(
    '(?:it is|this is)?\\s*our (?:position|view|opinion|belief|contention|theory)',
    'position',
    'leave it out, and ask',
  ),
  loaded(
    'we (?:firmly |strongly |do not |don’t |also )*(?:believe|feel|think|suspect|maintain|contend|doubt|dispute|are convinced|are skeptical)',
    'position',
    'leave it out, and ask',
  ),
  loaded(
    'in our (?:view|opinion|estimation)|as far as we are concerned|we are (?:certain|confident|sure)',
    'position',
    'leave it out, and ask',
  ),
  // "rubber-stamps", "goes without saying" and five others came out of the first measuring (decision 121)
  loaded(
    '(?:please|kindly) (?:confirm|agree|state|conclude|find|verify|support) (?:that|our|with)',
    'leading',
    '“Is it your opinion that …?”',
  ),
  loaded(
    '(?:you will|you’ll|you must|would you not|wouldn’t you|don’t you|do you not) (?:surely |no doubt )?agree',
    'leading',
    '“What is your opinion on …?”',
  ),
  loaded(
    'as you (?:will|can) (?:clearly |plainly )?see|you will (?:find|note|see) that|we (?:expect|trust|hope|assume) (?:that )?(?:you|your)',
    'leading',
    'point to the record and its page',
  ),
  loaded(
    '(?:isn’t|is|wasn’t|was) it (?:not )?(?:true|correct|fair) (?:that|to say)',
    'leading',
    '“Is …?”, without the answer',
  ),
  loaded(
    'your (?:report|opinion|findings) (?:should|must|needs? to) (?:establish|confirm|support|show|prove|conclude)|limit your (?:opinion|report|findings|answers?) to|do not (?:mention|address|discuss|comment on)|refrain from (?:commenting|mentioning)',
    'leading',
    'say what you ask, not what to leave out',
  ),
  loaded(
    'obvious(?:ly)?|clearly|plainly|surely|undoubtedly|without (?:a )?doubt|no doubt|of course|needless to say|(?:it )?goes without saying|certainly|no (?:real|good|valid|earthly) reason',
    'certainty',
    'leave it out',
  ),
  loaded(
    'merely|trivial(?:ly)?|nothing more than|just a|only a (?:minor|slight|simple)|minor (?:strain|sprain|injury|soft|impact|accident|incident)|a mere',
    'certainty',
    'name the diagnosis as the records have it',
  ),
  loaded(
    'should (?:long )?have (?:long )?(?:resolved|healed|recovered|returned)',
    'certainty',
    '“Has it resolved, and when?”',
  ),
  loaded(
    '(?:deny|denying|denial of|terminate|terminating|cut(?:ting)? off|discontinue|close|closing) (?:the |this |his |her |their |all )*(?:claim|claims|benefits?|file|care|treatment)',
    'outcome',
    'leave it out',
  ),
  loaded(
    'our (?:defen[cs]e|denial|case|side|interests?)|in our favor|favorable (?:to us|report|opinion)|help(?:s|ful to)? us',
    'outcome',
    'leave it out',
  ),
  loaded(
    '(?:our|the|your) (?:reserves?|exposure)|settlement value|value of the claim|save (?:us )?(?:money|costs?)',
    'outcome',
    'leave it out: the other side reads this',
  ),
  loaded(
    'doctor[- ]shopp\\p{L}*|(?:claimant|plaintiff|patient)[- ](?:friendly|oriented)|hired gun',
    'person',
    'list the visits with their dates',
  ),
  loaded(
    'litigious|frequent filer|history of (?:filing )?(?:claims|lawsuits|litigation)|repeat claimant|coached',
    'person',
    'list the earlier claims with their dates',
  ),
  loaded(
    'excessive(?:ly)?|unnecessary|overtreat\\p{L}*|endless|unending|never[- ]ending',
    'person',
    'give the number of visits, and ask what was reasonable',
  ),
  loaded(
    `${SOMEBODY}\\s+(?:has\\s+|have\\s+|repeatedly\\s+|simply\\s+)*(?:refuse[sd]?|fail(?:s|ed)? to|makes? no effort)`,
    'person',
    '“has not”, with the date',
  ),
  loaded(
    'uncooperative|non-?compliant|unmotivated|lazy|combative|notorious(?:ly)?|disgruntled|demanding|rubber[- ]stamp\\p{L}*',
    'person',
    'say what happened, and when',
  ),
  loaded(
    'secondary gain|financial (?:gain|motive|incentive)|looking for (?:a )?(?:payout|money)|(?:more )?interested in (?:the )?(?:money|a settlement|a payout)',
    'person',
    'leave it out',
  ),
];

/** What in a text could be worded more neutrally, in the order it stands; no two overlap. */
export function findLoaded(text: string): Finding[] {
  const all = LIST.flatMap(({ pattern, reason, instead }) =>
    Array.from(text.matchAll(pattern), (match): Finding => {
      const phrase = match[0].trim();
      const start = match.index + match[0].indexOf(phrase);
      return { start, end: start + phrase.length, phrase, reason, instead };
    }),
  ).toSorted((a, b) => a.start - b.start || b.end - a.end);
  const found: Finding[] = [];
  for (const one of all) if (one.start >= (found.at(-1)?.end ?? 0)) found.push(one);
  return found;
}
