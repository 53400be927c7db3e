-- For whom an expert testified, and whether a court left the testimony out. The firm is the expert's own note: no list of
-- testimonies names it. Null: not said.
alter table expert_testimonies
  add column retaining_firm text not null default '',
  add column exclusion text check (exclusion in ('none', 'part', 'all')),
  add column exclusion_note text not null default '';
