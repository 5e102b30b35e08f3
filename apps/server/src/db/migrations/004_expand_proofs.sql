-- Existing sessions have not proven anything; new ones start with the proof of their sign-in.
alter table sessions add column proved_at timestamptz(3) not null default 'epoch';
alter table sessions alter column proved_at set default now();
comment on column sessions.proved_at is 'When its owner last proved their identity.';

alter table sign_in_codes add column session_id uuid references sessions on delete cascade;
create index sign_in_codes_session_idx on sign_in_codes (session_id);
comment on column sign_in_codes.session_id is 'The session that is proven with the code, which then signs no one in.';
