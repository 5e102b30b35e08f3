-- Separate from the change itself, so that it doesn't lock the table while every row is checked.
alter table spot_edits validate constraint spot_edits_action_check;
alter table moderation_log validate constraint moderation_log_act_check;
alter table notifications validate constraint notifications_type_check;
alter table notifications validate constraint notifications_sender;
