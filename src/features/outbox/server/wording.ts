import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import { Refusal, refuseFields } from '../../../core/errors.ts';
import { KINDS } from '../../../core/kinds.ts';
import { fullName } from '../../../core/names.ts';
import { command } from '../../../platform/command.ts';
import type { Mails } from '../../../platform/declarations.ts';
import type { DB } from '../../../platform/db/types.ts';
import { mount } from '../../../platform/http/mount.ts';
import { toText } from '../../../platform/mail/layout.ts';
import { filled } from '../../../platform/mail/opener.ts';
import { latestWording } from '../../../platform/mail/own-words.ts';
import {
  type MailContext,
  type MailTemplates,
  type Template,
  templateOf,
  writeMail,
} from '../../../platform/mail/template.ts';
import {
  choicesOf,
  distinct,
  placeholdersOf,
  valuesOf,
  variantsOf,
  type Wording,
  worded,
  wordingFaults,
  wordingOf,
} from '../../../platform/mail/wording.ts';
import type { Services } from '../../../platform/services.ts';
import { type MailWordingView, wordingEndpoints } from '../contract/wording.ts';
import { presentLetter } from './read.ts';

/** The review mails are previewed for. */
const [SAMPLE_KIND] = Object.values(KINDS);

/** All mails there are, with data each can be written from. */
export interface WordedMails {
  templates: MailTemplates;
  samples: Mails;
}

/** The wording of mails: what each says as shipped, in the words of staff, and as its reader will see it. */
export function mountWording(app: FastifyInstance, services: Services, mails: WordedMails): void {
  const { systemDb } = services.database;
  const desk = new WordingDesk(services, mails);

  mount(app, services, wordingEndpoints.list, async () => ({ data: await desk.list(systemDb) }));

  mount(app, services, wordingEndpoints.read, ({ params, query }) =>
    desk.read(systemDb, params.template, query.variant),
  );

  mount(app, services, wordingEndpoints.preview, async ({ params, body: { variant, ...wording } }) => {
    const template = desk.known(params.template, variant);
    refuseFields(wordingFaults(template, wording));
    return desk.preview(params.template, variant, wording);
  });

  mount(app, services, wordingEndpoints.save, ({ actor, params, body: { variant, version, wording } }) =>
    command(services, actor, async (tx) => {
      const template = desk.known(params.template, variant);
      const before = await latestWording(tx.system, params.template, variant);
      if ((before?.version ?? 0) !== version)
        throw new Refusal('stale', 'Someone changed this wording since you opened it. What you wrote is kept.', {
          current: await desk.read(tx.system, params.template, variant),
        });
      if (wording) refuseFields(wordingFaults(template, wording));
      const own = (one: { subject: string | null; body: string | null } | null | undefined) =>
        one && one.subject !== null ? { subject: one.subject, body: one.body } : null;
      await tx.system
        .insertInto('mail_wordings')
        .values({
          template: params.template,
          variant,
          version: version + 1,
          subject: wording?.subject.trim() ?? null,
          body: wording?.body.trim() ?? null,
          written_by: actor.user_id,
          written_at: tx.now,
        })
        .execute();
      await tx.audit({
        action: 'mail.worded',
        subject: `mail_wording:${params.template}`,
        data: { variant, version: version + 1, before: own(before), after: own(wording) },
      });
      return desk.read(tx.system, params.template, variant);
    }),
  );
}

/** What the endpoints have in common: samples, and the mails written from them. */
class WordingDesk {
  readonly #mails: WordedMails;
  readonly #context: MailContext;

  constructor(services: Services, mails: WordedMails) {
    this.#mails = mails;
    this.#context = {
      number: 'CR-20418',
      review_path: `/${SAMPLE_KIND?.slug ?? ''}/20418`,
      zone: 'America/Chicago',
      side: 'requester',
      public_url: services.env.public_url,
    };
    this.#privacy_url = services.env.PRIVACY_URL;
  }
  readonly #privacy_url: string;

  /** The template of a name that has this case. Refuses `not_found`. */
  known(name: string, variant: string): Template {
    const template = templateOf(this.#mails.templates, name);
    if (!template || !variantsOf(template)?.includes(variant)) throw new Refusal('not_found');
    return template;
  }

  #given(name: string): object {
    return new Map<string, object>(Object.entries(this.#mails.samples)).get(name) ?? {};
  }

  /** Sample data of a case. */
  #sample(name: string, template: Template, variant: string): unknown {
    return { ...this.#given(name), ...choicesOf(template, variant) };
  }

  async list(db: Kysely<DB>) {
    const adjusted = await db
      .selectFrom('mail_wordings as w')
      .select(['w.template', 'w.variant'])
      .distinctOn(['w.template', 'w.variant'])
      .select('w.subject')
      .orderBy('w.template')
      .orderBy('w.variant')
      .orderBy('w.version', 'desc')
      .execute();
    const own = new Set(adjusted.flatMap((one) => (one.subject === null ? [] : [`${one.template} ${one.variant}`])));
    return Object.entries<Template>(this.#mails.templates)
      .toSorted(([a], [b]) => a.localeCompare(b))
      .map(([name, template]) => {
        const variants = variantsOf(template);
        return {
          template: name,
          variants: variants && variants.map((variant) => ({ variant, adjusted: own.has(`${name} ${variant}`) })),
          subject: filled(
            writeMail(this.#mails.templates, name, this.#given(name), this.#context).letter.subject,
            null,
          ),
        };
      });
  }

  async read(db: Kysely<DB>, name: string, variant: string): Promise<MailWordingView> {
    const template = this.known(name, variant);
    const sample = this.#sample(name, template, variant);
    const { data, say } = writeMail(this.#mails.templates, name, sample, this.#context);
    const values = valuesOf(template, data, say);
    const versions = await db
      .selectFrom('mail_wordings as w')
      .innerJoin('users as u', 'u.id', 'w.written_by')
      .select(['w.version', 'w.subject', 'w.body', 'w.written_at', 'u.first_name', 'u.last_name'])
      .where('w.template', '=', name)
      .where('w.variant', '=', variant)
      .orderBy('w.version', 'desc')
      .limit(100)
      .execute();
    const [latest] = versions;
    return {
      template: name,
      variant,
      variants: variantsOf(template) ?? [],
      placeholders: placeholdersOf(template).map((one) => ({ name: one, sample: values.get(one) ?? null })),
      shipped: this.#shipped(name, template, sample),
      own: latest && latest.subject !== null ? { subject: latest.subject, body: latest.body ?? '' } : null,
      version: latest?.version ?? 0,
      versions: versions.map((one) => ({
        version: one.version,
        subject: one.subject,
        body: one.body,
        by: fullName(one),
        at: one.written_at.toISOString(),
      })),
    };
  }

  preview(name: string, variant: string, wording: Wording) {
    const template = this.known(name, variant);
    const written = writeMail(this.#mails.templates, name, this.#sample(name, template, variant), this.#context);
    const letter = worded(written.letter, wording, valuesOf(template, written.data, written.say));
    const shown = presentLetter(letter, null);
    if (!shown) throw new Refusal('not_found');
    const text = toText(letter, { public_url: this.#context.public_url, privacy_url: this.#privacy_url });
    return { subject: filled(letter.subject, null), letter: shown, text: filled(text, null) };
  }

  /** The shipped wording with the names in it, as far as its data can be told apart. */
  #shipped(name: string, template: Template, sample: unknown): Wording {
    const { templates } = this.#mails;
    const own = distinct(template, sample);
    const { letter, data, say } = writeMail(
      templates,
      name,
      template.data.safeParse(own).success ? own : sample,
      this.#context,
    );
    const { subject, body } = wordingOf(letter, valuesOf(template, data, say));
    return { subject: filled(subject, null), body: filled(body, null) };
  }
}
