import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useChoices } from '../../../ui/api/choices.ts';
import { Failure } from '../../../ui/api/failure.tsx';
import { query, useCommand } from '../../../ui/api/hooks.ts';
import { SwitchField } from '../../../ui/form/choice.tsx';
import { SkeletonRows } from '../../../ui/parts/empty.tsx';
import { InlineNotice } from '../../../ui/parts/notice.tsx';
import { notificationEndpoints as E } from '../contract.ts';
import { CATEGORIES, CATEGORY_NAMES } from '../rules.ts';
import styles from './notifications.module.css';

/** Which events also come by mail. Each choice holds at once. */
export function NotificationPreferences() {
  const client = useQueryClient();
  const list = useQuery(query(E.preferences, {}));
  const key = query(E.preferences, {}).queryKey;
  const save = useCommand(E.savePreferences, {
    onSuccess: (saved) => client.setQueryData(key, saved),
    onError: () => void client.invalidateQueries({ queryKey: key }),
  });
  const choices = useChoices(list.data?.by_mail);
  if (list.isPending) return <SkeletonRows rows={CATEGORY_NAMES.length} />;
  if (!list.data)
    return <Failure error={list.error} what="Your choices could not be loaded" onRetry={() => void list.refetch()} />;
  const { mails_off } = list.data;
  return (
    <div className={styles.choices}>
      {mails_off ? <InlineNotice kind="info">{mails_off}</InlineNotice> : null}
      <Failure error={save.error} what="Your choice could not be saved" />
      {CATEGORY_NAMES.map((category) => {
        const [name, about] = CATEGORIES[category];
        return (
          <SwitchField
            key={category}
            path={category}
            label={name}
            help={about}
            value={choices.is(category)}
            onChange={(value) =>
              choices.choose(category, value, () => save.mutateAsync({ body: { by_mail: { [category]: value } } }))
            }
          />
        );
      })}
    </div>
  );
}
