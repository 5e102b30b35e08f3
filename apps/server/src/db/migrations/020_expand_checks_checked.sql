-- Apart from the change itself, so that no lock of it waits for every row.
alter table spots validate constraint spots_spot_state_known;
alter table spots validate constraint spots_left_map_gone;
alter table notifications validate constraint notifications_type_check;
alter table notifications validate constraint notifications_sender;
