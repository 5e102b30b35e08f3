-- pins of the map

-- ../prepared/map_by_code_open_0.sql

-- ../prepared/map_pins.sql

-- ../prepared/map_state_open_0.sql

-- ../prepared/viewer_by_token.sql
