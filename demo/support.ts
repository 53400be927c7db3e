import { HOUR } from '../src/core/time.ts';
import type { SupportMessage } from '../src/features/support/contract/inbox.ts';
import { DemoActs } from './acts.ts';

interface Written {
  by: string | { name: string; email: string };
  reason: 'review' | 'access' | 'billing' | 'ordering' | 'expert' | 'privacy' | 'other';
  hours_ago: number;
  message: string;
  answer?: string;
  closed?: true;
}

/** What people wrote to support in the last days. */
const MESSAGES: readonly Written[] = [
  {
    by: 'milo',
    reason: 'billing',
    hours_ago: 96,
    message: 'Our accounting asks for the purchase order number on the next invoice. Where do I enter it?',
    answer: 'Tell us the number with the number of the review, and we put it on the invoice.',
    closed: true,
  },
  {
    by: { name: 'Imogen Sato', email: 'imogen.sato@riverbend.example' },
    reason: 'ordering',
    hours_ago: 52,
    message: 'We are a hospital group with eleven sites and look for external peer review. How do we begin?',
    answer:
      'You can register your group on our site, or we set it up with you. Each site can be an organization of its own below yours.\n\nWrite to us with two times that suit you, and we call.',
  },
  {
    by: 'noel',
    reason: 'review',
    hours_ago: 27,
    message: 'A chart was attached to the wrong encounter. Can it be moved, or do I upload it again?',
  },
  {
    by: { name: 'Dr. Anselm Whitcombe', email: 'anselm.whitcombe@lakeside.example' },
    reason: 'expert',
    hours_ago: 5,
    message: 'I began an application last year and would like to continue it. My e-mail address has changed since.',
  },
];

/** The support inbox, written to and answered by the product's own commands. */
export class DemoSupport extends DemoActs {
  async live(): Promise<void> {
    const { clock, now, people, db } = this.setup;
    for (const { by, reason, hours_ago, message, answer, closed } of MESSAGES) {
      clock.at = new Date(now.getTime() - hours_ago * HOUR);
      const person = typeof by === 'string' ? people.users.get(by) : undefined;
      const sender =
        typeof by === 'string'
          ? await db
              .selectFrom('users')
              .select(['email', 'first_name', 'last_name'])
              .where('id', '=', person?.user_id ?? 0)
              .executeTakeFirstOrThrow()
              .then(({ email, first_name, last_name }) => ({ email, name: `${first_name} ${last_name}` }))
          : by;
      const headers = typeof by === 'string' ? await this.named(by) : {};
      await this.post(headers, '/api/v1/contact', { ...sender, reason, message });
      const { id } = await db
        .selectFrom('contact_messages')
        .select('id')
        .orderBy('id', 'desc')
        .executeTakeFirstOrThrow();
      const agent = await this.named('sam');
      await this.later(3);
      if (answer !== undefined)
        await this.post<SupportMessage>(agent, `/api/v1/support/messages/${id}/answers`, { body: answer, seen: 0 });
      if (closed) await this.post(agent, `/api/v1/support/messages/${id}/close`, {});
    }
  }
}
