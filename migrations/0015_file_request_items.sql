-- What a request for records asks for, an item a row: its number counts from 1 within the request.
create table file_request_items (
  file_request_id bigint not null references file_requests (id) on delete cascade,
  item integer not null,
  label text not null,
  note text not null default '',
  -- answered by files, or by why there are none
  file_ids bigint[] not null default '{}',
  not_available_because text,
  answered_at timestamptz,
  primary key (file_request_id, item)
);
insert into file_request_items (file_request_id, item, label, note, file_ids, not_available_because, answered_at)
select q.id, i.id, i.label, coalesce(i.note, ''), coalesce(i.file_ids, '{}'), i.not_available_because, i.answered_at
from file_requests q, jsonb_to_recordset(q.items)
  as i (id integer, label text, note text, file_ids bigint[], not_available_because text, answered_at timestamptz);
alter table file_requests drop column items;
