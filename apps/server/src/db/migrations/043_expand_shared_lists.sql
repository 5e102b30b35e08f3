-- Messages can share lists (docs/decisions/0110-lists.md).
alter table messages add column list_id uuid references lists on delete set null;
alter table messages add column list_link text;
alter table messages drop constraint messages_shared_check;
alter table messages add constraint messages_shared_check check (shared in ('spot', 'post', 'list')) not valid;
alter table messages add constraint messages_list_check check (list_id is null or shared = 'list') not valid;
alter table messages add constraint messages_list_link_check
  check (list_link is null or shared = 'list' and list_link ~ '^[0-9a-f]{32}$') not valid;
create index messages_list_idx on messages (list_id) where list_id is not null;
comment on table messages is 'Messages, each with an optional spot, post, or list. A deleted message leaves its number.';
comment on column messages.list_link is
  'The link by which the list was shared; null if it was shared by its id. Its reader loses access when the list gets '
  'another link.';
