-- Separate from the change itself, so that it doesn't lock the table while every row is checked.
alter table notifications validate constraint notifications_type_check;
alter table notifications validate constraint notifications_sender;
alter table spot_facts validate constraint spot_facts_fee_note_check;
alter table spot_facts validate constraint spot_facts_opening_hours_check;
