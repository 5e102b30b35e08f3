-- Separate from the change itself, so that it doesn't lock the table while every row is checked.
alter table spots validate constraint spots_audience_check;
