-- What the address a draft was begun from gave it and nobody changes in the form: the organization that orders
-- ('organization_id'), its own price beside subscriptions ('force_one_off'), fields of the first step.
alter table reviews add column given text[] not null default '{}';
