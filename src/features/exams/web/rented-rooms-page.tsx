import { IconPhotoUp, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { formatCents } from '../../../core/money.ts';
import { plural } from '../../../core/phrases.ts';
import { PICTURE_TYPES } from '../../../core/pictures.ts';
import { urlOf } from '../../../core/url-of.ts';
import { US_STATES } from '../../../core/us-states.ts';
import { US_ZONES } from '../../../core/us-zones.ts';
import { Failure } from '../../../ui/api/failure.tsx';
import { query, useCommand } from '../../../ui/api/hooks.ts';
import { Ends } from '../../../ui/form/ends.tsx';
import { MoneyField, NumberField } from '../../../ui/form/number-field.tsx';
import { SelectField } from '../../../ui/form/select-field.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { usePicture } from '../../../ui/form/use-picture.ts';
import { FileButton } from '../../../ui/parts/file-button.tsx';
import { SiteMap } from '../../../ui/parts/site-map.tsx';
import { Button } from '../../../ui/parts/button.tsx';
import { ConfirmDialog } from '../../../ui/parts/confirm-dialog.tsx';
import { Dialog } from '../../../ui/parts/dialog.tsx';
import { EmptyState, SkeletonRows } from '../../../ui/parts/empty.tsx';
import { PageHeader } from '../../../ui/parts/page-header.tsx';
import { RuledList, RuledRow } from '../../../ui/parts/ruled-list.tsx';
import { toastDone } from '../../../ui/parts/toast.tsx';
import { Page } from '../../../ui/shell/layouts.tsx';
import { type RentedSite, roomEndpoints } from '../contract/rooms.ts';
import styles from './exams.module.css';

/** Places whose rooms are rented for exams, what a room costs, and what is set there. */
export function RentedRoomsPage() {
  const rooms = useQuery(query(roomEndpoints.list, {}));
  const [adding, setAdding] = useState(false);
  const [ending, setEnding] = useState<RentedSite | null>(null);
  const end = useCommand(roomEndpoints.end, { refresh: [roomEndpoints.list] });
  const add = (
    <Button kind="primary" icon={<IconPlus stroke={2} />} onClick={() => setAdding(true)}>
      Add a place
    </Button>
  );
  return (
    <Page width="wide">
      <PageHeader
        title="Rented rooms"
        lead="Places where exams can be held beside the examiners’ own sites. No room is taken twice at one time."
        actions={rooms.data && rooms.data.data.length > 0 ? add : null}
      />
      {rooms.isPending ? <SkeletonRows rows={4} columns={[40, 30]} height={64} label="Loading the rooms" /> : null}
      <Failure error={rooms.error} what="The rooms could not be loaded." onRetry={() => void rooms.refetch()} />
      {rooms.data?.data.length === 0 ? (
        <EmptyState title="No room is rented yet" action={add}>
          Exams are held at the examiners’ own sites until there is a place here.
        </EmptyState>
      ) : null}
      {rooms.data && rooms.data.data.length > 0 ? (
        <div className={styles.places}>
          <RuledList label="Rented rooms">
            {rooms.data.data.map((one) => (
              <RuledRow
                key={one.id}
                title={one.name}
                lines={[
                  one.lines.join(', '),
                  `${plural(one.rooms, 'room')}, ${formatCents(one.price_cents)} for a visit. ${
                    one.ahead > 0 ? `${plural(one.ahead, 'exam')} ahead.` : 'No exam ahead.'
                  }`,
                  [one.phone, one.access_note].filter(Boolean).join('. '),
                  one.map_id === null ? null : (
                    <SiteMap
                      key="map"
                      src={urlOf(roomEndpoints.map, { params: { id: one.id }, query: { map_id: one.map_id } })}
                      alt={`Map of the way to ${one.name}`}
                    />
                  ),
                ]}
                actions={
                  <>
                    <MapActs site={one} />
                    <Button kind="quiet" onClick={() => setEnding(one)}>
                      Stop offering
                    </Button>
                  </>
                }
              />
            ))}
          </RuledList>
        </div>
      ) : null}
      {adding ? <AddPlace onClose={() => setAdding(false)} /> : null}
      <ConfirmDialog
        open={ending !== null}
        onClose={() => setEnding(null)}
        title={`Stop offering ${ending?.name ?? ''}?`}
        confirmLabel="Stop offering"
        cancelLabel="Leave it"
        onConfirm={async () => {
          if (ending) await end.mutateAsync({ params: { id: ending.id } });
          setEnding(null);
          toastDone('It is no longer offered.');
        }}
      >
        {ending && ending.ahead > 0
          ? `What is set there stays: ${plural(ending.ahead, 'exam')} ahead.`
          : 'Nothing is set there.'}
      </ConfirmDialog>
    </Page>
  );
}

/** Sends a map of the way there, another one, or takes it away; notices and examinees' pages have it at once. */
function MapActs({ site }: { site: RentedSite }) {
  const refresh = [roomEndpoints.list];
  const save = useCommand(roomEndpoints.saveMap, { refresh, onSuccess: () => toastDone('The map was saved.') });
  const remove = useCommand(roomEndpoints.removeMap, { refresh, onSuccess: () => toastDone('The map was removed.') });
  const params = { id: site.id };
  const { fault, choose } = usePicture(save, (content) => save.mutate({ params, content }));
  return (
    <>
      {fault ? (
        <span role="alert" className={styles.late}>
          {fault}
        </span>
      ) : null}
      <Failure error={remove.error} what="The map could not be removed." />
      <FileButton
        label={`Map of the way to ${site.name}`}
        accept={PICTURE_TYPES}
        kind="quiet"
        icon={<IconPhotoUp stroke={1.75} />}
        busy={save.isPending}
        onChoose={choose}
      >
        {site.map_id === null ? 'Add a map' : 'Another map'}
      </FileButton>
      {site.map_id === null ? null : (
        <Button kind="quiet" busy={remove.isPending} onClick={() => remove.mutate({ params })}>
          Remove the map
        </Button>
      )}
    </>
  );
}

const NEW = {
  name: '',
  address_line1: '',
  address_line2: '',
  city: '',
  state: null as string | null,
  postal_code: '',
  time_zone: null as string | null,
  phone: '',
  access_note: '',
  rooms: 1 as number | null,
  price_cents: null as number | null,
};

function AddPlace({ onClose }: { onClose: () => void }) {
  const [form, setForm] = useState(NEW);
  const [key] = useState(() => crypto.randomUUID());
  const add = useCommand(roomEndpoints.add, {
    refresh: [roomEndpoints.list],
    onSuccess: () => {
      toastDone('Added. It can be offered from now on.');
      onClose();
    },
  });
  const [tried, setTried] = useState(false);
  const errors = Object.fromEntries((add.error?.errors ?? []).map(({ path, message }) => [path, message]));
  const put = (part: Partial<typeof NEW>) => setForm({ ...form, ...part });
  const needed = (value: unknown, message: string) => (tried && (value === null || value === '') ? message : undefined);
  const send = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    const { state, time_zone, rooms, price_cents } = form;
    if (add.isPending || state === null || time_zone === null || rooms === null || price_cents === null) return;
    add.mutate({
      body: { ...form, state, time_zone, rooms, price_cents },
      idempotencyKey: `${key} ${JSON.stringify(form)}`,
    });
  };
  const text = (path: keyof typeof NEW, label: string, more: { ask?: string; help?: string } = {}) => (
    <TextField
      path={path}
      label={label}
      {...(more.help ? { help: more.help } : {})}
      {...(more.ask ? { required: true } : { optional: true })}
      value={String(form[path] ?? '')}
      onChange={(value) => put({ [path]: value })}
      error={errors[path] ?? (more.ask ? needed(form[path], more.ask) : undefined)}
    />
  );
  return (
    <Dialog title="Add a place" onClose={onClose}>
      <form className={styles.form} noValidate onSubmit={send}>
        {text('name', 'Name', { ask: 'Enter a name.' })}
        {text('address_line1', 'Street and number', { ask: 'Enter the street.' })}
        {text('address_line2', 'Suite or floor')}
        <div className={styles.pair}>
          {text('city', 'City', { ask: 'Enter the city.' })}
          <SelectField
            path="state"
            label="State"
            required
            value={form.state}
            options={US_STATES.map(([value, label]) => ({ value, label }))}
            onChange={(state) => put({ state })}
            error={errors['state'] ?? needed(form.state, 'Choose the state.')}
          />
          {text('postal_code', 'ZIP code', { ask: 'Enter the ZIP code.' })}
          <SelectField
            path="time_zone"
            label="Time zone"
            required
            value={form.time_zone}
            options={[...US_ZONES]}
            onChange={(time_zone) => put({ time_zone })}
            error={errors['time_zone'] ?? needed(form.time_zone, 'Choose the zone it is in.')}
          />
          <NumberField
            path="rooms"
            label="Rooms"
            required
            value={form.rooms}
            onChange={(rooms) => put({ rooms })}
            error={errors['rooms'] ?? needed(form.rooms, 'Enter how many rooms there are.')}
          />
          <MoneyField
            path="price_cents"
            label="A room costs"
            help="For one visit."
            required
            value={form.price_cents}
            onChange={(price_cents) => put({ price_cents })}
            error={errors['price_cents'] ?? needed(form.price_cents, 'Enter what a room costs.')}
          />
        </div>
        {text('phone', 'Phone')}
        {text('access_note', 'Getting in', { help: 'Which entrance, where to park, what a visitor should know.' })}
        <Ends what={add.error} busy={add.isPending} save="Add the place" onClose={onClose} />
      </form>
    </Dialog>
  );
}
