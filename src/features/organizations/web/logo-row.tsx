import { IconPhoto, IconTrash } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { PICTURE_FAULTS, PICTURE_TYPES } from '../../../core/pictures.ts';
import type { ApiError } from '../../../ui/api/client.ts';
import { useCommand } from '../../../ui/api/hooks.ts';
import { Button } from '../../../ui/parts/button.tsx';
import { FileButton } from '../../../ui/parts/file-button.tsx';
import { InlineNotice } from '../../../ui/parts/notice.tsx';
import { toastDone } from '../../../ui/parts/toast.tsx';
import { organizationConsoleEndpoints, type OrganizationSettingsView } from '../contract/console.ts';
import { logoEndpoints } from '../contract/logo.ts';
import styles from './organization.module.css';

const { settings, history } = organizationConsoleEndpoints;

/** An organization's logo: as it is shown, another one, and none. It is set at once, without the other changes. */
export function LogoRow({ view }: { view: OrganizationSettingsView }) {
  const [fault, setFault] = useState<string | null>(null);
  const [isStale, setIsStale] = useState(false);
  const client = useQueryClient();
  // somebody else set another: that one is shown, and this is asked again
  const refused = (error: ApiError) => {
    setIsStale(error.code === 'stale');
    if (error.code === 'stale') void client.invalidateQueries({ queryKey: [settings.id] });
    else setFault(error.status === 413 ? PICTURE_FAULTS.large : (error.errors[0]?.message ?? error.message));
  };
  const save = useCommand(logoEndpoints.save, {
    refresh: [settings, history],
    onSuccess: () => toastDone('The logo is set.'),
    onError: refused,
  });
  const remove = useCommand(logoEndpoints.remove, {
    refresh: [settings, history],
    onSuccess: () => toastDone('The logo is taken away.'),
    onError: refused,
  });
  function choose(chosen: File) {
    setFault(null);
    setIsStale(false);
    if (!/^image\/(png|jpeg|webp)$/.test(chosen.type)) {
      setFault(PICTURE_FAULTS.kind);
      return;
    }
    save.mutate({ params: { id: view.id }, query: { replaces: view.logo ?? '' }, content: chosen });
  }
  return (
    <li className={styles.field}>
      <div className={styles.words}>
        <p className={styles.legend}>Logo</p>
        {view.logo === null ? null : (
          <span className={styles.logo}>
            <img src={view.logo} alt={`Logo of ${view.name}`} />
          </span>
        )}
        <span className={styles.about}>
          Shown where people register. A JPEG, PNG or WebP of up to 8 MB; it is set at once.
        </span>
        <div className={styles.buttons}>
          <FileButton
            label="Logo"
            accept={PICTURE_TYPES}
            icon={<IconPhoto stroke={1.75} />}
            busy={save.isPending}
            onChoose={choose}
          >
            {view.logo === null ? 'Choose a logo' : 'Choose another'}
          </FileButton>
          {view.logo === null ? null : (
            <Button
              kind="quiet"
              icon={<IconTrash stroke={1.75} />}
              busy={remove.isPending}
              onClick={() => remove.mutate({ params: { id: view.id }, query: { replaces: view.logo ?? '' } })}
            >
              Remove
            </Button>
          )}
        </div>
        {isStale ? (
          <InlineNotice kind="conflict" title="Someone else changed the logo meanwhile." live>
            What they set is shown. Nothing of yours was saved: choose again if yours should hold.
          </InlineNotice>
        ) : null}
        {fault ? (
          <InlineNotice kind="bad" live>
            {fault}
          </InlineNotice>
        ) : null}
      </div>
    </li>
  );
}
