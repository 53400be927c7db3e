-- Several examiners of one exam. Beside its lead an exam can have further places, each of a specialty: who has one accepted an
-- invitation to it and is a member of the review. A place that was given up is looked for no more.
create table panel_places (
  review_id bigint not null references reviews (id) on delete cascade,
  place smallint not null check (place between 2 and 3),
  specialty_id bigint not null references specialties (id),
  given_up_at timestamptz,
  primary key (review_id, place)
);
alter table invitations add column panel_place smallint not null default 1 check (panel_place between 1 and 3);
drop index invitations_one_accepted;
create unique index invitations_one_accepted on invitations (review_id, panel_place) where status = 'accepted';

-- One visit is the appointments of all its examiners, each in that examiner's own calendar; of everything else one stands at a time.
drop index appointments_one_live;
create unique index appointments_one_live on appointments (review_id, sort)
  where status in ('scheduled', 'tentative') and sort <> 'exam';
create unique index appointments_one_live_exam on appointments (review_id, expert_profile_id)
  where status in ('scheduled', 'tentative') and sort = 'exam';

-- The part of an examiner beside the lead in a visit. The lead's is the exam's own appointment.
create table exam_parts (
  appointment_id bigint primary key references appointments (id),
  visit_id bigint not null references exams (appointment_id),
  panel_place smallint not null check (panel_place between 2 and 3)
);
create index exam_parts_visit on exam_parts (visit_id);
-- [{panel_place, expert_profile_id, starts_at, minutes}]: the parts of the others in what is offered
alter table exam_offers add column parts jsonb not null default '[]';
-- a notice that names another examiner than the one who comes counts no more
alter table exam_notices add column superseded_at timestamptz;
