-- What an expert is asked is found by the expert, each time they open what is next: certificates about records, and whether a review
-- continues.
create index record_returns_by_expert on record_returns (expert_profile_id);
create index continuations_by_expert on continuations (expert_profile_id) where state = 'asked';
