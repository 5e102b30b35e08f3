-- Discover of who blocks a hundred

-- ../prepared/discover_page.sql

-- ../prepared/viewer_by_token.sql
