-- clusters of the map

-- ../prepared/map_view_open_5.sql

-- ../prepared/viewer_by_token.sql
