import { z } from 'zod';
import { dateText } from '../../../core/dates.ts';
import { link, open, template } from '../../../platform/mail/template.ts';

/** Mails about disclosures. Nobody is named in them, and no amount. */
export const MAILS = {
  disclosure_asked: template(z.object({ ...link }), (data, say) => ({
    subject: `${say.review}: the firm asks for your disclosure`,
    move: { whose: 'you', what: 'confirm what you considered and your exhibits, then sign' },
    lines: [
      'The six parts are prepared on the matter’s page from what is on record. Each says what it still lacks, and whose move that is.',
    ],
    action: open(say, data, 'Open the disclosure'),
  })),

  disclosure_ready: template(z.object({ supplement: z.boolean(), ...link }), (data, say) => ({
    subject: `${say.review}: the ${data.supplement ? 'supplemental disclosure' : 'disclosure'} is signed`,
    move: { whose: 'you', what: 'download it, and serve it by the date of the court' },
    lines: ['It is one PDF with cover, index and a number on every page. It stays as it is.'],
    action: open(say, data, 'Open it'),
  })),

  disclosure_not_made: template(z.object({ yours: z.boolean(), ...link }), (data, say) => ({
    subject: `${say.review}: the file of a signed disclosure could not be made`,
    move: data.yours
      ? { whose: 'you', what: 'look at what is gone, and sign another' }
      : { whose: 'expert', what: 'signs another' },
    lines: [
      'Something it was signed from is no longer there. What was signed stays on record, and nothing of it is to be served; the next one is made anew.',
    ],
    action: open(say, data, 'Open the disclosure'),
  })),

  disclosure_left: template(z.object({ signed: z.boolean(), ...link }), (data, say) => ({
    subject: data.signed
      ? `${say.review}: the expert who signed the disclosure is off the matter`
      : `${say.review}: the disclosure you asked for is not signed, and its expert is off the matter`,
    move: {
      whose: 'you',
      what: data.signed ? 'decide what that means for what was served' : 'ask who comes after for theirs',
    },
    lines: [
      data.signed
        ? 'The packet stays with you as it was signed, marked with who signed it and when they left. Whoever comes after signs one of their own.'
        : 'What was prepared goes no further. Whoever comes after prepares and signs their own.',
    ],
    action: open(say, data, 'Open the disclosure'),
  })),

  merit_asked: template(z.object({ due_on: z.string(), ...link }), (data, say) => ({
    subject: `${say.review}: the firm asks for a certificate by ${dateText(data.due_on, 'long')}`,
    move: { whose: 'you', what: `sign a certificate or an affidavit by ${dateText(data.due_on, 'long')}, or decline` },
    lines: [
      'Why the firm needs it is on the matter’s page, with the forms for its state. What you state is yours alone.',
    ],
    action: open(say, data, 'Open it'),
  })),

  merit_ahead: template(z.object({ due_on: z.string(), ...link }), (data, say) => ({
    subject: `${say.review}: a certificate is due by ${dateText(data.due_on, 'long')}`,
    move: { whose: 'you', what: `sign a certificate or an affidavit by ${dateText(data.due_on, 'long')}, or decline` },
    lines: ['The firm has no answer yet. Why it needs the certificate is on the matter’s page.'],
    action: open(say, data, 'Open it'),
  })),

  merit_passed: template(z.object({ due_on: z.string(), ...link }), (data, say) => ({
    subject: `${say.review}: no certificate by ${dateText(data.due_on, 'long')}`,
    move: { whose: 'you', what: 'write to the expert, or take the request back' },
    lines: [
      `The certificate you asked for by ${dateText(data.due_on, 'long')} is neither signed nor declined. The expert can still answer.`,
    ],
    action: open(say, data, 'Open it'),
  })),

  merit_taken_back: template(z.object({ ...link }), (data, say) => ({
    subject: `${say.review}: the certificate is no longer asked for`,
    move: { whose: 'nobody', what: 'there is nothing to do' },
    lines: ['The firm took its request back. What you may have written stays on your device.'],
    action: open(say, data, 'Open the matter'),
  })),

  merit_declined: template(z.object({ ...link }), (data, say) => ({
    subject: `${say.review}: the expert declines to give the certificate`,
    move: { whose: 'you', what: 'read why, and decide how to continue' },
    lines: ['Why is on the matter’s page.'],
    action: open(say, data, 'Open it'),
  })),

  merit_withdrawn: template(z.object({ used: z.boolean(), ...link }), (data, say) => ({
    subject: `${say.review}: the expert withdraws a signed certificate`,
    move: {
      whose: 'you',
      what: data.used ? 'decide what has to be said where it was filed' : 'use it no longer',
    },
    lines: [
      data.used
        ? 'It is recorded as used. Why it is withdrawn is on the matter’s page; it stays readable there, marked.'
        : 'Why is on the matter’s page. It stays readable there, marked.',
    ],
    action: open(say, data, 'Open it'),
  })),

  merit_signed: template(z.object({ certificate: z.boolean(), ...link }), (data, say) => ({
    subject: `${say.review}: ${data.certificate ? 'a certificate of merit' : 'an affidavit'} is signed`,
    move: { whose: 'you', what: 'read it, and file it where the court asks for it' },
    lines: [
      'It is on the matter’s page, with where its form is from. Whether it meets the law of the state is counsel’s to judge.',
    ],
    action: open(say, data, 'Open it'),
  })),

  records_return_asked: template(z.object({ due_on: z.string(), again: z.boolean(), ...link }), (data, say) => ({
    subject: `${say.review}: ${data.again ? 'the certificate about the records is awaited' : 'what became of the records you received'}`,
    move: { whose: 'you', what: `return or destroy the records, and say so by ${dateText(data.due_on, 'long')}` },
    lines: [
      'Your work on the matter has ended. The agreement asks you to return or destroy what you were given for it, and to say so in writing. What a law or a legal hold has you keep is said instead.',
      'What you are paid does not wait for it.',
    ],
    action: open(say, data, 'Sign the certificate'),
  })),

  records_return_signed: template(z.object({ ...link }), (data, say) => ({
    subject: `${say.review}: the certificate about the records is signed`,
    move: { whose: 'nobody', what: 'the expert said what became of the records' },
    lines: ['It is on the matter’s page, with the list of what was released.'],
    action: open(say, data, 'Open it'),
  })),

  packet_damaged: template(z.object({ ...link }), (data, say) => ({
    subject: `${say.review}: a stored disclosure was damaged`,
    move: { whose: 'you', what: 'check whether the disclosure opens' },
    lines: [
      `The packet of ${say.review} no longer matched what was signed: the stored file was changed, cut short or lost. None of it was shown to anyone.`,
      'It was made again from what was signed, and put back if it came out exactly the same. If it does not open now, have it restored from a backup.',
    ],
    action: open(say, data, 'Open the review'),
  })),
} as const;
