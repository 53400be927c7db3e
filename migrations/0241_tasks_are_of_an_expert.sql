-- Whose a task of a matter is, and with it the time on it: who comes after an expert sees neither. Null: it cannot be told.

alter table review_tasks add column expert_profile_id bigint references profiles (id);
update review_tasks t set expert_profile_id = coalesce(
  (select x.expert_profile_id from review_experts x
    where x.review_id = t.review_id and x.since <= t.asked_at and (x.until is null or x.until > t.asked_at)
    order by x.part, x.since desc limit 1),
  (select r.expert_profile_id from reviews r where r.id = t.review_id));
