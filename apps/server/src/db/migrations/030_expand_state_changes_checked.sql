-- Apart from the change itself, so that no lock of it waits for every row.
alter table notifications validate constraint notifications_type_check;
alter table notifications validate constraint notifications_sender;
alter table notifications validate constraint notifications_saved_spot_state_named;
