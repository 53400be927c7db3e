-- A rented place has a map of the way there as a practice site has: such a map is no expert's.
alter table site_maps alter column expert_profile_id drop not null;
alter table rented_sites add column map_id bigint references site_maps (id);
