import { z } from 'zod';
import { defineEndpoint } from '../../core/endpoint.ts';
import { MESSAGE_MAX, REASON_NAMES } from './rules.ts';

export const supportEndpoints = {
  contact: defineEndpoint({
    id: 'support.contact',
    method: 'POST',
    path: '/api/v1/contact',
    summary: 'Write to support; answers a reference number',
    allow: 'public',
    shape: {
      body: z.object({
        name: z.string().trim().min(1).max(200),
        email: z.string().trim().min(1).max(254),
        reason: z.enum(REASON_NAMES),
        message: z.string().trim().min(1).max(MESSAGE_MAX),
      }),
      output: z.object({ reference: z.string() }),
    },
    success: 201,
    errors: ['throttled', 'invalid'],
  }),
};
