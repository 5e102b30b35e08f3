-- Separate from the change itself, so that it doesn't lock the table while every row is checked.
alter table report_cases validate constraint report_cases_kind_check;
alter table report_cases validate constraint report_cases_one_subject;
alter table report_cases validate constraint report_cases_bulletin_kind;
alter table moderation_decisions validate constraint moderation_decisions_action_check;
alter table moderation_log validate constraint moderation_log_action_check;
alter table moderation_log validate constraint moderation_log_act_check;
alter table notifications validate constraint notifications_type_check;
alter table notifications validate constraint notifications_sender;
alter table notifications validate constraint notifications_area_changes_named;
