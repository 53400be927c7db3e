/** The address of an endpoint that changes a review: `/api/v1/{kind}/{id}/` and its path. A repeated call is answered once. */
export const reviewCommand = (id: string, path: string) =>
  ({ id, method: 'POST', path: `/api/v1/{kind}/{id}/${path}`, idempotent: true }) as const;
