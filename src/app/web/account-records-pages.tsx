import { IconPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { AccountLayout, AccountSection } from '../../features/accounts/web/account-layout.tsx';
import type { ExpertRecordsView } from '../../features/experts/contract/records.ts';
import { type RecordPart, RECORDS } from '../../features/experts/rules/records.ts';
import { KeptRecords, RecordsOf } from '../../features/experts/web/records/kept.tsx';
import { TestimonyList } from '../../features/experts/web/records/testimony-list.tsx';
import { Button } from '../../ui/parts/button.tsx';

interface Page {
  title: string;
  lead: string;
  parts: readonly { part: RecordPart; note: string; empty: string }[];
  /** What is made of them, below them. */
  more?: (view: ExpertRecordsView) => ReactNode;
}

/** An account page of what an expert keeps; whoever assists keeps it for them. */
function RecordsPage({ title, lead, parts, more }: Page) {
  return (
    <AccountLayout title={title} lead={lead}>
      <KeptRecords>
        {(view, say) => [
          ...parts.map(({ part, note, empty }) => (
            <AccountSection
              key={part}
              title={parts.length > 1 ? RECORDS[part].title : 'On record'}
              note={note}
              action={
                <Button icon={<IconPlus stroke={2} />} onClick={() => say({ part, record: null, change: null })}>
                  {RECORDS[part].add}
                </Button>
              }
            >
              <RecordsOf view={view} part={part} empty={empty} onSay={say} />
            </AccountSection>
          )),
          more?.(view),
        ]}
      </KeptRecords>
    </AccountLayout>
  );
}

/** Licenses, certifications and cover. */
export const CredentialsPage = () => (
  <RecordsPage
    title="Credentials"
    lead="What your work rests on. We remind you 90, 60 and 30 days before anything ends."
    parts={[
      {
        part: 'license',
        note: 'Send the new one before the last day: invitations keep coming.',
        empty: 'No license yet. Without one no invitation reaches you.',
      },
      {
        part: 'certification',
        note: 'Board certifications and malpractice cover.',
        empty: 'None yet. Some reviews ask for a board certification.',
      },
    ]}
  />
);

/** Where the expert practices. */
export const SitesPage = () => (
  <RecordsPage
    title="Practice sites"
    lead="Where you see people. Exams are held at a site near the examinee."
    parts={[
      {
        part: 'site',
        note: 'With its hours, in the time of the site, and how one gets in.',
        empty: 'No site yet.',
      },
    ]}
  />
);

/** What the expert asks; the expert's and staff's to see. */
export const RatesPage = () => (
  <RecordsPage
    title="Rates"
    lead="What you ask for your work. Only you and Peritus see it: no customer, and nobody who assists you."
    parts={[
      { part: 'rate', note: 'By the hour, the review or the day, each with the days it holds.', empty: 'No rate yet.' },
    ]}
  />
);

/** Houses the expert is tied to. */
export const AffiliationsPage = () => (
  <RecordsPage
    title="Affiliations"
    lead="Hospitals, groups, firms and insurers you work for, or did within five years. No matter of theirs comes to you."
    parts={[
      {
        part: 'affiliation',
        note: 'A new one counts for conflicts at once. One that ended counts for five more years.',
        empty: 'No affiliation yet.',
      },
    ]}
  />
);

/** What is made of testimony for a disclosure. */
const listOfFourYears = (view: ExpertRecordsView) => (
  <AccountSection
    key="list"
    title="List of four years"
    note="As federal courts ask for it: trials and depositions, without hearings and without who retained you. What is not verified is not on it."
  >
    <TestimonyList view={view} />
  </AccountSection>
);

/** Where the expert testified. */
export const TestimonyPage = () => (
  <RecordsPage
    title="Testimony"
    lead="Cases in which you testified. Courts ask for those of the last four years."
    parts={[{ part: 'testimony', note: 'At depositions, hearings and trials.', empty: 'No testimony yet.' }]}
    more={listOfFourYears}
  />
);

/** What the expert published. */
export const PublicationsPage = () => (
  <RecordsPage
    title="Publications"
    lead="What you published. Federal courts ask for everything you authored in the last ten years."
    parts={[
      {
        part: 'publication',
        note: 'Articles, chapters, books and abstracts, each with where it appeared.',
        empty: 'No publication yet.',
      },
    ]}
  />
);
