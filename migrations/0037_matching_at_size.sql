-- Matching narrows by indexes: what an expert did, who is named, which matters have the same day.
create index reviews_expert_standing on reviews (expert_profile_id)
  include (kind, status, bucket, organization_id, submitted_at) where expert_profile_id is not null;
create index profiles_external_experts on profiles (id) where type = 'ExternalMedicalExpert';
create index users_suspended on users (id) where suspended_at is not null;
create index review_sections_incident on review_sections ((data ->> 'date_of_incident')) where section = 'step_one';
create index expert_profiles_code_written on expert_profiles (lower(code));
create index users_last_name_written on users (lower(last_name));
create index users_whole_name_written on users (lower(first_name || ' ' || last_name));
