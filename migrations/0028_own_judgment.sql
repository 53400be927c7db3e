-- Answers that are settled before something else is read: a third reviewer's own judgment, closed at the first look at the
-- opinions it settles. Nobody rewrites them; they go with the review's contents.
alter table report_answers add column closed_at timestamptz;

create function keep_closed_answers() returns trigger language plpgsql as $$
begin
  raise exception 'answers closed at % are not changed', old.closed_at;
end $$;
create trigger report_answers_closed before update on report_answers
  for each row when (old.closed_at is not null) execute function keep_closed_answers();
