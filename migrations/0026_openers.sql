-- What opens something (a link's token, a code) stands apart from the mail or text that carries it, encrypted under the
-- instance's key, with what it is for, what it opens and until when. It goes once it is sent, used, replaced or over.
-- In subject, text, letter and body two characters stand where it belongs (U+E000 U+E001).
alter table mails
  -- the letter as it was written: subject, whose move, lines, facts, buttons; null for mails from before this
  add column letter jsonb,
  add column opener bytea,
  -- what it is for: the template's name; what it opens: "reset_password:12"
  add column opener_purpose text,
  add column opener_of text,
  add column opener_until timestamptz,
  -- which switch held it back
  add column suppressed_by text check (suppressed_by in ('organization', 'person', 'alerts_off')),
  add column resent_of bigint references mails (id),
  add constraint mails_opener check (opener is null or num_nulls(opener_purpose, opener_of, opener_until) = 0);
alter table texts
  add column opener bytea,
  add column opener_purpose text,
  add column opener_of text,
  add column opener_until timestamptz,
  add constraint texts_opener check (opener is null or num_nulls(opener_purpose, opener_of, opener_until) = 0);

-- Mails and texts from before carry theirs in clear, and the key is not known here: what they said goes. What still
-- waited to be sent did so for an hour, or for an invitation: it is asked for again, or sent again by who made it.
update mails set subject = 'Removed: it carried a single-use link or code', text = 'Removed: it carried a single-use link or code.', html = '',
    status = case status when 'queued' then 'failed' else status end,
    last_error = case status when 'queued' then 'removed at an update' else last_error end
  where template in ('reset_password', 'second_factor_code', 'registration_code', 'person_invitation', 'email_change_confirm',
    'email_change_notice', 'outside_records', 'outside_statement', 'outside_response', 'outside_reminder', 'invitation');
update texts set body = 'Removed: it carried a single-use code.',
  status = case status when 'queued' then 'failed' else status end,
  last_error = case status when 'queued' then 'removed at an update' else last_error end;
-- the bell's notice of an invitation leads to the expert's own page of it
update notifications n set link = regexp_replace(n.link, '[^/]+$', '') || 'review-' || n.review_id
  where n.event = 'invitation' and n.review_id is not null;

-- written from the letter when it is sent
alter table mails drop column html;

create index mails_opener_of on mails (opener_of) where opener is not null;
create index mails_opener_until on mails (opener_until) where opener is not null;
create index texts_opener_of on texts (opener_of) where opener is not null;
create index texts_opener_until on texts (opener_until) where opener is not null;
-- what concerns one review, and what went to one address
create index mails_review on mails (review_id) where review_id is not null;
create index mails_to on mails (to_email, id desc);
