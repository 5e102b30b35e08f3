-- Separate from the change itself, so that it doesn't lock the table while every row is checked.
alter table notifications validate constraint notifications_type_check;
alter table notifications validate constraint notifications_sender;
alter table notifications validate constraint notifications_saved_spot_state_named;
