import { IconPhoto, IconTrash } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { PICTURE_FAULTS, PICTURE_TYPES } from '../../../core/pictures.ts';
import { useCommand } from '../../../ui/api/hooks.ts';
import { FieldRow, FormStack } from '../../../ui/form/form-layout.tsx';
import { SelectField } from '../../../ui/form/select-field.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { Button } from '../../../ui/parts/button.tsx';
import { FileButton } from '../../../ui/parts/file-button.tsx';
import { InlineNotice } from '../../../ui/parts/notice.tsx';
import { SideAvatar } from '../../../ui/parts/side-avatar.tsx';
import { toastDone } from '../../../ui/parts/toast.tsx';
import { useViewer } from '../../../ui/session/viewer.tsx';
import { zoneCity } from '../../../ui/time/format.ts';
import { nameFault, timeZoneNice } from '../rules.ts';
import { AccountLayout, AccountSection } from './account-layout.tsx';
import { accountApi } from './api.ts';
import type { CurrentUser } from './current-user.ts';
import { EmailSection, PhoneSection } from './contact-details-sections.tsx';
import { failureWords, useFaults } from './use-faults.ts';
import { Unsaved } from './unsaved.tsx';
import { useKept } from '../../../ui/form/use-kept.ts';
import { useCurrentUser } from './use-current-user.ts';
import styles from './account.module.css';

/** Who one is and how one is reached: picture, name, zone, e-mail, telephone. */
export function AccountPage() {
  const user = useCurrentUser();
  return (
    <AccountLayout title="Personal info" lead="How you appear to the people you work with, and how we reach you.">
      {user ? (
        <>
          <PictureSection user={user} />
          <NameSection user={user} />
          <AccountSection title="How we reach you" note="Each changes only once you confirm the new one.">
            <div>
              <EmailSection email={user.email ?? ''} />
              <PhoneSection number={user.phoneNumber} verified={user.phoneVerified} />
            </div>
          </AccountSection>
        </>
      ) : null}
    </AccountLayout>
  );
}

function PictureSection({ user }: { user: CurrentUser }) {
  const viewer = useViewer();
  const client = useQueryClient();
  const [fault, setFault] = useState<string | null>(null);
  const refresh = () => client.invalidateQueries({ queryKey: [accountApi.currentUser.id] });
  const save = useCommand(accountApi.saveAvatar, {
    onSuccess: async () => {
      setFault(null);
      await refresh();
      toastDone('Your picture is set.');
    },
    onError: (error) =>
      setFault(
        error.status === 413
          ? PICTURE_FAULTS.large
          : (error.errors[0]?.message ?? failureWords(error, 'Sending the picture')),
      ),
  });
  const remove = useCommand(accountApi.removeAvatar, {
    onSuccess: refresh,
    onError: (error) => setFault(failureWords(error, 'Removing the picture')),
  });

  function choose(chosen: File) {
    setFault(null);
    if (!/^image\/(png|jpeg|webp)$/.test(chosen.type)) {
      setFault(PICTURE_FAULTS.kind);
      return;
    }
    save.mutate({ content: chosen });
  }

  return (
    <AccountSection title="Picture" note="A square from the middle of a JPEG, PNG or WebP of up to 8 MB.">
      <div className={styles.picture}>
        <SideAvatar name={`${user.firstName} ${user.lastName ?? ''}`} seat={viewer.side} size={72} src={user.avatar} />
        <div className={styles.acts}>
          <FileButton
            label="Picture"
            accept={PICTURE_TYPES}
            icon={<IconPhoto stroke={1.75} />}
            busy={save.isPending}
            onChoose={choose}
          >
            {user.avatar ? 'Choose another' : 'Choose a picture'}
          </FileButton>
          {user.avatar ? (
            <Button
              kind="quiet"
              icon={<IconTrash stroke={1.75} />}
              busy={remove.isPending}
              onClick={() => remove.mutate({})}
            >
              Remove
            </Button>
          ) : null}
        </div>
      </div>
      {fault ? (
        <InlineNotice kind="bad" live>
          {fault}
        </InlineNotice>
      ) : null}
    </AccountSection>
  );
}

type Fields = { first_name: string; last_name: string; time_zone: string };
/** The zones most people here live in come first; the others follow by their place. */
const NEAR = ['America/New_York', 'America/Chicago', 'America/Denver', 'America/Phoenix', 'America/Los_Angeles'];
const zoneOption = (zone: string, group: string) => ({
  value: zone,
  label: `${zoneCity(zone)}, ${timeZoneNice(zone)}`,
  group,
});
const ZONES = [
  ...NEAR.map((zone) => zoneOption(zone, 'United States')),
  ...Intl.supportedValuesOf('timeZone')
    .filter((zone) => zone.includes('/') && !NEAR.includes(zone))
    .map((zone) => zoneOption(zone, 'Everywhere'))
    .toSorted((a, b) => a.label.localeCompare(b.label)),
];

function NameSection({ user }: { user: CurrentUser }) {
  const client = useQueryClient();
  const saved: Fields = { first_name: user.firstName, last_name: user.lastName ?? '', time_zone: user.timeZone };
  const [fields, setFields, forget, discard] = useKept<Fields>(`${user.id}:person`, saved);
  const { faults, failure, show, refused, mended } = useFaults<keyof Fields>('Saving');
  const save = useCommand(accountApi.updatePerson, {
    onSuccess: async () => {
      forget();
      await client.invalidateQueries({ queryKey: [accountApi.currentUser.id] });
      toastDone('Saved.');
    },
    onError: refused,
  });
  const set = (name: keyof Fields, value: string) => {
    setFields({ ...fields, [name]: value });
    mended(name);
  };
  const options = ZONES.some(({ value }) => value === fields.time_zone)
    ? ZONES
    : [zoneOption(fields.time_zone, 'Yours'), ...ZONES];

  function submit(event: FormEvent) {
    event.preventDefault();
    if (save.isPending) return;
    const found = {
      first_name: nameFault(fields.first_name, 'your first name'),
      last_name: nameFault(fields.last_name, 'your last name'),
    };
    if (!show(found)) save.mutate({ body: fields });
  }

  return (
    <AccountSection title="Name and time zone" note="Every time you are shown is in this zone.">
      <form onSubmit={submit} noValidate>
        <FormStack>
          <FieldRow>
            <TextField
              path="first_name"
              label="First name"
              autoComplete="given-name"
              required
              maxLength={100}
              value={fields.first_name}
              error={faults.first_name}
              onChange={(value) => set('first_name', value)}
            />
            <TextField
              path="last_name"
              label="Last name"
              autoComplete="family-name"
              required
              maxLength={100}
              value={fields.last_name}
              error={faults.last_name}
              onChange={(value) => set('last_name', value)}
            />
          </FieldRow>
          <SelectField
            path="time_zone"
            label="Time zone"
            required
            searchable
            options={options}
            value={fields.time_zone}
            error={faults.time_zone}
            onChange={(value) => set('time_zone', value ?? fields.time_zone)}
          />
          {failure ? (
            <InlineNotice kind="bad" live>
              {failure}
            </InlineNotice>
          ) : null}
          <div className={styles.foot}>
            <Button kind="primary" type="submit" busy={save.isPending}>
              Save name and zone
            </Button>
            <Unsaved onDiscard={discard} />
          </div>
        </FormStack>
      </form>
    </AccountSection>
  );
}
