-- Separate from the change itself, so that it doesn't lock the table while every row is checked.
alter table notifications validate constraint notifications_type_check;
alter table notifications validate constraint notifications_meetup_named;
alter table report_cases validate constraint report_cases_kind_check;
alter table report_cases validate constraint report_cases_one_subject;
alter table report_cases validate constraint report_cases_meetup_kind;
