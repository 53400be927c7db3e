import type { PlantedEntry } from '../../matters/types.ts';
import { longDate, minutes, usDate } from '../context.ts';
import type { PageContext } from '../context.ts';
import { PAGE } from '../sheet.ts';
import type { Sheet } from '../sheet.ts';
import { plainPlanted } from './planted.ts';

export const party = (c: PageContext, role: string): string =>
  c.matter.parties.find((item) => item.role === role)?.name ?? c.matter.facility;
const fullName = (c: PageContext): string => `${c.matter.claimant.first_name} ${c.matter.claimant.last_name}`;

function letterTop(c: PageContext, s: Sheet, sender: string, title: string): void {
  s.base = 'serif';
  s.size = 12;
  s.leading = 1.6;
  s.at(PAGE.left, 34, sender, { face: 'serif-bold', size: 14 });
  s.y = 56;
  s.rule(0.3, 0.8);
  s.y += 8;
  s.paragraph(title, { face: 'serif-bold', size: 12, gap: 3 });
  s.paragraph(
    `Re: ${c.matter.caption}   Claim ${c.matter.claim_number}   Date of incident ${usDate(minutes(c.matter.date_of_incident))}`,
    { size: 10, gap: 12 },
  );
}

/** Pages of a demand: the letter, then exhibits. */
export function demandPage(c: PageContext, s: Sheet, entry?: PlantedEntry): void {
  if (entry !== undefined) return plainPlanted(c, s, entry);
  const firm = party(c, 'plaintiff_counsel');
  const { matter } = c;
  if (c.page === 1) {
    letterTop(c, s, firm, 'Notice of claim and demand');
    for (const text of [
      longDate(minutes(c.record.to)),
      `${matter.insurer}, Claims Department`,
      `This firm represents ${fullName(c)}. The facts as the records show them are these.`,
      matter.summary,
      `Our client contends that ${matter.defendants.map(({ name }) => name).join(' and ')} did not give the care that a reasonably careful clinician in the same field would have given, and that the injury described here followed.`,
      'The medical records, a list of expenses and the letters we exchanged with the facility are attached. We ask that you preserve all records, messages, audit trails and images.',
      'This letter is written to settle a disputed claim and may not be used for another purpose.',
    ])
      s.paragraph(text, { gap: 10 });
  } else if (c.page === 2) {
    letterTop(c, s, firm, 'Questions that the claim raises');
    matter.questions.forEach((question, at) => s.paragraph(`${at + 1}. ${question}`, { gap: 10 }));
    s.paragraph('We invite your written response within sixty days of receipt.', { gap: 20 });
    s.signature(PAGE.left + 12, s.y + 8, c.random.next);
    s.y += 26;
    s.paragraph(`For ${firm}`);
  } else if (c.page % 3 === 0) {
    letterTop(c, s, firm, `Exhibit ${c.page - 2}: Expenses`);
    s.table(
      [
        { title: 'Date', width: 80 },
        { title: 'Provider', width: 190 },
        { title: 'Item', width: 150 },
        { title: 'Charge', width: 80 },
      ],
      Array.from({ length: 22 }, (_, at) => [
        usDate(c.from + Math.floor((at / 22) * Math.max(1, c.to - c.from))),
        c.random.pick([matter.facility, 'Riverbend Pharmacy', 'Home services', 'Transportation', 'Therapy provider']),
        c.random.pick(['Facility charge', 'Professional fee', 'Prescription', 'Supplies', 'Mileage', 'Copayment']),
        `$${c.random.int(12, 2400)}.${c.random.int(10, 99)}`,
      ]),
      { size: 9 },
    );
    s.paragraph('Charges as billed. Adjustments and liens are stated in the lien schedule.', { size: 9 });
  } else if (c.page % 3 === 1) {
    letterTop(
      c,
      s,
      firm,
      `Exhibit ${c.page - 2}: Statement of ${c.random.pick(['a family member', 'a friend', 'a coworker', 'a neighbor'])}`,
    );
    for (const text of c.random.sample(
      [
        'I have known the family for many years and saw them often before and after these events.',
        'The days used to be ordinary, with work, errands, meals together, a walk most evenings.',
        'I have helped with rides to appointments and with the house since then.',
        'I write down what I see and not what the doctors think. I was not present for any medical conversation.',
        'Plans that had been made for that year were put off. Some were dropped.',
        'The paperwork alone has taken many evenings. I have sat at the table and sorted bills with them.',
        'I have not been promised anything for this statement.',
        'I am willing to repeat this to anyone who asks.',
      ],
      7,
    ))
      s.paragraph(text, { gap: 12 });
    s.signature(PAGE.left + 12, s.y + 16, c.random.next);
  } else {
    letterTop(c, s, firm, `Exhibit ${c.page - 2}: Correspondence`);
    for (const text of [
      longDate(c.from),
      `${c.record.source === firm ? matter.facility : c.record.source}, Health Information Management`,
      `We enclose a signed authorization and ask for a certified copy of the complete chart of ${fullName(c)}, date of birth ${usDate(minutes(matter.claimant.date_of_birth))}, including ${c.random.pick(['images on disc', 'audit trail', 'itemized billing', 'nursing flow sheets', 'messages between clinicians'])}.`,
      'If any part is withheld, state which part and the reason. We will pay the fee allowed by law on receipt of your invoice.',
      `The request is made under our file ${c.random.int(10000, 99999)}. A prepaid envelope is enclosed.`,
      'Thank you for your help.',
    ])
      s.paragraph(text, { gap: 12 });
    s.signature(PAGE.left + 12, s.y + 14, c.random.next);
  }
}

const PLEADINGS = [
  'Defendant held itself out to the public as able to provide the care at issue.',
  'At all relevant times the individuals named acted within the course and scope of employment or agency.',
  'Plaintiff relied on the skill and judgment of Defendants.',
  'Defendants owed Plaintiff the duty to use the skill and care ordinarily used by reasonably careful professionals in the same field.',
  'Plaintiff did not know, and could not have known, of the facts alleged before receiving the records.',
  'Plaintiff restates the foregoing paragraphs as if set out in full.',
  'Venue is proper because the events occurred in this county.',
  'Plaintiff has complied with every condition precedent to this action.',
  'As a result Plaintiff has incurred medical expense and will incur more.',
  'As a result Plaintiff has suffered pain, loss of function and loss of the enjoyment of life.',
  'Defendants knew or should have known of the findings recorded in the chart.',
  'A certificate of merit is filed with this Complaint where the law requires one.',
] as const;
const REQUESTS = [
  'State the full name, address and position of each person who answers these interrogatories.',
  'Identify each person who took part in the care and state what each did.',
  'Identify each policy, protocol or order set in effect on the dates of service.',
  'State whether any image, strip, message or device log has been lost or overwritten.',
  'Identify each policy of insurance that may apply.',
  'Identify each person you expect to call as an expert and state the substance of the opinions.',
  'State the staffing of the unit on each shift.',
  'Produce the audit trail of the electronic record.',
  'Produce each contract between the facility and the individuals named.',
  'Produce the training and competency files that concern the procedures at issue.',
] as const;

/** Pages of a pleading on numbered paper. */
export function complaintPage(c: PageContext, s: Sheet, entry?: PlantedEntry): void {
  if (entry !== undefined) return plainPlanted(c, s, entry);
  const { matter } = c;
  s.base = 'serif';
  s.size = 12;
  // Pleadings are double spaced, one line to each number.
  s.leading = 2;
  for (let line = 0; line < 28; line += 1) s.at(26, 62 + line * 24, String(line + 1), { size: 8, gray: 0.45 });
  s.line(40, 40, 40, 745, 0.5);
  s.y = 60;
  const numbered = (from: number, list: readonly string[]): void => {
    list.forEach((text, at) => s.paragraph(`${from + at}. ${text}`, { gap: 0, x: PAGE.left + 8 }));
  };
  if (c.page === 1) {
    s.paragraph('IN THE CIRCUIT COURT', { face: 'serif-bold', gap: 2 });
    s.paragraph(`STATE OF ${matter.venue_state}`, { face: 'serif-bold', gap: 16 });
    s.paragraph(`${fullName(c)}, Plaintiff,`, { gap: 4 });
    s.paragraph('v.', { gap: 4 });
    s.paragraph(`${[matter.facility, ...matter.defendants.map(({ name }) => name)].join('; ')}, Defendants.`, {
      gap: 14,
    });
    s.paragraph(
      `Case No. ${minutes(c.record.from) > 0 ? c.record.from.slice(0, 4) : ''}-L-${c.random.int(1000, 9999)}      COMPLAINT AND JURY DEMAND`,
      { face: 'serif-bold', gap: 16 },
    );
    numbered(1, [
      `Plaintiff is a resident of the State of ${matter.venue_state}.`,
      `Defendant ${matter.facility} provides health care in this county.`,
      'Plaintiff alleges the following on information and belief.',
    ]);
  } else if (c.page === 2) {
    s.paragraph('FACTS', { face: 'serif-bold', gap: 12 });
    numbered(4, matter.summary.split(/(?<=\.) /));
  } else if (c.page < 7) {
    s.paragraph(
      c.page % 2 === 1 ? `COUNT ${['I', 'II', 'III'][(c.page - 3) >> 1] ?? 'IV'}` : 'ALLEGATIONS, CONTINUED',
      { face: 'serif-bold', gap: 12 },
    );
    numbered(12 + (c.page - 3) * 11, c.random.sample(PLEADINGS, 11));
  } else {
    s.paragraph(c.page % 2 === 1 ? 'FIRST INTERROGATORIES TO DEFENDANTS' : 'REQUESTS FOR PRODUCTION', {
      face: 'serif-bold',
      gap: 12,
    });
    numbered(1 + (c.page - 7) * 9, c.random.sample(REQUESTS, 9));
  }
}

const REVIEW = [
  'Sources reviewed: chart, schedule, device logs, statements of staff on duty.',
  'Statements were taken separately. Each person was asked to describe the sequence in his or her own words.',
  'Equipment was inspected by biomedical engineering and found to work as intended.',
  'Staffing on the shift met the unit plan.',
  'The family was told of the event by the attending with the nurse manager present.',
  'Risk management was notified through the event system.',
  'The committee will meet again when outstanding statements are received.',
  'Interim step: unit huddle on escalation and hand-off.',
  'Interim step: charge nurse to review the paging log each shift for thirty days.',
  'Records were secured. Nobody altered an entry after the event, by audit trail.',
  'Contributing factors were sorted into communication, environment, equipment, task and staff.',
  'No conclusion on the standard of care is drawn in this file.',
] as const;

/** Pages of an internal incident file. */
export function incidentPage(c: PageContext, s: Sheet, entry?: PlantedEntry): void {
  if (entry !== undefined) return plainPlanted(c, s, entry);
  letterTop(
    c,
    s,
    c.record.source,
    c.page === 1 ? 'Event report: privileged and confidential' : `Event file, section ${c.page}`,
  );
  if (c.page === 1) {
    s.pairs([
      ['Person affected', fullName(c)],
      ['Event date', usDate(minutes(c.matter.date_of_incident))],
      ['Facility', c.matter.facility],
      ['Reported', usDate(minutes(c.record.to))],
    ]);
    s.paragraph(c.matter.summary, { gap: 14 });
  }
  for (const text of c.random.sample(REVIEW, 7)) s.paragraph(text, { gap: 11 });
  s.heading('Actions');
  s.table(
    [
      { title: 'Action', width: 250 },
      { title: 'Owner', width: 140 },
      { title: 'Due', width: 90 },
    ],
    c.random
      .sample(
        [
          'Collect remaining statements',
          'Copy device log',
          'Review staffing grid',
          'Brief unit leadership',
          'Check order history',
          'Update event system',
          'Schedule second meeting',
        ],
        5,
      )
      .map((action) => [
        action,
        c.random.pick(['Nurse manager', 'Risk manager', 'Quality', 'Unit educator']),
        usDate(minutes(c.record.to) + c.random.int(5, 40) * 1440),
      ]),
    { size: 9.5 },
  );
}

const POLICY = [
  'Purpose: To state how staff of the unit recognize and report a change in condition.',
  'Scope: All licensed staff, trainees and contracted clinicians.',
  'The nurse assesses at the interval ordered and with any change reported by the patient or family.',
  'A change that meets the criteria is reported to the responsible clinician at once, by voice.',
  'When a page is not answered within fifteen minutes the nurse pages again and tells the charge nurse.',
  'When a second page is not answered the charge nurse calls the attending and the house supervisor.',
  'The time of each call, the person called and the reply are written in the chart.',
  'Hand-off uses the standard form and includes pending results and who will follow them.',
  'Critical results are read back. The laboratory or imaging department records name and time.',
  'Orders marked emergent are carried out before routine work; conflicts go to the charge nurse.',
  'Exceptions need the approval of the medical director and are recorded.',
  'The policy is reviewed every two years by nursing and medical staff together.',
  'Training: At hire and yearly, with a written check.',
  'Records of training are kept for seven years.',
] as const;

/** Pages of a facility policy manual or an expert's earlier report, by category. */
export function manualPage(c: PageContext, s: Sheet, entry?: PlantedEntry): void {
  if (entry !== undefined) return plainPlanted(c, s, entry);
  const policy = c.record.category === 'policy';
  letterTop(
    c,
    s,
    c.record.source,
    policy
      ? `Policy ${c.random.int(100, 499)}.${c.page}: ${c.random.pick(['Change in condition', 'Escalation and chain of command', 'Critical results', 'Hand-off', 'Documentation'])}`
      : c.page === 1
        ? 'Report of independent review'
        : `Report, appendix ${c.page - 1}`,
  );
  if (policy)
    c.random
      .sample(POLICY, 11)
      .forEach((text, at) =>
        s.paragraph(/^[A-Z][a-z]+: /.test(text) ? text : `${c.page}.${at + 1}  ${text}`, { gap: 11 }),
      );
  else {
    if (c.page === 1) s.paragraph(c.matter.summary, { gap: 12 });
    s.table(
      [
        { title: 'Item', width: 60 },
        { title: 'Record reviewed', width: 260 },
        { title: 'Dates', width: 150 },
      ],
      Array.from({ length: 14 }, (_, at) => [
        String((c.page - 1) * 14 + at + 1),
        c.random.pick([
          'Nursing flow sheets',
          'Physician notes',
          'Laboratory reports',
          'Imaging reports',
          'Medication record',
          'Orders',
          'Correspondence',
        ]),
        usDate(minutes(c.matter.date_of_incident)),
      ]),
      { size: 9.5 },
    );
    for (const text of [
      'Method: The records were read in the order of events and compared across authors.',
      'Limits: No examination was made and no images were viewed unless listed.',
      'The reviewer may change these remarks when more records come.',
    ])
      s.paragraph(text, { gap: 10 });
  }
}
