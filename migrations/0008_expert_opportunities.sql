-- What else than reviews an expert is open to, as the expert says. Shown where the ordering organization asks for it.
alter table expert_profiles add column open_to text[] not null default '{}'
  check (open_to <@ array['testifying', 'teaching', 'panel_work']::text[]);
