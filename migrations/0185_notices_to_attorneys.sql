-- Whom the notice of an exam is served on where the examinee has an attorney is a term of a rule. What was written and kept
-- before asked for both.
update exams set rule = rule || '{"attorney": "beside"}';
update jurisdiction_rules set terms = terms || '{"attorney": "beside"}' where terms is not null;
