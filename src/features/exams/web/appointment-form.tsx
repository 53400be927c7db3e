import { useState } from 'react';
import { plural } from '../../../core/phrases.ts';
import { dateText } from '../../../core/dates.ts';
import type { ApiError } from '../../../ui/api/client.ts';
import { Failure } from '../../../ui/api/failure.tsx';
import { RadioField } from '../../../ui/form/choice.tsx';
import { TextArea } from '../../../ui/form/text-field.tsx';
import { Button } from '../../../ui/parts/button.tsx';
import type { ExamView } from '../contract.ts';
import { atPlace, inTurn, whereOf } from './use-exam.ts';
import styles from './exams.module.css';

type Offer = ExamView['offers'][number];

/** What is said about one of them: where, how far, who begins when, and by when its notice. */
const about = (one: Offer): string =>
  [
    whereOf(one.place),
    one.miles === null ? null : `${plural(one.miles, 'mile')} from the examinee`,
    inTurn(one),
    `Notice by ${dateText(one.notice_by, 'medium')}`,
  ]
    .filter(Boolean)
    .map((line) => `${line}.`)
    .join(' ');

interface Words {
  label: string;
  /** The button that sets one. */
  set: string;
  /** The way to say that none fits, what is asked then, who reads it, and the button that sends it. */
  none: string;
  asks: string;
  read_by: string;
  send: string;
}

/**
 * Appointments one of which sets the exam, or none: on offer to the requester, or proposed to the examiner's side.
 * `below`: it stands under a box that has the filled button of the page and leads here.
 */
export function AppointmentForm({
  offers,
  words,
  below = false,
  busy,
  error,
  onChange,
  onSet,
  onNone,
}: {
  offers: readonly Offer[];
  words: Words;
  below?: boolean;
  busy: 'set' | 'none' | null;
  error: ApiError | null;
  onChange: () => void;
  onSet: (offerId: number) => void;
  onNone: (reason: string) => void;
}) {
  const [chosen, setChosen] = useState<string | null>(null);
  const [missing, setMissing] = useState(false);
  const [refusing, setRefusing] = useState(false);
  const [reason, setReason] = useState('');
  const kind = below ? 'default' : 'primary';
  const open = offers.some(({ id }) => String(id) === chosen);
  return (
    <div className={styles.form}>
      <RadioField
        path="offer_id"
        label={words.label}
        value={chosen}
        error={missing && !open ? 'Choose an appointment first.' : undefined}
        onChange={(id) => {
          setChosen(id);
          onChange();
        }}
        options={offers.map((one) => ({ value: String(one.id), label: atPlace(one), hint: about(one) }))}
      />
      <Failure error={error} what="The exam could not be set." />
      {refusing ? (
        <>
          <TextArea
            path="reason"
            label={words.asks}
            help={words.read_by}
            rows={3}
            max={2000}
            value={reason}
            onChange={setReason}
          />
          <div className={styles.acts}>
            <Button
              kind={kind}
              busy={busy === 'none'}
              disabled={reason.trim() === ''}
              onClick={() => onNone(reason.trim())}
            >
              {words.send}
            </Button>
            <Button kind="quiet" onClick={() => setRefusing(false)}>
              Back to these
            </Button>
          </div>
        </>
      ) : (
        <div className={styles.acts}>
          <Button
            kind={kind}
            size="lg"
            busy={busy === 'set'}
            onClick={() => (open ? onSet(Number(chosen)) : setMissing(true))}
          >
            {words.set}
          </Button>
          <Button kind="quiet" size="lg" onClick={() => setRefusing(true)}>
            {words.none}
          </Button>
        </div>
      )}
    </div>
  );
}
