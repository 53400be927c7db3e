import { expect, it } from 'vitest';
import { z } from 'zod';
import { idParam, schemaMessages } from './endpoint.ts';

it.each([
  [z.object({ organization_id: idParam }), {}, 'A number is required'],
  [z.object({ organization_id: idParam }), { organization_id: 'abc' }, 'A number is required'],
  [z.object({ name: z.string() }), {}, 'Required'],
  [z.object({ name: z.string() }), { name: null }, 'Required'],
  [z.object({ name: z.string().min(1) }), { name: '' }, 'Required'],
  [z.object({ name: z.string() }), { name: [] }, 'Expected string, received array'],
])('says what is wrong with what was sent: %#', (shape: z.ZodType, sent, message) => {
  const read = shape.safeParse(sent, { error: schemaMessages });
  expect(read.error?.issues.map((issue) => issue.message)).toEqual([message]);
});
