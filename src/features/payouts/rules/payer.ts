/** Who pays, as the tax forms name it. */
export interface Payer {
  name: string;
  /** Employer Identification Number. */
  tax_id: string;
  address_line1: string;
  address_line2: string;
  city: string;
  state: string;
  postal_code: string;
  phone: string;
  email: string;
}
