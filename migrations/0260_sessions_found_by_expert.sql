-- What sessions ask of an expert is found by the expert, each time they open what is next.
create index testimony_sessions_by_expert on testimony_sessions (expert_profile_id);
