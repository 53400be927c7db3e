-- What a review's type was called when it was ordered, where that is a type of the organization's own: those can be renamed.
-- Null for a type that comes with the product, and before the order.
alter table reviews add column review_type_label text;
-- what was ordered before keeps the name of now, the only one that is known
update reviews r set review_type_label = t.name from peer_review_types t
  where t.value = r.review_type and r.submitted_at is not null;
update reviews r set review_type_label = (
    select o ->> 'label' from jsonb_array_elements(
      case when jsonb_typeof(x.options) = 'array' then x.options else '[]' end) o
    where o ->> 'value' = r.review_type limit 1)
  from (select id, organization_setting(id, 'case_type_options') as options from organizations) x
  where x.id = r.organization_id and r.kind = 'Case' and r.review_type is not null and r.submitted_at is not null;
