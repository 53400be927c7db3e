-- What no list shows, sorts or filters by is no column of every review: a case's decision deadline stands in its form, and until when
-- an invitation can be accepted in the invitation.
alter table reviews drop column decision_deadline, drop column accept_by;
