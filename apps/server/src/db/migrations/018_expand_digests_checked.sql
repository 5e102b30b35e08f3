-- Separate from the change itself, so that it doesn't lock the table while every row is checked.
alter table notifications validate constraint notifications_type_check;
alter table notifications validate constraint notifications_sender;
alter table notifications validate constraint notifications_spot_near_named;
alter table push_devices validate constraint push_devices_p256dh_check;
alter table push_devices validate constraint push_devices_auth_check;
