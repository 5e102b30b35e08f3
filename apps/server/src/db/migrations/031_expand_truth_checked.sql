-- Separate from the change itself, so that it doesn't lock the table while every row is checked.
alter table posts validate constraint posts_audience_check;
alter table spot_facts validate constraint spot_facts_fee_check;
alter table spot_facts validate constraint spot_facts_opening_hours_check;
alter table spot_facts validate constraint spot_facts_open_check;
alter table crews validate constraint crews_hidden_name_check;
alter table report_cases validate constraint report_cases_kind_check;
alter table report_cases validate constraint report_cases_one_subject;
alter table report_cases validate constraint report_cases_crew_kind;
