-- An approval nobody asked for: a price rose by too little for its requester to be asked, and above what was approved.
alter table review_approvals alter column asked_by drop not null;
