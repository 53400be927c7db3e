import { IconPhotoUp, IconTrash } from '@tabler/icons-react';
import { PICTURE_TYPES } from '../../../../core/pictures.ts';
import { urlOf } from '../../../../core/url-of.ts';
import { useCommand } from '../../../../ui/api/hooks.ts';
import { Field, useField } from '../../../../ui/form/field.tsx';
import { usePicture } from '../../../../ui/form/use-picture.ts';
import { Button } from '../../../../ui/parts/button.tsx';
import { FileButton } from '../../../../ui/parts/file-button.tsx';
import { SiteMap } from '../../../../ui/parts/site-map.tsx';
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
  const save = useCommand(expertEndpoints.saveSiteMap, { onSuccess: ({ id }) => onChange(id) });
  const { fault, choose } = usePicture(save, (content) => save.mutate({ params: { profileId }, content }));
  const common = { path, label, optional: true, error: fault ?? error, ...(help ? { help } : {}) };
  const { ids } = useField(common);
  return (
    <Field {...common} ids={ids} group="group">
      <div className={styles.map}>
        {value === null ? null : <ExpertSiteMap profileId={profileId} mapId={value} />}
        <div className={styles.acts}>
          <FileButton
            label={label}
            accept={PICTURE_TYPES}
            size="sm"
            icon={<IconPhotoUp stroke={1.75} />}
            busy={save.isPending}
            onChoose={choose}
          >
            {value === null ? 'Choose a picture' : 'Choose another picture'}
          </FileButton>
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

/** A map an expert sent. */
export const ExpertSiteMap = ({ profileId, mapId }: { profileId: number; mapId: number }) => (
  <SiteMap src={urlOf(expertEndpoints.siteMap, { params: { profileId, mapId } })} alt="Map of the way there" />
);
