-- Separate from the change itself, so that it doesn't lock the table while every row is checked.
alter table messages validate constraint messages_shared_check;
alter table messages validate constraint messages_list_check;
alter table messages validate constraint messages_list_link_check;
