-- badge after a viral day

-- ../prepared/notifications_unread.sql

-- ../prepared/viewer_by_token.sql
