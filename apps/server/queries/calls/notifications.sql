-- notifications

-- ../prepared/news_first.sql

-- ../prepared/viewer_by_token.sql
