-- Discover

-- ../prepared/discover_page.sql

-- ../prepared/viewer_by_token.sql
