import { z } from 'zod';
import { defineEndpoint } from '../../core/endpoint.ts';

export const meetingEndpoints = {
  zoomEvents: defineEndpoint({
    id: 'meetings.zoom_events',
    method: 'POST',
    path: '/api/v1/zoom-events',
    summary: 'Takes what Zoom tells of meetings that began and ended, signed by it; each message once',
    allow: 'public',
    shape: {
      output: z.union([
        z.object({ received: z.literal(true) }),
        /** To a question whether this address is ours. */
        z.object({ plainToken: z.string(), encryptedToken: z.string() }),
      ]),
    },
    errors: ['not_found'],
  }),
};
