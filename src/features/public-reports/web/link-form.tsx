import { type FormEvent, useState } from 'react';
import { DAY } from '../../../core/durations.ts';
import type { Out } from '../../../core/endpoint.ts';
import type { Kind } from '../../../core/kinds.ts';
import { useCommand } from '../../../ui/api/hooks.ts';
import { RadioField } from '../../../ui/form/choice.tsx';
import { Copied } from '../../../ui/form/copied.tsx';
import { DateField } from '../../../ui/form/date-field.tsx';
import { InlineEnds } from '../../../ui/form/inline-form.tsx';
import { SelectField } from '../../../ui/form/select-field.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { useFaults } from '../../../ui/form/use-faults.ts';
import { useOpened } from '../../../ui/form/use-opened.ts';
import { Button } from '../../../ui/parts/button.tsx';
import { oneOf } from '../../../ui/parts/address.ts';
import { spokenPasscode } from '../../reports/rules/deliveries.ts';
import { type LinksView, PASSCODE_WAYS, publicReportEndpoints } from '../contract.ts';
import { dayFault, OWN_PASSCODE, passcodeFault, USUAL_DAYS } from '../rules/links.ts';
import styles from './links.module.css';

const OTHER = 'other';
const ENDS = [
  ...USUAL_DAYS.map((days) => ({ value: String(days), label: `${days} days` })),
  { value: OTHER, label: 'Another day' },
];
const WAYS = [
  { value: 'made', label: 'A passcode made for you', hint: 'Shown once, to be told by phone or in another message.' },
  {
    value: 'own',
    label: 'A passcode of your own',
    hint: `${OWN_PASSCODE.least} letters and digits or more. Spaces, hyphens and capitals make no difference.`,
  },
  { value: 'none', label: 'No passcode', hint: 'Whoever has the link reads the report.' },
];

const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY).toISOString().slice(0, 10);

/** Asks what a new link is to be, and makes it. */
export function LinkForm({
  kind,
  reviewId,
  data,
  version,
  onClose,
  onMade,
}: {
  kind: Kind;
  reviewId: number;
  data: LinksView;
  version: number;
  onClose: () => void;
  onMade: (made: Out<typeof publicReportEndpoints.make>) => void;
}) {
  const [audience, setAudience] = useState('');
  const [ends, setEnds] = useState<string>('30');
  const [day, setDay] = useState<string | null>(null);
  const [way, setWay] = useState<(typeof PASSCODE_WAYS)[number]>('made');
  const [own, setOwn] = useState('');
  useOpened(true, 'audience');
  const make = useCommand(publicReportEndpoints.make, {
    refresh: [publicReportEndpoints.list],
    onSuccess: onMade,
  });
  const expires_on = ends === OTHER ? day : dayAfter(data.today, Number(ends));
  const wrongDay = expires_on === null ? 'Choose a day.' : dayFault(expires_on, data.today);
  const wrongPasscode = way === 'own' ? passcodeFault(own) : null;
  const { form, at, passes } = useFaults(
    [
      audience.trim() === '' && { path: 'audience', message: 'Say whom the link is for.' },
      wrongDay !== null && { path: 'expires_on', message: wrongDay },
      wrongPasscode !== null && { path: 'own_passcode', message: wrongPasscode },
    ],
    make.error,
  );
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (!passes() || make.isPending || expires_on === null) return;
    make.mutate({
      kind,
      params: { id: reviewId },
      body: { version, audience: audience.trim(), expires_on, passcode: way, own_passcode: way === 'own' ? own : '' },
    });
  };
  return (
    <form ref={form} className={styles.form} onSubmit={send} noValidate aria-label="Share by link">
      <TextField
        path="audience"
        label="For whom"
        help="The reader sees it across the pages. It also tells your links apart."
        maxLength={120}
        value={audience}
        onChange={setAudience}
        error={at('audience')}
      />
      <SelectField
        path="ends"
        label="Opens for"
        options={ENDS}
        value={ends}
        onChange={(next) => setEnds(next ?? OTHER)}
      />
      {ends === OTHER ? (
        <DateField
          path="expires_on"
          label="Last day"
          min={data.today}
          max={dayAfter(data.today, 365)}
          value={day}
          onChange={setDay}
          error={at('expires_on')}
        />
      ) : null}
      <RadioField
        path="passcode"
        label="Passcode"
        options={WAYS}
        value={way}
        onChange={(next) => setWay(oneOf(PASSCODE_WAYS, next) ?? 'made')}
      />
      {way === 'own' ? (
        <TextField
          path="own_passcode"
          label="Your passcode"
          autoComplete="off"
          maxLength={OWN_PASSCODE.most}
          value={own}
          onChange={setOwn}
          error={at('own_passcode')}
        />
      ) : null}
      <InlineEnds
        error={make.error}
        placed
        what="The link could not be made."
        busy={make.isPending}
        leave="Leave it"
        onLeave={onClose}
      >
        Make the link
      </InlineEnds>
    </form>
  );
}

/** What a link was made with: told this once. */
export function MadeLink({
  address,
  passcode,
  onDone,
}: {
  address: string;
  passcode: string | null;
  onDone: () => void;
}) {
  return (
    <div className={styles.made} role="group" aria-label="The link is made">
      <p>
        The link is made. {passcode === null ? 'It is' : 'It and its passcode are'} shown here once: copy{' '}
        {passcode === null ? 'it' : 'both'} now.
      </p>
      <Copied path="link_address" label="Link" value={address} />
      {passcode === null ? null : (
        <Copied
          path="link_passcode"
          label="Passcode"
          value={passcode.length === 8 ? spokenPasscode(passcode) : passcode}
        />
      )}
      {passcode === null ? null : <p>Tell the passcode by phone or in another message, not beside the link.</p>}
      <div className={styles.acts}>
        <Button kind="quiet" onClick={onDone}>
          I have copied {passcode === null ? 'it' : 'both'}
        </Button>
      </div>
    </div>
  );
}
