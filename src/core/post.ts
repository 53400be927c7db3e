/** What goes by post or by a carrier, and what a proof of it needs. */

export const POST_METHODS = ['mail', 'certified_mail', 'courier'] as const;
export type PostMethod = (typeof POST_METHODS)[number];

export const POST_WORDS: Readonly<Record<PostMethod, string>> = {
  mail: 'Mail',
  certified_mail: 'Certified mail',
  courier: 'Courier',
};

/** Whether the carrier gives it a number, without which its way cannot be shown. */
export const isNumbered = (method: string): boolean => method === 'certified_mail' || method === 'courier';
