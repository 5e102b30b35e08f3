-- What was imported from another product (docs/decisions/0044-import-of-old-data.md).

create table imported_rows (key uuid primary key, row_id uuid not null);
comment on table imported_rows is
  'Under a digest of where a row stood there, the row it is here. Stays when that row goes, so that a repeated '
  'import brings nothing twice and nothing back.';
