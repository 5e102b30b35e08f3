alter table notifications drop constraint notifications_type_check;
alter table notifications add constraint notifications_type_check check (type in ('like', 'comment', 'follow', 'comment_reply',
  'comment_like', 'mention', 'report_outcome', 'spot_removed', 'message_request', 'discussion_comment', 'comment_removed',
  'account_recovery')) not valid;
alter table notifications drop constraint notifications_sender;
-- Nollie itself sends notifications about reports, removed spots, and recoveries, people send all others.
alter table notifications add constraint notifications_sender
  check ((from_user_id is null) = (type in ('report_outcome', 'spot_removed', 'account_recovery'))) not valid;
alter table notifications add constraint notifications_account_recovery_named
  check (type <> 'account_recovery' or target_id = user_id) not valid;
