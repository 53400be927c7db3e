import { IconPencil, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useCommand } from '../../../../ui/api/hooks.ts';
import { Button } from '../../../../ui/parts/button.tsx';
import { ConfirmDialog } from '../../../../ui/parts/confirm-dialog.tsx';
import { expertEndpoints } from '../../contract.ts';
import type { ExpertChangeView, ExpertRecordView, ExpertRecordsView } from '../../contract/records.ts';
import { type RecordPart, RECORDS, recordTitle } from '../../rules/records.ts';
import { useFreshRecords } from './fresh.ts';
import { PaperLink } from './paper-field.tsx';
import type { Saying } from './record-dialog.tsx';
import { ChangeNotes, ChangeStatus, HoldStatus, RecordWords } from './record-words.tsx';
import styles from './records.module.css';

/** The records of a part with what is not verified of them, each changed or ended from its row. */
export function RecordList({
  view,
  part,
  onSay,
}: {
  view: ExpertRecordsView;
  part: RecordPart;
  onSay: (saying: Saying) => void;
}) {
  const fresh = useFreshRecords();
  const [ending, setEnding] = useState<ExpertRecordView | null>(null);
  const [taking, setTaking] = useState<ExpertChangeView | null>(null);
  const say = useCommand(expertEndpoints.say, { onSuccess: fresh });
  const takeBack = useCommand(expertEndpoints.takeBack, { onSuccess: fresh });
  const { one } = RECORDS[part];
  const records = view.records.filter((row) => row.part === part);
  const changes = view.changes.filter((row) => row.part === part);
  const changeActs = (change: ExpertChangeView, record: ExpertRecordView | null) => {
    const name = recordTitle(part, change.data ?? record?.data ?? {});
    return (
      <div className={styles.acts}>
        {change.data === null ? null : (
          <Button
            size="sm"
            icon={<IconPencil stroke={1.75} />}
            aria-label={`Correct what you said: ${name}`}
            onClick={() => onSay({ part, record, change })}
          >
            Correct
          </Button>
        )}
        <Button size="sm" kind="quiet" aria-label={`Take back: ${name}`} onClick={() => setTaking(change)}>
          Take back
        </Button>
      </div>
    );
  };
  return (
    <ul className={styles.rows}>
      {changes
        .filter(({ record_id }) => record_id === null)
        .map((change) => (
          <li key={`said ${change.id}`} className={styles.row}>
            <RecordWords
              profileId={view.profile_id}
              part={part}
              data={change.data ?? {}}
              status={<ChangeStatus change={change} />}
            >
              <ChangeNotes change={change} />
            </RecordWords>
            {changeActs(change, null)}
          </li>
        ))}
      {records.map((record) => {
        const change = changes.find(({ record_id }) => record_id === record.id);
        const name = recordTitle(part, record.data);
        return (
          <li key={record.id} className={styles.row}>
            <div className={styles.words}>
              <RecordWords
                profileId={view.profile_id}
                part={part}
                data={record.data}
                status={<HoldStatus record={record} />}
              >
                {record.document ? <PaperLink paper={record.document} /> : null}
              </RecordWords>
              {change ? (
                <div className={styles.change}>
                  {change.data === null ? (
                    <>
                      <ChangeStatus change={change} />
                      <ChangeNotes change={change} />
                    </>
                  ) : (
                    <RecordWords
                      profileId={view.profile_id}
                      part={part}
                      data={change.data}
                      status={<ChangeStatus change={change} />}
                    >
                      <ChangeNotes change={change} />
                    </RecordWords>
                  )}
                </div>
              ) : null}
            </div>
            {change ? (
              changeActs(change, record)
            ) : (
              <div className={styles.acts}>
                <Button
                  size="sm"
                  icon={<IconPencil stroke={1.75} />}
                  aria-label={`Change: ${name}`}
                  onClick={() => onSay({ part, record, change: null })}
                >
                  Change
                </Button>
                <Button
                  size="sm"
                  kind="quiet"
                  icon={<IconTrash stroke={1.75} />}
                  aria-label={`Remove: ${name}`}
                  onClick={() => setEnding(record)}
                >
                  Remove
                </Button>
              </div>
            )}
          </li>
        );
      })}
      {ending ? (
        <ConfirmDialog
          open
          title={`Remove ${recordTitle(part, ending.data)}?`}
          confirmLabel="Remove it"
          cancelLabel="Keep it"
          onClose={() => setEnding(null)}
          onConfirm={async () => {
            await say.mutateAsync({
              params: { profileId: view.profile_id },
              body: { part, record_id: ending.id, after: ending.verified_at, data: null, document_id: null },
            });
            setEnding(null);
          }}
        >
          {part === 'affiliation'
            ? 'One that has ended is changed instead: say its last day. It is compared with matters for five more years. Until we have looked at it, this one counts.'
            : `The ${one} counts until we have looked at it.`}
        </ConfirmDialog>
      ) : null}
      {taking ? (
        <ConfirmDialog
          open
          title="Take back what you said?"
          confirmLabel="Take it back"
          cancelLabel="Leave it"
          onClose={() => setTaking(null)}
          onConfirm={async () => {
            await takeBack.mutateAsync({
              params: { profileId: view.profile_id, changeId: taking.id },
              body: { lock_version: taking.lock_version },
            });
            setTaking(null);
          }}
        >
          {taking.record_id === null
            ? 'It is removed, and we no longer look at it.'
            : 'What was verified before stays as it is.'}
        </ConfirmDialog>
      ) : null}
    </ul>
  );
}
