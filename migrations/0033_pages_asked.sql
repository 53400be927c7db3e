-- Word documents and archives whose pages cannot be counted: a person is asked for them. Those stored before are asked for, too.
alter table files add column pages_asked boolean not null default false;
update files set pages_asked = true
  where pages is null and status = 'ready' and deleted_at is null
    and content_type in ('application/vnd.openxmlformats-officedocument.wordprocessingml.document', 'application/zip');
