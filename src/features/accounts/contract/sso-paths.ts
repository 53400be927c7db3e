/** Where the endpoints of single sign-on are; light, for the sign-in page. */
export const SSO_PATHS = {
  ssoOffer: { id: 'accounts.sso_offer', method: 'POST', path: '/api/v1/sso/organization' },
  ssoStart: { id: 'accounts.sso_start', method: 'POST', path: '/api/v1/sso/start' },
  ssoCallback: { id: 'accounts.sso_callback', method: 'POST', path: '/api/v1/sso/callback' },
  ssoSettings: { id: 'accounts.sso_settings', method: 'GET', path: '/api/v1/organizations/{id}/sso' },
  saveSsoSettings: { id: 'accounts.save_sso_settings', method: 'PUT', path: '/api/v1/organizations/{id}/sso' },
  removeSsoSettings: { id: 'accounts.remove_sso_settings', method: 'DELETE', path: '/api/v1/organizations/{id}/sso' },
} as const;
