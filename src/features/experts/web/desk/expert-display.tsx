import { useCommand } from '../../../../ui/api/hooks.ts';
import { Refused } from '../../../../ui/api/failure.tsx';
import { SwitchField } from '../../../../ui/form/choice.tsx';
import { SectionHead } from '../../../../ui/parts/page-header.tsx';
import { expertEndpoints } from '../../contract.ts';
import type { ExpertDeskView } from '../../contract/experts-desk.ts';
import { useFreshExpert } from './fresh.ts';
import styles from './desk.module.css';

const NAME = 'display_contact_information';

/** What is shown of the expert; the switch holds at once. */
export function ExpertDisplay({ expert }: { expert: ExpertDeskView }) {
  const set = useCommand(expertEndpoints.setDisplay, { onSuccess: useFreshExpert() });
  return (
    <section className={styles.section}>
      <SectionHead title="What is shown" />
      <Refused error={set.error} />
      <div className={styles.form}>
        <SwitchField
          path={NAME}
          label="Show contact information"
          help="Who orders reads the expert’s e-mail and phone once the expert has the review."
          value={expert[NAME]}
          disabled={!expert.may_act || set.isPending}
          onChange={(value) =>
            set.mutate({
              params: { profileId: expert.profile_id },
              body: { name: NAME, value, before: expert[NAME] },
            })
          }
        />
      </div>
    </section>
  );
}
