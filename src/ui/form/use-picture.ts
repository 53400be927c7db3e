import { useState } from 'react';
import { PICTURE_BYTES_MAX, PICTURE_FAULTS } from '../../core/pictures.ts';
import type { ApiError } from '../api/client.ts';

/** Sends a chosen picture unless it is larger than one may be; and what is wrong with the last that was chosen. */
export function usePicture(
  { error, reset }: { error: ApiError | null; reset: () => void },
  send: (picture: File) => void,
): { fault: string | null; choose: (picture: File) => void } {
  const [large, setLarge] = useState(false);
  return {
    fault: large ? PICTURE_FAULTS.large : (error?.errors[0]?.message ?? error?.message ?? null),
    choose: (picture) => {
      reset();
      setLarge(picture.size > PICTURE_BYTES_MAX);
      if (picture.size <= PICTURE_BYTES_MAX) send(picture);
    },
  };
}
