alter table spot_withdrawals add column queued_at timestamptz not null default now();
comment on column spot_withdrawals.queued_at is 'When the spot was withdrawn. After five minutes, the file that still has it is not served.';
