/** What people write to each other beside a demo review, in the words of its own facts. */
export interface Words {
  /** The requester to Peritus, when the records are through intake, and what comes back. */
  sent: string;
  checked?: string;
  /** The expert on accepting, and what the requester answers. */
  accepted?: string;
  welcomed?: string;
  /** The expert with the times for the call, and what the requester answers on choosing one. */
  offered?: string;
  chose?: string;
}

const WORDS: Readonly<Record<string, Words>> = {
  langford: {
    sent: 'Both telephone slips are at the end of the office chart, pages 33 and 34.',
    checked: 'Thank you, we found them, both with their times.',
    accepted: 'I treat with this regimen every week and know nobody at Cedar Hollow. Accepted.',
    welcomed: 'Thank you, Doctor. The two calls of February 10 are what we most need your view on.',
    offered: 'I have read the deposition as well. Times for the call are up.',
    chose: 'Booked. Our counsel would like to hear question three first.',
  },
  marchetti: {
    sent: 'The visit of August 19 is page 24 of the Stillwater chart, the call of September 9 page 32.',
    checked: 'Found both. Nothing is missing from our side.',
    accepted: 'Accepted. I have no tie to Stillwater or to anyone in it.',
    welcomed: 'Glad to have you. The list of August 19 is where we disagree among ourselves.',
    offered: 'Half an hour is enough for three questions. Here are times for it.',
    chose: 'Booked. We will have the lab values in front of us.',
  },
  ostrowski: {
    sent: 'The slides themselves are with the second institution. What you have is every written reading of them.',
    accepted: 'I read melanocytic lesions for a living and have no tie to Lakeland. Accepted.',
    welcomed: 'Thank you. Please say what a general pathologist could be expected to see, not a consultant.',
    offered: 'Times for the call are up. Please have page 8 open, the first report.',
    chose: 'We took the earliest. Page 8 it is.',
  },
  petrosyan: {
    sent: 'Both MRI reports are in the admission file, pages 26 and 66.',
    checked: 'We see them, and the file is complete.',
    accepted: 'No conflict on my side. Accepted.',
    welcomed: 'Thank you. We would like the hour at which it turned, if the chart lets you say so.',
    offered: 'An hour is right for this one. I have offered what my week leaves.',
    chose: 'Booked. Four of us will be listening.',
  },
  quintero: {
    sent: 'Follow-up is in dispute: the discharge summary with its date is page 17.',
    checked: 'We have it. The chart is complete.',
    accepted: 'Accepted. I have never worked in Nevada and know none of the names.',
    welcomed: 'Good to have you on it. The value at 40 hours is the heart of it for us.',
    offered: 'Times are offered. I have plotted the bilirubin values and will bring the curve.',
    chose: 'That curve will help. The time is booked.',
  },
  rowntree: {
    sent: 'There was no stone on the MRCP, and we would like that looked at first.',
    checked: 'Your note went to the top of the questions.',
    accepted: 'Accepted. I do these procedures and know nobody at Kestrel.',
    welcomed: 'Thank you. We may hear from the other side this week, so please wait with the long read.',
  },
  haddad: {
    sent: 'The incident review is protected. We marked it so that the expert does not see it.',
    checked: 'Right. It stays hidden from the expert.',
    accepted: 'Accepted. I have no tie to Fairmont.',
    welcomed: 'Thank you. Both questions turn on the first visit, from page 5.',
    offered: 'Times are up, around my shifts.',
    chose: 'Booked, and thank you for making room.',
  },
  'sorensen-bright': {
    sent: 'The demand and its exhibits are a file of their own, apart from the chart.',
    checked: 'Filed as a demand. The chart is complete.',
    accepted: 'Accepted, and no conflict. I can begin on Monday.',
    welcomed: 'Thank you. The visit of January 2 is page 10, and we read it differently among us.',
  },
  tremblay: {
    sent: 'The parents’ video is described in the chart. We do not have the file.',
    checked: 'Understood. The expert is told that the description is all there is.',
    accepted: 'Accepted. I know nobody at Eastgate Pediatrics.',
    welcomed: 'Thank you. Please separate what the delay did from what the cause did, as far as anyone can.',
    offered: 'Separating the two will take most of the call. Times are offered.',
    chose: 'Took the one that lets our nurse consultant join.',
  },
  whitfield: {
    sent: 'The wound clinic keeps its own chart. Both are up, in two files.',
    accepted: 'Accepted. I have no tie to Catawba.',
    welcomed: 'Thank you. The click on March 21 is where our committee split.',
  },
  vandermeer: {
    sent: 'The nerve study is in the last file, with the office notes.',
    checked: 'It is in order. Thank you.',
    accepted: 'Accepted. I know neither the surgeon nor the hospital.',
    welcomed: 'Thank you, Dr. Falkenrath. The breach on the CT of June 20 is undisputed.',
    offered: 'Then we can spend the call on the days between. Times are up.',
    chose: 'Took the first. Mr. Pruett’s deposition is worth reading before it, from page 22.',
  },
  lindgren: {
    sent: 'The prior office chart is a scan of paper and poor in places.',
    checked: 'We could read nearly all of it.',
    accepted: 'Accepted. The stage II map alone makes this worth a careful look.',
    welcomed: 'We thought so too. Thank you for taking it.',
  },
  threlkeld: {
    sent: 'The hospital’s policy on the chain of command came with the chart. Use it if it helps.',
    checked: 'It is filed as a policy, apart from the chart.',
    accepted: 'Accepted. No conflict with Blue Mesa.',
    welcomed: 'Thank you. The night from 04:00 on is what we need hour by hour.',
  },
  'mbeki-lund': {
    sent: 'The two telephone notes are pages 34 and 37, after the operative report.',
    checked: 'Thank you. That saves the expert a search.',
    accepted: 'Accepted. I do not know the surgeon.',
    welcomed: 'Good. We accept that the injury can happen. The calls afterward are our concern.',
    offered: 'Mine as well. Times for the call are up.',
    chose: 'Booked. The report can follow when it suits you.',
  },
  moreau: {
    sent: 'The two tracings are on pages 4 and 9, each with the note on it.',
    checked: 'Both are easy to find.',
    accepted: 'Accepted. I know the hospital by name only.',
    welcomed: 'Thank you. There is a claim of lost function, so the echo at three months matters.',
  },
  boyd: {
    sent: 'Prenatal record and admission are in two files, since the practice and the hospital are sued apart.',
    checked: 'Kept apart, each under its own name.',
    accepted: 'Accepted. No tie to St. Orrin.',
    welcomed: 'Thank you. June 9 in the office and the 74 minutes on June 11, in that order please.',
    offered: 'In that order, then. My times are up.',
    chose: 'Booked. Thank you for the quick read.',
  },
  brandvold: {
    sent: 'We were told of a video of the operation, which the center has not released.',
    checked: 'If it is released, a link lets them send it to us straight.',
    accepted: 'Accepted. I have repaired such injuries and know nobody involved.',
    welcomed: 'Then you are whom we hoped for. Our main question is the critical view.',
    offered: 'It is not described in the note, which I will explain. Times are offered.',
    chose: 'Booked. We will have page 20 open.',
  },
  osgood: {
    sent: 'The images are on a disc with our counsel. The file holds both readings of them.',
    checked: 'If the expert asks for the images, we can send you a link for them.',
    accepted: 'Accepted. No tie to Ridgeline.',
    welcomed: 'Thank you. The disc can be with you tomorrow, just say so here.',
    offered: 'Please send it: half an hour with the images tells more than the file. Times are up.',
    chose: 'Our counsel is sending it. We took the first time after that.',
  },
  ames: {
    sent: 'The intake sheet with the last dose is page 30 of the procedure chart.',
    checked: 'Found. Both files are complete.',
    accepted: 'Accepted. I have no connection to anyone named.',
    welcomed: 'Thank you. Question two is the one that decides this for us.',
    offered: 'I would begin with that one. Here are my times.',
    chose: 'Good. Booked.',
  },
  'vasquez-lind': {
    sent: 'The triage note with the entry of 23:20 is page 3, the rest of that night begins on page 9.',
    checked: 'Both are easy to find. The chart is complete.',
    accepted: 'Accepted. I have no tie to the hospital.',
    welcomed: 'Thank you, Dr. Falkenrath. The hours between triage and the MRI are what we argue about.',
    offered: 'I have laid them side by side, hour by hour. Times are up.',
    chose: 'That is what we hoped for. Speak to you then.',
  },
  ferrante: {
    sent: 'The incident report is internal. We kept it from the expert’s view.',
    checked: 'It is hidden. The other four files are open to the expert.',
    accepted: 'Accepted. I know none of the parties, and Brightwater only from the map.',
    welcomed: 'Welcome, and thank you. The night of March 14 is in the admission file, from page 188.',
    offered: 'I have read that night twice. Times are offered, early in the day suits me best.',
  },
  guidry: {
    sent: 'The transfer papers are a scan of a fax. It is the best copy anyone has.',
    checked: 'It can be read with patience. Two dates are cut off at the edge.',
    accepted: 'Accepted. I have no tie to Magnolia Manor or its owners.',
    welcomed: 'Thank you. Turning records first, please: the review of them is page 300.',
    offered: 'I counted them too and come to 20 days, not 19. Let us compare on the call, times are up.',
  },
  delacroix: {
    sent: 'The EMS and transfer papers are a scan of copies. It is the best there is.',
    checked: 'Readable. The triage note with both arm pressures is page 4 of the chart.',
    accepted: 'Accepted. I have no tie to Pinehurst.',
    welcomed: 'Thank you. Please look at the triage sheet before the physician’s note, as they did not.',
  },
  reyna: {
    sent: 'Dr. Amsel’s deposition is included. He never saw the patient, only spoke by telephone.',
    checked: 'It is filed as testimony.',
    accepted: 'Accepted. I know none of the physicians involved.',
    welcomed: 'Thank you. Dr. Amsel explains the telephone consult on page 15 of his deposition.',
  },
  kessler: {
    sent: 'The results of August 6 are page 30, the note on them page 33.',
    checked: 'Both found, thank you.',
  },
  eklund: {
    sent: 'The preoperative visit is page 22 of the second file.',
    checked: 'Thank you. Both files are complete.',
  },
  castellano: {
    sent: 'The result of May 2023 is page 38, the call after it page 40.',
    checked: 'Thank you. The two will be read together.',
  },
  purcell: {
    sent: 'Monitor download and handwritten record differ by some minutes, which is one of our questions.',
    checked: 'We left both as they are.',
  },
  'okafor-dale': {
    sent: 'We need a nurse’s opinion here, not an obstetrician’s. The oxytocin was theirs to run.',
  },
  abeyta: {
    sent: 'I have asked the hospital for the first two by a link. The clinic notes I am still looking for.',
  },
  halloran: {
    sent: 'There is no order for prophylaxis anywhere in the chart. We looked twice.',
    checked: 'So did we. The admission orders are page 4.',
  },
  dunleavy: {
    sent: 'Whether he declined the colonoscopy is in dispute. The three visits are pages 18, 30 and 44.',
  },
};

/** What is written beside this matter's review. Throws RangeError for one that comes so far and has no words. */
export function wordsOf(matter: string): Words {
  const words = WORDS[matter];
  if (!words) throw new RangeError(`Nobody says anything beside ${matter}.`);
  return words;
}
