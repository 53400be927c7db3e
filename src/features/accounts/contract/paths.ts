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
} as const;
