-- Separate from the change itself, so that it doesn't lock the table while every row is checked.
alter table media validate constraint media_alt_text_check;
