-- feed of who blocks a hundred

-- ../prepared/feed_of_all.sql

-- ../prepared/viewer_by_token.sql
