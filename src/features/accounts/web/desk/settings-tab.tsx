import { useState } from 'react';
import { Failure } from '../../../../ui/api/failure.tsx';
import { SwitchField } from '../../../../ui/form/choice.tsx';
import { RepeatableRows } from '../../../../ui/form/repeatable-rows.tsx';
import { TextField } from '../../../../ui/form/text-field.tsx';
import { Button } from '../../../../ui/parts/button.tsx';
import { SectionHead } from '../../../../ui/parts/page-header.tsx';
import { FLAG_ROWS } from '../../../organizations/rules.ts';
import { type PersonView, peopleDeskEndpoints } from '../../contract/people-desk.ts';
import { bookmarkFault, MOST_BOOKMARKS, PERSON_SETTINGS, type PersonSettingName } from '../../rules.ts';
import styles from './desk.module.css';
import { usePersonCommand } from './use-person-command.ts';

const about = (name: string): string => FLAG_ROWS.find((row) => row.name === name)?.explanation ?? '';

/** A person's flags and bookmarks, saved together. */
export function SettingsTab({ person }: { person: PersonView }) {
  const [flags, setFlags] = useState<Partial<Record<PersonSettingName, boolean>>>({});
  const [rows, setRows] = useState(() =>
    person.bookmark_urls.map((bookmark) => ({ id: crypto.randomUUID(), ...bookmark })),
  );
  const [looked, setLooked] = useState(false);
  const save = usePersonCommand(peopleDeskEndpoints.changeSettings, person.id, 'Saved. It holds from now on.');
  const bookmarks = rows.map(({ label, url }) => ({ label, url }));
  const bookmarksChanged = JSON.stringify(bookmarks) !== JSON.stringify(person.bookmark_urls);
  const changed = Object.keys(flags).length > 0 || bookmarksChanged;
  const keeps = person.abilities.keep.allowed;
  const shown = PERSON_SETTINGS.flatMap((setting) => {
    const standing = person.settings.find(({ name }) => name === setting.name);
    return standing ? [{ ...setting, ...standing }] : [];
  });
  return (
    <form
      className={styles.tab}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setLooked(true);
        if (bookmarks.some((one) => bookmarkFault(one))) return;
        save.mutate({
          params: { id: person.id },
          body: {
            lock_version: person.lock_version,
            flags,
            ...(bookmarksChanged ? { bookmark_urls: bookmarks } : {}),
          },
        });
      }}
    >
      <section aria-labelledby="flags">
        <SectionHead title="Flags" id="flags" />
        <div className={styles.settings}>
          {shown.map((setting) => (
            <SwitchField
              key={setting.name}
              path={setting.name}
              label={setting.label}
              help={`${about(setting.name)}${setting.waits_for ? ` Works once ${setting.waits_for} here.` : keeps && !setting.may_set ? ' Only Peritus sets this.' : ''}`}
              value={flags[setting.name] ?? setting.value}
              disabled={!setting.may_set}
              onChange={(value) =>
                setFlags(({ [setting.name]: _before, ...others }) =>
                  value === setting.value ? others : { ...others, [setting.name]: value },
                )
              }
            />
          ))}
        </div>
      </section>
      <section aria-labelledby="bookmarks">
        <SectionHead title="Bookmarks" note="In their user menu, while the flag above is on." id="bookmarks" />
        <RepeatableRows
          path="bookmark_urls"
          label="Bookmarks"
          rows={rows}
          disabled={!keeps}
          max={MOST_BOOKMARKS}
          addLabel="Add a bookmark"
          rowName="bookmark"
          newRow={() => ({ id: crypto.randomUUID(), label: '', url: '' })}
          onChange={setRows}
        >
          {(row, index, update) => {
            const fault = looked ? bookmarkFault(row) : null;
            return (
              <div className={styles.bookmark}>
                <TextField
                  path={`bookmark_urls.${index}.label`}
                  label="Name"
                  maxLength={60}
                  value={row.label}
                  disabled={!keeps}
                  error={fault?.at === 'label' ? fault.fault : null}
                  onChange={(label) => update({ ...row, label })}
                />
                <TextField
                  path={`bookmark_urls.${index}.url`}
                  label="Web address"
                  maxLength={1000}
                  value={row.url}
                  disabled={!keeps}
                  error={fault?.at === 'url' ? fault.fault : null}
                  onChange={(url) => update({ ...row, url })}
                />
              </div>
            );
          }}
        </RepeatableRows>
      </section>
      {keeps ? (
        <div>
          <Failure error={save.error} what="It could not be saved." />
          <Button kind="primary" type="submit" busy={save.isPending} disabled={!changed}>
            Save
          </Button>
        </div>
      ) : null}
    </form>
  );
}
