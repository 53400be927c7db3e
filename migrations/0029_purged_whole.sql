-- Which reviews a kept answer is about, also where neither its address nor the answer names one: it goes with them.
alter table idempotency_keys add column review_ids bigint[] not null default '{}';

-- Reviews purged before this kept what their mails said, and to whom outside.
update mails m set to_email = '', to_name = '', subject = 'Removed with the records of its review',
    text = 'Removed with the records of its review.', letter = null, ics = null, opener = null, opener_purpose = null,
    opener_of = null, opener_until = null, last_error = null,
    status = case when m.status = 'queued' then 'failed' else m.status end
  where exists (select from purge_certificates c where c.review_id = m.review_id);
update linked_reviews l set reason = '' where reason <> ''
  and exists (select from purge_certificates c where c.review_id in (l.review_id, l.original_id));
delete from audit_details d using audit_rows a, linked_reviews l
  where a.id = d.audit_id and a.timeline and a.review_id = l.original_id and a.subject = 'review:' || l.review_id
    and exists (select from purge_certificates c where c.review_id in (l.review_id, l.original_id));
