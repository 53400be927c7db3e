import { IconPlus, IconSitemap } from '@tabler/icons-react';
import { useState } from 'react';
import { grouped, plural } from '../../../core/phrases.ts';
import { Button } from '../../../ui/parts/button.tsx';
import { EmptyState } from '../../../ui/parts/empty.tsx';
import { TextLink } from '../../../ui/parts/link.tsx';
import type { OrganizationSettingsView } from '../contract/console.ts';
import { ORGANIZATIONS_PLACE } from '../rules/standing.ts';
import { NewOrganization } from './new-organization.tsx';
import styles from './organization.module.css';
import { organizationHref } from './search.ts';

/** The organizations below one, and a new one there. */
export function BelowTab({ view }: { view: OrganizationSettingsView }) {
  const [adding, setAdding] = useState(false);
  const add = view.may_add_below ? (
    <Button icon={<IconPlus stroke={2} />} onClick={() => setAdding(true)}>
      New sub-organization
    </Button>
  ) : null;
  return (
    <>
      {view.sub_organizations.length === 0 ? (
        <EmptyState icon={<IconSitemap size={28} stroke={1.5} />} title="No sub-organizations" action={add}>
          One below {view.name} inherits everything set here until it sets something itself.
        </EmptyState>
      ) : (
        <>
          <div className={styles.above}>{add}</div>
          <ul className={styles.fields}>
            {view.sub_organizations.map(({ id, name, people }) => (
              <li key={id} className={styles.one}>
                <TextLink href={organizationHref(id)}>{name}</TextLink>
                <span className={styles.about}>{plural(people, 'person', 'people')}</span>
              </li>
            ))}
          </ul>
          {view.sub_organization_count > view.sub_organizations.length ? (
            <p className={styles.about}>
              These are the first {view.sub_organizations.length} of {grouped(view.sub_organization_count)}.{' '}
              <TextLink href={ORGANIZATIONS_PLACE.path}>Search all organizations</TextLink> to find another one.
            </p>
          ) : null}
        </>
      )}
      {adding ? <NewOrganization parent={{ id: view.id, name: view.name }} onClose={() => setAdding(false)} /> : null}
    </>
  );
}
