-- related posts of who blocks a hundred

-- ../prepared/posts_related.sql

-- ../prepared/viewer_by_token.sql
