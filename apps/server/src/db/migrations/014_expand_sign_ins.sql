-- Whether the sign-in takes back the deletion that the person requested, once its second step is done.
alter table factor_challenges add column cancels_deletion boolean not null default false;
-- When the message was counted as one of the day, which it is once, however often the sender is asked.
alter table phone_codes add column counted_at timestamptz(3);
