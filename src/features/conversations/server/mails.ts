import { fromSide, plural } from '../../../core/phrases.ts';
import { z } from 'zod';
import { SEATS } from '../rules/channels.ts';
import { count, link, open, template } from '../../../platform/mail/template.ts';

const from = z.enum([...SEATS, 'several']);

/** Mails about messages that stayed unread, and of who is mentioned in one. */
export const MAILS = {
  chat_digest: template(z.object({ count, from, ...link }), (data, say) => ({
    subject: `${say.review}: ${plural(data.count, 'unread message')}${fromSide(data.from)}`,
    move: { whose: 'you', what: `read ${data.count === 1 ? 'it' : 'them'} and answer where you are asked` },
    lines: [
      `${data.count === 1 ? 'A message' : 'Messages'}${fromSide(data.from)} about ${say.review} ${data.count === 1 ? 'has' : 'have'} been waiting for you for a while.`,
    ],
    action: open(say, data, 'Open the conversation'),
  })),
  chat_mention: template(z.object({ from: from.exclude(['several']), ...link }), (data, say) => ({
    subject: `${say.review}: you are mentioned in a message${fromSide(data.from)}`,
    move: { whose: 'you', what: 'read it and answer where you are asked' },
    lines: [`A message${fromSide(data.from)} about ${say.review} mentions you.`],
    action: open(say, data, 'Open the conversation'),
  })),
} as const;
