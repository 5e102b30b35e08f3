-- Separate from the change itself, so that it doesn't lock the table while every row is checked.
alter table spot_edits validate constraint spot_edits_source_length;
alter table fact_suggestions validate constraint fact_suggestions_source_length;
