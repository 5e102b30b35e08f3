-- Separate from the change itself, so that it doesn't lock the table while every row is checked.
alter table import_areas validate constraint import_areas_reason_check;
