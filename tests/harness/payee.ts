/** Whom to pay, and at which bank, as an expert sends it for the first time. */
export const DETAILS = {
  payee_name: 'Quillfeather Neurology',
  tax_id_kind: 'ssn',
  tax_id: '123-45-6789',
  address_line1: '4 Elm Road',
  address_line2: '',
  city: 'Troy',
  state: 'NY',
  postal_code: '12180',
  bank_name: 'Prairie Bank',
  account_type: 'checking',
  routing_number: '021000021',
  account_number: '000777123987',
  lock_version: null,
};

/** A W-9 of a person, signed. */
export const SIGNED = {
  name: 'Ruth Quillfeather',
  business_name: '',
  classification: 'individual',
  llc_taxed_as: null,
  exempt_payee_code: '',
  fatca_code: '',
  backup_withholding: false,
  signed_name: 'Ruth Quillfeather',
  certifies: true,
};
