-- An agreement is changed while the expert works: a version that replaces the one both signed, once both have signed it, too.

alter table agreement_versions
  add column amends bigint references agreement_versions (id),
  drop constraint agreement_versions_status_check,
  add constraint agreement_versions_status_check
    check (status in ('open', 'superseded', 'signed', 'refused', 'lapsed', 'ended', 'replaced'));
