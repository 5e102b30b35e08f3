-- Apart from the change itself, so that no lock of it waits for every row.
alter table spot_edits validate constraint spot_edits_source_length;
alter table fact_suggestions validate constraint fact_suggestions_source_length;
