-- Separate from the change itself, so that it doesn't lock the table while every row is checked.
alter table spots validate constraint spots_spot_state_known;
alter table spots validate constraint spots_left_map_gone;
alter table notifications validate constraint notifications_type_check;
alter table notifications validate constraint notifications_sender;
