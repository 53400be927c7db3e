-- Whose file is checked next is asked of all that wait.
create index files_processing on files (id) where status = 'processing' and deleted_at is null;
