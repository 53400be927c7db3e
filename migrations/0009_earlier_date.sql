-- An earlier date that is asked of the expert after acceptance: needed_by, reason, asked_at, lapses_at. Null: none is asked.
-- It is gone once it is answered, taken back or lapsed; the timeline keeps what became of it.
alter table reviews add column earlier_date jsonb;
