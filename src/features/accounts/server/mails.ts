import { z } from 'zod';
import { openerOf } from '../../../platform/mail/opener.ts';
import { instant, link, template } from '../../../platform/mail/template.ts';

const token = openerOf(z.string().regex(/^[\w-]{43}$/));
const code = openerOf(z.string().regex(/^\d{6}$/));
const words = z.string().max(200);

const ASKED = 'You’re receiving this e-mail because someone entered this address on Peritus.';
const HAS_ACCOUNT = 'You’re receiving this e-mail because this address belongs to a Peritus account.';

/** What can happen to a second factor that its owner is told of. */
const FACTOR_NEWS = [
  'app_added',
  'email_added',
  'sms_added',
  'app_removed',
  'email_removed',
  'sms_removed',
  'codes_made',
  'recovery_used',
  'number_changed',
  'reset',
] as const;
const NEWS: Record<(typeof FACTOR_NEWS)[number], { subject: string; line: string }> = {
  app_added: {
    subject: 'An authenticator app was added to your account',
    line: 'Sign-ins can now be confirmed with an authenticator app.',
  },
  email_added: {
    subject: 'Codes by e-mail were turned on for your account',
    line: 'Sign-ins can now be confirmed with a code sent to this address.',
  },
  sms_added: {
    subject: 'Codes by text were turned on for your account',
    line: 'Sign-ins can now be confirmed with a code sent to your mobile number.',
  },
  app_removed: {
    subject: 'The authenticator app was removed from your account',
    line: 'Your authenticator app no longer confirms sign-ins.',
  },
  email_removed: {
    subject: 'Codes by e-mail were turned off for your account',
    line: 'Codes by e-mail no longer confirm sign-ins.',
  },
  sms_removed: {
    subject: 'Codes by text were turned off for your account',
    line: 'Codes by text no longer confirm sign-ins.',
  },
  codes_made: {
    subject: 'New recovery codes were created for your account',
    line: 'Ten new recovery codes were created; the earlier ones no longer work.',
  },
  recovery_used: {
    subject: 'A recovery code was used to sign in',
    line: 'Someone signed in to your account with one of your recovery codes.',
  },
  number_changed: {
    subject: 'The mobile number of your account was changed',
    line: 'Texts go to another number now.',
  },
  reset: {
    subject: 'The second factor of your account was taken away',
    line: 'As someone asked on a call with us, nothing but your password opens your account now. You are signed out everywhere.',
  },
};

/** Mails about accounts. They name no review and repeat nothing a stranger could have typed. */
export const MAILS = {
  reset_password: template(z.object({ opener: token }), (data, say) => ({
    subject: 'Choose a new password',
    move: { whose: 'you', what: `choose a new password by ${say.when(data.opener.until)}` },
    lines: [
      'Someone asked for a new password for your account. The button works once.',
      'If it wasn’t you, you don’t need to do anything: your password stays as it is.',
    ],
    action: { label: 'Choose a new password', url: say.url(`/reset-password?token=${data.opener.value}`) },
    why: HAS_ACCOUNT,
  })),

  introduction: template(z.object({}), (_data, say) => ({
    subject: 'Welcome to Peritus',
    move: { whose: 'you', what: 'look around; what needs you is on your first page' },
    lines: [
      'Every list says whose move each review is, and every review says what happens next and by when.',
      'Search from anywhere with Ctrl K, or ⌘ K on a Mac. Choose which e-mails you get under your account.',
      'If something is unclear, write to us from the contact page. A person answers.',
    ],
    action: { label: 'Open Peritus', url: say.url('/') },
    second: { label: 'Choose your e-mails', url: say.url('/account/notifications') },
    why: HAS_ACCOUNT,
  })),

  password_changed: template(z.object({ at: instant }), (data, say) => ({
    subject: 'Your password was changed',
    move: { whose: 'nobody', what: 'your new password is set' },
    lines: [
      `The password of your account was changed on ${say.when(data.at)}, and sessions elsewhere were ended.`,
      'If it wasn’t you, choose a new password now and write to us.',
    ],
    action: { label: 'Sign in', url: say.url('/login') },
    second: { label: 'It wasn’t me', url: say.url('/forgot-password') },
    why: HAS_ACCOUNT,
  })),

  break_glass: template(
    z.object({
      outcome: z.enum(['opened', 'used', 'opened_yours', 'used_yours']),
      name: words,
      at: instant,
      until: instant,
      ...link,
    }),
    (data, say) => {
      const yours = data.outcome.endsWith('_yours');
      const whose = yours ? 'your account' : `the account of ${data.name}`;
      const used = data.outcome.startsWith('used');
      return {
        subject: used ? 'An emergency sign-in was used' : 'An emergency sign-in was opened',
        move: { whose: 'you', what: 'make sure that you know of it' },
        lines: [
          used
            ? `On ${say.when(data.at)} someone signed in to ${whose} by a link made at the server, without second factor or single sign-on. That session ends by ${say.when(data.until)}.`
            : `On ${say.when(data.at)} someone at the server made a link that signs in to ${whose} once, without second factor or single sign-on. It works until ${say.when(data.until)}.`,
          'The reason given is in the audit trail, and so is everything done in that session.',
          yours
            ? 'If you did not ask for it, end all sessions under your security settings and write to us.'
            : 'If nobody you trust did this, end the sessions of that account and look at who can reach the server.',
        ],
        action: { label: 'Look at it', url: say.url(data.link ?? '/account/security') },
        why: yours ? HAS_ACCOUNT : 'You’re receiving this e-mail because you are a super admin of Peritus.',
      };
    },
  ),

  acted_as: template(z.object({ by: words, at: instant, until: instant, ...link }), (data, say) => ({
    subject: 'Someone at Peritus is working in your account',
    move: { whose: 'nobody', what: 'there is nothing to do if you know of it' },
    lines: [
      `Since ${say.when(data.at)} ${data.by} of Peritus acts in your name, until ${say.when(data.until)} at the latest. They see what you see, and sign, accept and send nothing for you.`,
      'Everything they change is recorded with both names. If you did not ask for help, write to us.',
    ],
    action: { label: 'Write to us', url: say.url(data.link ?? '/contact') },
    why: HAS_ACCOUNT,
  })),

  sso_linked: template(z.object({ at: instant, organization: words }), (data, say) => ({
    subject: 'Your organization’s sign-in now opens your account',
    move: { whose: 'nobody', what: 'there is nothing to do if it was you' },
    lines: [
      `On ${say.when(data.at)} your account was signed in to by the sign-in service of ${data.organization}, by somebody who is new to it here and has your address there. From now on that sign-in opens your account.`,
      'If it wasn’t you, tell your organization’s IT team and write to us.',
    ],
    action: { label: 'Check your security settings', url: say.url('/account/security') },
    why: HAS_ACCOUNT,
  })),

  second_factor_code: template(z.object({ opener: code }), (data, say) => ({
    subject: `${data.opener.value} is your code to sign in`,
    move: { whose: 'you', what: 'enter the code where you are signing in within ten minutes' },
    lines: [
      `It works once, until ${say.when(data.opener.until)}. No one at Peritus will ever ask you for it.`,
      'If you are not signing in, someone knows your password: change it now.',
    ],
    code: data.opener.value,
    why: HAS_ACCOUNT,
  })),

  second_factor_changed: template(
    z.object({ what: z.enum(FACTOR_NEWS), at: instant, codes_left: z.number().int().nonnegative() }),
    (data, say) => ({
      subject: NEWS[data.what].subject,
      move: { whose: 'nobody', what: 'there is nothing to do if it was you' },
      lines: [
        `${NEWS[data.what].line} This was on ${say.when(data.at)}.`,
        ...(data.what === 'recovery_used'
          ? [data.codes_left === 1 ? 'One recovery code is left.' : `${data.codes_left} recovery codes are left.`]
          : []),
        'If it wasn’t you, choose a new password now and write to us.',
      ],
      action: { label: 'Check your security settings', url: say.url('/account/security') },
      second: { label: 'It wasn’t me', url: say.url('/forgot-password') },
      why: HAS_ACCOUNT,
    }),
  ),

  registration_code: template(z.object({ opener: code }), (data, say) => ({
    subject: `${data.opener.value} is your code for Peritus`,
    move: { whose: 'you', what: 'enter the code where you registered, within ten minutes' },
    lines: [
      `It works once, until ${say.when(data.opener.until)}. No one at Peritus will ever ask you for it.`,
      'If you did not register, you don’t need to do anything: without the code, no account is created.',
    ],
    code: data.opener.value,
    why: ASKED,
  })),

  registration_known: template(z.object({}), (_data, say) => ({
    subject: 'You already have an account',
    move: { whose: 'you', what: 'sign in, or choose a new password' },
    lines: [
      'Someone registered with this address, which already belongs to an account. Nothing was changed.',
      'If it was you, sign in. If you no longer know the password, choose a new one.',
    ],
    action: { label: 'Sign in', url: say.url('/login') },
    second: { label: 'Choose a new password', url: say.url('/forgot-password') },
    why: ASKED,
  })),

  organization_registered: template(z.object({ organization_id: z.number().int(), name: words }), (data) => ({
    subject: 'A new organization registered',
    move: { whose: 'you', what: 'look at it before its first order' },
    lines: ['Someone registered a new organization and is its admin. Nothing has been agreed with it yet.'],
    facts: [
      ['Organization', data.name],
      ['Number', String(data.organization_id)],
    ],
    why: 'This is the inbox of Peritus support.',
  })),

  person_invitation: template(
    z.object({ opener: token, organization: words.nullable(), label: words, inviter: words }),
    (data, say) => ({
      subject: data.organization ? `${data.organization} invites you to Peritus` : 'You are invited to Peritus',
      move: { whose: 'you', what: `accept the invitation by ${say.when(data.opener.until)}` },
      lines: [
        `${data.inviter} invites you to Peritus, where expert medical reviews are ordered and delivered.`,
        'If you weren’t expecting this, you can ignore it: the invitation expires on its own.',
      ],
      facts: [
        ...(data.organization ? [['Organization', data.organization] as [string, string]] : []),
        ['Your role', data.label],
        ['Open until', say.when(data.opener.until)],
      ],
      action: { label: 'See the invitation', url: say.url(`/accept-invitation?token=${data.opener.value}`) },
      why: 'You’re receiving this e-mail because you were invited to Peritus at this address.',
    }),
  ),

  email_change_confirm: template(z.object({ opener: token }), (data, say) => ({
    subject: 'Confirm your new e-mail address',
    move: { whose: 'you', what: `confirm this address by ${say.when(data.opener.until)}` },
    lines: [
      'Someone wants to use this address for an account on Peritus. Until you confirm it, the old one stays.',
      'If it wasn’t you, you don’t need to do anything.',
    ],
    action: { label: 'Confirm this address', url: say.url(`/verify?confirm-email=${data.opener.value}`) },
    why: ASKED,
  })),

  email_change_taken: template(z.object({}), (_data, say) => ({
    subject: 'This address already has an account',
    move: { whose: 'nobody', what: 'nothing was changed' },
    lines: [
      'Someone wanted to use this address for another account on Peritus. It belongs to yours, so nothing was changed.',
    ],
    action: { label: 'Sign in', url: say.url('/login') },
    why: HAS_ACCOUNT,
  })),

  email_change_notice: template(z.object({ opener: token, new_email: words, done: z.boolean() }), (data, say) => ({
    subject: data.done ? 'Your e-mail address was changed' : 'Your e-mail address is to be changed',
    move: {
      whose: 'nobody',
      what: data.done ? 'the new address is in use' : 'the new address has to be confirmed first',
    },
    lines: [
      data.done
        ? 'Your account now uses another address. E-mails no longer come here.'
        : 'Someone signed in to your account wants to change its address.',
      `If it wasn’t you, stop it by ${say.when(data.opener.until)}: this address stays or comes back, everyone is signed out, and you choose a new password.`,
    ],
    facts: [['New address', data.new_email]],
    action: { label: 'Stop the change', url: say.url(`/verify?stop-email=${data.opener.value}`) },
    why: HAS_ACCOUNT,
  })),
} as const;
