import { plural } from '../../../core/phrases.ts';
import { z } from 'zod';
import { count, link, open, template } from '../../../platform/mail/template.ts';

/** Mail about messages that stayed unread. */
export const MAILS = {
  chat_digest: template(z.object({ count, ...link }), (data, say) => ({
    subject: `${say.review}: ${plural(data.count, 'unread message')}`,
    move: { whose: 'you', what: `read ${data.count === 1 ? 'it' : 'them'} and answer where you are asked` },
    lines: [
      `${data.count === 1 ? 'A message' : 'Messages'} about ${say.review} ${data.count === 1 ? 'has' : 'have'} been waiting for you for a while.`,
    ],
    action: open(say, data, 'Open the conversation'),
  })),
} as const;
