-- Separate from the change itself, so that it doesn't lock the table while every row is checked.
alter table spots validate constraint spots_audience_check;
alter table spots validate constraint spots_exact_for_check;
alter table spots validate constraint spots_opens_check;
alter table spots validate constraint spots_crew_named;
alter table spots validate constraint spots_crew_of_creator;
alter table posts validate constraint posts_audience_check;
alter table posts validate constraint posts_crew_named;
alter table posts validate constraint posts_audience_apart;
alter table posts validate constraint posts_crew_of_author;
alter table notifications validate constraint notifications_type_check;
