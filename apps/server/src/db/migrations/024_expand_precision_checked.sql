-- Separate from the change itself, so that it doesn't lock the table while every row is checked.
alter table spots validate constraint spots_precision_check;
alter table spots validate constraint spots_exact_for_check;
alter table spots validate constraint spots_opens_check;
