/**
 * What guessing begins with. Passwords this long on published lists are these words and runs with figures, signs and
 * years around them, joined or repeated; the check takes such things apart, so that the list can be short.
 */
export const COMMON_WORDS: readonly string[] = `
password passwort passwd passphrase passcode pass word secret letmein welcome admin administrator root user guest login
signin access master default changeme change temp temporary test testing tester demo example sample qwerty qwertz azerty
asdf zxcv abc abcd monkey dragon shadow sunshine princess football baseball basketball hockey soccer superman batman
spiderman pokemon starwars trustno iloveyou loveyou lovely love loves forever friend friends family mother father
brother sister baby babygirl angel angels flower flowers butterfly rainbow unicorn cookie chocolate cheese coffee
computer internet network server system windows microsoft google facebook instagram linkedin twitter youtube amazon
apple samsung android iphone whatever nothing something anything everything freedom liberty america american usa united
states england london canada newyork chicago boston dallas houston denver california florida texas jesus christ jesuschrist
heaven blessed faith hope charlie jordan michael michelle jennifer jessica ashley amanda daniel david robert william
thomas george harley mustang corvette ferrari porsche mercedes yankees cowboys eagles steelers lakers liverpool arsenal
chelsea barcelona killer hunter ranger tigger purple orange yellow silver golden diamond summer winter spring autumn fall
january february march april june july august september october november december monday tuesday wednesday thursday
friday saturday sunday morning evening midnight hello world hallo bonjour please thanks thank you me my mine is the this
that not new old one two three four five six seven eight nine ten correct horse battery staple medical medicine doctor
nurse hospital clinic health healthcare insurance insurer lawyer legal case cases claim claims review reviews expert
experts peritus company business office work job boss money dollar million lucky star stars moon sun fire water earth
computer unbelievable motherfucker fuck fuckyou fucking asshole bitch sexy hottie playboy ninja samurai warrior maverick
phoenix thunder lightning storm blink matrix gandalf hogwarts potter harry hermione pepper ginger buster maggie bailey
`
  .trim()
  .split(/\s+/);

/** Rows of keys and of the order of letters and figures: what a finger runs along. */
export const RUNS: readonly string[] = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890',
  'qwertyuiop',
  'qwertzuiop',
  'azertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'yxcvbnm',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p',
  '1q2w3e4r5t6y7u8i9o0p',
  'q1w2e3r4t5y6u7i8o9p0',
  'qazwsxedcrfvtgbyhnujmikolp',
  '147258369',
  '123654789',
];
