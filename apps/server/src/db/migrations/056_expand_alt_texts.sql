-- Descriptions of photos and videos, for people who can't see them.
alter table media add column alt_text text;
alter table media add constraint media_alt_text_check check (length(alt_text) between 1 and 500) not valid;
comment on column media.alt_text is 'The author''s description, for people who can''t see it.';

create or replace function media_json(item media) returns json
language sql stable parallel safe as $$
  select json_build_object('id', item.id, 'type', item.type, 'status', item.status,
    'base', case when item.thumbhash is not null then '/media/' || item.key end,
    'url', case when item.status = 'ready' then '/media/' || item.key ||
      case item.type when 'video' then '/video.mp4' else '/1080.webp' end end,
    'width', item.width, 'height', item.height, 'thumbhash', item.thumbhash, 'duration', item.duration,
    'failure', item.failure, 'alt_text', item.alt_text)
$$;
