import { IconPhotoUp, IconTrash } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { PICTURE_BYTES_MAX, PICTURE_FAULTS } from '../../../../core/pictures.ts';
import { urlOf } from '../../../../core/url-of.ts';
import { useCommand } from '../../../../ui/api/hooks.ts';
import { Field, useField } from '../../../../ui/form/field.tsx';
import { Button } from '../../../../ui/parts/button.tsx';
import { expertEndpoints } from '../../contract.ts';
import styles from './records.module.css';

/** A map of the way to a site: the picture as examinees will have it, another one, or none. */
export function MapField({
  profileId,
  path,
  label,
  help,
  error,
  value,
  onChange,
}: {
  profileId: number;
  path: string;
  label: string;
  help?: string;
  error: string | null;
  value: number | null;
  onChange: (mapId: number | null) => void;
}) {
  const file = useRef<HTMLInputElement>(null);
  const [large, setLarge] = useState(false);
  const save = useCommand(expertEndpoints.saveSiteMap, { onSuccess: ({ id }) => onChange(id) });
  const sent = large ? PICTURE_FAULTS.large : (save.error?.errors[0]?.message ?? save.error?.message ?? null);
  const common = { path, label, optional: true, error: sent ?? error, ...(help ? { help } : {}) };
  const { ids } = useField(common);
  return (
    <Field {...common} ids={ids} group="group">
      <div className={styles.map}>
        {value === null ? null : <SiteMap profileId={profileId} mapId={value} />}
        <input
          ref={file}
          type="file"
          accept="image/png,image/jpeg,image/webp"
          aria-label={label}
          className={styles.hidden}
          tabIndex={-1}
          onChange={(event) => {
            const [chosen] = event.currentTarget.files ?? [];
            event.currentTarget.value = '';
            if (!chosen) return;
            save.reset();
            setLarge(chosen.size > PICTURE_BYTES_MAX);
            if (chosen.size <= PICTURE_BYTES_MAX) save.mutate({ params: { profileId }, content: chosen });
          }}
        />
        <div className={styles.acts}>
          <Button
            size="sm"
            icon={<IconPhotoUp stroke={1.75} />}
            busy={save.isPending}
            onClick={() => file.current?.click()}
          >
            {value === null ? 'Choose a picture' : 'Choose another picture'}
          </Button>
          {value === null ? null : (
            <Button size="sm" kind="quiet" icon={<IconTrash stroke={1.75} />} onClick={() => onChange(null)}>
              Remove the map
            </Button>
          )}
        </div>
      </div>
    </Field>
  );
}

/** A map as examinees have it. */
export function SiteMap({ profileId, mapId }: { profileId: number; mapId: number }) {
  return (
    <img
      className={styles.mapPicture}
      src={urlOf(expertEndpoints.siteMap, { params: { profileId, mapId } })}
      alt="Map of the way there"
      loading="lazy"
    />
  );
}
