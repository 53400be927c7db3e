-- Who a record system is, and where it is, is Peritus' to say; of a document no name is told before it is shown whose it is.
alter table hl7_connections
  -- Peritus' admins set where it leads, so it may lead into a private network the operator named
  add column may_lead_inside boolean not null default false;
update hl7_connections set may_lead_inside = true;
alter table hl7_documents
  -- of the patient, as PID-7 has it
  add column dob date,
  -- how many pages there are, where that could be told
  add column pages integer;
-- what a killed process left without a row is looked for among these alone
create index stored_objects_hl7 on stored_objects (storage_key) where storage_key like 'hl7/%';

-- Results go by HL7 alone only while there is a connection that takes them.
create or replace function results_by_hl7_only(org bigint) returns boolean language sql stable as $$
  select organization_flag(org, 'enable_athena_intely_integration') and organization_flag(org, 'enable_athena_hl7_only_mode')
    and exists (select from hl7_receivers(org) c where c.off_at is null)
$$;
