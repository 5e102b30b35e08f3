create table spot_facts (
  spot_id uuid primary key references spots (id) on delete cascade,
  surface text check (surface in ('glassy', 'smooth', 'average', 'rough', 'crusty')),
  run_up text check (run_up in ('short', 'medium', 'long')),
  light_at_night text check (light_at_night in ('none', 'partial', 'full')),
  roof text check (roof in ('none', 'partial', 'full')),
  traffic text check (traffic in ('none', 'some', 'heavy')),
  crowd text check (crowd in ('none', 'some', 'heavy')),
  for_beginners boolean,
  pads text check (pads in ('not_needed', 'recommended', 'required')),
  water boolean,
  toilet boolean,
  wheelchair text check (wheelchair in ('no', 'partly', 'yes')),
  version integer not null default 0 check (version >= 0),
  qk bigint not null,
  updated_at timestamptz(3) not null default now()
);
create index spot_facts_qk_idx on spot_facts (qk);
comment on table spot_facts is
  'Facts about spots: one row with the current facts, null where unknown (docs/decisions/0099-facts.md). A spot '
  'without facts has no row.';
comment on column spot_facts.version is 'The number of the last applied change.';
comment on column spot_facts.qk is 'The spot''s qk, so that a map filtered by facts only reads the facts in its view.';

create function nollie_copy_spot_code() returns trigger language plpgsql as $$
  begin
    update spot_facts set qk = new.qk where spot_id = new.id;
    return null;
  end $$;
comment on function nollie_copy_spot_code() is 'Updates qk in the facts of a moved spot.';
create trigger spots_copy_code after update of latitude, longitude on spots for each row
  when (old.latitude <> new.latitude or old.longitude <> new.longitude) execute function nollie_copy_spot_code();
comment on trigger spots_copy_code on spots is 'See nollie_copy_spot_code.';

create function nollie_drop_facts() returns trigger language plpgsql as $$
  begin
    delete from spot_facts where spot_id = new.id;
    return null;
  end $$;
comment on function nollie_drop_facts() is 'Deletes the facts of a purged spot; its tombstone stays.';
create trigger spots_drop_facts after update of purged_at on spots for each row
  when (old.purged_at is null and new.purged_at is not null) execute function nollie_drop_facts();
comment on trigger spots_drop_facts on spots is 'See nollie_drop_facts.';

create table spot_obstacles (
  spot_id uuid not null references spot_facts (spot_id) on delete cascade,
  id uuid not null,
  kind text not null check (kind in ('ledge', 'hubba', 'rail', 'stairs', 'gap', 'manual_pad', 'curb', 'bank', 'quarter',
    'ramp', 'bowl', 'kicker', 'wallride', 'pole_jam', 'other')),
  height_cm smallint check (height_cm between 1 and 1500),
  length_cm smallint check (length_cm between 1 and 20000),
  stairs smallint check (stairs between 1 and 150),
  angle smallint check (angle between 1 and 90),
  material text check (material in ('concrete', 'marble', 'granite', 'stone', 'brick', 'wood', 'metal', 'asphalt',
    'plastic', 'other')),
  waxed boolean,
  knobbed boolean,
  -- The change that added it; the oldest obstacle is shown on the card.
  since integer not null,
  primary key (spot_id, id)
);
comment on table spot_obstacles is 'Obstacles at spots. Lengths in centimeters, angles in degrees.';

create table fact_suggestions (
  id uuid primary key,
  spot_id uuid not null references spot_facts (spot_id) on delete cascade,
  user_id uuid references users (id) on delete set null,
  fields text[] not null check (cardinality(fields) between 1 and 60),
  patch jsonb not null check (jsonb_typeof(patch) = 'object'),
  before jsonb check (jsonb_typeof(before) = 'object'),
  undoes uuid references fact_suggestions (id) on delete cascade,
  is_cleanup boolean not null default false,
  state text not null default 'open' check (state in ('open', 'applied', 'undone', 'declined', 'withdrawn')),
  version integer,
  created_at timestamptz(3) not null default now(),
  applied_at timestamptz(3),
  unique (spot_id, version),
  check ((state in ('applied', 'undone')) = (version is not null)),
  check (num_nonnulls(version, applied_at, before) in (0, 3))
);
create index fact_suggestions_spot_idx on fact_suggestions (spot_id, id desc);
create index fact_suggestions_open_idx on fact_suggestions (spot_id, id) where state = 'open';
create index fact_suggestions_user_idx on fact_suggestions (user_id, spot_id) where user_id is not null;
create index fact_suggestions_undoes_idx on fact_suggestions (undoes) where undoes is not null;
comment on table fact_suggestions is
  'Every suggested change of facts, and its outcome. The current facts are the result of the applied ones, the last '
  'one for each field; undoing one is also a change.';
comment on column fact_suggestions.fields is 'The changed fields: names of facts, and obstacle:ID.';
comment on column fact_suggestions.patch is
  'The new value of each field; an obstacle as a whole, null removes it. For an undo, the resulting values.';
comment on column fact_suggestions.before is 'The values when it was applied.';
comment on column fact_suggestions.undoes is 'The change that it undoes.';
comment on column fact_suggestions.is_cleanup is
  'A moderator undid all changes of an account, which doesn''t count as an edit war.';
comment on column fact_suggestions.version is 'Its number among the spot''s applied changes.';

create table fact_votes (
  suggestion_id uuid not null references fact_suggestions (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  agrees boolean not null,
  created_at timestamptz(3) not null default now(),
  primary key (suggestion_id, user_id)
);
create index fact_votes_user_idx on fact_votes (user_id);
comment on table fact_votes is 'Votes for and against another person''s suggestion.';

create table measurements (
  id uuid primary key,
  spot_id uuid not null references spot_facts (spot_id) on delete cascade,
  obstacle_id uuid not null,
  media_id uuid not null references media (id) on delete cascade,
  user_id uuid references users (id) on delete set null,
  marks jsonb not null check (jsonb_typeof(marks) = 'object'),
  deck_cm real not null check (deck_cm between 40 and 160),
  height_cm real not null check (height_cm between 1 and 1500),
  height_error_cm real not null check (height_error_cm > 0),
  length_cm real check (length_cm between 1 and 20000),
  length_error_cm real check (length_error_cm > 0),
  created_at timestamptz(3) not null default now(),
  check ((length_cm is null) = (length_error_cm is null))
);
create index measurements_obstacle_idx on measurements (spot_id, obstacle_id, id desc);
create index measurements_media_idx on measurements (media_id);
create index measurements_user_idx on measurements (user_id) where user_id is not null;
comment on table measurements is
  'Obstacles measured in a photo that contains a board of known length (docs/decisions/0104-measuring.md).';
comment on column measurements.marks is 'The marked points, as fractions of the photo''s sides.';

alter table preferences add column deck_cm real check (deck_cm between 40 and 160);
comment on column preferences.deck_cm is 'Length of the person''s board, for measuring; null means 80.';
