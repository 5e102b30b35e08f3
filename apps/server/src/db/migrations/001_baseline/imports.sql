-- Rows imported from another product (docs/decisions/0044-import-of-old-data.md).

create table imported_rows (key uuid primary key, row_id uuid not null);
comment on table imported_rows is
  'Maps the digest of an imported row to the row created from it. It stays when that row is deleted, so that a '
  'repeated import neither duplicates nor restores anything.';
