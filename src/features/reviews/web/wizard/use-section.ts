import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useLayoutEffect, useMemo, useRef } from 'react';
import type { Kind } from '../../../../core/kinds.ts';
import { ApiError, call } from '../../../../ui/api/client.ts';
import { query, queryKey } from '../../../../ui/api/hooks.ts';
import { Refused, StaleVersion } from '../../../../ui/form/autosave.ts';
import { useAutosave } from '../../../../ui/form/use-autosave.ts';
import { useViewer } from '../../../../ui/session/viewer.tsx';
import { listReviews, readQuote, readReview, readSection, saveSection } from '../../contract.ts';
import type { Values } from '../form/types.ts';

interface Stored {
  data: Record<string, unknown>;
  version: number;
}

const isStored = (value: unknown): value is Stored =>
  typeof value === 'object' && value !== null && 'data' in value && 'version' in value;

/** One step's values with autosave: each change is kept on this device at once and sent after a short quiet. */
export function useSection(where: { kind: Kind; reviewId: number; section: string; stored: Stored }) {
  const { kind, reviewId, section, stored } = where;
  const { user_id } = useViewer();
  const client = useQueryClient();
  const params = useMemo(() => ({ id: reviewId, section }), [reviewId, section]);
  const initial = useMemo(() => ({ value: stored.data as Values, version: stored.version }), [stored]);

  const save = useCallback(
    async (value: Values, version: number) => {
      try {
        const saved = await call(saveSection, { kind, params, body: { version, data: { ...value } } });
        client.setQueryData(query(readSection, { kind, params }).queryKey, saved);
        void client.invalidateQueries({ queryKey: queryKey(readQuote) });
        void client.invalidateQueries({ queryKey: queryKey(readReview) });
        void client.invalidateQueries({ queryKey: queryKey(listReviews), refetchType: 'none' });
        return { version: saved.version };
      } catch (error) {
        if (error instanceof ApiError && error.code === 'stale') {
          const fresh = error.problem?.current;
          const now = isStored(fresh) ? fresh : await call(readSection, { kind, params });
          throw new StaleVersion<Values>({ value: now.data, version: now.version });
        }
        // 400: something no field of the form takes, which says where it is
        if (error instanceof ApiError && (error.status === 422 || error.status === 400) && error.errors[0]) {
          throw new Refused(error.errors[0].message);
        }
        // something the organization has switched off while this was open
        if (error instanceof ApiError && error.status === 403) throw new Refused(error.message);
        throw error;
      }
    },
    [client, kind, params],
  );

  const autosave = useAutosave<Values>({ draftKey: `${user_id}:${kind}:${reviewId}:${section}`, initial, save });
  // Two fields can change in one event (specialty empties sub-specialty): the second must build on the first.
  const newest = useRef(autosave.value);
  useLayoutEffect(() => {
    newest.current = autosave.value;
  }, [autosave.value]);
  const { set } = autosave;
  const change = useCallback(
    (key: string, value: unknown) => {
      newest.current = { ...newest.current, [key]: value };
      set(newest.current);
    },
    [set],
  );
  return { ...autosave, change };
}
