-- Participants in a crew's list are notified of spots that others add (docs/decisions/0114-what-becomes-of-spots.md).
alter table notifications drop constraint notifications_type_check;
alter table notifications add constraint notifications_type_check check (type in ('like', 'comment', 'follow', 'comment_reply',
  'comment_like', 'mention', 'report_outcome', 'spot_removed', 'message_request', 'discussion_comment', 'comment_removed',
  'account_recovery', 'spot_near', 'spot_state', 'crew_invitation', 'spot_merged', 'area_changes', 'saved_spot_state',
  'list_spots')) not valid;
alter table notifications drop constraint notifications_sender;
-- Nollie itself sends notifications about reports, removed, new, changed, and merged spots, areas, lists, and
-- recoveries, people send all others.
alter table notifications add constraint notifications_sender check ((from_user_id is null) =
  (type in ('report_outcome', 'spot_removed', 'account_recovery', 'spot_near', 'spot_state', 'spot_merged', 'area_changes',
    'saved_spot_state', 'list_spots'))) not valid;

-- The price as a short text, and seasonal opening hours (docs/decisions/0099-facts.md).
alter table spot_facts add column fee_note text;
alter table spot_facts add constraint spot_facts_fee_note_check check (length(fee_note) between 1 and 80) not valid;
comment on column spot_facts.fee_note is 'The price as a short text, in addition to the fee; not searchable.';
alter table spot_facts drop constraint spot_facts_opening_hours_check;
alter table spot_facts add constraint spot_facts_opening_hours_check check (length(opening_hours) between 1 and 700) not valid;
comment on column spot_facts.opening_hours is 'By weekday, and by month if months differ, in OpenStreetMap syntax.';
comment on column spot_facts.open_minutes is
  'The same in minutes after Monday 0:00 in time_zone, so that the map can query whether it is open now. If months '
  'differ, each has its own week: January follows after week 0, which is then empty.';
