import { type FormEvent, useState } from 'react';
import { isAdmin } from '../../../core/actor.ts';
import { useCommand } from '../../../ui/api/hooks.ts';
import { Acts, FieldPair, InlineEnds } from '../../../ui/form/inline-form.tsx';
import { NumberField } from '../../../ui/form/number-field.tsx';
import { SelectField } from '../../../ui/form/select-field.tsx';
import { TextArea, TextField } from '../../../ui/form/text-field.tsx';
import { Button } from '../../../ui/parts/button.tsx';
import { Fold } from '../../../ui/parts/fold.tsx';
import { toastDone } from '../../../ui/parts/toast.tsx';
import { useViewer } from '../../../ui/session/viewer.tsx';
import { type Hl7Connection, hl7Endpoints } from '../contract.ts';
import { CHARSETS, HL7_VERSIONS, MESSAGE_KINDS, TRANSPORT_LABELS, TRANSPORTS } from '../rules.ts';
import styles from './hl7.module.css';

const e = hl7Endpoints;

const KIND_LABELS = { MDM_T02: 'A document (MDM^T02)', ORU_R01: 'An observation (ORU^R01)' } as const;

type Written = Pick<
  Hl7Connection,
  | 'name'
  | 'transport'
  | 'host'
  | 'port'
  | 'url'
  | 'ca_pem'
  | 'message_kind'
  | 'sending_application'
  | 'sending_facility'
  | 'receiving_application'
  | 'receiving_facility'
  | 'document_type'
  | 'observation_code'
  | 'observation_text'
  | 'observation_system'
  | 'processing'
  | 'charset'
  | 'version'
  | 'arrives_from'
>;
const NEW: Written = {
  name: '',
  transport: 'mllps',
  host: '',
  port: 2575,
  url: '',
  ca_pem: null,
  message_kind: 'MDM_T02',
  sending_application: 'PERITUS',
  sending_facility: '',
  receiving_application: '',
  receiving_facility: '',
  document_type: 'CN',
  observation_code: '11488-4',
  observation_text: 'Consult note',
  observation_system: 'LN',
  processing: 'P',
  charset: 'UNICODE UTF-8',
  version: '2.5.1',
  arrives_from: '',
};
const PARTIES = ['sending_application', 'sending_facility', 'receiving_application', 'receiving_facility'] as const;
const KEYS = Object.keys(NEW) as (keyof Written)[];

/** A new connection, or one that is changed. */
export function ConnectionForm({
  organizationId,
  row,
  onLeave,
}: {
  organizationId: number;
  row: Hl7Connection | null;
  onLeave: () => void;
}) {
  const [form, setForm] = useState<Written>(() =>
    // why: the keys are those of what is written, each with its value
    row === null ? NEW : (Object.fromEntries(KEYS.map((key) => [key, row[key]])) as unknown as Written),
  );
  // who is not of Peritus leads nothing into a private network, and ends documents by MLLP but does not begin them
  const fixed = !isAdmin(useViewer().kind);
  const arrives = form.arrives_from !== '';
  const transports = TRANSPORTS.filter((one) => !fixed || one !== 'mllp' || row?.transport === 'mllp');
  const [tried, setTried] = useState(false);
  const done = { refresh: [e.list], onSuccess: () => (toastDone('Saved.'), onLeave()) };
  const add = useCommand(e.add, done);
  const change = useCommand(e.change, done);
  const error = add.error ?? change.error;
  const fault = (path: keyof Written) => error?.errors.find((one) => one.path === path)?.message;
  const set = <K extends keyof Written>(key: K, value: Written[K]) => setForm((was) => ({ ...was, [key]: value }));
  const text = (key: 'name' | 'host' | 'url' | TextKey, label: string, more: { help?: string; must?: string } = {}) => (
    <TextField
      path={key}
      label={label}
      autoComplete="off"
      required={more.must !== undefined}
      optional={more.must === undefined}
      {...(more.help === undefined ? {} : { help: more.help })}
      {...(fixed && arrives && PARTIES.some((one) => one === key) ? { readOnly: true } : {})}
      error={fault(key) ?? (tried && more.must !== undefined && form[key].trim() === '' ? more.must : undefined)}
      value={form[key]}
      onChange={(value) => set(key, value)}
    />
  );
  const must: (keyof Written)[] = [
    'name',
    form.transport === 'https' ? 'url' : 'host',
    'sending_application',
    'document_type',
    'observation_code',
  ];
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (must.some((key) => String(form[key] ?? '').trim() === '')) return;
    const params = { id: organizationId };
    if (row === null) add.mutate({ params, body: form });
    else
      change.mutate({ params: { ...params, connectionId: row.id }, body: { ...form, lock_version: row.lock_version } });
  };
  return (
    <form
      className={styles.form}
      onSubmit={submit}
      noValidate
      aria-label={row === null ? 'Connect a record system' : 'Change the connection'}
    >
      {text('name', 'What it is called', { must: 'Give it a name.', help: 'As your people know it: Clinic records.' })}
      <SelectField
        path="transport"
        label="How it is reached"
        value={form.transport}
        options={transports.map((value) => ({ value, label: TRANSPORT_LABELS[value] }))}
        onChange={(value) => set('transport', TRANSPORTS.find((one) => one === value) ?? form.transport)}
        help={
          form.transport === 'mllp'
            ? 'Without TLS, only into networks whoever runs this installation has named.'
            : undefined
        }
      />
      {form.transport === 'https' ? (
        text('url', 'Web address', { must: 'Give the address.', help: 'It takes the message by POST and answers one.' })
      ) : (
        <FieldPair>
          {text('host', 'Host', { must: 'Give the host.' })}
          <NumberField
            path="port"
            label="Port"
            required
            value={form.port}
            error={fault('port') ?? (tried && form.port === null ? 'Give the port.' : undefined)}
            onChange={(value) => set('port', value)}
          />
        </FieldPair>
      )}
      {form.transport === 'mllp' ? null : (
        <TextArea
          path="ca_pem"
          label="Its own certificate authority"
          optional
          help="PEM, where its certificate is not from a public authority."
          error={fault('ca_pem')}
          value={form.ca_pem ?? ''}
          onChange={(value) => set('ca_pem', value === '' ? null : value)}
        />
      )}
      <SelectField
        path="message_kind"
        label="What a result is sent as"
        value={form.message_kind}
        options={MESSAGE_KINDS.map((value) => ({ value, label: KIND_LABELS[value] }))}
        onChange={(value) => set('message_kind', MESSAGE_KINDS.find((one) => one === value) ?? form.message_kind)}
        help="The report goes along as a PDF. After a clarification a document takes the place of the one before; an observation is a correction."
      />
      {fixed ? (
        <>
          <p className={styles.how}>
            {arrives
              ? `Documents arrive by MLLP from ${form.arrives_from}. Peritus changes that, and MSH-3 to MSH-6 with it.`
              : row?.arrives_from
                ? 'Once you save, no documents arrive by MLLP. Peritus can set that again.'
                : 'Peritus sets where documents arrive from by MLLP. Send us the addresses.'}
          </p>
          {arrives ? (
            <Acts>
              <Button size="sm" onClick={() => set('arrives_from', '')}>
                Take no more from there
              </Button>
            </Acts>
          ) : null}
        </>
      ) : null}
      <FieldPair>
        {text('sending_application', 'Sending application (MSH-3)', { must: 'Give the application.' })}
        {text('sending_facility', 'Sending facility (MSH-4)')}
      </FieldPair>
      <FieldPair>
        {text('receiving_application', 'Receiving application (MSH-5)')}
        {text('receiving_facility', 'Receiving facility (MSH-6)')}
      </FieldPair>
      {fixed
        ? null
        : text('arrives_from', 'Documents arrive from', {
            help: 'Addresses or networks this system sends documents from by MLLP, separated by commas. They are offered while a peer review is ordered.',
          })}
      <Fold title="Codes, letters and version">
        <div className={styles.form}>
          <FieldPair>
            {text('document_type', 'Document type (TXA-2)', { must: 'Give the type.' })}
            {text('observation_code', 'Code of the report (OBX-3)', { must: 'Give the code.' })}
          </FieldPair>
          <FieldPair>
            {text('observation_text', 'Its words (OBX-3.2)')}
            {text('observation_system', 'Its system (OBX-3.3)')}
          </FieldPair>
          <FieldPair>
            <SelectField
              path="processing"
              label="Processing (MSH-11)"
              value={form.processing}
              options={[
                { value: 'P', label: 'Production (P)' },
                { value: 'T', label: 'Training (T)' },
              ]}
              onChange={(value) => set('processing', value === 'T' ? 'T' : 'P')}
            />
            <SelectField
              path="version"
              label="HL7 version (MSH-12)"
              value={form.version}
              options={HL7_VERSIONS.map((value) => ({ value, label: value }))}
              onChange={(value) => set('version', HL7_VERSIONS.find((one) => one === value) ?? form.version)}
            />
          </FieldPair>
          <SelectField
            path="charset"
            label="Characters (MSH-18)"
            value={form.charset}
            options={CHARSETS.map((value) => ({ value, label: value }))}
            onChange={(value) => set('charset', CHARSETS.find((one) => one === value) ?? form.charset)}
          />
        </div>
      </Fold>
      <InlineEnds
        primary
        placed
        error={error}
        what="Nothing was saved."
        busy={add.isPending || change.isPending}
        leave="Not now"
        onLeave={onLeave}
      >
        {row === null ? 'Connect it' : 'Save the connection'}
      </InlineEnds>
    </form>
  );
}
type TextKey =
  | 'sending_application'
  | 'sending_facility'
  | 'receiving_application'
  | 'receiving_facility'
  | 'document_type'
  | 'observation_code'
  | 'observation_text'
  | 'observation_system'
  | 'arrives_from';
