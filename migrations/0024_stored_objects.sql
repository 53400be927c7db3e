-- What is stored as files: where the bytes lie, and the key they are encrypted with, itself under the instance's key.
-- Without its row nobody reads an object again, whoever still has the bytes.
create table stored_objects (
  storage_key text primary key,
  -- the name of the file, which tells nothing
  place text not null unique,
  sealed_key bytea not null,
  size_bytes bigint not null,
  -- the last chunk of an object that still grows, encrypted: in the file only whole chunks stand until it ends
  tail bytea
);
