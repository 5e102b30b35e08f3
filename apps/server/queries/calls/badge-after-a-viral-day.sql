-- badge after a viral day

-- ../prepared/news_unread.sql

-- ../prepared/viewer_by_token.sql
