import { z } from 'zod';
import { plural } from '../../../core/phrases.ts';
import { count, link, open, template } from '../../../platform/mail/template.ts';

/** The mail to who imported records from Box where some did not come. No file's name is in it. */
export const MAILS = {
  box_import_failed: template(z.object({ failed: count, came: count, ...link }), (data, say) => ({
    subject: `${say.review}: not every file came from Box`,
    move: { whose: 'you', what: 'look at what did not come, and try it again or leave it out' },
    lines: [
      `${plural(data.failed, 'file')} that you chose in Box did not come to ${say.review}; ${
        data.came === 0 ? 'none did' : `${data.came} did`
      }. The records say of each why.`,
    ],
    action: open(say, data, 'Open the records'),
  })),
} as const;
