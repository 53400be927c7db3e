/**
 * Where the endpoints of signing in are. The sign-in page calls them before the rest of the program is loaded, without
 * the schemas; the contract beside it builds its endpoints from the same rows.
 */
export const ACCOUNT_PATHS = {
  login: { id: 'accounts.login', method: 'POST', path: '/api/v1/user/login' },
  logout: { id: 'accounts.logout', method: 'DELETE', path: '/api/v1/user/logout' },
  currentUser: { id: 'accounts.current_user', method: 'GET', path: '/api/v1/users/current_user' },
  currentTmp: { id: 'accounts.current_tmp', method: 'GET', path: '/api/v1/users/current_tmp' },
  update: { id: 'accounts.update', method: 'PUT', path: '/api/v1/users' },
  demo: { id: 'accounts.demo', method: 'GET', path: '/api/v1/demo/accounts' },
  forgotPassword: { id: 'accounts.forgot_password', method: 'POST', path: '/api/v1/user/forgot-password' },
  resetLink: { id: 'accounts.reset_link', method: 'POST', path: '/api/v1/user/reset-password/link' },
  resetPassword: { id: 'accounts.reset_password', method: 'POST', path: '/api/v1/user/reset-password' },
  register: { id: 'accounts.register', method: 'POST', path: '/api/v1/registrations' },
  registrationOrganization: {
    id: 'accounts.registration_organization',
    method: 'GET',
    path: '/api/v1/registrations/organizations/{slug}',
  },
  registration: { id: 'accounts.registration', method: 'GET', path: '/api/v1/registrations/current' },
  resendCode: { id: 'accounts.resend_code', method: 'POST', path: '/api/v1/registrations/current/resend' },
  finishRegistration: {
    id: 'accounts.finish_registration',
    method: 'POST',
    path: '/api/v1/registrations/current/verify',
  },
  changeEmail: { id: 'accounts.change_email', method: 'POST', path: '/api/v1/account/email' },
  confirmEmail: { id: 'accounts.confirm_email', method: 'POST', path: '/api/v1/account/email/confirm' },
  stopEmail: { id: 'accounts.stop_email', method: 'POST', path: '/api/v1/account/email/stop' },
  askPhone: { id: 'accounts.ask_phone', method: 'POST', path: '/api/v1/account/phone' },
  verifyPhone: { id: 'accounts.verify_phone', method: 'POST', path: '/api/v1/account/phone/verify' },
  invite: { id: 'accounts.invite', method: 'POST', path: '/api/v1/people/invitations' },
  invitations: { id: 'accounts.invitations', method: 'GET', path: '/api/v1/people/invitations' },
  resendInvitation: {
    id: 'accounts.resend_invitation',
    method: 'POST',
    path: '/api/v1/people/invitations/{id}/resend',
  },
  withdrawInvitation: {
    id: 'accounts.withdraw_invitation',
    method: 'POST',
    path: '/api/v1/people/invitations/{id}/withdraw',
  },
  openInvitation: { id: 'accounts.open_invitation', method: 'POST', path: '/api/v1/people/invitation/open' },
  acceptInvitation: { id: 'accounts.accept_invitation', method: 'POST', path: '/api/v1/people/invitation/accept' },
} as const;
