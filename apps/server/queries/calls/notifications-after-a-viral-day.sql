-- notifications after a viral day

-- ../prepared/news_first.sql

-- ../prepared/viewer_by_token.sql
