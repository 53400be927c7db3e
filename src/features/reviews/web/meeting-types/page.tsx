import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { KINDS } from '../../../../core/kinds.ts';
import { plural } from '../../../../core/phrases.ts';
import { Failure } from '../../../../ui/api/failure.tsx';
import { query } from '../../../../ui/api/hooks.ts';
import { inAddress } from '../../../../ui/parts/address.ts';
import { Button } from '../../../../ui/parts/button.tsx';
import { EmptyState, SkeletonRows } from '../../../../ui/parts/empty.tsx';
import { InlineNotice } from '../../../../ui/parts/notice.tsx';
import { OrganizationChoice, useWhose } from '../../../../ui/parts/organization-choice.tsx';
import { PageHeader, SectionHead } from '../../../../ui/parts/page-header.tsx';
import { RuledList, RuledRow } from '../../../../ui/parts/ruled-list.tsx';
import { Page } from '../../../../ui/shell/layouts.tsx';
import { organizationChoices } from '../../../organizations/contract/choices.ts';
import { type MeetingTypeRow, type MeetingTypes, meetingTypeEndpoints } from '../../contract/meeting-types.ts';
import { whoseWords } from '../shared/whose-words.ts';
import { MeetingDialog } from './meeting-dialog.tsx';
import { MeetingHistoryDialog } from './meeting-history.tsx';
import { meetingWords } from './meeting-words.ts';
import styles from './meeting-types.module.css';

/** The calls an organization can order: how long each is, what it costs, and how much time stays free around it. */
export function MeetingTypesPage() {
  const search: Record<string, unknown> = useSearch({ strict: false });
  const navigate = useNavigate();
  const { whose: id, forAll } = useWhose(search['organization_id']);
  const asked = useQuery(query(meetingTypeEndpoints.list, { query: id === null ? {} : { organization_id: id } }));
  const [writing, setWriting] = useState<MeetingTypeRow | 'new' | null>(null);
  const [looking, setLooking] = useState<MeetingTypeRow | null>(null);
  const view = asked.data;
  return (
    <Page width="wide">
      <PageHeader
        title="Meeting types"
        lead="The calls that can be ordered: how long each is, what it costs, and how much of the expert’s time stays free around it."
        actions={
          view?.change.allowed ? (
            <Button kind="primary" icon={<IconPlus stroke={2} />} onClick={() => setWriting('new')}>
              New type
            </Button>
          ) : null
        }
      />
      <OrganizationChoice
        from={organizationChoices}
        forAll={forAll}
        value={id}
        onChoose={(organization_id) =>
          void navigate({ to: '/admin/meeting-types', search: inAddress({ organization_id }), replace: true })
        }
        className={styles.whose}
      />
      {asked.isPending ? (
        <SkeletonRows rows={5} columns={[40, 0, 20]} height={72} label="Loading meeting types" />
      ) : null}
      {asked.error?.status === 404 ? (
        <InlineNotice kind="warn" title="This organization is not there, or it is not one of yours." />
      ) : (
        <Failure
          error={asked.error}
          what="The meeting types could not be loaded."
          onRetry={() => void asked.refetch()}
        />
      )}
      {view ? <Types view={view} onChange={setWriting} onHistory={setLooking} /> : null}
      {view && writing !== null ? (
        <MeetingDialog view={view} type={writing === 'new' ? null : writing} onClose={() => setWriting(null)} />
      ) : null}
      {view && looking !== null ? (
        <MeetingHistoryDialog organization={view.organization} type={looking} onClose={() => setLooking(null)} />
      ) : null}
    </Page>
  );
}

function Types({
  view,
  onChange,
  onHistory,
}: {
  view: MeetingTypes;
  onChange: (type: MeetingTypeRow) => void;
  onHistory: (type: MeetingTypeRow) => void;
}) {
  const kinds = [...new Set(view.data.map(({ kind }) => kind))];
  return (
    <>
      {view.change.reason === null ? (
        <p className={styles.quiet}>
          {view.organization
            ? `What is changed here holds for ${view.organization.name} and the organizations below it.`
            : 'What is changed here holds for every organization that says nothing else.'}{' '}
          Reviews already ordered keep what they were ordered with.
        </p>
      ) : (
        <InlineNotice kind="info" title="You can look, but not change anything here.">
          {view.change.reason}
        </InlineNotice>
      )}
      {kinds.length === 0 ? (
        <EmptyState title="No kind of review has calls">Calls appear here once a kind with calls is built.</EmptyState>
      ) : null}
      {kinds.map((kind) => (
        <section key={kind} className={styles.kind}>
          <SectionHead title={KINDS[kind].label} />
          <RuledList label={KINDS[kind].label}>
            {view.data
              .filter((one) => one.kind === kind)
              .map((type) => (
                <RuledRow
                  key={type.key}
                  title={type.name}
                  status={type.retired ? <p className={styles.retired}>Retired, no longer offered</p> : null}
                  lines={[meetingWords(type), type.gets, usedWords(type)]}
                  actions={
                    <>
                      <Button kind="quiet" aria-label={`History of ${type.name}`} onClick={() => onHistory(type)}>
                        History
                      </Button>
                      {view.change.allowed ? (
                        <Button aria-label={`Change ${type.name}`} onClick={() => onChange(type)}>
                          Change
                        </Button>
                      ) : null}
                    </>
                  }
                />
              ))}
          </RuledList>
        </section>
      ))}
    </>
  );
}

function usedWords(type: MeetingTypeRow): string {
  const whose = whoseWords(type, 'Set');
  return type.open_reviews === 0 ? whose : `${whose} ${plural(type.open_reviews, 'review')} under way ordered with it.`;
}
