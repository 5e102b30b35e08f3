-- notifications after a viral day

-- ../prepared/notifications_first.sql

-- ../prepared/viewer_by_token.sql
