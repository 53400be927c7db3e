/** What an account's balance says when it is debited: an asset or a cost grows, a debt or income shrinks. */
type Side = 'debit' | 'credit';

/** One account of the book: what it is called, and on which side its balance stands as a rule. */
interface AccountRow {
  label: string;
  says: string;
  side: Side;
}

/** The accounts. Each is kept for each organization, or expert, that it concerns. */
export const ACCOUNTS = {
  unbilled: { label: 'Unbilled work', says: 'Earned and not on an invoice yet', side: 'debit' },
  receivable: { label: 'Invoiced, unpaid', says: 'On invoices, less what was paid and credited', side: 'debit' },
  cash: { label: 'Cash', says: 'What came in, less what was paid back and paid to experts', side: 'debit' },
  retainers: { label: 'Retainers held', says: 'Paid in ahead for work not done yet', side: 'credit' },
  revenue: { label: 'Revenue', says: 'Earned by calls held, reports delivered and time worked', side: 'credit' },
  sales_tax: { label: 'Sales tax owed', says: 'Charged to customers for their states', side: 'credit' },
  expert_fees: { label: 'Experts’ fees', says: 'What experts earned of the work, expenses included', side: 'debit' },
  owed_experts: { label: 'Owed to experts', says: 'Earned by experts and not paid to them yet', side: 'credit' },
  tax_withheld: { label: 'Tax withheld', says: 'Kept back of payouts, owed to the tax authority', side: 'credit' },
} as const satisfies Readonly<Record<string, AccountRow>>;

export type Account = keyof typeof ACCOUNTS;
/** Accounts whose lines say which expert they concern, and which no customer reads. */
export const EXPERT_ACCOUNTS = ['expert_fees', 'owed_experts'] as const satisfies readonly Account[];
export const isExpertAccount = (account: Account): boolean => EXPERT_ACCOUNTS.some((one) => one === account);
export const ACCOUNT_KEYS = Object.keys(ACCOUNTS) as readonly Account[];

/** A sum of debits less credits as people read it: positive on the account's own side, cents. */
export const shownBalance = (account: Account, cents: number): number =>
  ACCOUNTS[account].side === 'debit' ? cents : cents === 0 ? 0 : -cents;
