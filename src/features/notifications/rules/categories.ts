/** What a person can switch off by mail, and what each of it is about. */
export const CATEGORIES = {
  orders: ['Orders', 'An order is in, put on hold, resumed, canceled or handed over.'],
  experts: ['Experts and invitations', 'Experts to choose from, invitations, and how they were answered.'],
  calls: [
    'Calls',
    'Times asked for and offered, calls and exams set, changed and canceled, and the reminders before them.',
  ],
  records: ['Records', 'Records asked for, and their arrival.'],
  reports: ['Reports', 'A report is requested, signed, returned or delivered.'],
  reminders: ['Reminders', 'A step that waits for you, or for the expert, is due soon or overdue.'],
  closing: ['Closing', 'A review is about to close automatically, or has closed.'],
  billing: [
    'Invoices, budgets and payouts',
    'An invoice is issued, overdue or paid; a budget is nearly used, or used up; a payout is made.',
  ],
  messages: ['Unread messages', 'What stayed unread in your conversations for a while, without its content.'],
} as const satisfies Record<string, readonly [name: string, about: string]>;
export type Category = keyof typeof CATEGORIES;
export const CATEGORY_NAMES = Object.keys(CATEGORIES) as Category[];
