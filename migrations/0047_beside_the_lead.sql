-- More than one expert can be on a review: one leads it, others are on it beside the lead. What is theirs is led to by an index
-- of its own, so that lists read it without all that an expert ever led.
alter table review_experts drop constraint review_experts_part_check;
alter table review_experts add constraint review_experts_part_check check (part in ('lead', 'member'));
create index review_experts_beside on review_experts (expert_profile_id, review_id) where until is null and part <> 'lead';
