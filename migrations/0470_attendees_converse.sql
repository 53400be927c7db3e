-- whoever is invited to a call talks in the call's own conversation
alter table channels drop constraint channels_audience_check;
alter table channels add constraint channels_audience_check
  check (audience in ('requester_expert', 'requester_staff', 'expert_staff', 'call'));
alter table channel_members drop constraint channel_members_seat_check;
alter table channel_members add constraint channel_members_seat_check
  check (seat in ('requester', 'staff', 'expert', 'attendee'));
-- and reads the files that were marked for them, and no others
alter table files add column visible_to_attendees boolean not null default false;
