import { emailFault } from '../../../core/emails.ts';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { useCommand } from '../../../ui/api/hooks.ts';
import { TextField } from '../../../ui/form/text-field.tsx';
import { Button } from '../../../ui/parts/button.tsx';
import { began } from '../../../ui/session/site.ts';
import { TextLink } from '../../../ui/parts/link.tsx';
import { nameFault, ORGANIZATION_NAME_MAX } from '../rules.ts';
import { passwordFault } from '../rules/passwords.ts';
import { accountApi } from './api.ts';
import { FormFailure } from './entry-layout.tsx';
import { NameFields } from './names-fields.tsx';
import { NewPasswordField } from './new-password-field.tsx';
import { ownZone } from './own-zone.ts';
import { useFaults } from './use-faults.ts';
import styles from './entry.module.css';

const EMPTY = { organization_name: '', first_name: '', last_name: '', email: '', password: '' };
type Fields = typeof EMPTY;

/** Name, address, password, and the organization where it is a new one. What follows is the code from the mail. */
export function RegisterForm({
  purpose,
  slug,
  domains = null,
}: {
  purpose: 'order' | 'review';
  /** The organization's registration link. */
  slug?: string;
  domains?: readonly string[] | null;
}) {
  const [fields, setFields] = useState<Fields>(EMPTY);
  const { faults, failure, show, refused, mended } = useFaults<keyof Fields>('Registering');
  const navigate = useNavigate();
  const register = useCommand(accountApi.register, {
    // an applicant goes on with the application, everybody else where they land
    onSuccess: () => {
      began('registration');
      void navigate({
        to: '/verify',
        search: purpose === 'review' ? { redirectUrl: '/apply' } : {},
      });
    },
    onError: refused,
  });
  const isNewOrganization = purpose === 'order' && slug === undefined;
  const owner = { email: fields.email, first_name: fields.first_name, last_name: fields.last_name };

  function set(name: keyof Fields, value: string) {
    setFields((now) => ({ ...now, [name]: value }));
    mended(name);
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    const found = {
      ...(isNewOrganization
        ? { organization_name: nameFault(fields.organization_name, 'your organization', ORGANIZATION_NAME_MAX) }
        : {}),
      first_name: nameFault(fields.first_name, 'your first name'),
      last_name: nameFault(fields.last_name, 'your last name'),
      email: emailFault(fields.email, domains),
      password: passwordFault(fields.password, owner),
    };
    if (register.isPending || show(found)) return;
    const { organization_name, ...person } = fields;
    register.mutate({
      body: {
        ...person,
        purpose,
        ...(isNewOrganization ? { organization_name } : {}),
        ...(slug === undefined ? {} : { organization_slug: slug }),
        time_zone: ownZone(),
      },
    });
  }

  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <FormFailure>{failure}</FormFailure>
      {isNewOrganization ? (
        <TextField
          path="organization_name"
          label="Organization"
          autoComplete="organization"
          size="lg"
          maxLength={ORGANIZATION_NAME_MAX}
          value={fields.organization_name}
          error={faults.organization_name}
          onChange={(value) => set('organization_name', value)}
        />
      ) : null}
      <NameFields {...fields} faults={faults} onChange={set} />
      <TextField
        path="email"
        label={purpose === 'order' ? 'Work e-mail' : 'E-mail'}
        type="email"
        inputMode="email"
        autoComplete="username"
        size="lg"
        maxLength={254}
        help={domains && domains.length > 0 ? `Ends in ${domains.map((d) => `@${d}`).join(' or ')}` : undefined}
        value={fields.email}
        error={faults.email}
        onChange={(value) => set('email', value)}
      />
      <NewPasswordField
        value={fields.password}
        owner={owner}
        error={faults.password}
        onChange={(value) => set('password', value)}
      />
      <Button kind="primary" size="lg" type="submit" full busy={register.isPending}>
        Register
      </Button>
      <p className={styles.small}>
        We’ll send a code to your e-mail to confirm it is yours. Already have an account?{' '}
        <TextLink href="/login">Sign in</TextLink>
      </p>
    </form>
  );
}
