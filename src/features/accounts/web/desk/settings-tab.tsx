import { useState } from 'react';
import { Failure } from '../../../../ui/api/failure.tsx';
import { SwitchField } from '../../../../ui/form/choice.tsx';
import { RepeatableRows } from '../../../../ui/form/repeatable-rows.tsx';
import { TextField } from '../../../../ui/form/text-field.tsx';
import { Button } from '../../../../ui/parts/button.tsx';
import { SectionHead } from '../../../../ui/parts/page-header.tsx';
import { FLAG_ROWS } from '../../../organizations/rules.ts';
import { type PersonView, peopleDeskEndpoints } from '../../contract/people-desk.ts';
import {
  bookmarkFault,
  folderId,
  MOST_BOOKMARKS,
  MOST_FOLDERS,
  PERSON_SETTINGS,
  type PersonSettingName,
} from '../../rules.ts';
import styles from './desk.module.css';
import { usePersonCommand } from './use-person-command.ts';

const about = (name: string): string => FLAG_ROWS.find((row) => row.name === name)?.explanation ?? '';

/** A person's flags, bookmarks and folders in Box, saved together. */
export function SettingsTab({ person }: { person: PersonView }) {
  const [flags, setFlags] = useState<Partial<Record<PersonSettingName, boolean>>>({});
  const [rows, setRows] = useState(() =>
    person.bookmark_urls.map((bookmark) => ({ id: crypto.randomUUID(), ...bookmark })),
  );
  const [folderRows, setFolderRows] = useState(() =>
    person.box_folder_ids.map((folder) => ({ id: crypto.randomUUID(), folder })),
  );
  const [looked, setLooked] = useState(false);
  const save = usePersonCommand(peopleDeskEndpoints.changeSettings, person.id, 'Saved. It holds from now on.');
  const bookmarks = rows.map(({ label, url }) => ({ label, url }));
  const bookmarksChanged = JSON.stringify(bookmarks) !== JSON.stringify(person.bookmark_urls);
  const folders = folderRows.map(({ folder }) => folder);
  const foldersChanged = JSON.stringify(folders) !== JSON.stringify(person.box_folder_ids);
  const changed = Object.keys(flags).length > 0 || bookmarksChanged || foldersChanged;
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
        if (bookmarks.some((one) => bookmarkFault(one)) || folders.some((one) => folderId(one) === null)) return;
        save.mutate({
          params: { id: person.id },
          body: {
            lock_version: person.lock_version,
            flags,
            ...(bookmarksChanged ? { bookmark_urls: bookmarks } : {}),
            ...(foldersChanged ? { box_folder_ids: folders } : {}),
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
              help={`${about(setting.name)}${keeps && !setting.may_set ? ' Only Peritus sets this.' : ''}`}
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
      <section aria-labelledby="box-folders">
        <SectionHead
          title="Folders in Box"
          note="What they can import from, with all below each, while the flag above is on."
          id="box-folders"
        />
        <RepeatableRows
          path="box_folder_ids"
          label="Folders in Box"
          rows={folderRows}
          disabled={!keeps}
          max={MOST_FOLDERS}
          addLabel="Add a folder"
          rowName="folder"
          newRow={() => ({ id: crypto.randomUUID(), folder: '' })}
          onChange={setFolderRows}
        >
          {(row, index, update) => (
            <TextField
              path={`box_folder_ids.${index}`}
              label="Address of the folder, or its number"
              maxLength={500}
              value={row.folder}
              disabled={!keeps}
              error={
                looked && folderId(row.folder) === null ? 'Enter the address of a folder in Box, or its number.' : null
              }
              onChange={(folder) => update({ ...row, folder })}
            />
          )}
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
