-- When this installation was last backed up and restored, for its operator.

create table backup_records (
  kind text primary key check (kind in ('backup', 'restore')),
  finished_at timestamptz(3) not null default now(),
  files integer not null check (files >= 0),
  bytes bigint not null check (bytes >= 0)
);
comment on table backup_records is
  'The last successful backup and restore. Not part of a backup, because it describes this installation.';
