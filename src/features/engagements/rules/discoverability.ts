import type { LegalService } from '../../reviews/kinds/legal-case/options.ts';

/** Where words are written that the other side may come to read. */
export type Written = 'conversation' | 'draft';

/**
 * What who writes on a legal case is told before they do, by the expert's role: in short, and why. FRCP 26(b)(4)(B) and (C) protect
 * drafts and most of what counsel and a testifying expert write to each other, except what concerns compensation and what counsel
 * gave and the expert considered or relied on; states differ. 26(b)(4)(D) protects an expert who is not expected to testify.
 */
export function discoverability(role: LegalService, of: Written): { short: string; why: string } {
  if (role === 'testifying')
    return of === 'draft'
      ? {
          short: 'Some states let the other side see drafts.',
          why: 'The expert testifies. Federal courts protect drafts of their report; not every state does.',
        }
      : {
          short: 'What is written here may have to be disclosed.',
          why: 'The expert testifies. Disclosed is at least what concerns their fees, and what counsel gave them to consider or to assume; in some states everything is.',
        };
  return {
    short: 'Protected in most courts while the expert only advises.',
    why: `An expert who is not named as a witness can rarely be asked for what they wrote. Should they testify later, ${of === 'draft' ? 'this draft' : 'what is written here'} may have to be disclosed.`,
  };
}

/** What is told beside it where both sides agreed that no drafts are kept. */
export const NO_DRAFTS =
  'No drafts are kept: each change replaces what stood there before, and a draft that is never signed is deleted a day after the matter is canceled, unless a legal hold keeps it.';
