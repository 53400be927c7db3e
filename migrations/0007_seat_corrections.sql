-- What was corrected in a seat is shown with it: found by its subject, among all that is audited.
create index audit_rows_seat_corrections on audit_rows (subject, id desc) where action = 'subscription.seat_corrected';
