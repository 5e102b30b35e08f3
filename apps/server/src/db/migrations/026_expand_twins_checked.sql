-- Apart from the change itself, so that no lock of it waits for every row.
alter table spot_edits validate constraint spot_edits_action_check;
alter table moderation_log validate constraint moderation_log_act_check;
alter table notifications validate constraint notifications_type_check;
alter table notifications validate constraint notifications_sender;
