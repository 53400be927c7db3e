/** The agreement experts sign, as it reads now. A changed text gets another version; what was signed keeps its own. */
export const AGREEMENT = {
  version: '2026-11',
  title: 'Expert agreement',
  sections: [
    [
      'What you do',
      'You review records and give your own professional judgment, on calls and in reports, in fields you practice in. You take a review only after you looked for conflicts, and you may decline any invitation without giving a reason.',
    ],
    [
      'Confidentiality',
      'Records are protected health information. As a business associate’s subcontractor you use them for the review alone, keep no copy outside Peritus, enter them in no other program, and tell us within one business day when you believe anybody else saw them.',
    ],
    [
      'Independence',
      'Your fee never depends on what you conclude. You say so at once when anybody tries to steer a conclusion.',
    ],
    [
      'Your credentials',
      'You hold an active, unrestricted license and malpractice cover for as long as you review, and tell us of any change within three business days. When one of them ends, no invitation comes to you until the new one is checked.',
    ],
    ['Fees', 'The fee of each review stands in its invitation. We pay it whether or not the customer has paid us.'],
    [
      'Ending',
      'Either side ends this agreement at any time in writing. Reviews under way are finished or handed over; confidentiality stays.',
    ],
  ],
} as const satisfies { version: string; title: string; sections: readonly (readonly [string, string])[] };
