import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { Button } from '../parts/button.tsx';
import { toastDone } from '../parts/toast.tsx';
import { ApiError } from './client.ts';
import { download, savedWords } from './download.ts';
import { Refused } from './failure.tsx';

/**
 * Saves a list as a file and says that it did, with how many lines; what failed stands before the button. `words` are the button's;
 * `says` stands instead of the number of lines.
 */
export function SaveFile({
  url,
  name,
  words = 'Export',
  says,
}: {
  url: string;
  name: string;
  words?: string;
  says?: string;
}) {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<ApiError | null>(null);
  const save = async () => {
    setBusy(true);
    setError(null);
    try {
      const saved = await download(url, name);
      toastDone(says ?? savedWords(saved.name, saved.lines));
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure;
      setError(failure);
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <Refused error={error} />
      <Button icon={<IconDownload size={16} stroke={1.75} />} busy={busy} onClick={() => void save()}>
        {words}
      </Button>
    </>
  );
}
