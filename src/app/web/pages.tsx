import type { ComponentType } from 'react';
import { type ActorKind, isExpert } from '../../core/actor.ts';
import { KINDS, reviewNumber } from '../../core/kinds.ts';
import type { PagePath } from '../routes.ts';

export interface Page {
  /** What the window is called; never names of people. */
  title: string | ((params: Record<string, string | undefined>) => string);
  load: () => Promise<ComponentType>;
  /** Who may open it; others are sent to the home of their role. Everyone when it is not given. */
  admits?: (kind: ActorKind) => boolean;
  /** Keeps to the window; its parts scroll themselves. */
  fixed?: boolean;
}

const isExpertSide = (kind: ActorKind): boolean =>
  isExpert(kind) || kind === 'expert_assistant' || kind === 'applicant_expert' || kind === 'attendee';
const isNotExpertSide = (kind: ActorKind): boolean => !isExpertSide(kind);

function ofCase(what: string): (params: Record<string, string | undefined>) => string {
  return ({ reviewId }) =>
    /^\d{1,15}$/.test(reviewId ?? '') ? `${reviewNumber('Case', Number(reviewId))} · ${what}` : what;
}

/** The component of each page, loaded when it is first opened. */
export const PAGES: Partial<Record<PagePath, Page>> = {
  '/contact': {
    title: 'Contact',
    load: () => import('../../features/support/web/contact-page.tsx').then((m) => m.ContactPage),
  },
  '/cases': {
    title: KINDS.Case.label,
    load: () => import('../../features/reviews/web/list-page.tsx').then((m) => m.CaseListPage),
    admits: isNotExpertSide,
  },
  '/completed-cases': {
    title: `Completed ${KINDS.Case.label}`,
    load: () => import('../../features/reviews/web/list-page.tsx').then((m) => m.CompletedCaseListPage),
    admits: isNotExpertSide,
  },
  '/case/{reviewId}/step-one': wizardStep('Step one'),
  '/case/{reviewId}/step-two': wizardStep('Step two'),
  '/case/{reviewId}/step-three': wizardStep('Step three'),
  '/case/{reviewId}/step-four': wizardStep('Step four'),
  '/case/{reviewId}/file-request': {
    title: ofCase('Records asked for'),
    load: () => import('../../features/files/web/file-request-page.tsx').then((m) => m.FileRequestPage),
  },
  '/preview-file/{fileId}': {
    title: 'Record',
    load: () => import('../../features/files/web/preview-page.tsx').then((m) => m.PreviewFilePage),
    fixed: true,
  },
};

function wizardStep(what: string): Page {
  return {
    title: ofCase(what),
    load: () => import('../../features/reviews/web/wizard-page.tsx').then((m) => m.WizardPage),
    admits: isNotExpertSide,
  };
}

const FIXED = Object.entries(PAGES)
  .filter(([, page]) => page.fixed)
  .map(([path]) => new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`));

/** Whether the page at a path keeps to the window and scrolls its own parts. */
export const isFixed = (path: string): boolean => FIXED.some((pattern) => pattern.test(path));
