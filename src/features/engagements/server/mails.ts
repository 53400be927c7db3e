import { z } from 'zod';
import { instant, link, open, template } from '../../../platform/mail/template.ts';

/** Mails of an engagement. No amount stands in them, and nobody of the matter is named. */
export const MAILS = {
  agreement_to_propose: template(z.object({ ...link }), (data, say) => ({
    subject: `${say.review}: propose the agreement`,
    move: { whose: 'you', what: 'propose the agreement' },
    lines: [
      'The expert has cleared the names. The terms are filled in from your order and their rates; look at them, then sign.',
    ],
    action: open(say, data, 'Open the agreement'),
  })),

  agreement_offered: template(z.object({ lapses_at: instant, ...link }), (data, say) => ({
    subject: `${say.review}: an agreement to sign`,
    move: { whose: 'you', what: 'sign the agreement, or propose other terms' },
    lines: ['The other side has signed it. What changed since the last one stands at its top.'],
    facts: [['Open until', say.when(data.lapses_at)]],
    action: open(say, data, 'Read the agreement'),
  })),

  agreement_signed: template(z.object({ ...link }), (data, say) => ({
    subject: `${say.review}: the agreement is signed`,
    move: { whose: 'nobody', what: 'both sides have signed the agreement' },
    lines: [
      'The signed document is on the page. Work begins once the retainer has been received, where one was agreed.',
    ],
    action: open(say, data, 'Open the agreement'),
  })),

  agreement_ended: template(z.object({ lapsed: z.boolean(), ...link }), (data, say) => ({
    subject: `${say.review}: ${data.lapsed ? 'the agreement lapsed unsigned' : 'there is no agreement with this expert'}`,
    move: { whose: 'peritus', what: 'looks for another expert' },
    lines: [
      data.lapsed
        ? 'Nobody signed it in time, so another expert is looked for.'
        : 'The agreement has ended or was not reached. Another expert is looked for.',
    ],
    action: open(say, data, 'See where it stands'),
  })),

  amendment_offered: template(z.object({ lapses_at: instant, ...link }), (data, say) => ({
    subject: `${say.review}: a change of the agreement`,
    move: { whose: 'you', what: 'sign the change, decline it, or propose another' },
    lines: [
      'What would change stands at the top of the page. Until both have signed it, what you agreed before holds.',
    ],
    facts: [['Open until', say.when(data.lapses_at)]],
    action: open(say, data, 'Read the change'),
  })),

  amendment_signed: template(z.object({ ...link }), (data, say) => ({
    subject: `${say.review}: the agreement has changed`,
    move: { whose: 'nobody', what: 'both sides have signed the change' },
    lines: ['The changed agreement holds from now on. What was done before is charged as it was agreed then.'],
    action: open(say, data, 'Open the agreement'),
  })),

  amendment_ended: template(z.object({ lapsed: z.boolean(), ...link }), (data, say) => ({
    subject: `${say.review}: the agreement stays as it was`,
    move: { whose: 'nobody', what: 'the work continues as it was agreed' },
    lines: [
      data.lapsed
        ? 'The change that was proposed was not signed in time.'
        : 'The change that was proposed is withdrawn or declined. The reason is on the timeline.',
    ],
    action: open(say, data, 'Open the agreement'),
  })),

  retainer_asked: template(z.object({ ...link }), (data, say) => ({
    subject: `${say.review}: the retainer is due`,
    move: { whose: 'you', what: 'pay the retainer' },
    lines: ['How much it is stands on the page. Work begins, or continues, once it has been received.'],
    action: open(say, data, 'See what is due'),
  })),

  retainer_received: template(z.object({ ...link }), (data, say) => ({
    subject: `${say.review}: the retainer was received`,
    move: { whose: 'nobody', what: 'what was due of the retainer has arrived' },
    lines: ['Each payment stands on the page with its day and reference.'],
    action: open(say, data, `Open ${say.review}`),
  })),

  expert_withdrew: template(z.object({ ...link }), (data, say) => ({
    subject: `${say.review}: the expert is off the matter`,
    move: { whose: 'you', what: 'ask for another expert, or conclude the matter' },
    lines: ['The reason is on the timeline. What the expert did until then is kept.'],
    action: open(say, data, `Open ${say.review}`),
  })),
} as const;
