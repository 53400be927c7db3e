-- Names are compared by one rule, as they are written (decision 57): what was kept of them for comparing letters by
-- trigrams is gone. Whom an order may mean is narrowed by how the words of a name begin; the rule decides.
drop index affiliations_name;
drop index declared_conflicts_name;
drop index review_parties_name;
alter table affiliations drop column normalized_name;
alter table declared_conflicts drop column normalized_name;
alter table review_parties drop column normalized_name;
-- whether another review names the same party
create index review_parties_written on review_parties (lower(name));

-- The first two letters of each word of a name, folded as the rule folds them. Everybody the rule takes for the same as a
-- name shares one of them with one of its readings; a test says so.
create function name_beginnings(name text) returns text[] language sql immutable parallel safe strict as $$
  with folded as (
    select regexp_replace(
      translate(
        replace(replace(replace(replace(
          regexp_replace(regexp_replace(normalize(lower(name), nfkd), '[\u0300-\u036f]', '', 'g'), '[''’‘`´ʼʻʹ′＇]', '', 'g'),
          'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'),
        'łøđðħŧıŋ', 'loddhtin'),
      '[^[:alnum:]]+', ' ', 'g') as words)
  select coalesce(array_agg(distinct left(word, 2)), '{}') from folded,
    regexp_split_to_table(
      -- "Saint John" is St. John, "O Brien" is O'Brien
      words || ' ' || regexp_replace(words, '\msaint\M', 'st', 'g') || ' ' || regexp_replace(words, '\m([[:alnum:]]) (?=[[:alnum:]])', '\1', 'g'),
      ' ') word
  where word <> ''
$$;
drop index users_last_name_written;
drop index users_whole_name_written;
create index users_name_beginnings on users using gin (name_beginnings(first_name || ' ' || last_name));

-- Facilities and providers of opinions are grouped by the same rule: their keys are written anew, some at a time.
insert into deadlines (review_id, kind, key, due_at, created_at)
  select null, 'renew_opinion_keys', '0', '2026-01-01', now() where exists (select from opinions);
