-- Which shipped specialty one is, whatever it is called now: its neighbors in matching are found by it. One that staff added has none.
alter table specialties add column shipped_key text unique;
update specialties set shipped_key = name;
