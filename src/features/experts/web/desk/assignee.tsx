import { useCommand } from '../../../../ui/api/hooks.ts';
import { SelectField } from '../../../../ui/form/select-field.tsx';
import { expertEndpoints } from '../../contract.ts';
import type { ApplicationDeskView } from '../../contract/application-desk.ts';
import { useFresh } from './fresh.ts';
import styles from './desk.module.css';

/** Who has the application, and giving it to somebody. */
export function Assignee({ application }: { application: ApplicationDeskView }) {
  const fresh = useFresh();
  const assign = useCommand(expertEndpoints.assignApplication, { onSuccess: fresh });
  const { assigned_to, assignable, may_act } = application;
  if (!may_act) return <p className={styles.quiet}>Assigned to {assigned_to?.name ?? 'nobody'}</p>;
  return (
    <div className={styles.choice}>
      <SelectField
        path="assignee"
        label="Assigned to"
        value={assigned_to === null ? 'nobody' : String(assigned_to.id)}
        options={[
          { value: 'nobody', label: 'Nobody' },
          ...assignable.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
        error={assign.error?.message}
        onChange={(value) =>
          assign.mutate({
            params: { applicationId: application.id },
            body: { user_id: value === null || value === 'nobody' ? null : Number(value) },
          })
        }
      />
    </div>
  );
}
