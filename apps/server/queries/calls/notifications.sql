-- notifications

-- ../prepared/notifications_first.sql

-- ../prepared/viewer_by_token.sql
