-- Apart from the change itself, so that no lock of it waits for every row.
alter table posts validate constraint posts_audience_check;
alter table spot_facts validate constraint spot_facts_fee_check;
alter table spot_facts validate constraint spot_facts_opening_hours_check;
alter table spot_facts validate constraint spot_facts_open_check;
alter table crews validate constraint crews_hidden_name_check;
alter table report_cases validate constraint report_cases_kind_check;
alter table report_cases validate constraint report_cases_one_subject;
alter table report_cases validate constraint report_cases_crew_kind;
