-- Separate from the change itself, so that it doesn't lock the table while every row is checked.
alter table moderation_log validate constraint moderation_log_act_check;
