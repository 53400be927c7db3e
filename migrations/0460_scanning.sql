-- A file waits while the scanner is away, and says why and how often it was tried.
alter table files
  drop constraint files_scan_status_check,
  add constraint files_scan_status_check check (scan_status in ('not_scanned', 'pending', 'waiting', 'clean', 'infected')),
  add column scan_fault text check (scan_fault in ('away', 'too_large')),
  add column scan_tries integer not null default 0;

-- A recording that waits for the scanner is looked for again by how often it was tried.
alter table dictations add column scan_tries integer not null default 0;
