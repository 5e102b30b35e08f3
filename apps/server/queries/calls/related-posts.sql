-- related posts

-- ../prepared/posts_related.sql

-- ../prepared/viewer_by_token.sql
