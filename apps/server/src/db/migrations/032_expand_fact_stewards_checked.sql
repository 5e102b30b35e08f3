-- Apart from the change itself, so that no lock of it waits for every row.
alter table fact_suggestions validate constraint fact_suggestions_steward_fkey;
