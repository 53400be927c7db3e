import { useState } from 'react';
import { Failure } from '../../../../ui/api/failure.tsx';
import { ChoiceField } from '../../../../ui/form/choice-field.tsx';
import { useChoices } from '../../../../ui/form/use-choices.ts';
import { SelectField } from '../../../../ui/form/select-field.tsx';
import { TextArea } from '../../../../ui/form/text-field.tsx';
import { Button } from '../../../../ui/parts/button.tsx';
import { ConfirmDialog } from '../../../../ui/parts/confirm-dialog.tsx';
import { Dialog } from '../../../../ui/parts/dialog.tsx';
import { SectionHead } from '../../../../ui/parts/page-header.tsx';
import { organizationChoices } from '../../../organizations/contract/choices.ts';
import { type PersonProfile, type PersonView, peopleDeskEndpoints } from '../../contract/people-desk.ts';
import { DESK_PROFILES, profileLabel } from '../../rules.ts';
import styles from './desk.module.css';
import { usePersonCommand } from './use-person-command.ts';

const { grantRole, grantProfile, changeProfile, removeProfile } = peopleDeskEndpoints;

/** A person's role and profiles, each given and taken here by those who may. */
export function RolesTab({ person }: { person: PersonView }) {
  const [granting, setGranting] = useState(false);
  const [adding, setAdding] = useState(false);
  const role = person.roles.find((one) => one.role === person.role)?.label ?? person.label;
  return (
    <>
      <section aria-labelledby="role">
        <SectionHead title="Role" note="One for the account. It decides what they see without a profile." id="role" />
        <div className={styles.row}>
          <div className={styles.words}>
            <p className={styles.name}>{person.role === 'user' ? 'None: they act by their profiles' : role}</p>
            <p className={styles.quiet}>{person.organization ? person.organization.name : 'Of no organization'}</p>
          </div>
          {person.roles.length > 0 ? <Button onClick={() => setGranting(true)}>Change the role</Button> : null}
        </div>
      </section>
      <section aria-labelledby="profiles">
        <SectionHead
          title="Profiles"
          note="What they can act as. Experts come by application or invitation."
          id="profiles"
        />
        {person.profiles.length === 0 ? (
          <div className={styles.row}>
            <p className={styles.quiet}>None yet.</p>
          </div>
        ) : (
          <ul className={styles.rows}>
            {person.profiles.map((profile) => (
              <ProfileRow key={profile.id} person={person} profile={profile} />
            ))}
          </ul>
        )}
        {person.may_add_profile ? <Button onClick={() => setAdding(true)}>Add a profile</Button> : null}
      </section>
      {granting ? <RoleDialog person={person} onClose={() => setGranting(false)} /> : null}
      {adding ? <ProfileDialog person={person} onClose={() => setAdding(false)} /> : null}
    </>
  );
}

function ProfileRow({ person, profile }: { person: PersonView; profile: PersonProfile }) {
  const [removing, setRemoving] = useState(false);
  const change = usePersonCommand(changeProfile, person.id, 'The profile is changed.');
  const remove = usePersonCommand(removeProfile, person.id, 'The profile is removed.');
  const params = { id: person.id, profile_id: profile.id };
  const isConsultant = profile.type === DESK_PROFILES[0];
  return (
    <li className={styles.row}>
      <div className={styles.words}>
        <p className={styles.name}>{profile.label}</p>
        <p className={styles.quiet}>
          {[profile.organization?.name, profile.is_primary ? 'Primary' : null].filter(Boolean).join(' · ') ||
            'Of no organization'}
        </p>
        <Failure error={change.error} what="The profile could not be changed." />
      </div>
      {profile.may_change ? (
        <div className={styles.acts}>
          {isConsultant ? (
            <Button
              busy={change.isPending}
              onClick={() => change.mutate({ params, body: { is_review_manager: !profile.is_review_manager } })}
            >
              {profile.is_review_manager ? 'Make claim consultant' : 'Make review manager'}
            </Button>
          ) : null}
          {profile.is_primary ? null : (
            <Button busy={change.isPending} onClick={() => change.mutate({ params, body: { is_primary: true } })}>
              Make primary
            </Button>
          )}
          <Button kind="quiet" onClick={() => setRemoving(true)}>
            Remove
          </Button>
        </div>
      ) : null}
      <ConfirmDialog
        open={removing}
        onClose={() => setRemoving(false)}
        title={`Remove the profile ${profile.label}?`}
        confirmLabel="Remove it"
        cancelLabel="Keep it"
        onConfirm={async () => {
          await remove.mutateAsync({ params });
        }}
      >
        They can no longer act as it, and pages open in it end. What they did with it stays.
      </ConfirmDialog>
    </li>
  );
}

function RoleDialog({ person, onClose }: { person: PersonView; onClose: () => void }) {
  const [role, setRole] = useState<string | null>(null);
  const [reason, setReason] = useState('');
  const [missing, setMissing] = useState(false);
  const grant = usePersonCommand(grantRole, person.id, 'The role is changed. It holds from now on.', onClose);
  const chosen = person.roles.find((one) => one.role === role);
  const others = person.roles.filter((one) => one.role !== person.role);
  return (
    <Dialog title="Change the role" onClose={onClose}>
      <form
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          setMissing(true);
          if (chosen && chosen.fault === null && reason.trim() !== '')
            grant.mutate({ params: { id: person.id }, body: { role: chosen.role, reason } });
        }}
      >
        <SelectField
          path="role"
          label="Role"
          required
          options={others.map((one) => ({ value: one.role, label: one.label }))}
          value={role}
          error={missing && !chosen ? 'Choose a role.' : (chosen?.fault ?? undefined)}
          onChange={setRole}
        />
        <TextArea
          path="reason"
          label="Reason"
          rows={2}
          required
          max={500}
          value={reason}
          error={missing && reason.trim() === '' ? 'Write a reason.' : null}
          onChange={setReason}
        />
        <Failure error={grant.error} what="The role could not be changed." />
        <div className={styles.formActs}>
          <Button kind="quiet" onClick={onClose}>
            Keep the role
          </Button>
          <Button kind="primary" type="submit" busy={grant.isPending}>
            Change the role
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

const OFFERED = [
  { value: 'ClaimConsultant', type: 'ClaimConsultant', is_review_manager: false },
  { value: 'ReviewManager', type: 'ClaimConsultant', is_review_manager: true },
  { value: 'Attendee', type: 'Attendee', is_review_manager: false },
] as const;

function ProfileDialog({ person, onClose }: { person: PersonView; onClose: () => void }) {
  const [what, setWhat] = useState<string | null>(null);
  // their own, where that is one of the reader's
  const own = useChoices(organizationChoices, { id: person.organization?.id ?? '' }, person.organization !== null);
  const [picked, setWhere] = useState<string | null>(null);
  const where = picked ?? (own?.data[0] ? String(own.data[0].id) : null);
  const [missing, setMissing] = useState(false);
  const grant = usePersonCommand(grantProfile, person.id, 'The profile is added.', onClose);
  const chosen = OFFERED.find(({ value }) => value === what);
  return (
    <Dialog title="Add a profile" onClose={onClose}>
      <form
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          setMissing(true);
          if (chosen && where)
            grant.mutate({
              params: { id: person.id },
              body: {
                type: chosen.type,
                is_review_manager: chosen.is_review_manager,
                organization_id: Number(where),
              },
            });
        }}
      >
        <SelectField
          path="type"
          label="Profile"
          required
          options={OFFERED.map(({ value, ...sort }) => ({ value, label: profileLabel('user', sort, null) }))}
          value={what}
          error={missing && !chosen ? 'Choose what they will be.' : undefined}
          onChange={setWhat}
        />
        <ChoiceField
          from={organizationChoices}
          searchable
          path="organization_id"
          label="Organization"
          required
          value={where}
          error={missing && !where ? 'Choose the organization.' : undefined}
          onChange={setWhere}
        />
        <Failure error={grant.error} what="The profile could not be added." />
        <div className={styles.formActs}>
          <Button kind="quiet" onClick={onClose}>
            Not now
          </Button>
          <Button kind="primary" type="submit" busy={grant.isPending}>
            Add the profile
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
