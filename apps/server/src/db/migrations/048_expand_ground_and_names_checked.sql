-- Separate from the change itself, so that it doesn't lock the table while every row is checked.
alter table spot_facts validate constraint spot_facts_ground_check;
alter table spot_facts validate constraint spot_facts_helmet_check;
alter table spot_facts validate constraint spot_facts_phone_check;
alter table spot_facts validate constraint spot_facts_website_check;
