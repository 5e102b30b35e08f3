-- Apart from the change itself, so that no lock of it waits for every row.
alter table report_cases validate constraint report_cases_kind_check;
alter table report_cases validate constraint report_cases_one_subject;
alter table report_cases validate constraint report_cases_list_check;
