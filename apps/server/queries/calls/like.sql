-- like

-- ../prepared/like_add.sql

-- ../prepared/viewer_by_token.sql
