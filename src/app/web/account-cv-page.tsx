import { isExpert } from '../../core/actor.ts';
import { TakenKinds } from '../../features/experts/web/taken-kinds.tsx';
import { useViewer } from '../../ui/session/viewer.tsx';
import { AccountLayout, AccountSection } from '../../features/accounts/web/account-layout.tsx';
import { CvBox } from '../../features/experts/web/cv-box.tsx';
import { Opportunities, useOpportunities } from '../../features/experts/web/opportunities.tsx';

/** An expert's or applicant's CV, whole and redacted, among the account's pages. */
export function AccountCvPage() {
  const { kind } = useViewer();
  const open = useOpportunities();
  return (
    <AccountLayout title="CV" lead="What requesters read about you before they choose.">
      <AccountSection
        title="With your name"
        note="The whole CV. Peritus sees it, and who orders where their organization chooses by name."
      >
        <CvBox version="full" />
      </AccountSection>
      <AccountSection
        title="Redacted version"
        note="Without your name, address, photograph and employer. Most organizations choose by this one alone; without it you are not presented to them."
      >
        <CvBox version="redacted" />
      </AccountSection>
      {isExpert(kind) ? (
        <AccountSection
          title="Which reviews you take"
          note="You are not invited to any other kind. Invitations you have and reviews you accepted stay as they are."
        >
          <TakenKinds />
        </AccountSection>
      ) : null}
      {open ? (
        <AccountSection
          title="Besides reviews"
          note="Some organizations ask what else you are open to. They see it when they choose an expert; it does not change who is presented to them."
        >
          <Opportunities open={open} />
        </AccountSection>
      ) : null}
    </AccountLayout>
  );
}
