-- Whether bytes are still somebody's is asked by where they lie, whenever a file is removed; and whether a review ever had
-- a file, also one that was removed.
create index files_storage_key on files (storage_key);
create index files_of_review on files (review_id);
drop index files_review;
