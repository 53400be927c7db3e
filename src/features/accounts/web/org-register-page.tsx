import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { query } from '../../../ui/api/hooks.ts';
import { Button, ButtonLink } from '../../../ui/parts/button.tsx';
import { RedirectSkeleton } from '../../../ui/parts/empty.tsx';
import { accountApi } from './api.ts';
import { EntryLayout, FormFailure } from './entry-layout.tsx';
import { OrganizationLogo } from './organization-logo.tsx';
import { RegisterForm } from './register-form.tsx';
import { failureWords } from './use-faults.ts';
import { SsoOffer } from './sso-offer.tsx';
import styles from './entry.module.css';

/** Registering with an organization's own link: its logo, its domains, and a claim consultant of it afterwards. */
export function OrgRegisterPage() {
  const { slug = '' } = useParams({ strict: false }) as { slug?: string };
  const organization = useQuery(query(accountApi.registrationOrganization, { params: { slug } }));
  if (organization.isPending) return <RedirectSkeleton />;
  if (organization.isError) {
    if (organization.error.status !== 404) {
      return (
        <EntryLayout title="Register">
          <div className={styles.form}>
            <FormFailure>{failureWords(organization.error, 'Loading this page')}</FormFailure>
            <Button size="lg" onClick={() => void organization.refetch()}>
              Try again
            </Button>
          </div>
        </EntryLayout>
      );
    }
    return (
      <EntryLayout
        title="No organization registers here"
        focusTitle
        lead="The link may have been mistyped or changed. Ask the person who gave it to you for the current one."
      >
        <ButtonLink size="lg" full href="/register">
          Register another organization
        </ButtonLink>
      </EntryLayout>
    );
  }
  const { name, logo, allowed_email_domains: domains } = organization.data;
  return (
    <EntryLayout
      title={`Register with ${name}`}
      lead="You can order reviews for your organization as soon as your e-mail is confirmed."
      above={<OrganizationLogo name={name} logo={logo} />}
    >
      <SsoOffer whose={{ organization_slug: slug }} target={null} />
      <RegisterForm purpose="order" slug={slug} domains={domains} />
    </EntryLayout>
  );
}
