import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Failure } from '../../../ui/api/failure.tsx';
import { query, useCommand } from '../../../ui/api/hooks.ts';
import { SwitchList } from '../../../ui/form/switch-list.tsx';
import { SkeletonRows } from '../../../ui/parts/empty.tsx';
import { InlineNotice } from '../../../ui/parts/notice.tsx';
import { notificationEndpoints as E } from '../contract.ts';
import { CATEGORIES, CATEGORY_NAMES } from '../rules.ts';

/** Which events also come by mail. Changes take effect immediately. */
export function NotificationPreferences() {
  const client = useQueryClient();
  const list = useQuery(query(E.preferences, {}));
  const key = query(E.preferences, {}).queryKey;
  const save = useCommand(E.savePreferences, {
    onSuccess: (saved) => client.setQueryData(key, saved),
    onError: () => void client.invalidateQueries({ queryKey: key }),
  });
  if (list.isPending) return <SkeletonRows rows={CATEGORY_NAMES.length} />;
  if (!list.data)
    return <Failure error={list.error} what="Your choices could not be loaded" onRetry={() => void list.refetch()} />;
  const { by_mail, mails_off } = list.data;
  return (
    <SwitchList
      choices={CATEGORY_NAMES.map((value) => ({ value, label: CATEGORIES[value][0], about: CATEGORIES[value][1] }))}
      stored={by_mail}
      save={(changed, then) => save.mutateAsync({ body: { by_mail: { [changed]: then[changed] } } })}
      error={save.error}
    >
      {mails_off ? <InlineNotice kind="info">{mails_off}</InlineNotice> : null}
    </SwitchList>
  );
}
