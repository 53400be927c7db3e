import { z } from 'zod';
import { defineEndpoint } from '../../core/endpoint.ts';

export const consoleEndpoints = {
  waiting: defineEndpoint({
    id: 'console.waiting',
    method: 'GET',
    path: '/api/v1/console/waiting',
    summary:
      'How much waits for the caller at each place of the console that counts; empty for whoever has no place in it',
    allow: () => true,
    shape: {
      output: z.object({
        /** By the place's path. Places where nothing waits are left out. */
        waiting: z.record(z.string(), z.number().int().positive()),
      }),
    },
    errors: [],
  }),
};
