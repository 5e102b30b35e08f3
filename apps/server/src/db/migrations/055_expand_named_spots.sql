-- A guess that members agree on becomes a name, which duplicates are found by (docs/decisions/0099-facts.md).
create or replace trigger spots_queue_changed_twin
  after update of name, name_is_guess, latitude, longitude, spot_types, cover_media_id, deleted_at on spots
  for each row when (new.deleted_at is null and (old.name is distinct from new.name
    or old.name_is_guess is distinct from new.name_is_guess
    or old.latitude is distinct from new.latitude or old.longitude is distinct from new.longitude
    or old.spot_types is distinct from new.spot_types or old.cover_media_id is distinct from new.cover_media_id
    or old.deleted_at is distinct from new.deleted_at))
  execute function nollie_queue_changed_twin();
