-- What became of the records is asked of an expert who leaves a matter, too: of what was released to them until then, as it was listed
-- that day. Null: the expert leads the matter, and it is listed as it stands.
alter table record_returns add column records jsonb;
