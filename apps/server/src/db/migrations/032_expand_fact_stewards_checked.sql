-- Separate from the change itself, so that it doesn't lock the table while every row is checked.
alter table fact_suggestions validate constraint fact_suggestions_steward_fkey;
