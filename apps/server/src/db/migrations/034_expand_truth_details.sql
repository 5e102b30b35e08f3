-- Who takes part in the list of a crew is notified of spots that others add (docs/decisions/0119-the-truth-arrives.md).
alter table notifications drop constraint notifications_type_check;
alter table notifications add constraint notifications_type_check check (type in ('like', 'comment', 'follow', 'comment_reply',
  'comment_like', 'mention', 'report_outcome', 'spot_removed', 'message_request', 'discussion_comment', 'comment_removed',
  'account_recovery', 'spot_near', 'spot_state', 'crew_invitation', 'spot_merged', 'area_changes', 'saved_spot_state',
  'list_spots')) not valid;
alter table notifications drop constraint notifications_sender;
-- Nollie itself sends those of reports, removed, new, changed and merged spots, areas, lists and recoveries, people all others.
alter table notifications add constraint notifications_sender check ((from_user_id is null) =
  (type in ('report_outcome', 'spot_removed', 'account_recovery', 'spot_near', 'spot_state', 'spot_merged', 'area_changes',
    'saved_spot_state', 'list_spots'))) not valid;

-- What one pays, in a short text, and opening hours by seasons (docs/decisions/0099-facts.md).
alter table spot_facts add column fee_note text;
alter table spot_facts add constraint spot_facts_fee_note_check check (length(fee_note) between 1 and 80) not valid;
comment on column spot_facts.fee_note is 'What one pays, a short text beside the fee, searched by nobody.';
alter table spot_facts drop constraint spot_facts_opening_hours_check;
alter table spot_facts add constraint spot_facts_opening_hours_check check (length(opening_hours) between 1 and 700) not valid;
comment on column spot_facts.opening_hours is 'By weekdays, and by months where those differ, as OpenStreetMap spells it.';
comment on column spot_facts.open_minutes is
  'The same in minutes after Monday 0:00 by the clocks of time_zone, so that the map asks whether it is open now. Where months differ, each has a week of its own: those of January follow on week 0, which is empty then.';
