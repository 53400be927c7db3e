import { IconCircle, IconCircleCheckFilled, IconCircleDashed } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { isOrganizationAdmin } from '../../../core/actor.ts';
import { query, useCommand } from '../../../ui/api/hooks.ts';
import { Button, ButtonLink } from '../../../ui/parts/button.tsx';
import { InlineError } from '../../../ui/parts/notice.tsx';
import { SectionHead } from '../../../ui/parts/page-header.tsx';
import { useViewer } from '../../../ui/session/viewer.tsx';
import { setupEndpoints } from '../contract/setup.ts';
import type { SetupStep } from '../rules/setup.ts';
import { organizationHref } from './search.ts';
import styles from './setup.module.css';

const WORDS: Readonly<Record<SetupStep, { title: string; about: string; act: string; href: (id: number) => string }>> =
  {
    logo: {
      title: 'Show your logo',
      about: 'It stands where your people register, and on letters.',
      act: 'Choose a logo',
      href: (id) => organizationHref(id, 'profile'),
    },
    people: {
      title: 'Invite a colleague',
      about: 'Whoever orders reviews, or manages those of others.',
      act: 'Invite people',
      href: () => '/account/invitations',
    },
    features: {
      title: 'Decide what your people can do',
      about: 'Each feature says in a sentence what it changes.',
      act: 'See the features',
      href: (id) => organizationHref(id),
    },
    forms: {
      title: 'Have orders ask in your words',
      about: 'Your case types, your names for roles, your text above the questions.',
      act: 'Set the words',
      href: (id) => organizationHref(id, 'profile'),
    },
    order: {
      title: 'Order the first review',
      about: 'Four short steps. They save themselves, and nothing is sent before you submit.',
      act: 'Order a review',
      href: () => '/cases',
    },
  };

/** What a new organization's admin does first; gone once it is done, skipped or put away. */
export function SetupGuide() {
  const { organization, kind } = useViewer();
  if (!organization || !isOrganizationAdmin(kind)) return null;
  return <Guide id={organization.id} name={organization.name} />;
}

function Guide({ id, name }: { id: number; name: string }) {
  const client = useQueryClient();
  const asked = query(setupEndpoints.read, { params: { id } });
  const { data } = useQuery(asked);
  const change = useCommand(setupEndpoints.change, {
    onSuccess: (after) => {
      client.setQueryData(asked.queryKey, after);
    },
  });
  if (!data?.shown) return null;
  const next = data.steps.find(({ done, skipped }) => !done && !skipped)?.key;
  const done = data.steps.filter((step) => step.done).length;
  return (
    <section className={styles.guide} aria-labelledby="setup">
      <SectionHead title={`Set up ${name}`} note={`${done} of ${data.steps.length} done`} id="setup" />
      <ol className={styles.steps}>
        {data.steps.map(({ key, done: isDone, skipped }) => {
          const { title, about, act, href } = WORDS[key];
          const Glyph = isDone ? IconCircleCheckFilled : skipped ? IconCircleDashed : IconCircle;
          return (
            <li key={key} className={styles.step} data-done={isDone || undefined}>
              <Glyph size={20} stroke={1.75} aria-hidden />
              <div className={styles.words}>
                <h3>
                  {title}
                  <span className={styles.state}>{isDone ? ' · Done' : skipped ? ' · Skipped' : ''}</span>
                </h3>
                {isDone ? null : <p>{about}</p>}
              </div>
              {isDone ? null : (
                <div className={styles.acts}>
                  {skipped ? null : (
                    <ButtonLink kind={key === next ? 'primary' : 'default'} href={href(id)}>
                      {act}
                    </ButtonLink>
                  )}
                  <Button
                    kind="quiet"
                    aria-label={`${skipped ? 'Take on' : 'Skip'}: ${title}`}
                    onClick={() => change.mutate({ params: { id }, body: skipped ? { take_on: key } : { skip: key } })}
                  >
                    {skipped ? 'Take it on' : 'Skip'}
                  </Button>
                </div>
              )}
            </li>
          );
        })}
      </ol>
      {change.error ? <InlineError title={change.error.message} /> : null}
      <div>
        <Button kind="quiet" onClick={() => change.mutate({ params: { id }, body: { put_away: true } })}>
          Put this list away
        </Button>
      </div>
    </section>
  );
}
