import { type FormEvent, useMemo, useState } from 'react';
import { dateText } from '../../../core/dates.ts';
import { plural } from '../../../core/phrases.ts';
import { useCommand } from '../../../ui/api/hooks.ts';
import { CheckboxField } from '../../../ui/form/choice.tsx';
import { TextArea, TextField } from '../../../ui/form/text-field.tsx';
import { InlineEnds, Quiet } from '../../../ui/form/inline-form.tsx';
import { useFaults } from '../../../ui/form/use-faults.ts';
import { toastDone } from '../../../ui/parts/toast.tsx';
import { matterDateEndpoints, type MatterDatesView } from '../contract.ts';
import { DATES_MOST, isNamed, type ReadDate, readOrder, SOURCE_MOST, titleOf } from '../rules.ts';
import { TOUCHED } from './touched.ts';
import styles from './matter-dates.module.css';

const PASTE_MOST = 20_000;

/** Dates out of a pasted order: what was understood of each line beside it, kept only once it is confirmed. */
export function PasteOrder({ view, onDone }: { view: MatterDatesView; onDone: () => void }) {
  const [text, setText] = useState('');
  const [source, setSource] = useState('');
  /** What was ticked or unticked by hand, by line. */
  const [chosen, setChosen] = useState<Readonly<Record<string, boolean>>>({});
  const lines = useMemo(() => readOrder(text.slice(0, PASTE_MOST), view.side), [text, view.side]);
  const standing = ({ type, label }: ReadDate) =>
    view.dates.find((one) => one.type === type && one.label === label && one.from !== 'computed');
  // what has no name of its own here is taken only where somebody says so
  const taken = (line: string, date: ReadDate): boolean => chosen[line] ?? !isNamed(date.type);
  const dates = lines
    .flatMap((one) => ('date' in one && taken(one.line, one.date) ? [one.date] : []))
    .slice(0, DATES_MOST);
  const keep = useCommand(matterDateEndpoints.keep, {
    refresh: TOUCHED,
    onSuccess: (_view, { body }) => {
      toastDone(`${plural(body.dates.length, 'date')} entered.`);
      onDone();
    },
  });
  const { form, at, passes } = useFaults([
    dates.length === 0 && {
      path: 'text',
      message:
        text.trim() === ''
          ? 'Paste the lines of the order.'
          : lines.some((one) => 'date' in one)
            ? 'Tick the dates that are to be entered.'
            : 'No date was understood in these lines.',
    },
  ]);
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (!passes() || keep.isPending) return;
    keep.mutate({
      kind: view.kind,
      params: { id: view.review_id },
      body: {
        dates: dates.map(({ type, label, day, time }) => ({
          type,
          label,
          day,
          time_of_day: time,
          source,
          was: standing({ type, label, day, time })?.day ?? null,
        })),
      },
    });
  };
  return (
    <form ref={form} className={styles.form} onSubmit={send} noValidate aria-label="Paste a scheduling order">
      <TextArea
        path="text"
        label="Lines of the order"
        help="One date on a line. Nothing is kept until you confirm what was understood."
        rows={6}
        max={PASTE_MOST}
        counted={false}
        value={text}
        onChange={setText}
        error={at('text')}
      />
      {lines.length > 0 ? (
        <ul className={styles.lines} aria-label="What was understood">
          {lines.map((one, at) => (
            // oxlint-disable-next-line react/no-array-index-key -- the same line can stand twice
            <li key={`${at} ${one.line}`} className={styles.line}>
              {'date' in one ? (
                <CheckboxField
                  path={`line.${at}`}
                  label={`${titleOf(one.date.type, one.date.label)}: ${dateText(one.date.day, 'weekday')}${
                    one.date.time ? `, ${one.date.time}` : ''
                  }`}
                  help={`“${one.line}”${replaces(standing(one.date)?.day, one.date.day)}`}
                  value={taken(one.line, one.date)}
                  onChange={(next) => setChosen({ ...chosen, [one.line]: next })}
                />
              ) : (
                <Quiet>
                  Not understood: “{one.line}” {one.why}
                </Quiet>
              )}
            </li>
          ))}
        </ul>
      ) : null}
      <TextField
        path="source"
        label="Where they are set"
        optional
        help="“Scheduling order of January 12, 2027”"
        value={source}
        onChange={setSource}
        maxLength={SOURCE_MOST}
      />
      <InlineEnds
        error={keep.error}
        what="The dates could not be entered."
        busy={keep.isPending}
        leave="Leave them as they are"
        onLeave={onDone}
      >
        {dates.length === 0 ? 'Enter them' : `Enter ${plural(dates.length, 'date')}`}
      </InlineEnds>
    </form>
  );
}

const replaces = (standing: string | undefined, day: string): string =>
  standing === undefined || standing === day ? '' : ` Replaces ${dateText(standing, 'weekday')}.`;
