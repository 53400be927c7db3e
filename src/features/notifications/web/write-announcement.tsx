import { IconSpeakerphone } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { useCommand } from '../../../ui/api/hooks.ts';
import { DateField } from '../../../ui/form/date-field.tsx';
import { FieldRow } from '../../../ui/form/form-layout.tsx';
import { SelectField } from '../../../ui/form/select-field.tsx';
import { TextArea } from '../../../ui/form/text-field.tsx';
import { Button } from '../../../ui/parts/button.tsx';
import { Dialog } from '../../../ui/parts/dialog.tsx';
import { InlineError } from '../../../ui/parts/notice.tsx';
import { toastDone } from '../../../ui/parts/toast.tsx';
import { useViewer } from '../../../ui/session/viewer.tsx';
import { NotePreview } from '../../../ui/shell/note-line.tsx';
import { formatTime } from '../../../ui/time/format.ts';
import { instantAt } from '../../../ui/time/instant-at.ts';
import { announcementEndpoints } from '../contract.ts';
import { ANNOUNCEMENT_MAX, type Audience, AUDIENCE_NAMES, AUDIENCES } from '../rules.ts';
import styles from './announcements.module.css';

/** What one is written from: nothing, or an earlier one. */
export interface Draft {
  text?: string;
  audience?: Audience;
}

const HALF_HOURS = Array.from({ length: 48 }, (_, i) => ({
  value: String(i * 30),
  label: formatTime(new Date(i * 30 * 60_000).toISOString(), { zone: 'UTC' }),
}));

interface Moment {
  day: string | null;
  minute: string | null;
}

/** Its instant in a zone; null where clocks jump over it, undefined where it is not whole. */
const instantOf = ({ day, minute }: Moment, zone: string): number | null | undefined =>
  day === null || minute === null ? undefined : instantAt(day, Number(minute), zone);

/** A new announcement, shown as its readers see it while it is written. */
export function WriteAnnouncement({ draft, onClose }: { draft: Draft; onClose: () => void }) {
  const { time_zone: zone } = useViewer();
  const [text, setText] = useState(draft.text ?? '');
  const [audience, setAudience] = useState<Audience>(draft.audience ?? 'everyone');
  const [begins, setBegins] = useState<'now' | 'later'>('now');
  const [starts, setStarts] = useState<Moment>({ day: null, minute: '480' });
  const [ends, setEnds] = useState<Moment>({ day: null, minute: '1020' });
  const [missing, setMissing] = useState<Record<string, string>>({});
  const [key] = useState(() => crypto.randomUUID());
  const publish = useCommand(announcementEndpoints.publish, {
    refresh: [announcementEndpoints.all, announcementEndpoints.current],
    onSuccess: () => {
      toastDone(begins === 'now' ? 'It is shown now.' : 'It is shown from then on.');
      onClose();
    },
  });
  const faultAt = (path: string): string | undefined =>
    missing[path] ?? publish.error?.errors.find((error) => error.path === path)?.message;

  const send = (event: FormEvent) => {
    event.preventDefault();
    if (publish.isPending) return;
    const from = begins === 'now' ? null : instantOf(starts, zone);
    const until = instantOf(ends, zone);
    const wrong = (at: number | null | undefined): string =>
      at === null ? 'Clocks skip this time on that day. Choose another.' : 'Choose a day and a time.';
    const faults: Record<string, string> = {
      ...(text.trim() === '' ? { text: 'Write what is to be known.' } : {}),
      ...(begins === 'later' && typeof from !== 'number' ? { starts_at: wrong(from) } : {}),
      ...(typeof until === 'number' ? {} : { ends_at: wrong(until) }),
    };
    setMissing(faults);
    if (Object.keys(faults).length > 0 || typeof until !== 'number') return;
    const body = {
      text,
      audience,
      ...(typeof from === 'number' ? { starts_at: new Date(from).toISOString() } : {}),
      ends_at: new Date(until).toISOString(),
    };
    publish.mutate({ body, idempotencyKey: `${key} ${JSON.stringify(body)}` });
  };
  const shown = text.trim();
  return (
    <Dialog title="New announcement" onClose={onClose}>
      <form className={styles.form} noValidate onSubmit={send}>
        <TextArea
          path="text"
          label="Text"
          help="No names of patients: everyone in the audience reads it."
          required
          rows={3}
          max={ANNOUNCEMENT_MAX}
          value={text}
          onChange={setText}
          error={faultAt('text')}
        />
        <SelectField
          path="audience"
          label="Who sees it"
          value={audience}
          options={AUDIENCE_NAMES.map((value) => ({ value, label: AUDIENCES[value] }))}
          onChange={(value) => setAudience(AUDIENCE_NAMES.find((one) => one === value) ?? 'everyone')}
        />
        <SelectField
          path="begins"
          label="It begins"
          value={begins}
          options={[
            { value: 'now', label: 'Now' },
            { value: 'later', label: 'At a later time' },
          ]}
          onChange={(value) => setBegins(value === 'later' ? 'later' : 'now')}
        />
        {begins === 'later' ? (
          <When path="starts_at" label="First" value={starts} error={faultAt('starts_at')} onChange={setStarts} />
        ) : null}
        <When path="ends_at" label="Last" value={ends} error={faultAt('ends_at')} onChange={setEnds} />
        {shown === '' ? null : (
          <div>
            <p className={styles.label}>As its readers see it</p>
            <div className={styles.preview}>
              <NotePreview icon={<IconSpeakerphone size={16} stroke={1.75} aria-hidden />}>{shown}</NotePreview>
            </div>
          </div>
        )}
        {publish.error && publish.error.errors.length === 0 ? (
          <InlineError title="It was not published.">{publish.error.message}</InlineError>
        ) : null}
        <div className={styles.acts}>
          <Button kind="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" kind="primary" busy={publish.isPending}>
            Publish
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function When({
  path,
  label,
  value,
  error,
  onChange,
}: {
  path: string;
  label: string;
  value: Moment;
  error: string | undefined;
  onChange: (value: Moment) => void;
}) {
  return (
    <FieldRow>
      <DateField
        path={path}
        label={`${label} day`}
        required
        value={value.day}
        error={error}
        onChange={(day) => onChange({ ...value, day })}
      />
      <SelectField
        path={`${path}_time`}
        label={`${label} time, your zone`}
        value={value.minute}
        options={HALF_HOURS}
        onChange={(minute) => onChange({ ...value, minute })}
      />
    </FieldRow>
  );
}
