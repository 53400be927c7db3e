/** Where the endpoints of the second factor, of sessions and of the password are; see paths.ts. */
export const SECURITY_PATHS = {
  waiting: { id: 'accounts.second_factor', method: 'GET', path: '/api/v1/user/second-factor' },
  sendCode: { id: 'accounts.second_factor_send', method: 'POST', path: '/api/v1/user/second-factor/send' },
  prove: { id: 'accounts.second_factor_prove', method: 'POST', path: '/api/v1/user/second-factor' },
  keepSession: { id: 'accounts.session_keep', method: 'POST', path: '/api/v1/user/session/keep' },
  security: { id: 'accounts.security', method: 'GET', path: '/api/v1/account/security' },
  reauthenticate: { id: 'accounts.reauthenticate', method: 'POST', path: '/api/v1/account/reauthenticate' },
  beginFactor: { id: 'accounts.factor_begin', method: 'POST', path: '/api/v1/account/second-factor/{method}' },
  confirmFactor: {
    id: 'accounts.factor_confirm',
    method: 'POST',
    path: '/api/v1/account/second-factor/{method}/confirm',
  },
  removeFactor: { id: 'accounts.factor_remove', method: 'DELETE', path: '/api/v1/account/second-factor/{method}' },
  recoveryCodes: { id: 'accounts.recovery_codes', method: 'POST', path: '/api/v1/account/recovery-codes' },
  forgetDevice: { id: 'accounts.device_forget', method: 'DELETE', path: '/api/v1/account/devices/{id}' },
  endSession: { id: 'accounts.session_end', method: 'DELETE', path: '/api/v1/account/sessions/{id}' },
  endOtherSessions: { id: 'accounts.sessions_end_others', method: 'DELETE', path: '/api/v1/account/sessions' },
  changePassword: { id: 'accounts.change_password', method: 'POST', path: '/api/v1/account/password' },
  switchProfile: { id: 'accounts.switch_profile', method: 'POST', path: '/api/v1/users/switch_profile' },
  suspend: { id: 'accounts.suspend', method: 'POST', path: '/api/v1/users/{id}/suspend' },
  reinstate: { id: 'accounts.reinstate', method: 'POST', path: '/api/v1/users/{id}/reinstate' },
} as const;
