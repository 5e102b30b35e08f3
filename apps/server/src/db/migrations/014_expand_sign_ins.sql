-- Whether the sign-in cancels the person's requested deletion once its second step is done.
alter table factor_challenges add column cancels_deletion boolean not null default false;
-- When the message was counted for the daily limit, which happens once, however often sending is attempted.
alter table phone_codes add column counted_at timestamptz(3);
