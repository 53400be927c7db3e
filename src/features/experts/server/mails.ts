import { z } from 'zod';
import { template } from '../../../platform/mail/template.ts';

const words = z.string().max(200);

const HAS_ACCOUNT = 'You’re receiving this e-mail because this address belongs to a Peritus account.';

/** Mails about applications of experts. */
export const MAILS = {
  application_submitted: template(z.object({ number: words }), (data, say) => ({
    subject: `Your application ${data.number} is with us`,
    move: { whose: 'peritus', what: 'read your application within five business days' },
    lines: ['We’ll write to you either way. Your application’s page shows its status.'],
    facts: [['Application', data.number]],
    action: { label: 'See its status', url: say.url('/apply') },
    why: HAS_ACCOUNT,
  })),

  application_arrived: template(z.object({ number: words }), (data) => ({
    subject: `Application ${data.number} of an expert`,
    move: { whose: 'you', what: 'read it within five business days' },
    lines: ['An expert sent an application. The applicant was told so.'],
    facts: [['Application', data.number]],
    why: 'This is the inbox of Peritus support.',
  })),

  cv_damaged: template(z.object({}), () => ({
    subject: 'A stored CV is damaged',
    move: { whose: 'you', what: 'have it restored from a backup, or ask the expert to upload it again' },
    lines: [
      'A CV no longer matches what was uploaded: the stored file was changed, cut short or lost. Nobody can open it. The audit trail shows which one it is.',
    ],
    why: 'You run Peritus.',
  })),
} as const;
