-- When the making of a packet's file failed for good: what it was signed from is gone. It stays as it was signed, and another can be signed.
alter table disclosure_packets add column failed_at timestamptz,
  add check (failed_at is null or made_at is null);
