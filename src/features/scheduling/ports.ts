import type { DB } from '../../platform/db/types.ts';
import type { Selectable } from 'kysely';
import type { Tx } from '../../platform/command.ts';

declare module '../../platform/ports.ts' {
  interface Ports {
    bookAppointment: BookAppointment;
    endAppointment: EndAppointment;
    joinAppointment: JoinAppointment;
  }
}

type Appointment = Selectable<DB['appointments']>;

/** What an appointment is set for. `taken`: the time it takes of the expert, what stays free around it included. */
interface NewAppointment extends Pick<
  Appointment,
  'sort' | 'expert_profile_id' | 'starts_at' | 'duration_minutes' | 'zone' | 'location'
> {
  status: 'scheduled' | 'tentative';
  taken: { start: Date; end: Date };
  /** Beside the appointment of who leads: an entry of its own in a calendar. */
  beside?: boolean;
}

/** The columns of an appointment that whoever set it goes on with. */
export type SetAppointment = Pick<
  Appointment,
  'id' | 'expert_profile_id' | 'starts_at' | 'duration_minutes' | 'location' | 'ics_uid' | 'ics_sequence'
>;

/**
 * Takes the time in the expert's calendar and sets the appointment. Another engagement at that time, committed a moment
 * before, makes this `slot_taken`: the database's exclusion constraint decides, so exactly one of two gets it.
 */
export type BookAppointment = (tx: Tx, review_id: number, appointment: NewAppointment) => Promise<SetAppointment>;

/**
 * Ends the live appointments of a sort and frees their time, of all experts or of one. Answers one that ended, or null when there
 * was none.
 */
export type EndAppointment = (
  tx: Tx,
  review_id: number,
  sort: Appointment['sort'],
  status: 'held' | 'missed' | 'cancelled' | 'moved',
  expert_profile_id?: number,
) => Promise<SetAppointment | null>;

/**
 * Says how the live appointment of a booking is joined: by the link of a meeting, or (null) by the dial-in again. Who takes
 * part gets the entry anew, with the same UID. Nothing where it says so already.
 */
export type JoinAppointment = (tx: Tx, ics_uid: string, link: string | null) => Promise<void>;
