import { emailFault } from '../../../core/emails.ts';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useCommand } from '../../../ui/api/hooks.ts';
import { FieldRow, FormStack } from '../../../ui/form/form-layout.tsx';
import { ChoiceField } from '../../../ui/form/choice-field.tsx';
import { useChoices } from '../../../ui/form/use-choices.ts';
import { SelectField } from '../../../ui/form/select-field.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { Button } from '../../../ui/parts/button.tsx';
import { InlineNotice } from '../../../ui/parts/notice.tsx';
import { toastDone } from '../../../ui/parts/toast.tsx';
import { useViewer } from '../../../ui/session/viewer.tsx';
import { organizationChoices } from '../../organizations/contract/choices.ts';
import type { InvitationChoices } from '../contract/people.ts';

import { AccountSection } from './account-layout.tsx';
import { accountApi } from './api.ts';
import { useFaults } from './use-faults.ts';
import { useKept } from '../../../ui/form/use-kept.ts';
import styles from './account.module.css';

const EMPTY = { email: '', first_name: '', last_name: '', kind: '', organization_id: '', expert_profile_id: '' };
type Fields = typeof EMPTY;

const NOTHING_MORE = {};

/** What each role may do, in one line, where the choice is made. */
const ABOUT: Record<string, string> = {
  claim_consultant: 'Orders reviews and sees those of their own.',
  review_manager: 'Orders reviews and sees all of the organization’s.',
  org_admin: 'Everything in the organization and those below it, people included.',
  customer_admin: 'Everything in the organization and those below it, people included.',
  attendee: 'Joins the calls they are invited to, nothing else.',
  external_medical_expert: 'Reviews for this organization only.',
  medical_expert: 'Reviews for every organization.',
  applicant_medical_expert: 'Fills in the application; reviews once it is approved.',
  medical_expert_assistant: 'Times, files and drafts for one expert; never accepts or signs.',
};

/** Inviting one person. Role and organization stay for the next one. */
export function InviteForm({ choices, onClose }: { choices: InvitationChoices; onClose: () => void }) {
  const { user_id, organization } = useViewer();
  const first = useRef<HTMLDivElement>(null);
  const [fields, setFields, forget] = useKept<Fields>(`${user_id}:invite`, {
    ...EMPTY,
    organization_id: String(organization?.id ?? ''),
  });
  const [sent, setSent] = useState(0);
  const { faults, failure, show, refused, mended } = useFaults<keyof Fields | 'role' | 'profile_type'>(
    'Sending the invitation',
  );
  const invite = useCommand(accountApi.invite, {
    refresh: [accountApi.invitations],
    onSuccess: ({ email }) => {
      setFields({ ...fields, email: '', first_name: '', last_name: '' });
      forget();
      setSent(sent + 1);
      toastDone(`${email} is invited.`);
    },
    onError: refused,
  });
  const kind = choices.kinds.find(({ key }) => key === fields.kind);
  const isExternal = kind?.profile_type === 'ExternalMedicalExpert';
  const asked = isExternal ? { external_experts: 'yes' } : NOTHING_MORE;
  // one that was chosen for another role may not bring in experts of its own
  const chosen = useChoices(
    organizationChoices,
    { asked, id: fields.organization_id },
    isExternal && fields.organization_id !== '',
  );
  const isOffered = fields.organization_id !== '' && (!isExternal || (chosen?.data.length ?? 0) > 0);
  const set = (name: keyof Fields, value: string) => {
    setFields({ ...fields, [name]: value });
    mended(name);
  };

  useEffect(() => {
    first.current?.querySelector('input')?.focus();
  }, [sent]);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (invite.isPending) return;
    const inOrganization = kind?.belongs_to === 'organization';
    const ofExpert = kind?.belongs_to === 'expert';
    const found = {
      email: emailFault(fields.email, null),
      kind: kind ? null : 'Choose what the person will be.',
      organization_id: inOrganization && !isOffered ? 'Choose the organization.' : null,
      expert_profile_id: ofExpert && fields.expert_profile_id === '' ? 'Choose whose assistant.' : null,
    };
    if (show(found) || !kind) return;
    invite.mutate({
      body: {
        email: fields.email,
        first_name: fields.first_name,
        last_name: fields.last_name,
        role: kind.role,
        profile_type: kind.profile_type,
        is_review_manager: kind.is_review_manager,
        organization_id: inOrganization ? Number(fields.organization_id) : null,
        expert_profile_id: ofExpert ? Number(fields.expert_profile_id) : null,
      },
    });
  }

  return (
    <AccountSection title="Invite a person" note="Names are optional; the person can correct them.">
      <form onSubmit={submit} noValidate>
        <FormStack>
          <div ref={first}>
            <TextField
              path="email"
              label="E-mail"
              type="email"
              inputMode="email"
              autoComplete="off"
              required
              maxLength={254}
              value={fields.email}
              error={faults.email}
              onChange={(value) => set('email', value)}
            />
          </div>
          <FieldRow>
            <TextField
              path="first_name"
              label="First name"
              autoComplete="off"
              maxLength={100}
              value={fields.first_name}
              error={faults.first_name}
              onChange={(value) => set('first_name', value)}
            />
            <TextField
              path="last_name"
              label="Last name"
              autoComplete="off"
              maxLength={100}
              value={fields.last_name}
              error={faults.last_name}
              onChange={(value) => set('last_name', value)}
            />
          </FieldRow>
          <SelectField
            path="kind"
            label="Role"
            required
            searchable={false}
            options={choices.kinds.map(({ key, label }) => ({ value: key, label }))}
            value={kind?.key ?? null}
            help={kind ? ABOUT[kind.key] : undefined}
            error={faults.kind ?? faults.role ?? faults.profile_type}
            onChange={(value) => set('kind', value ?? '')}
          />
          {kind?.belongs_to === 'organization' ? (
            <ChoiceField
              from={organizationChoices}
              asked={asked}
              path="organization_id"
              label="Organization"
              required
              value={isOffered ? fields.organization_id : null}
              error={faults.organization_id}
              onChange={(value) => set('organization_id', value ?? '')}
            />
          ) : null}
          {kind?.belongs_to === 'expert' ? (
            <ChoiceField
              from={accountApi.invitationExperts}
              searchable
              path="expert_profile_id"
              label="Works for"
              required
              value={fields.expert_profile_id || null}
              error={faults.expert_profile_id}
              onChange={(value) => set('expert_profile_id', value ?? '')}
            />
          ) : null}
          {failure ? (
            <InlineNotice kind="bad" live>
              {failure}
            </InlineNotice>
          ) : null}
          <div className={styles.acts}>
            <Button kind="primary" type="submit" busy={invite.isPending}>
              Send the invitation
            </Button>
            <Button kind="quiet" onClick={onClose}>
              {sent > 0 ? 'Done' : 'Not now'}
            </Button>
          </div>
        </FormStack>
      </form>
    </AccountSection>
  );
}
