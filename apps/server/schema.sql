-- The schema as the migrations leave it; written by `npm run schema` and never by hand.

create extension pg_trgm;
create extension unaccent;

create table access_tokens (
  id uuid not null,
  user_id uuid not null,
  name text not null,
  token text not null,
  ending text not null,
  scopes text[] not null,
  expires_at timestamp(3) with time zone not null,
  last_used_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null default now(),
  constraint access_tokens_pkey PRIMARY KEY (id),
  constraint access_tokens_token_key UNIQUE (token),
  constraint access_tokens_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint access_tokens_ending_check CHECK ((length(ending) = 4)),
  constraint access_tokens_name_check CHECK (((length(name) >= 1) AND (length(name) <= 80))),
  constraint access_tokens_scopes_check CHECK (((cardinality(scopes) >= 1) AND (cardinality(scopes) <= 60)))
);
comment on table access_tokens is 'People''s access tokens for scripts, with the scopes of each.';
CREATE INDEX access_tokens_expires_idx ON public.access_tokens USING btree (expires_at);
CREATE INDEX access_tokens_user_idx ON public.access_tokens USING btree (user_id, created_at DESC);

create table account_deletions (
  user_id uuid not null,
  content text not null,
  asked_at timestamp(3) with time zone not null default now(),
  due_at timestamp(3) with time zone not null,
  begun_at timestamp(3) with time zone,
  constraint account_deletions_pkey PRIMARY KEY (user_id),
  constraint account_deletions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint account_deletions_check CHECK ((due_at > asked_at)),
  constraint account_deletions_content_check CHECK ((content = ANY (ARRAY['remove'::text, 'keep'::text])))
);
comment on table account_deletions is 'Requested account deletions (docs/decisions/0024-account-deletion.md).';
CREATE INDEX account_deletions_due_idx ON public.account_deletions USING btree (due_at);

create table accounts (
  id uuid not null,
  account_id text not null,
  provider_id text not null,
  user_id uuid not null,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamp(3) with time zone,
  refresh_token_expires_at timestamp(3) with time zone,
  scope text,
  password text,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  label text,
  constraint accounts_pkey PRIMARY KEY (id),
  constraint accounts_provider_id_account_id_key UNIQUE (provider_id, account_id),
  constraint accounts_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint accounts_label_check CHECK ((length(label) <= 254))
);
comment on table accounts is 'Sign-in methods of people: the hash of their password, and their identities at providers.';
CREATE INDEX accounts_user_id_idx ON public.accounts USING btree (user_id);

create table ad_days (
  ad_id uuid not null,
  day date not null,
  slice smallint not null,
  views integer not null default 0,
  presses integer not null default 0,
  constraint ad_days_pkey PRIMARY KEY (ad_id, day, slice),
  constraint ad_days_ad_id_fkey FOREIGN KEY (ad_id) REFERENCES ads(id) ON DELETE CASCADE,
  constraint ad_days_presses_check CHECK ((presses >= 0)),
  constraint ad_days_slice_check CHECK (((slice >= 0) AND (slice <= 7))),
  constraint ad_days_views_check CHECK ((views >= 0))
);
comment on table ad_days is 'Daily views and clicks of an ad, without the people behind them.';

create table ads (
  id uuid not null,
  created_by uuid,
  title text not null,
  content text not null,
  link text not null,
  media_id uuid,
  place_name text not null,
  latitude double precision not null,
  longitude double precision not null,
  radius_km smallint not null,
  starts_on date not null,
  ends_on date not null,
  created_at timestamp(3) with time zone not null default now(),
  constraint ads_pkey PRIMARY KEY (id),
  constraint ads_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id) ON DELETE SET NULL,
  constraint ads_media_id_fkey FOREIGN KEY (media_id) REFERENCES media(id) ON DELETE SET NULL,
  constraint ads_check CHECK ((starts_on <= ends_on)),
  constraint ads_content_check CHECK (((length(content) >= 1) AND (length(content) <= 200))),
  constraint ads_latitude_check CHECK (((latitude >= ('-90'::integer)::double precision) AND (latitude <= (90)::double precision))),
  constraint ads_link_check CHECK (((link ~* '^https?://'::text) AND (length(link) <= 2000))),
  constraint ads_longitude_check CHECK (((longitude >= ('-180'::integer)::double precision) AND (longitude <= (180)::double precision))),
  constraint ads_place_name_check CHECK (((length(place_name) >= 1) AND (length(place_name) <= 120))),
  constraint ads_radius_km_check CHECK (((radius_km >= 1) AND (radius_km <= 500))),
  constraint ads_title_check CHECK (((length(title) >= 1) AND (length(title) <= 60)))
);
comment on table ads is 'Ads of shops, contests, and clubs, managed by admins and shown near their place (docs/decisions/0092-ads.md).';
CREATE INDEX ads_created_by_idx ON public.ads USING btree (created_by);
CREATE INDEX ads_ends_on_idx ON public.ads USING btree (ends_on);
CREATE UNIQUE INDEX ads_media_idx ON public.ads USING btree (media_id) WHERE (media_id IS NOT NULL);
CREATE TRIGGER ads_media_apart BEFORE INSERT OR UPDATE OF media_id ON public.ads FOR EACH ROW WHEN ((new.media_id IS NOT NULL)) EXECUTE FUNCTION nollie_check_ad_media();
comment on trigger ads_media_apart on ads is 'An ad never shows a photo of a draft, which is private.';

create table appeals (
  decision_id uuid not null,
  words text not null,
  created_at timestamp(3) with time zone not null default now(),
  outcome text,
  answer text,
  admin_id uuid,
  answered_at timestamp(3) with time zone,
  constraint appeals_pkey PRIMARY KEY (decision_id),
  constraint appeals_admin_id_fkey FOREIGN KEY (admin_id) REFERENCES users(id) ON DELETE SET NULL,
  constraint appeals_decision_id_fkey FOREIGN KEY (decision_id) REFERENCES moderation_decisions(id) ON DELETE CASCADE,
  constraint appeals_answer_check CHECK (((length(answer) >= 1) AND (length(answer) <= 2000))),
  constraint appeals_check CHECK ((num_nulls(outcome, answer, answered_at) = ANY (ARRAY[0, 3]))),
  constraint appeals_outcome_check CHECK ((outcome = ANY (ARRAY['upheld'::text, 'reversed'::text]))),
  constraint appeals_words_check CHECK (((length(words) >= 1) AND (length(words) <= 2000)))
);
comment on table appeals is 'The author''s appeal against a decision, and the response.';
CREATE INDEX appeals_admin_idx ON public.appeals USING btree (admin_id);
CREATE INDEX appeals_open_idx ON public.appeals USING btree (created_at, decision_id) WHERE (outcome IS NULL);

create table area_changes (
  id bigint not null generated always as identity,
  kind text not null,
  spot_id uuid,
  bulletin_id uuid,
  constraint area_changes_pkey PRIMARY KEY (id),
  constraint area_changes_kind_check CHECK ((kind = ANY (ARRAY['spot'::text, 'state'::text, 'bulletin'::text])))
) with (autovacuum_vacuum_scale_factor=0, autovacuum_vacuum_threshold=5000);
comment on table area_changes is 'Queue of new and changed spots and bulletins, until they are matched with followed areas.';
CREATE TRIGGER area_changes_signal AFTER INSERT ON public.area_changes FOR EACH STATEMENT EXECUTE FUNCTION nollie_signal_work();
comment on trigger area_changes_signal on area_changes is 'Starts the rollup at commit.';

create table area_follows (
  area_id uuid not null,
  user_id uuid not null,
  since timestamp(3) with time zone not null default now(),
  constraint area_follows_pkey PRIMARY KEY (user_id, area_id),
  constraint area_follows_area_id_fkey FOREIGN KEY (area_id) REFERENCES steward_areas(id) ON DELETE CASCADE,
  constraint area_follows_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
comment on table area_follows is 'People who asked to be notified of changes in an area.';
CREATE INDEX area_follows_area_idx ON public.area_follows USING btree (area_id);

create table area_stewards (
  area_id uuid not null,
  user_id uuid not null,
  named_by uuid,
  since timestamp(3) with time zone not null default now(),
  constraint area_stewards_pkey PRIMARY KEY (user_id, area_id),
  constraint area_stewards_area_id_fkey FOREIGN KEY (area_id) REFERENCES steward_areas(id) ON DELETE CASCADE,
  constraint area_stewards_named_by_fkey FOREIGN KEY (named_by) REFERENCES users(id) ON DELETE SET NULL,
  constraint area_stewards_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
comment on table area_stewards is 'Stewards by area, and the admin who appointed each.';
CREATE INDEX area_stewards_area_idx ON public.area_stewards USING btree (area_id, since);
CREATE INDEX area_stewards_named_by_idx ON public.area_stewards USING btree (named_by) WHERE (named_by IS NOT NULL);

create table area_updates (
  id uuid not null,
  user_id uuid not null,
  area_id uuid not null,
  kind text not null,
  spot_id uuid,
  bulletin_id uuid,
  added_at timestamp(3) with time zone not null default now(),
  notification_id uuid,
  constraint area_updates_pkey PRIMARY KEY (id),
  constraint area_updates_area_id_fkey FOREIGN KEY (area_id) REFERENCES steward_areas(id) ON DELETE CASCADE,
  constraint area_updates_bulletin_id_fkey FOREIGN KEY (bulletin_id) REFERENCES bulletins(id) ON DELETE CASCADE,
  constraint area_updates_notification_id_fkey FOREIGN KEY (notification_id) REFERENCES notifications(id) ON DELETE CASCADE,
  constraint area_updates_spot_id_fkey FOREIGN KEY (spot_id) REFERENCES spots(id) ON DELETE CASCADE,
  constraint area_updates_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint area_updates_check CHECK (((kind = 'bulletin'::text) = (bulletin_id IS NOT NULL))),
  constraint area_updates_check1 CHECK (((kind = 'bulletin'::text) OR (spot_id IS NOT NULL))),
  constraint area_updates_kind_check CHECK ((kind = ANY (ARRAY['spot'::text, 'state'::text, 'bulletin'::text])))
);
comment on table area_updates is 'Changes in areas that a person follows, and the notification that covered them.';
CREATE INDEX area_updates_area_idx ON public.area_updates USING btree (area_id);
CREATE INDEX area_updates_bulletin_idx ON public.area_updates USING btree (bulletin_id) WHERE (bulletin_id IS NOT NULL);
CREATE INDEX area_updates_notification_idx ON public.area_updates USING btree (notification_id) WHERE (notification_id IS NOT NULL);
CREATE UNIQUE INDEX area_updates_once_key ON public.area_updates USING btree (user_id, kind, COALESCE(bulletin_id, spot_id)) WHERE (notification_id IS NULL);
CREATE INDEX area_updates_spot_idx ON public.area_updates USING btree (spot_id) WHERE (spot_id IS NOT NULL);
CREATE INDEX area_updates_waiting_idx ON public.area_updates USING btree (added_at) WHERE (notification_id IS NULL);

create table backup_records (
  kind text not null,
  finished_at timestamp(3) with time zone not null default now(),
  files integer not null,
  bytes bigint not null,
  constraint backup_records_pkey PRIMARY KEY (kind),
  constraint backup_records_bytes_check CHECK ((bytes >= 0)),
  constraint backup_records_files_check CHECK ((files >= 0)),
  constraint backup_records_kind_check CHECK ((kind = ANY (ARRAY['backup'::text, 'restore'::text])))
);
comment on table backup_records is 'The last successful backup and restore. Not part of a backup, because it describes this installation.';

create table blocks (
  blocker_id uuid not null,
  blocked_id uuid not null,
  created_at timestamp(3) with time zone not null default now(),
  constraint blocks_pkey PRIMARY KEY (blocker_id, blocked_id),
  constraint blocks_blocked_id_fkey FOREIGN KEY (blocked_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint blocks_blocker_id_fkey FOREIGN KEY (blocker_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint blocks_check CHECK ((blocker_id <> blocked_id))
);
comment on table blocks is 'A block hides two people from each other, regardless of who blocked.';
CREATE INDEX blocks_blocked_idx ON public.blocks USING btree (blocked_id, blocker_id);
CREATE INDEX blocks_list_idx ON public.blocks USING btree (blocker_id, created_at DESC, blocked_id DESC);
CREATE TRIGGER blocks_end_follows BEFORE INSERT ON public.blocks FOR EACH ROW EXECUTE FUNCTION nollie_end_follows_of_pair();
comment on trigger blocks_end_follows on blocks is 'A block ends follows in both directions.';

create table bulletins (
  id uuid not null,
  area_id uuid not null,
  spot_id uuid,
  user_id uuid,
  content text not null,
  starts_at timestamp(3) with time zone not null,
  ends_at timestamp(3) with time zone not null,
  created_at timestamp(3) with time zone not null default now(),
  constraint bulletins_pkey PRIMARY KEY (id),
  constraint bulletins_area_id_fkey FOREIGN KEY (area_id) REFERENCES steward_areas(id) ON DELETE CASCADE,
  constraint bulletins_spot_id_fkey FOREIGN KEY (spot_id) REFERENCES spots(id) ON DELETE CASCADE,
  constraint bulletins_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL,
  constraint bulletins_check CHECK ((ends_at > starts_at)),
  constraint bulletins_content_check CHECK (((length(content) >= 1) AND (length(content) <= 500)))
);
comment on table bulletins is 'Bulletins that stewards pin to a spot or to an entire area until they expire.';
CREATE INDEX bulletins_area_idx ON public.bulletins USING btree (area_id, ends_at);
CREATE INDEX bulletins_ends_idx ON public.bulletins USING btree (ends_at);
CREATE INDEX bulletins_spot_idx ON public.bulletins USING btree (spot_id) WHERE (spot_id IS NOT NULL);
CREATE INDEX bulletins_user_idx ON public.bulletins USING btree (user_id) WHERE (user_id IS NOT NULL);
CREATE TRIGGER bulletins_queue_area AFTER INSERT ON public.bulletins FOR EACH ROW EXECUTE FUNCTION nollie_queue_area_bulletins();
comment on trigger bulletins_queue_area on bulletins is 'Notifies people who follow its area.';

create table bust_changes (
  id bigint not null generated always as identity,
  spot_id uuid not null,
  constraint bust_changes_pkey PRIMARY KEY (id)
) with (autovacuum_vacuum_scale_factor=0, autovacuum_vacuum_threshold=5000);
comment on table bust_changes is 'Queue of spots whose reports changed since their statistics were computed.';
CREATE TRIGGER bust_changes_signal AFTER INSERT ON public.bust_changes FOR EACH STATEMENT EXECUTE FUNCTION nollie_signal_work();
comment on trigger bust_changes_signal on bust_changes is 'Starts the rollup at commit.';

create table bust_clocks (
  spot_id uuid not null,
  time_zone text not null,
  sessions smallint[] not null,
  kicked smallint[] not null,
  chances smallint[] not null,
  certainties smallint[] not null,
  windows jsonb not null,
  holidays date[] not null,
  holidays_until date not null,
  counted_at timestamp(3) with time zone not null default now(),
  constraint bust_clocks_pkey PRIMARY KEY (spot_id),
  constraint bust_clocks_spot_id_fkey FOREIGN KEY (spot_id) REFERENCES spots(id) ON DELETE CASCADE,
  constraint bust_clocks_certainties_check CHECK ((cardinality(certainties) = 168)),
  constraint bust_clocks_chances_check CHECK ((cardinality(chances) = 168)),
  constraint bust_clocks_kicked_check CHECK ((cardinality(kicked) = 168)),
  constraint bust_clocks_sessions_check CHECK ((cardinality(sessions) = 168)),
  constraint bust_clocks_time_zone_check CHECK (((length(time_zone) >= 1) AND (length(time_zone) <= 60))),
  constraint bust_clocks_windows_check CHECK ((jsonb_typeof(windows) = 'array'::text))
);
comment on table bust_clocks is 'Statistics of a spot for each hour of the week, starting Monday at 0:00: sums of the reports, and values derived from them.';
CREATE INDEX bust_clocks_holidays_idx ON public.bust_clocks USING btree (holidays_until);

create table bust_reports (
  spot_id uuid not null,
  user_id uuid not null,
  day date not null,
  hour smallint not null,
  outcome text not null,
  by_whom text,
  how text,
  created_at timestamp(3) with time zone not null default now(),
  constraint bust_reports_pkey PRIMARY KEY (spot_id, user_id, day),
  constraint bust_reports_spot_id_fkey FOREIGN KEY (spot_id) REFERENCES spots(id) ON DELETE CASCADE,
  constraint bust_reports_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint bust_reports_by_whom_check CHECK ((by_whom = ANY (ARRAY['guard'::text, 'police'::text, 'neighbour'::text, 'other'::text]))),
  constraint bust_reports_check CHECK (((outcome = 'kicked_out'::text) OR (num_nonnulls(by_whom, how) = 0))),
  constraint bust_reports_hour_check CHECK (((hour >= 0) AND (hour <= 23))),
  constraint bust_reports_how_check CHECK ((how = ANY (ARRAY['asked'::text, 'ticket'::text]))),
  constraint bust_reports_outcome_check CHECK ((outcome = ANY (ARRAY['peace'::text, 'kicked_out'::text])))
);
comment on table bust_reports is 'Whether people got kicked out, one report per person, spot, and day (docs/decisions/0100-bust-clock.md).';
CREATE INDEX bust_reports_day_idx ON public.bust_reports USING btree (day);
CREATE INDEX bust_reports_user_idx ON public.bust_reports USING btree (user_id);
CREATE TRIGGER bust_reports_queue_delete AFTER DELETE ON public.bust_reports REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION nollie_queue_bust_changes();
comment on trigger bust_reports_queue_delete on bust_reports is 'A report was withdrawn, expired, or deleted with the person.';
CREATE TRIGGER bust_reports_queue_insert AFTER INSERT ON public.bust_reports REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION nollie_queue_bust_changes();
comment on trigger bust_reports_queue_insert on bust_reports is 'A person reported how a session ended.';
CREATE TRIGGER bust_reports_queue_update AFTER UPDATE ON public.bust_reports REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION nollie_queue_bust_changes();
comment on trigger bust_reports_queue_update on bust_reports is 'A person corrected a report.';

create table cells (
  z smallint not null,
  cell bigint not null,
  n integer not null,
  sx bigint not null,
  sy bigint not null,
  mix integer not null,
  n1 integer not null,
  n2 integer not null,
  n3 integer not null,
  n4 integer not null,
  n5 integer not null,
  n6 integer not null,
  n7 integer not null,
  n8 integer not null,
  n9 integer not null,
  n10 integer not null,
  n11 integer not null,
  n12 integer not null,
  n13 integer not null,
  n14 integer not null,
  n15 integer not null,
  n16 integer not null,
  n17 integer not null,
  n18 integer not null,
  n19 integer not null,
  n20 integer not null,
  constraint cells_n_check CHECK ((n >= 0)),
  constraint cells_z_check CHECK (((z >= 0) AND (z <= 10)))
) with (fillfactor=70);
comment on table cells is 'The number of spots in each cell of the map at each zoom, by facet.';
CREATE UNIQUE INDEX cells_key ON public.cells USING btree (z, cell);

create table check_changes (
  id bigint not null generated always as identity,
  spot_id uuid not null,
  constraint check_changes_pkey PRIMARY KEY (id)
) with (autovacuum_vacuum_scale_factor=0, autovacuum_vacuum_threshold=5000);
comment on table check_changes is 'Queue of spots whose reports were removed, restored, or reweighted.';
CREATE TRIGGER check_changes_signal AFTER INSERT ON public.check_changes FOR EACH STATEMENT EXECUTE FUNCTION nollie_signal_work();
comment on trigger check_changes_signal on check_changes is 'Starts the rollup at commit.';

create table checks (
  id uuid not null,
  spot_id uuid not null,
  user_id uuid not null,
  answer text not null,
  until date,
  distance text not null,
  proof text not null,
  post_id uuid,
  seen_at timestamp(3) with time zone not null,
  created_at timestamp(3) with time zone not null default now(),
  constraint checks_pkey PRIMARY KEY (id),
  constraint checks_post_id_fkey FOREIGN KEY (post_id) REFERENCES posts(id) ON DELETE SET NULL,
  constraint checks_spot_id_fkey FOREIGN KEY (spot_id) REFERENCES spots(id) ON DELETE CASCADE,
  constraint checks_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint checks_answer_check CHECK ((answer = ANY (ARRAY['open'::text, 'skatestopped'::text, 'under_construction'::text, 'closed'::text, 'gone'::text]))),
  constraint checks_check CHECK (((answer <> 'closed'::text) OR (until IS NOT NULL))),
  constraint checks_check1 CHECK (((until IS NULL) OR (answer = ANY (ARRAY['under_construction'::text, 'closed'::text])))),
  constraint checks_check2 CHECK (((proof = 'photo'::text) = (distance = 'away'::text))),
  constraint checks_distance_check CHECK ((distance = ANY (ARRAY['at'::text, 'near'::text, 'away'::text]))),
  constraint checks_proof_check CHECK ((proof = ANY (ARRAY['position'::text, 'device'::text, 'photo'::text])))
);
comment on table checks is 'Status reports: what people saw at spots. Never stores their position, only the distance.';
CREATE INDEX checks_post_idx ON public.checks USING btree (post_id) WHERE (post_id IS NOT NULL);
CREATE INDEX checks_spot_idx ON public.checks USING btree (spot_id, seen_at DESC, id DESC);
CREATE INDEX checks_stopped_idx ON public.checks USING btree (spot_id) WHERE (answer = ANY (ARRAY['skatestopped'::text, 'under_construction'::text, 'closed'::text]));
CREATE INDEX checks_until_idx ON public.checks USING btree (until) WHERE (until IS NOT NULL);
CREATE INDEX checks_user_idx ON public.checks USING btree (user_id, seen_at DESC);
CREATE TRIGGER checks_queue_deleted AFTER DELETE ON public.checks REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION nollie_queue_lost_checks();
comment on trigger checks_queue_deleted on checks is 'A report about a spot was deleted.';
CREATE TRIGGER checks_queue_updated AFTER UPDATE ON public.checks REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION nollie_queue_lost_checks();
comment on trigger checks_queue_updated on checks is 'The photo of a report was deleted.';

create table comment_likes (
  id uuid not null,
  comment_id uuid not null,
  user_id uuid not null,
  created_at timestamp(3) with time zone not null default now(),
  constraint comment_likes_pkey PRIMARY KEY (comment_id, user_id),
  constraint comment_likes_comment_id_fkey FOREIGN KEY (comment_id) REFERENCES comments(id) ON DELETE CASCADE,
  constraint comment_likes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
comment on table comment_likes is 'Likes on comments. There are few, so their trigger counts immediately, without a queue.';
CREATE INDEX comment_likes_user_idx ON public.comment_likes USING btree (user_id);
CREATE TRIGGER comment_likes_delete AFTER DELETE ON public.comment_likes REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION nollie_count_comment_likes();
comment on trigger comment_likes_delete on comment_likes is 'Counts deleted likes.';
CREATE TRIGGER comment_likes_insert AFTER INSERT ON public.comment_likes REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION nollie_count_comment_likes();
comment on trigger comment_likes_insert on comment_likes is 'Counts new likes.';

create table comments (
  id uuid not null,
  post_id uuid,
  media_index smallint default 0,
  discussion_id uuid,
  user_id uuid not null,
  parent_comment_id uuid,
  content text not null,
  like_count integer not null default 0,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  hidden_at timestamp(3) with time zone,
  constraint comments_pkey PRIMARY KEY (id),
  constraint comments_discussion_id_fkey FOREIGN KEY (discussion_id) REFERENCES discussions(id) ON DELETE CASCADE,
  constraint comments_parent_comment_id_fkey FOREIGN KEY (parent_comment_id) REFERENCES comments(id) ON DELETE CASCADE,
  constraint comments_post_id_media_index_fkey FOREIGN KEY (post_id, media_index) REFERENCES post_media(post_id, media_index) ON DELETE CASCADE,
  constraint comments_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint comments_content_check CHECK ((((length(content) >= 1) AND (length(content) <= 2000)) AND (content = btrim(content)))),
  constraint comments_like_count_check CHECK ((like_count >= 0)),
  constraint comments_one_subject CHECK (((num_nonnulls(post_id, discussion_id) = 1) AND ((post_id IS NULL) = (media_index IS NULL))))
);
comment on table comments is 'Comments on posts and discussions. Only visible comments are counted: hiding one counts like deleting it, showing it like adding it.';
CREATE INDEX comments_discussion_idx ON public.comments USING btree (discussion_id, created_at DESC, id DESC) WHERE (discussion_id IS NOT NULL);
CREATE INDEX comments_discussion_user_idx ON public.comments USING btree (discussion_id, user_id) WHERE (discussion_id IS NOT NULL);
CREATE INDEX comments_hidden_idx ON public.comments USING btree (id) WHERE (hidden_at IS NOT NULL);
CREATE INDEX comments_item_idx ON public.comments USING btree (post_id, media_index, created_at DESC, id DESC);
CREATE INDEX comments_person_item_idx ON public.comments USING btree (user_id, post_id, media_index) INCLUDE (id, hidden_at);
CREATE INDEX comments_post_idx ON public.comments USING btree (post_id, created_at DESC, id DESC) WHERE (parent_comment_id IS NULL);
CREATE INDEX comments_replies_idx ON public.comments USING btree (parent_comment_id, created_at, id) WHERE (parent_comment_id IS NOT NULL);
CREATE INDEX comments_user_idx ON public.comments USING btree (uuid_send(user_id), created_at DESC);
CREATE TRIGGER comments_check BEFORE INSERT OR UPDATE OF post_id, media_index, discussion_id, parent_comment_id ON public.comments FOR EACH ROW EXECUTE FUNCTION nollie_check_comment();
comment on trigger comments_check on comments is 'Replies are one level deep, to visible comments on the same subject.';
CREATE TRIGGER comments_discussion_delete AFTER DELETE ON public.comments REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION nollie_count_discussion_comments();
comment on trigger comments_discussion_delete on comments is 'Counts deleted comments in discussions.';
CREATE TRIGGER comments_discussion_hidden AFTER UPDATE OF hidden_at ON public.comments FOR EACH ROW WHEN (((new.discussion_id IS NOT NULL) AND ((old.hidden_at IS NULL) <> (new.hidden_at IS NULL)))) EXECUTE FUNCTION nollie_count_hidden_discussion_comment();
comment on trigger comments_discussion_hidden on comments is 'Hidden comments are not counted.';
CREATE TRIGGER comments_discussion_insert AFTER INSERT ON public.comments REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION nollie_count_discussion_comments();
comment on trigger comments_discussion_insert on comments is 'Counts new comments in discussions.';
CREATE TRIGGER comments_queue_delete AFTER DELETE ON public.comments REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION nollie_queue_comments();
comment on trigger comments_queue_delete on comments is 'Counts deleted comments.';
CREATE TRIGGER comments_queue_hidden AFTER UPDATE OF hidden_at ON public.comments FOR EACH ROW WHEN (((new.post_id IS NOT NULL) AND ((old.hidden_at IS NULL) <> (new.hidden_at IS NULL)))) EXECUTE FUNCTION nollie_queue_hidden_comment();
comment on trigger comments_queue_hidden on comments is 'Hidden comments are not counted.';
CREATE TRIGGER comments_queue_insert AFTER INSERT ON public.comments REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION nollie_queue_comments();
comment on trigger comments_queue_insert on comments is 'Counts new comments.';

create table counter_delta (
  id bigint not null generated always as identity,
  counter text not null,
  post_id uuid not null,
  media_index smallint not null,
  delta smallint not null,
  user_id uuid not null,
  comment_id uuid,
  parent_comment_id uuid,
  constraint counter_delta_counter_check CHECK ((counter = ANY (ARRAY['like'::text, 'comment'::text]))),
  constraint counter_delta_delta_check CHECK ((delta = ANY (ARRAY[1, '-1'::integer])))
) with (autovacuum_vacuum_scale_factor=0, autovacuum_vacuum_threshold=5000);
comment on table counter_delta is 'Queue of likes and comments that are not counted in post_media yet: an exact count is that column plus the queued deltas.';
CREATE INDEX counter_delta_item_idx ON public.counter_delta USING btree (post_id, media_index, id);
CREATE TRIGGER counter_delta_signal AFTER INSERT ON public.counter_delta FOR EACH STATEMENT WHEN (((((EXTRACT(epoch FROM clock_timestamp()))::double precision - (COALESCE(NULLIF(current_setting('nollie.signalled_counter_delta'::text, true), ''::text), '0'::text))::double precision) < (0)::double precision) OR (((EXTRACT(epoch FROM clock_timestamp()))::double precision - (COALESCE(NULLIF(current_setting('nollie.signalled_counter_delta'::text, true), ''::text), '0'::text))::double precision) > (0.2)::double precision))) EXECUTE FUNCTION nollie_signal_work();
comment on trigger counter_delta_signal on counter_delta is 'Starts the rollup at commit.';

create table crew_invitations (
  crew_id uuid not null,
  user_id uuid not null,
  invited_by uuid not null,
  created_at timestamp(3) with time zone not null default now(),
  declined_at timestamp(3) with time zone,
  withdrawn_at timestamp(3) with time zone,
  constraint crew_invitations_pkey PRIMARY KEY (crew_id, user_id),
  constraint crew_invitations_crew_id_fkey FOREIGN KEY (crew_id) REFERENCES crews(id) ON DELETE CASCADE,
  constraint crew_invitations_invited_by_fkey FOREIGN KEY (invited_by) REFERENCES users(id) ON DELETE CASCADE,
  constraint crew_invitations_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
comment on table crew_invitations is 'Invitations to crews. A declined or withdrawn one stays until it expires, so that the person is not notified again.';
CREATE INDEX crew_invitations_created_idx ON public.crew_invitations USING btree (created_at);
CREATE INDEX crew_invitations_invited_by_idx ON public.crew_invitations USING btree (invited_by);
CREATE INDEX crew_invitations_user_idx ON public.crew_invitations USING btree (user_id, created_at DESC);

create table crew_members (
  crew_id uuid not null,
  user_id uuid not null,
  role text not null default 'member'::text,
  joined_at timestamp(3) with time zone not null default now(),
  constraint crew_members_pkey PRIMARY KEY (crew_id, user_id),
  constraint crew_members_crew_id_fkey FOREIGN KEY (crew_id) REFERENCES crews(id) ON DELETE CASCADE,
  constraint crew_members_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint crew_members_role_check CHECK ((role = ANY (ARRAY['owner'::text, 'member'::text])))
);
comment on table crew_members is 'Members of crews; one of them is the owner.';
CREATE UNIQUE INDEX crew_members_owner_idx ON public.crew_members USING btree (crew_id) WHERE (role = 'owner'::text);
CREATE INDEX crew_members_user_idx ON public.crew_members USING btree (user_id, crew_id);
CREATE TRIGGER crew_members_close BEFORE DELETE ON public.crew_members FOR EACH ROW EXECUTE FUNCTION nollie_close_for_crew();
comment on trigger crew_members_close on crew_members is 'Content that a former member shared with a crew becomes private.';
CREATE TRIGGER crew_members_close_lists BEFORE DELETE ON public.crew_members FOR EACH ROW EXECUTE FUNCTION nollie_close_lists_for_crew();
comment on trigger crew_members_close_lists on crew_members is 'Content that a former member shared with a crew becomes private.';
CREATE TRIGGER crew_members_follow AFTER DELETE ON public.crew_members FOR EACH ROW EXECUTE FUNCTION nollie_follow_crew_owner();
comment on trigger crew_members_follow on crew_members is 'A crew has an owner, or is deleted.';

create table crews (
  id uuid not null,
  name text not null,
  named_by uuid,
  created_at timestamp(3) with time zone not null default now(),
  hidden_name text,
  constraint crews_pkey PRIMARY KEY (id),
  constraint crews_named_by_fkey FOREIGN KEY (named_by) REFERENCES users(id) ON DELETE SET NULL,
  constraint crews_hidden_name_check CHECK (((length(hidden_name) >= 1) AND (length(hidden_name) <= 60))),
  constraint crews_name_check CHECK (((length(name) >= 1) AND (length(name) <= 60)))
);
comment on table crews is 'Named groups of people. A crew is only visible to its members.';

create table digest_settings (
  user_id uuid not null,
  time_zone text not null default 'UTC'::text,
  digest_due_at timestamp(3) with time zone,
  digest_queued_at timestamp(3) with time zone,
  digest_begun uuid,
  places_since timestamp(3) with time zone,
  places_notified_at timestamp(3) with time zone,
  areas_notified_at timestamp(3) with time zone,
  constraint digest_settings_pkey PRIMARY KEY (user_id),
  constraint digest_settings_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint digest_settings_time_zone_check CHECK ((length(time_zone) <= 60))
);
comment on table digest_settings is 'Opt-in notifications that don''t result from another person''s action; none without a row.';
CREATE INDEX digest_settings_due_idx ON public.digest_settings USING btree (digest_due_at) WHERE (digest_due_at IS NOT NULL);

create table discussion_likes (
  discussion_id uuid not null,
  user_id uuid not null,
  created_at timestamp(3) with time zone not null default now(),
  constraint discussion_likes_pkey PRIMARY KEY (discussion_id, user_id),
  constraint discussion_likes_discussion_id_fkey FOREIGN KEY (discussion_id) REFERENCES discussions(id) ON DELETE CASCADE,
  constraint discussion_likes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
comment on table discussion_likes is 'Likes on discussions. There are few, so their trigger counts immediately, without a queue.';
CREATE INDEX discussion_likes_user_idx ON public.discussion_likes USING btree (user_id);
CREATE TRIGGER discussion_likes_delete AFTER DELETE ON public.discussion_likes REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION nollie_count_discussion_likes();
comment on trigger discussion_likes_delete on discussion_likes is 'Counts deleted likes.';
CREATE TRIGGER discussion_likes_insert AFTER INSERT ON public.discussion_likes REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION nollie_count_discussion_likes();
comment on trigger discussion_likes_insert on discussion_likes is 'Counts new likes.';

create table discussions (
  id uuid not null,
  user_id uuid not null,
  title text not null,
  content text not null,
  category text not null default 'general'::text,
  comment_count integer not null default 0,
  like_count integer not null default 0,
  version integer not null default 1,
  created_at timestamp(3) with time zone not null default now(),
  edited_at timestamp(3) with time zone,
  answered_at timestamp(3) with time zone not null default now(),
  hidden_at timestamp(3) with time zone,
  search_text text generated always as nollie_normalize(((title || '
'::text) || content)) stored,
  constraint discussions_pkey PRIMARY KEY (id),
  constraint discussions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint discussions_category_check CHECK ((category = ANY (ARRAY['general'::text, 'tips'::text, 'gear'::text, 'spots'::text]))),
  constraint discussions_comment_count_check CHECK ((comment_count >= 0)),
  constraint discussions_content_check CHECK ((((length(content) >= 1) AND (length(content) <= 4000)) AND (content = btrim(content)))),
  constraint discussions_like_count_check CHECK ((like_count >= 0)),
  constraint discussions_title_check CHECK ((((length(title) >= 1) AND (length(title) <= 200)) AND (title = btrim(title))))
) with (fillfactor=90);
comment on table discussions is 'Discussions with their comment and like counts.';
CREATE INDEX discussions_answered_idx ON public.discussions USING btree (answered_at DESC, id DESC);
CREATE INDEX discussions_category_answered_idx ON public.discussions USING btree (category, answered_at DESC, id DESC);
CREATE INDEX discussions_category_created_idx ON public.discussions USING btree (category, created_at DESC, id DESC);
CREATE INDEX discussions_created_idx ON public.discussions USING btree (created_at DESC, id DESC);
CREATE INDEX discussions_search_idx ON public.discussions USING gin (search_text gin_trgm_ops);
CREATE INDEX discussions_user_idx ON public.discussions USING btree (user_id);

create table draft_media (
  draft_id uuid not null,
  media_index smallint not null,
  media_id uuid not null,
  constraint draft_media_pkey PRIMARY KEY (draft_id, media_index),
  constraint draft_media_media_id_key UNIQUE (media_id),
  constraint draft_media_draft_id_fkey FOREIGN KEY (draft_id) REFERENCES drafts(id) ON DELETE CASCADE,
  constraint draft_media_media_id_fkey FOREIGN KEY (media_id) REFERENCES media(id),
  constraint draft_media_media_index_check CHECK ((media_index >= 0))
);
comment on table draft_media is 'The files of drafts. None of them has a post: the draft is deleted in the transaction that creates one.';
CREATE TRIGGER draft_media_apart BEFORE INSERT OR UPDATE OF media_id ON public.draft_media FOR EACH ROW EXECUTE FUNCTION nollie_check_draft_media();
comment on trigger draft_media_apart on draft_media is 'A draft is private, so its files are shown nowhere else.';

create table drafts (
  id uuid not null,
  user_id uuid not null,
  latitude double precision,
  longitude double precision,
  accuracy real,
  note text,
  taken_at timestamp(3) with time zone not null,
  created_at timestamp(3) with time zone not null default now(),
  constraint drafts_pkey PRIMARY KEY (id),
  constraint drafts_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint drafts_accuracy_check CHECK ((accuracy >= (0)::double precision)),
  constraint drafts_check CHECK ((num_nonnulls(latitude, longitude) = ANY (ARRAY[0, 2]))),
  constraint drafts_check1 CHECK (((accuracy IS NULL) OR (latitude IS NOT NULL))),
  constraint drafts_latitude_check CHECK (((latitude >= ('-90'::integer)::double precision) AND (latitude <= (90)::double precision))),
  constraint drafts_longitude_check CHECK (((longitude >= ('-180'::integer)::double precision) AND (longitude <= (180)::double precision))),
  constraint drafts_note_check CHECK (((length(note) >= 1) AND (length(note) <= 500)))
);
comment on table drafts is 'Photos with their position that a person can share as spots later; only visible to them (docs/decisions/0094-drafts.md).';
CREATE INDEX drafts_user_idx ON public.drafts USING btree (user_id, taken_at DESC, id DESC);

create table email_changes (
  id uuid not null,
  user_id uuid not null,
  old_email text not null,
  new_email text not null,
  created_at timestamp(3) with time zone not null default now(),
  expires_at timestamp(3) with time zone not null default (now() + '1 day'::interval),
  changed_at timestamp(3) with time zone,
  undone_at timestamp(3) with time zone,
  constraint email_changes_pkey PRIMARY KEY (id),
  constraint email_changes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint email_changes_check CHECK ((old_email <> new_email)),
  constraint email_changes_check1 CHECK (((undone_at IS NULL) OR (changed_at IS NOT NULL))),
  constraint email_changes_new_email_check CHECK (((new_email = lower(new_email)) AND (length(new_email) <= 254))),
  constraint email_changes_old_email_check CHECK (((old_email = lower(old_email)) AND (length(old_email) <= 254)))
);
comment on table email_changes is 'Stores a new email address until it is verified; the old address can revert the change for a while.';
CREATE INDEX email_changes_user_idx ON public.email_changes USING btree (user_id, changed_at);
CREATE UNIQUE INDEX email_changes_waiting_key ON public.email_changes USING btree (user_id) WHERE (changed_at IS NULL);

create table ended_sessions (
  token text not null,
  user_id uuid not null,
  ended_at timestamp(3) with time zone not null default now(),
  constraint ended_sessions_pkey PRIMARY KEY (token),
  constraint ended_sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
comment on table ended_sessions is 'Sessions that a suspension ended. They only lead to a response that says so.';
CREATE INDEX ended_sessions_ended_idx ON public.ended_sessions USING btree (ended_at);
CREATE INDEX ended_sessions_user_idx ON public.ended_sessions USING btree (user_id);

create table events (
  id bigint not null generated always as identity,
  topic text not null,
  name text not null,
  data jsonb not null,
  created_at timestamp(3) with time zone not null default now(),
  constraint events_pkey PRIMARY KEY (id),
  constraint events_name_check CHECK ((length(name) <= 40)),
  constraint events_topic_check CHECK ((length(topic) <= 60))
);
comment on table events is 'Live events, written in the transaction of their cause and sent after its commit.';
CREATE INDEX events_created_idx ON public.events USING btree (created_at);

create table exports (
  id uuid not null,
  user_id uuid not null,
  status text not null default 'waiting'::text,
  bytes bigint,
  asked_at timestamp(3) with time zone not null default now(),
  expires_at timestamp(3) with time zone,
  constraint exports_pkey PRIMARY KEY (id),
  constraint exports_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint exports_bytes_check CHECK ((bytes > 0)),
  constraint exports_check CHECK (((status = 'ready'::text) = (bytes IS NOT NULL))),
  constraint exports_check1 CHECK (((status = 'ready'::text) = (expires_at IS NOT NULL))),
  constraint exports_status_check CHECK ((status = ANY (ARRAY['waiting'::text, 'ready'::text, 'failed'::text])))
);
comment on table exports is 'Archives of all personal data of a person, built by a job and stored for a few days.';
CREATE INDEX exports_user_idx ON public.exports USING btree (user_id, asked_at);
CREATE UNIQUE INDEX exports_waiting_key ON public.exports USING btree (user_id) WHERE (status = 'waiting'::text);

create table fact_suggestions (
  id uuid not null,
  spot_id uuid not null,
  user_id uuid,
  fields text[] not null,
  patch jsonb not null,
  before jsonb,
  undoes uuid,
  is_cleanup boolean not null default false,
  state text not null default 'open'::text,
  version integer,
  created_at timestamp(3) with time zone not null default now(),
  applied_at timestamp(3) with time zone,
  source text,
  steward_id uuid,
  constraint fact_suggestions_pkey PRIMARY KEY (id),
  constraint fact_suggestions_spot_id_version_key UNIQUE (spot_id, version),
  constraint fact_suggestions_spot_id_fkey FOREIGN KEY (spot_id) REFERENCES spot_facts(spot_id) ON DELETE CASCADE,
  constraint fact_suggestions_steward_fkey FOREIGN KEY (steward_id) REFERENCES users(id) ON DELETE SET NULL,
  constraint fact_suggestions_undoes_fkey FOREIGN KEY (undoes) REFERENCES fact_suggestions(id) ON DELETE CASCADE,
  constraint fact_suggestions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL,
  constraint fact_suggestions_before_check CHECK ((jsonb_typeof(before) = 'object'::text)),
  constraint fact_suggestions_check CHECK (((state = ANY (ARRAY['applied'::text, 'undone'::text])) = (version IS NOT NULL))),
  constraint fact_suggestions_check1 CHECK ((num_nonnulls(version, applied_at, before) = ANY (ARRAY[0, 3]))),
  constraint fact_suggestions_fields_check CHECK (((cardinality(fields) >= 1) AND (cardinality(fields) <= 60))),
  constraint fact_suggestions_patch_check CHECK ((jsonb_typeof(patch) = 'object'::text)),
  constraint fact_suggestions_source_length CHECK (((source IS NULL) OR ((length(source) <= 80) AND (user_id IS NULL)))),
  constraint fact_suggestions_state_check CHECK ((state = ANY (ARRAY['open'::text, 'applied'::text, 'undone'::text, 'declined'::text, 'withdrawn'::text])))
);
comment on table fact_suggestions is 'Every suggested change of facts, and its outcome. The current facts are the result of the applied ones, the last one for each field; undoing one is also a change.';
CREATE INDEX fact_suggestions_open_idx ON public.fact_suggestions USING btree (spot_id, id) WHERE (state = 'open'::text);
CREATE INDEX fact_suggestions_source_idx ON public.fact_suggestions USING btree (spot_id, source) WHERE ((source IS NOT NULL) AND (state = 'open'::text));
CREATE INDEX fact_suggestions_spot_idx ON public.fact_suggestions USING btree (spot_id, id DESC);
CREATE INDEX fact_suggestions_steward_idx ON public.fact_suggestions USING btree (steward_id) WHERE (steward_id IS NOT NULL);
CREATE INDEX fact_suggestions_undoes_idx ON public.fact_suggestions USING btree (undoes) WHERE (undoes IS NOT NULL);
CREATE INDEX fact_suggestions_user_idx ON public.fact_suggestions USING btree (user_id, spot_id) WHERE (user_id IS NOT NULL);

create table fact_votes (
  suggestion_id uuid not null,
  user_id uuid not null,
  agrees boolean not null,
  created_at timestamp(3) with time zone not null default now(),
  constraint fact_votes_pkey PRIMARY KEY (suggestion_id, user_id),
  constraint fact_votes_suggestion_id_fkey FOREIGN KEY (suggestion_id) REFERENCES fact_suggestions(id) ON DELETE CASCADE,
  constraint fact_votes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
comment on table fact_votes is 'Votes for and against another person''s suggestion.';
CREATE INDEX fact_votes_user_idx ON public.fact_votes USING btree (user_id);

create table factor_challenges (
  id uuid not null,
  user_id uuid not null,
  token text not null,
  way text not null,
  wrong_tries smallint not null default 0,
  expires_at timestamp(3) with time zone not null,
  created_at timestamp(3) with time zone not null default now(),
  cancels_deletion boolean not null default false,
  security_epoch integer not null default 0,
  constraint factor_challenges_pkey PRIMARY KEY (id),
  constraint factor_challenges_token_key UNIQUE (token),
  constraint factor_challenges_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint factor_challenges_token_check CHECK ((length(token) = 43)),
  constraint factor_challenges_way_check CHECK (((length(way) >= 1) AND (length(way) <= 40)))
);
comment on table factor_challenges is 'Sign-ins waiting for a second factor; the session is created afterwards.';
CREATE INDEX factor_challenges_expires_at_idx ON public.factor_challenges USING btree (expires_at);
CREATE INDEX factor_challenges_user_idx ON public.factor_challenges USING btree (user_id);

create table factor_recoveries (
  id uuid not null,
  user_id uuid not null,
  due_at timestamp(3) with time zone not null,
  created_at timestamp(3) with time zone not null default now(),
  constraint factor_recoveries_pkey PRIMARY KEY (id),
  constraint factor_recoveries_user_id_key UNIQUE (user_id),
  constraint factor_recoveries_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
comment on table factor_recoveries is 'Requests to remove all factors of a person who lost them; 72 hours must pass.';
CREATE INDEX factor_recoveries_due_at_idx ON public.factor_recoveries USING btree (due_at);

create table factors (
  id uuid not null,
  user_id uuid not null,
  kind text not null,
  name text not null,
  proven_at timestamp(3) with time zone,
  last_step bigint not null default 0,
  last_used_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null default now(),
  constraint factors_pkey PRIMARY KEY (id),
  constraint factors_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint factors_kind_check CHECK ((kind = ANY (ARRAY['totp'::text, 'passkey'::text, 'sms'::text]))),
  constraint factors_name_check CHECK (((length(name) >= 1) AND (length(name) <= 80)))
);
comment on table factors is 'Second factors of people; an app''s secret is computed from the id and never stored.';
CREATE UNIQUE INDEX factors_one_idx ON public.factors USING btree (user_id, kind) WHERE (kind <> 'totp'::text);
CREATE INDEX factors_unproven_idx ON public.factors USING btree (created_at) WHERE (proven_at IS NULL);
CREATE INDEX factors_user_idx ON public.factors USING btree (user_id);

create table follows (
  id uuid not null,
  follower_id uuid not null,
  following_id uuid not null,
  created_at timestamp(3) with time zone not null default now(),
  constraint follows_pkey PRIMARY KEY (follower_id, following_id),
  constraint follows_follower_id_fkey FOREIGN KEY (follower_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint follows_following_id_fkey FOREIGN KEY (following_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint follows_check CHECK ((follower_id <> following_id))
);
comment on table follows is 'Follows. The counts are in people.sql, the followed feed in timelines.sql.';
CREATE INDEX follows_following_idx ON public.follows USING btree (following_id, created_at DESC);
CREATE TRIGGER follows_check BEFORE INSERT ON public.follows FOR EACH ROW EXECUTE FUNCTION nollie_check_follow();
comment on trigger follows_check on follows is 'No follow between people with a block, regardless of who blocked.';
CREATE TRIGGER follows_queue AFTER INSERT OR DELETE ON public.follows FOR EACH ROW EXECUTE FUNCTION nollie_queue_follow();
comment on trigger follows_queue on follows is 'Counts followers and followed people.';
CREATE TRIGGER follows_timeline AFTER INSERT OR DELETE ON public.follows FOR EACH ROW EXECUTE FUNCTION nollie_update_timeline();
comment on trigger follows_timeline on follows is 'A timeline has the posts of the currently followed people.';

create table idempotency_keys (
  user_id uuid not null,
  key text not null,
  request_hash text not null,
  answer jsonb not null,
  created_at timestamp(3) with time zone not null default now(),
  constraint idempotency_keys_pkey PRIMARY KEY (user_id, key),
  constraint idempotency_keys_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
comment on table idempotency_keys is 'Responses by idempotency key: a repeated request has one effect (docs/decisions/0003-idempotency-keys.md).';
CREATE INDEX idempotency_keys_created_idx ON public.idempotency_keys USING btree (created_at);

create table import_areas (
  id uuid not null,
  run_id uuid not null,
  area text not null,
  label text,
  server text not null,
  state text not null default 'running'::text,
  reason text,
  failures integer not null default 0,
  refusals jsonb not null default '{}'::jsonb,
  removed integer not null default 0,
  stays jsonb not null default '{}'::jsonb,
  started_by uuid,
  worker uuid,
  worked_at timestamp(3) with time zone not null default now(),
  waits_until timestamp(3) with time zone,
  begun_at timestamp(3) with time zone not null default now(),
  ended_at timestamp(3) with time zone,
  constraint import_areas_pkey PRIMARY KEY (id),
  constraint import_areas_run_id_fkey FOREIGN KEY (run_id) REFERENCES import_runs(id),
  constraint import_areas_started_by_fkey FOREIGN KEY (started_by) REFERENCES users(id) ON DELETE SET NULL,
  constraint import_areas_area_check CHECK (((length(area) >= 1) AND (length(area) <= 120))),
  constraint import_areas_check CHECK (((reason IS NOT NULL) = (state = 'stopped'::text))),
  constraint import_areas_check1 CHECK (((ended_at IS NULL) = (state = 'running'::text))),
  constraint import_areas_failures_check CHECK ((failures >= 0)),
  constraint import_areas_label_check CHECK (((length(label) >= 1) AND (length(label) <= 120))),
  constraint import_areas_reason_check CHECK ((reason = ANY (ARRAY['unreachable'::text, 'busy'::text, 'not_overpass'::text, 'denied'::text, 'no_boundary'::text, 'failed'::text, 'no_file'::text]))),
  constraint import_areas_refusals_check CHECK ((jsonb_typeof(refusals) = 'object'::text)),
  constraint import_areas_removed_check CHECK ((removed >= 0)),
  constraint import_areas_server_check CHECK (((length(server) >= 1) AND (length(server) <= 255))),
  constraint import_areas_state_check CHECK ((state = ANY (ARRAY['running'::text, 'stopped'::text, 'cancelled'::text, 'complete'::text, 'partial'::text, 'undoing'::text, 'undone'::text]))),
  constraint import_areas_stays_check CHECK ((jsonb_typeof(stays) = 'object'::text))
);
comment on table import_areas is 'Imports of an area''s skateparks from OpenStreetMap. Their counts are in import_runs.';
CREATE INDEX import_areas_run_idx ON public.import_areas USING btree (run_id);
CREATE INDEX import_areas_started_by_idx ON public.import_areas USING btree (started_by) WHERE (started_by IS NOT NULL);
CREATE UNIQUE INDEX import_areas_unfinished_key ON public.import_areas USING btree (area) WHERE (state = 'running'::text);

create table import_conflicts (
  id uuid not null,
  spot_id uuid not null,
  source text not null,
  field text not null,
  theirs jsonb not null,
  state text not null default 'open'::text,
  created_at timestamp(3) with time zone not null default now(),
  decided_at timestamp(3) with time zone,
  decided_by uuid,
  constraint import_conflicts_pkey PRIMARY KEY (id),
  constraint import_conflicts_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES users(id) ON DELETE SET NULL,
  constraint import_conflicts_spot_id_fkey FOREIGN KEY (spot_id) REFERENCES spots(id) ON DELETE CASCADE,
  constraint import_conflicts_check CHECK (((state = 'open'::text) = (decided_at IS NULL))),
  constraint import_conflicts_field_check CHECK ((field = ANY (ARRAY['name'::text, 'description'::text, 'address'::text, 'city'::text, 'state'::text, 'country'::text, 'postal_code'::text, 'position'::text, 'difficulty_level'::text, 'spot_types'::text]))),
  constraint import_conflicts_source_check CHECK ((length(source) <= 80)),
  constraint import_conflicts_state_check CHECK ((state = ANY (ARRAY['open'::text, 'taken'::text, 'kept'::text, 'ended'::text])))
);
comment on table import_conflicts is 'Fields that both people and a source changed, for moderators; conflicts about facts are in fact_suggestions.';
CREATE INDEX import_conflicts_decided_by_idx ON public.import_conflicts USING btree (decided_by) WHERE (decided_by IS NOT NULL);
CREATE INDEX import_conflicts_decided_idx ON public.import_conflicts USING btree (decided_at) WHERE (decided_at IS NOT NULL);
CREATE INDEX import_conflicts_open_idx ON public.import_conflicts USING btree (id) WHERE (state = 'open'::text);
CREATE UNIQUE INDEX import_conflicts_open_key ON public.import_conflicts USING btree (spot_id, source, field) WHERE (state = 'open'::text);
CREATE INDEX import_conflicts_spot_idx ON public.import_conflicts USING btree (spot_id);

create table import_files (
  id uuid not null,
  name text not null,
  bytes bigint not null,
  arrived bigint not null default 0,
  state text not null default 'uploading'::text,
  round integer not null default 0,
  read integer not null default 0,
  problem text,
  source text,
  licence text,
  url text,
  preview jsonb,
  box jsonb,
  file_hash text,
  parts integer,
  area_id uuid,
  uploaded_by uuid,
  created_at timestamp(3) with time zone not null default now(),
  moved_at timestamp(3) with time zone not null default now(),
  constraint import_files_pkey PRIMARY KEY (id),
  constraint import_files_uploaded_by_fkey FOREIGN KEY (uploaded_by) REFERENCES users(id) ON DELETE SET NULL,
  constraint import_files_box_check CHECK ((jsonb_typeof(box) = 'object'::text)),
  constraint import_files_bytes_check CHECK ((bytes > 0)),
  constraint import_files_check CHECK (((arrived >= 0) AND (arrived <= bytes))),
  constraint import_files_check1 CHECK (((state = 'ready'::text) = (preview IS NOT NULL))),
  constraint import_files_check2 CHECK (((preview IS NULL) OR ((file_hash IS NOT NULL) AND (parts IS NOT NULL)))),
  constraint import_files_check3 CHECK (((state = 'refused'::text) OR (problem IS NULL))),
  constraint import_files_file_hash_check CHECK ((file_hash ~ '^[0-9a-f]{64}$'::text)),
  constraint import_files_licence_check CHECK (((length(licence) >= 1) AND (length(licence) <= 80))),
  constraint import_files_name_check CHECK (((length(name) >= 1) AND (length(name) <= 255))),
  constraint import_files_parts_check CHECK ((parts >= 0)),
  constraint import_files_preview_check CHECK ((jsonb_typeof(preview) = 'object'::text)),
  constraint import_files_problem_check CHECK (((length(problem) >= 1) AND (length(problem) <= 500))),
  constraint import_files_read_check CHECK ((read >= 0)),
  constraint import_files_round_check CHECK ((round >= 0)),
  constraint import_files_source_check CHECK (((length(source) >= 1) AND (length(source) <= 80))),
  constraint import_files_state_check CHECK ((state = ANY (ARRAY['uploading'::text, 'reading'::text, 'ready'::text, 'refused'::text]))),
  constraint import_files_url_check CHECK (((length(url) >= 1) AND (length(url) <= 300)))
);
comment on table import_files is 'Files with spots that admins upload. Their bytes are in the storage, under imports.';
CREATE INDEX import_files_moved_idx ON public.import_files USING btree (moved_at);
CREATE INDEX import_files_uploaded_by_idx ON public.import_files USING btree (uploaded_by) WHERE (uploaded_by IS NOT NULL);

create table import_records (
  source text not null,
  source_id text not null,
  spot_id uuid not null,
  dataset text not null,
  content jsonb not null,
  run_id uuid not null,
  seen_at timestamp(3) with time zone not null default now(),
  missing_since timestamp(3) with time zone,
  added_run_id uuid,
  constraint import_records_pkey PRIMARY KEY (source, source_id),
  constraint import_records_spot_id_fkey FOREIGN KEY (spot_id) REFERENCES spots(id) ON DELETE CASCADE,
  constraint import_records_content_check CHECK ((jsonb_typeof(content) = 'object'::text)),
  constraint import_records_dataset_check CHECK (((length(dataset) >= 1) AND (length(dataset) <= 120))),
  constraint import_records_source_check CHECK ((length(source) <= 80)),
  constraint import_records_source_id_check CHECK ((length(source_id) <= 120))
);
comment on table import_records is 'The values of a spot at its source in the last import. The source and id of a deleted spot are in spots.';
CREATE INDEX import_records_added_idx ON public.import_records USING btree (added_run_id, spot_id) WHERE (added_run_id IS NOT NULL);
CREATE INDEX import_records_dataset_idx ON public.import_records USING btree (dataset, source, source_id) WHERE (missing_since IS NULL);
CREATE INDEX import_records_spot_idx ON public.import_records USING btree (spot_id);

create table import_runs (
  id uuid not null,
  source text,
  dataset text not null,
  file text not null,
  file_hash text not null,
  read integer not null default 0,
  added integer not null default 0,
  known integer not null default 0,
  updated integer not null default 0,
  same integer not null default 0,
  refused integer not null default 0,
  conflicts integer not null default 0,
  missing integer not null default 0,
  returned integer not null default 0,
  outcome text,
  begun_at timestamp(3) with time zone not null default now(),
  moved_at timestamp(3) with time zone not null default now(),
  ended_at timestamp(3) with time zone,
  constraint import_runs_pkey PRIMARY KEY (id),
  constraint import_runs_added_check CHECK ((added >= 0)),
  constraint import_runs_check CHECK (((outcome IS NULL) = (ended_at IS NULL))),
  constraint import_runs_conflicts_check CHECK ((conflicts >= 0)),
  constraint import_runs_dataset_check CHECK (((length(dataset) >= 1) AND (length(dataset) <= 120))),
  constraint import_runs_file_check CHECK ((length(file) <= 255)),
  constraint import_runs_file_hash_check CHECK ((file_hash ~ '^[0-9a-f]{64}$'::text)),
  constraint import_runs_known_check CHECK ((known >= 0)),
  constraint import_runs_missing_check CHECK ((missing >= 0)),
  constraint import_runs_outcome_check CHECK ((outcome = ANY (ARRAY['complete'::text, 'partial'::text, 'failed'::text]))),
  constraint import_runs_read_check CHECK ((read >= 0)),
  constraint import_runs_refused_check CHECK ((refused >= 0)),
  constraint import_runs_returned_check CHECK ((returned >= 0)),
  constraint import_runs_same_check CHECK ((same >= 0)),
  constraint import_runs_source_check CHECK ((length(source) <= 80)),
  constraint import_runs_updated_check CHECK ((updated >= 0))
);
comment on table import_runs is 'Imports of spot files by the operator, with their results.';

create table import_tiles (
  area_id uuid not null,
  number integer not null,
  west double precision not null,
  south double precision not null,
  east double precision not null,
  north double precision not null,
  state text not null default 'waiting'::text,
  failures integer not null default 0,
  found integer not null default 0,
  constraint import_tiles_pkey PRIMARY KEY (area_id, number),
  constraint import_tiles_area_id_fkey FOREIGN KEY (area_id) REFERENCES import_areas(id) ON DELETE CASCADE,
  constraint import_tiles_east_check CHECK (((east >= ('-180'::integer)::double precision) AND (east <= (180)::double precision))),
  constraint import_tiles_failures_check CHECK ((failures >= 0)),
  constraint import_tiles_found_check CHECK ((found >= 0)),
  constraint import_tiles_north_check CHECK (((north >= ('-90'::integer)::double precision) AND (north <= (90)::double precision))),
  constraint import_tiles_number_check CHECK ((number >= 0)),
  constraint import_tiles_south_check CHECK (((south >= ('-90'::integer)::double precision) AND (south <= (90)::double precision))),
  constraint import_tiles_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'done'::text, 'failed'::text, 'split'::text]))),
  constraint import_tiles_west_check CHECK (((west >= ('-180'::integer)::double precision) AND (west <= (180)::double precision)))
);
comment on table import_tiles is 'Parts of an import''s area, each of which is one request.';

create table imported_rows (
  key uuid not null,
  row_id uuid not null,
  constraint imported_rows_pkey PRIMARY KEY (key)
);
comment on table imported_rows is 'Maps the digest of an imported row to the row created from it. It stays when that row is deleted, so that a repeated import neither duplicates nor restores anything.';

create table likes (
  id uuid not null,
  post_id uuid not null,
  media_index smallint not null default 0,
  user_id uuid not null,
  created_at timestamp(3) with time zone not null default now(),
  constraint likes_pkey PRIMARY KEY (post_id, media_index, user_id),
  constraint likes_post_id_media_index_fkey FOREIGN KEY (post_id, media_index) REFERENCES post_media(post_id, media_index) ON DELETE CASCADE,
  constraint likes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
comment on table likes is 'Likes on items of posts.';
CREATE INDEX likes_list_idx ON public.likes USING btree (uuid_send(post_id), media_index, created_at DESC, id DESC);
CREATE INDEX likes_person_item_idx ON public.likes USING btree (user_id, post_id, media_index);
CREATE INDEX likes_user_idx ON public.likes USING btree (uuid_send(user_id), created_at DESC);
CREATE TRIGGER likes_queue AFTER INSERT OR DELETE ON public.likes FOR EACH ROW EXECUTE FUNCTION nollie_queue_like();
comment on trigger likes_queue on likes is 'Counts likes through the queue, so that no one waits for the row of a viral item.';

create table list_spots (
  list_id uuid not null,
  spot_id uuid not null,
  position integer not null,
  note text,
  added_at timestamp(3) with time zone not null default now(),
  constraint list_spots_pkey PRIMARY KEY (list_id, spot_id),
  constraint list_spots_list_id_fkey FOREIGN KEY (list_id) REFERENCES lists(id) ON DELETE CASCADE,
  constraint list_spots_spot_id_fkey FOREIGN KEY (spot_id) REFERENCES spots(id) ON DELETE CASCADE,
  constraint list_spots_note_check CHECK (((length(note) >= 1) AND (length(note) <= 300))),
  constraint list_spots_position_check CHECK (("position" >= 0))
);
comment on table list_spots is 'The spots of lists. Each reader sees the ones visible to them.';
CREATE INDEX list_spots_spot_idx ON public.list_spots USING btree (spot_id);

create table lists (
  id uuid not null,
  user_id uuid not null,
  name text not null,
  description text,
  visibility text not null default 'private'::text,
  crew_id uuid,
  link text,
  hidden_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  constraint lists_pkey PRIMARY KEY (id),
  constraint lists_link_key UNIQUE (link),
  constraint lists_crew_id_user_id_fkey FOREIGN KEY (crew_id, user_id) REFERENCES crew_members(crew_id, user_id),
  constraint lists_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint lists_check CHECK (((visibility = 'link'::text) = (link IS NOT NULL))),
  constraint lists_check1 CHECK (((visibility = 'crew'::text) = (crew_id IS NOT NULL))),
  constraint lists_description_check CHECK (((length(description) >= 1) AND (length(description) <= 500))),
  constraint lists_link_check CHECK ((link ~ '^[0-9a-f]{32}$'::text)),
  constraint lists_name_check CHECK (((length(name) >= 1) AND (length(name) <= 60))),
  constraint lists_visibility_check CHECK ((visibility = ANY (ARRAY['private'::text, 'crew'::text, 'link'::text, 'public'::text])))
);
comment on table lists is 'Named lists of spots; bookmarked spots are in saved_spots.';
CREATE INDEX lists_crew_idx ON public.lists USING btree (crew_id, updated_at DESC, id DESC) WHERE (crew_id IS NOT NULL);
CREATE INDEX lists_user_idx ON public.lists USING btree (user_id, updated_at DESC, id DESC);

create table map_state (
  version bigint not null
);
comment on table map_state is 'One row. Its version grows with every rollup, and therefore with every change to anything the map may show.';
CREATE UNIQUE INDEX map_state_one ON public.map_state USING btree ((true));

create table measurements (
  id uuid not null,
  spot_id uuid not null,
  obstacle_id uuid not null,
  media_id uuid not null,
  user_id uuid,
  marks jsonb not null,
  deck_cm real not null,
  height_cm real not null,
  height_error_cm real not null,
  length_cm real,
  length_error_cm real,
  created_at timestamp(3) with time zone not null default now(),
  constraint measurements_pkey PRIMARY KEY (id),
  constraint measurements_media_id_fkey FOREIGN KEY (media_id) REFERENCES media(id) ON DELETE CASCADE,
  constraint measurements_spot_id_fkey FOREIGN KEY (spot_id) REFERENCES spot_facts(spot_id) ON DELETE CASCADE,
  constraint measurements_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL,
  constraint measurements_check CHECK (((length_cm IS NULL) = (length_error_cm IS NULL))),
  constraint measurements_deck_cm_check CHECK (((deck_cm >= (40)::double precision) AND (deck_cm <= (160)::double precision))),
  constraint measurements_height_cm_check CHECK (((height_cm >= (1)::double precision) AND (height_cm <= (1500)::double precision))),
  constraint measurements_height_error_cm_check CHECK ((height_error_cm > (0)::double precision)),
  constraint measurements_length_cm_check CHECK (((length_cm >= (1)::double precision) AND (length_cm <= (20000)::double precision))),
  constraint measurements_length_error_cm_check CHECK ((length_error_cm > (0)::double precision)),
  constraint measurements_marks_check CHECK ((jsonb_typeof(marks) = 'object'::text))
);
comment on table measurements is 'Obstacles measured in a photo that contains a board of known length (docs/decisions/0104-measuring.md).';
CREATE INDEX measurements_media_idx ON public.measurements USING btree (media_id);
CREATE INDEX measurements_obstacle_idx ON public.measurements USING btree (spot_id, obstacle_id, id DESC);
CREATE INDEX measurements_user_idx ON public.measurements USING btree (user_id) WHERE (user_id IS NOT NULL);

create table media (
  id uuid not null,
  owner_id uuid,
  type text not null,
  status text not null,
  key text,
  bytes bigint not null,
  stored_bytes bigint not null default 0,
  tries smallint not null default 0,
  width integer,
  height integer,
  thumbhash text,
  duration real,
  failure text,
  attached_at timestamp(3) with time zone,
  unwanted_since timestamp(3) with time zone,
  claim uuid,
  due_at timestamp(3) with time zone not null default now(),
  largest_pending boolean not null default false,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  picture_hash bigint,
  alt_text text,
  constraint media_pkey PRIMARY KEY (id),
  constraint media_key_key UNIQUE (key),
  constraint media_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES users(id) ON DELETE SET NULL,
  constraint media_alt_text_check CHECK (((length(alt_text) >= 1) AND (length(alt_text) <= 500))),
  constraint media_bytes_check CHECK ((bytes > 0)),
  constraint media_check CHECK (((status = 'uploading'::text) OR (status = 'failed'::text) OR (key IS NOT NULL))),
  constraint media_check1 CHECK (((status <> 'ready'::text) OR ((width IS NOT NULL) AND (height IS NOT NULL) AND (thumbhash IS NOT NULL)))),
  constraint media_check2 CHECK (((status <> 'ready'::text) OR ((type = 'video'::text) = (duration IS NOT NULL)))),
  constraint media_check3 CHECK (((status = 'failed'::text) = (failure IS NOT NULL))),
  constraint media_check4 CHECK (((attached_at IS NULL) OR (status <> 'uploading'::text))),
  constraint media_check5 CHECK (((NOT largest_pending) OR ((type = 'image'::text) AND (status = 'ready'::text)))),
  constraint media_claim_in_work CHECK (((claim IS NULL) OR (status = 'processing'::text) OR largest_pending)),
  constraint media_duration_check CHECK ((duration >= (0)::double precision)),
  constraint media_failure_check CHECK ((length(failure) <= 200)),
  constraint media_height_check CHECK ((height > 0)),
  constraint media_key_check CHECK ((key ~ '^[a-z2-7]{26}$'::text)),
  constraint media_status_check CHECK ((status = ANY (ARRAY['uploading'::text, 'processing'::text, 'ready'::text, 'failed'::text]))),
  constraint media_stored_bytes_check CHECK ((stored_bytes >= 0)),
  constraint media_thumbhash_check CHECK ((length(thumbhash) <= 64)),
  constraint media_tries_check CHECK ((tries >= 0)),
  constraint media_type_check CHECK ((type = ANY (ARRAY['image'::text, 'video'::text]))),
  constraint media_width_check CHECK ((width > 0))
);
comment on table media is 'Uploaded files from their first byte on, and their processing queue (docs/decisions/0039-fair-media-processing.md). A file belongs to one person, and at most one item of a post shows it.';
CREATE INDEX media_claim_idx ON public.media USING btree (claim) WHERE (claim IS NOT NULL);
CREATE INDEX media_owner_id_idx ON public.media USING btree (owner_id, created_at);
CREATE INDEX media_unattached_idx ON public.media USING btree (created_at) WHERE (attached_at IS NULL);
CREATE INDEX media_unfinished_idx ON public.media USING btree (updated_at) WHERE (status = ANY (ARRAY['uploading'::text, 'processing'::text]));
CREATE INDEX media_unwanted_idx ON public.media USING btree (unwanted_since) WHERE (unwanted_since IS NOT NULL);
CREATE INDEX media_work_idx ON public.media USING btree (due_at) WHERE ((status = 'processing'::text) OR largest_pending);
CREATE TRIGGER media_check_video AFTER UPDATE OF status ON public.media FOR EACH ROW WHEN (((new.type = 'video'::text) AND (old.status <> new.status))) EXECUTE FUNCTION nollie_queue_video_checks_of_file();
comment on trigger media_check_video on media is 'A spot has a video once it is ready to be shown.';
CREATE TRIGGER media_set_updated_at BEFORE UPDATE ON public.media FOR EACH ROW EXECUTE FUNCTION nollie_set_updated_at();
comment on trigger media_set_updated_at on media is 'See nollie_set_updated_at: workers find rows that have not changed for a long time.';
CREATE TRIGGER media_signal AFTER INSERT OR UPDATE OF status, claim, due_at, thumbhash, largest_pending ON public.media FOR EACH ROW WHEN ((((new.status = 'processing'::text) OR new.largest_pending) AND (new.claim IS NULL))) EXECUTE FUNCTION nollie_signal_work();
comment on trigger media_signal on media is 'Wakes the media workers when the statement that queued a file commits.';

create table media_turns (
  owner_id uuid not null,
  lane text not null,
  served_at timestamp(3) with time zone not null,
  constraint media_turns_pkey PRIMARY KEY (owner_id, lane),
  constraint media_turns_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint media_turns_lane_check CHECK ((lane = ANY (ARRAY['quick'::text, 'encode'::text, 'largest'::text])))
);
comment on table media_turns is 'When a person''s file was last processed: the person who has waited longest is next.';

create table meetup_guests (
  meetup_id uuid not null,
  user_id uuid not null,
  answer text not null,
  answered_at timestamp(3) with time zone not null default now(),
  constraint meetup_guests_pkey PRIMARY KEY (meetup_id, user_id),
  constraint meetup_guests_meetup_id_fkey FOREIGN KEY (meetup_id) REFERENCES meetups(id) ON DELETE CASCADE,
  constraint meetup_guests_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint meetup_guests_answer_check CHECK ((answer = ANY (ARRAY['in'::text, 'maybe'::text])))
);
comment on table meetup_guests is 'Who joins a meetup, or might. The host is always in, without a row.';
CREATE INDEX meetup_guests_user_idx ON public.meetup_guests USING btree (user_id);

create table meetups (
  id uuid not null,
  spot_id uuid not null,
  user_id uuid not null,
  starts_at timestamp(3) with time zone not null,
  ends_at timestamp(3) with time zone not null,
  note text,
  tags text[] not null default '{}'::text[],
  audience text not null default 'mutuals'::text,
  crew_id uuid,
  people_max smallint,
  canceled_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  constraint meetups_pkey PRIMARY KEY (id),
  constraint meetups_crew_of_host FOREIGN KEY (crew_id, user_id) REFERENCES crew_members(crew_id, user_id) ON DELETE CASCADE,
  constraint meetups_spot_id_fkey FOREIGN KEY (spot_id) REFERENCES spots(id) ON DELETE CASCADE,
  constraint meetups_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint meetups_ahead CHECK (((starts_at - updated_at) <= '14 days 01:00:00'::interval)),
  constraint meetups_audience_check CHECK ((audience = ANY (ARRAY['members'::text, 'mutuals'::text, 'crew'::text]))),
  constraint meetups_crew_named CHECK (((audience = 'crew'::text) = (crew_id IS NOT NULL))),
  constraint meetups_length CHECK (((ends_at > starts_at) AND ((ends_at - starts_at) <= '12:00:00'::interval))),
  constraint meetups_note_check CHECK (((length(note) >= 1) AND (length(note) <= 300))),
  constraint meetups_people_max_check CHECK (((people_max >= 2) AND (people_max <= 100))),
  constraint meetups_tags_known CHECK (((array_position(tags, NULL::text) IS NULL) AND (cardinality(tags) <= 7) AND (tags <@ ARRAY['beginners'::text, 'women'::text, 'wcmx'::text, 'filming'::text, 'build'::text, 'contest'::text, 'lesson'::text])))
);
comment on table meetups is 'Announced times at which people meet at a spot. Deleted an hour after their end, so that there is no history of where people were.';
CREATE INDEX meetups_crew_idx ON public.meetups USING btree (crew_id, user_id) WHERE (crew_id IS NOT NULL);
CREATE INDEX meetups_ends_idx ON public.meetups USING btree (ends_at);
CREATE INDEX meetups_spot_idx ON public.meetups USING btree (spot_id, ends_at);
CREATE INDEX meetups_user_idx ON public.meetups USING btree (user_id, ends_at);

create table member_license (
  license text not null,
  chosen_at timestamp(3) with time zone not null default now(),
  constraint member_license_pkey PRIMARY KEY (license),
  constraint member_license_license_check CHECK ((license = ANY (ARRAY['ODbL-1.0'::text, 'CC0-1.0'::text])))
);
comment on table member_license is 'The license that the operator chose for spot data that members add. It never changes, because members accepted it.';
CREATE UNIQUE INDEX member_license_once ON public.member_license USING btree ((true));

create table mentions (
  post_id uuid,
  comment_id uuid,
  discussion_id uuid,
  user_id uuid not null,
  username text not null,
  constraint mentions_comment_id_fkey FOREIGN KEY (comment_id) REFERENCES comments(id) ON DELETE CASCADE,
  constraint mentions_discussion_id_fkey FOREIGN KEY (discussion_id) REFERENCES discussions(id) ON DELETE CASCADE,
  constraint mentions_post_id_fkey FOREIGN KEY (post_id) REFERENCES posts(id) ON DELETE CASCADE,
  constraint mentions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint mentions_one_text CHECK ((num_nonnulls(post_id, comment_id, discussion_id) = 1)),
  constraint mentions_username_check CHECK ((username = lower(username)))
);
comment on table mentions is 'People mentioned by an @name in a post, comment, or discussion.';
CREATE UNIQUE INDEX mentions_comment_key ON public.mentions USING btree (comment_id, username) WHERE (comment_id IS NOT NULL);
CREATE UNIQUE INDEX mentions_discussion_key ON public.mentions USING btree (discussion_id, username) WHERE (discussion_id IS NOT NULL);
CREATE UNIQUE INDEX mentions_post_key ON public.mentions USING btree (post_id, username) WHERE (post_id IS NOT NULL);
CREATE INDEX mentions_user_idx ON public.mentions USING btree (user_id);

create table merge_moves (
  merge_id uuid not null,
  kind text not null,
  row_id uuid not null,
  user_id uuid,
  was jsonb,
  constraint merge_moves_merge_id_fkey FOREIGN KEY (merge_id) REFERENCES spot_merges(id) ON DELETE CASCADE,
  constraint merge_moves_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
comment on table merge_moves is 'Content of the merged spot: rows by kind and id, or by their owner. Content added later is not listed, and stays.';
CREATE INDEX merge_moves_merge_idx ON public.merge_moves USING btree (merge_id, kind);
CREATE INDEX merge_moves_user_idx ON public.merge_moves USING btree (user_id) WHERE (user_id IS NOT NULL);

create table message_sides (
  thread_id uuid not null,
  user_id uuid not null,
  other_id uuid not null,
  accepted boolean not null,
  read_seq integer not null default 0,
  cleared_seq integer not null default 0,
  unread_count integer not null default 0,
  is_empty boolean not null default true,
  last_message_at timestamp(3) with time zone not null default now(),
  is_muted boolean not null default false,
  constraint message_sides_pkey PRIMARY KEY (thread_id, user_id),
  constraint message_sides_user_id_other_id_key UNIQUE (user_id, other_id),
  constraint message_sides_other_id_fkey FOREIGN KEY (other_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint message_sides_thread_id_fkey FOREIGN KEY (thread_id) REFERENCES message_threads(id) ON DELETE CASCADE,
  constraint message_sides_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint message_sides_check CHECK ((user_id <> other_id)),
  constraint message_sides_cleared_seq_check CHECK ((cleared_seq >= 0)),
  constraint message_sides_read_seq_check CHECK ((read_seq >= 0)),
  constraint message_sides_unread_count_check CHECK ((unread_count >= 0))
);
comment on table message_sides is 'A thread as each of its two people sees it.';
CREATE INDEX message_sides_list_idx ON public.message_sides USING btree (user_id, accepted, last_message_at DESC, thread_id DESC) WHERE (NOT is_empty);
CREATE INDEX message_sides_other_idx ON public.message_sides USING btree (other_id);
CREATE INDEX message_sides_unread_idx ON public.message_sides USING btree (user_id) WHERE (unread_count > 0);

create table message_threads (
  id uuid not null,
  low_id uuid not null,
  high_id uuid not null,
  last_seq integer not null default 0,
  created_at timestamp(3) with time zone not null default now(),
  last_message_at timestamp(3) with time zone not null default now(),
  constraint message_threads_pkey PRIMARY KEY (id),
  constraint message_threads_low_id_high_id_key UNIQUE (low_id, high_id),
  constraint message_threads_high_id_fkey FOREIGN KEY (high_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint message_threads_low_id_fkey FOREIGN KEY (low_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint message_threads_check CHECK ((low_id < high_id)),
  constraint message_threads_last_seq_check CHECK ((last_seq >= 0))
);
comment on table message_threads is 'One thread per pair of people, whichever of them started it.';
CREATE INDEX message_threads_high_idx ON public.message_threads USING btree (high_id);

create table messages (
  id uuid not null,
  thread_id uuid not null,
  seq integer not null,
  user_id uuid not null,
  content text,
  shared text,
  spot_id uuid,
  post_id uuid,
  media_index smallint,
  created_at timestamp(3) with time zone not null default now(),
  deleted_at timestamp(3) with time zone,
  list_id uuid,
  list_link text,
  constraint messages_pkey PRIMARY KEY (id),
  constraint messages_thread_id_seq_key UNIQUE (thread_id, seq),
  constraint messages_list_id_fkey FOREIGN KEY (list_id) REFERENCES lists(id) ON DELETE SET NULL,
  constraint messages_post_id_media_index_fkey FOREIGN KEY (post_id, media_index) REFERENCES post_media(post_id, media_index) ON DELETE SET NULL,
  constraint messages_spot_id_fkey FOREIGN KEY (spot_id) REFERENCES spots(id) ON DELETE SET NULL,
  constraint messages_thread_id_fkey FOREIGN KEY (thread_id) REFERENCES message_threads(id) ON DELETE CASCADE,
  constraint messages_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint messages_check CHECK (((spot_id IS NULL) OR (shared = 'spot'::text))),
  constraint messages_check1 CHECK (((post_id IS NULL) OR (shared = 'post'::text))),
  constraint messages_content_check CHECK ((((length(content) >= 1) AND (length(content) <= 2000)) AND (content = btrim(content)))),
  constraint messages_list_check CHECK (((list_id IS NULL) OR (shared = 'list'::text))),
  constraint messages_list_link_check CHECK (((list_link IS NULL) OR ((shared = 'list'::text) AND (list_link ~ '^[0-9a-f]{32}$'::text)))),
  constraint messages_say_something CHECK (((deleted_at IS NULL) = ((content IS NOT NULL) OR (shared IS NOT NULL)))),
  constraint messages_seq_check CHECK ((seq > 0)),
  constraint messages_shared_check CHECK ((shared = ANY (ARRAY['spot'::text, 'post'::text, 'list'::text])))
);
comment on table messages is 'Messages, each with an optional spot, post, or list. A deleted message leaves its number.';
CREATE INDEX messages_list_idx ON public.messages USING btree (list_id) WHERE (list_id IS NOT NULL);
CREATE INDEX messages_post_idx ON public.messages USING btree (post_id, media_index) WHERE (post_id IS NOT NULL);
CREATE INDEX messages_spot_idx ON public.messages USING btree (spot_id) WHERE (spot_id IS NOT NULL);
CREATE INDEX messages_user_idx ON public.messages USING btree (user_id);
CREATE TRIGGER messages_queue_pushes AFTER INSERT ON public.messages REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION nollie_queue_message_pushes();
comment on trigger messages_queue_pushes on messages is 'Devices show new messages.';

create table moderation_decisions (
  id uuid not null,
  case_id uuid not null,
  admin_id uuid,
  action text not null,
  reason text not null,
  took_effect boolean not null default true,
  created_at timestamp(3) with time zone not null default now(),
  as_steward boolean not null default false,
  change_id uuid,
  constraint moderation_decisions_pkey PRIMARY KEY (id),
  constraint moderation_decisions_case_id_key UNIQUE (case_id),
  constraint moderation_decisions_admin_id_fkey FOREIGN KEY (admin_id) REFERENCES users(id) ON DELETE SET NULL,
  constraint moderation_decisions_case_id_fkey FOREIGN KEY (case_id) REFERENCES report_cases(id) ON DELETE CASCADE,
  constraint moderation_decisions_change_id_fkey FOREIGN KEY (change_id) REFERENCES fact_suggestions(id) ON DELETE SET NULL,
  constraint moderation_decisions_action_check CHECK ((action = ANY (ARRAY['keep'::text, 'hide'::text, 'remove'::text, 'warn'::text, 'suspend'::text, 'settle'::text, 'facts'::text]))),
  constraint moderation_decisions_reason_check CHECK (((length(reason) >= 1) AND (length(reason) <= 2000)))
);
comment on table moderation_decisions is 'The decision of a case, at most one.';
CREATE INDEX moderation_decisions_admin_idx ON public.moderation_decisions USING btree (admin_id);
CREATE INDEX moderation_decisions_change_idx ON public.moderation_decisions USING btree (change_id) WHERE (change_id IS NOT NULL);

create table moderation_log (
  id bigint not null generated always as identity,
  admin_id uuid,
  act text not null,
  case_id uuid,
  user_id uuid,
  action text,
  reason text not null,
  created_at timestamp(3) with time zone not null default now(),
  constraint moderation_log_pkey PRIMARY KEY (id),
  constraint moderation_log_admin_id_fkey FOREIGN KEY (admin_id) REFERENCES users(id) ON DELETE SET NULL,
  constraint moderation_log_case_id_fkey FOREIGN KEY (case_id) REFERENCES report_cases(id) ON DELETE SET NULL,
  constraint moderation_log_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL,
  constraint moderation_log_act_check CHECK ((act = ANY (ARRAY['decided'::text, 'deleted'::text, 'restored'::text, 'suspended'::text, 'let_in'::text, 'upheld'::text, 'reversed'::text, 'merged'::text, 'unmerged'::text, 'named_steward'::text, 'ended_steward'::text, 'set_area'::text, 'removed_area'::text, 'pinned'::text, 'unpinned'::text, 'applied_facts'::text, 'ended_settlement'::text, 'imported_area'::text, 'cancelled_import'::text, 'retried_import'::text, 'undid_import'::text]))),
  constraint moderation_log_action_check CHECK ((action = ANY (ARRAY['keep'::text, 'hide'::text, 'remove'::text, 'warn'::text, 'suspend'::text, 'settle'::text, 'facts'::text]))),
  constraint moderation_log_check CHECK (((act = 'decided'::text) = (action IS NOT NULL))),
  constraint moderation_log_reason_check CHECK ((length(reason) <= 2000))
);
comment on table moderation_log is 'The audit log of moderators'' actions.';
CREATE INDEX moderation_log_admin_idx ON public.moderation_log USING btree (admin_id);
CREATE INDEX moderation_log_case_idx ON public.moderation_log USING btree (case_id);
CREATE INDEX moderation_log_user_idx ON public.moderation_log USING btree (user_id);
CREATE TRIGGER moderation_log_is_final BEFORE DELETE OR UPDATE ON public.moderation_log FOR EACH ROW EXECUTE FUNCTION nollie_refuse_log_change();
comment on trigger moderation_log_is_final on moderation_log is 'Rows of the log are never changed or deleted.';

create table mutes (
  muter_id uuid not null,
  muted_id uuid not null,
  created_at timestamp(3) with time zone not null default now(),
  constraint mutes_pkey PRIMARY KEY (muter_id, muted_id),
  constraint mutes_muted_id_fkey FOREIGN KEY (muted_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint mutes_muter_id_fkey FOREIGN KEY (muter_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint mutes_check CHECK ((muter_id <> muted_id))
);
comment on table mutes is 'The muter''s feeds, Discover, and notifications leave out the muted person, who isn''t told.';
CREATE INDEX mutes_list_idx ON public.mutes USING btree (muter_id, created_at DESC, muted_id DESC);
CREATE INDEX mutes_muted_idx ON public.mutes USING btree (muted_id);

create table new_spots (
  spot_id uuid not null,
  constraint new_spots_pkey PRIMARY KEY (spot_id),
  constraint new_spots_spot_id_fkey FOREIGN KEY (spot_id) REFERENCES spots(id) ON DELETE CASCADE
);
comment on table new_spots is 'Newly shared spots, until they have been compared with saved spots nearby.';
CREATE TRIGGER new_spots_signal AFTER INSERT ON public.new_spots FOR EACH STATEMENT EXECUTE FUNCTION nollie_signal_work();
comment on trigger new_spots_signal on new_spots is 'New spots are compared with saved spots.';

create table notification_mutes (
  user_id uuid not null,
  type text not null,
  constraint notification_mutes_pkey PRIMARY KEY (user_id, type),
  constraint notification_mutes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
comment on table notification_mutes is 'Types of notifications that a person turned off.';

create table notifications (
  id uuid not null,
  user_id uuid not null,
  type text not null,
  from_user_id uuid,
  target_id uuid not null,
  media_index smallint not null default 0,
  post_id uuid,
  comment_id uuid,
  spot_id uuid,
  case_id uuid,
  discussion_id uuid,
  thread_id uuid,
  day date not null default ((now() AT TIME ZONE 'UTC'::text))::date,
  created_at timestamp(3) with time zone not null default now(),
  read_at timestamp(3) with time zone,
  meetup_id uuid,
  constraint notifications_pkey PRIMARY KEY (id),
  constraint notifications_once_a_day UNIQUE NULLS NOT DISTINCT (from_user_id, user_id, type, target_id, media_index, day),
  constraint notifications_case_id_fkey FOREIGN KEY (case_id) REFERENCES report_cases(id) ON DELETE CASCADE,
  constraint notifications_comment_id_fkey FOREIGN KEY (comment_id) REFERENCES comments(id) ON DELETE CASCADE,
  constraint notifications_discussion_id_fkey FOREIGN KEY (discussion_id) REFERENCES discussions(id) ON DELETE CASCADE,
  constraint notifications_from_user_id_fkey FOREIGN KEY (from_user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint notifications_meetup_id_fkey FOREIGN KEY (meetup_id) REFERENCES meetups(id) ON DELETE CASCADE,
  constraint notifications_post_id_media_index_fkey FOREIGN KEY (post_id, media_index) REFERENCES post_media(post_id, media_index) ON DELETE CASCADE,
  constraint notifications_spot_id_fkey FOREIGN KEY (spot_id) REFERENCES spots(id) ON DELETE CASCADE,
  constraint notifications_thread_id_fkey FOREIGN KEY (thread_id) REFERENCES message_threads(id) ON DELETE CASCADE,
  constraint notifications_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint notifications_account_recovery_named CHECK (((type <> 'account_recovery'::text) OR (target_id = user_id))),
  constraint notifications_area_changes_named CHECK (((type <> 'area_changes'::text) OR (target_id = user_id))),
  constraint notifications_comment_named CHECK (((type <> 'comment'::text) OR ((post_id IS NOT NULL) AND (target_id = post_id)))),
  constraint notifications_comment_removed_named CHECK (((type <> 'comment_removed'::text) OR ((discussion_id IS NOT NULL) AND (target_id = discussion_id)))),
  constraint notifications_comment_there CHECK (((type <> ALL (ARRAY['comment'::text, 'comment_reply'::text, 'comment_like'::text])) OR (comment_id IS NOT NULL))),
  constraint notifications_discussion_comment_named CHECK (((type <> 'discussion_comment'::text) OR ((discussion_id IS NOT NULL) AND (target_id = discussion_id) AND (comment_id IS NOT NULL)))),
  constraint notifications_follow_named CHECK (((type <> 'follow'::text) OR (target_id = user_id))),
  constraint notifications_like_named CHECK (((type <> 'like'::text) OR ((num_nonnulls(post_id, discussion_id) = 1) AND (target_id = COALESCE(post_id, discussion_id))))),
  constraint notifications_meetup_named CHECK ((((type = ANY (ARRAY['meetup_joined'::text, 'meetup_changed'::text])) = (meetup_id IS NOT NULL)) AND ((meetup_id IS NULL) OR (target_id = meetup_id)))),
  constraint notifications_mention_somewhere CHECK (((type <> 'mention'::text) OR (num_nonnulls(post_id, discussion_id) = 1))),
  constraint notifications_message_request_named CHECK (((type <> 'message_request'::text) OR ((thread_id IS NOT NULL) AND (target_id = thread_id)))),
  constraint notifications_not_to_oneself CHECK ((user_id <> from_user_id)),
  constraint notifications_report_outcome_named CHECK (((type <> 'report_outcome'::text) OR ((case_id IS NOT NULL) AND (target_id = case_id)))),
  constraint notifications_saved_spot_state_named CHECK (((type <> 'saved_spot_state'::text) OR ((spot_id IS NOT NULL) AND (target_id = spot_id)))),
  constraint notifications_sender CHECK (((from_user_id IS NULL) = (type = ANY (ARRAY['report_outcome'::text, 'spot_removed'::text, 'account_recovery'::text, 'spot_near'::text, 'spot_state'::text, 'spot_merged'::text, 'area_changes'::text, 'saved_spot_state'::text, 'list_spots'::text])))),
  constraint notifications_spot_near_named CHECK (((type <> 'spot_near'::text) OR (target_id = user_id))),
  constraint notifications_spot_removed_named CHECK (((type <> 'spot_removed'::text) OR ((spot_id IS NOT NULL) AND (target_id = spot_id)))),
  constraint notifications_type_check CHECK ((type = ANY (ARRAY['like'::text, 'comment'::text, 'follow'::text, 'comment_reply'::text, 'comment_like'::text, 'mention'::text, 'report_outcome'::text, 'spot_removed'::text, 'message_request'::text, 'discussion_comment'::text, 'comment_removed'::text, 'account_recovery'::text, 'spot_near'::text, 'spot_state'::text, 'crew_invitation'::text, 'spot_merged'::text, 'area_changes'::text, 'saved_spot_state'::text, 'list_spots'::text, 'meetup_joined'::text, 'meetup_changed'::text])))
);
comment on table notifications is 'Notifications of people. A row is deleted with its cause. Those about likes are inserted by nollie_rollup_counters, because they would slow down a like.';
CREATE INDEX notifications_case_idx ON public.notifications USING btree (case_id) WHERE (case_id IS NOT NULL);
CREATE INDEX notifications_comment_idx ON public.notifications USING btree (comment_id) WHERE (comment_id IS NOT NULL);
CREATE INDEX notifications_created_idx ON public.notifications USING brin (created_at);
CREATE INDEX notifications_discussion_idx ON public.notifications USING btree (discussion_id) WHERE (discussion_id IS NOT NULL);
CREATE INDEX notifications_line_idx ON public.notifications USING btree (user_id, day DESC, type, target_id, media_index, created_at DESC, id DESC);
CREATE INDEX notifications_meetup_idx ON public.notifications USING btree (meetup_id) WHERE (meetup_id IS NOT NULL);
CREATE UNIQUE INDEX notifications_mention_key ON public.notifications USING btree (from_user_id, user_id, target_id) WHERE (type = 'mention'::text);
CREATE INDEX notifications_post_idx ON public.notifications USING btree (post_id, media_index) WHERE (post_id IS NOT NULL);
CREATE INDEX notifications_spot_idx ON public.notifications USING btree (spot_id) WHERE (spot_id IS NOT NULL);
CREATE INDEX notifications_thread_idx ON public.notifications USING btree (thread_id) WHERE (thread_id IS NOT NULL);
CREATE INDEX notifications_unread_idx ON public.notifications USING btree (user_id) WHERE (read_at IS NULL);
CREATE TRIGGER notifications_queue_pushes AFTER INSERT ON public.notifications REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION nollie_queue_pushes();
comment on trigger notifications_queue_pushes on notifications is 'Devices show new notifications.';
CREATE TRIGGER notifications_queue_renewed_pushes AFTER UPDATE ON public.notifications REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION nollie_queue_renewed_pushes();
comment on trigger notifications_queue_renewed_pushes on notifications is 'Devices show entries that are new again.';

create table open_data_files (
  id uuid not null,
  license text,
  spots integer not null,
  bytes bigint not null,
  sources jsonb not null,
  made_at timestamp(3) with time zone not null,
  removals bigint not null default 0,
  constraint open_data_files_pkey PRIMARY KEY (id),
  constraint open_data_files_bytes_check CHECK ((bytes > 0)),
  constraint open_data_files_license_check CHECK ((license = ANY (ARRAY['ODbL-1.0'::text, 'CC0-1.0'::text]))),
  constraint open_data_files_sources_check CHECK ((jsonb_typeof(sources) = 'array'::text)),
  constraint open_data_files_spots_check CHECK ((spots >= 0))
);
comment on table open_data_files is 'The file with all open data: one row, and another one while the next file replaces it.';

create table passkey_challenges (
  id uuid not null,
  session_id uuid,
  expires_at timestamp(3) with time zone not null,
  created_at timestamp(3) with time zone not null default now(),
  constraint passkey_challenges_pkey PRIMARY KEY (id),
  constraint passkey_challenges_session_id_fkey FOREIGN KEY (session_id) REFERENCES sessions(id) ON DELETE CASCADE
);
comment on table passkey_challenges is 'Challenges that a passkey can still answer; their texts are computed from the id.';
CREATE INDEX passkey_challenges_expires_at_idx ON public.passkey_challenges USING btree (expires_at);
CREATE INDEX passkey_challenges_session_idx ON public.passkey_challenges USING btree (session_id);

create table passkeys (
  id uuid not null,
  user_id uuid not null,
  name text not null,
  credential_id text not null,
  public_key text not null,
  counter bigint not null default 0,
  transports text[] not null,
  last_used_at timestamp(3) with time zone,
  copied_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null default now(),
  constraint passkeys_pkey PRIMARY KEY (id),
  constraint passkeys_credential_id_key UNIQUE (credential_id),
  constraint passkeys_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint passkeys_counter_check CHECK ((counter >= 0)),
  constraint passkeys_credential_id_check CHECK ((length(credential_id) <= 1400)),
  constraint passkeys_name_check CHECK (((length(name) >= 1) AND (length(name) <= 80))),
  constraint passkeys_public_key_check CHECK ((length(public_key) <= 2000)),
  constraint passkeys_transports_check CHECK ((cardinality(transports) <= 10))
);
comment on table passkeys is 'Public keys for signing in (WebAuthn).';
CREATE INDEX passkeys_user_idx ON public.passkeys USING btree (user_id, created_at DESC);

create table person_counts (
  user_id uuid not null,
  spots_count integer not null default 0,
  posts_count integer not null default 0,
  followers_count integer not null default 0,
  following_count integer not null default 0,
  constraint person_counts_pkey PRIMARY KEY (user_id),
  constraint person_counts_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint person_counts_followers_count_check CHECK ((followers_count >= 0)),
  constraint person_counts_following_count_check CHECK ((following_count >= 0)),
  constraint person_counts_posts_count_check CHECK ((posts_count >= 0)),
  constraint person_counts_spots_count_check CHECK ((spots_count >= 0))
) with (fillfactor=80);
comment on table person_counts is 'The numbers of spots, posts, followers, and followed people. Every user has a row.';

create table person_delta (
  id bigint not null generated always as identity,
  user_id uuid not null,
  counter text not null,
  delta smallint not null,
  constraint person_delta_counter_check CHECK ((counter = ANY (ARRAY['spots'::text, 'posts'::text, 'followers'::text, 'following'::text]))),
  constraint person_delta_delta_check CHECK ((delta = ANY (ARRAY[1, '-1'::integer])))
) with (autovacuum_vacuum_scale_factor=0, autovacuum_vacuum_threshold=5000);
comment on table person_delta is 'Queue of changes that are not in person_counts yet.';
CREATE INDEX person_delta_user_idx ON public.person_delta USING btree (user_id, id);
CREATE TRIGGER person_delta_signal AFTER INSERT ON public.person_delta FOR EACH STATEMENT EXECUTE FUNCTION nollie_signal_work();
comment on trigger person_delta_signal on person_delta is 'Starts the rollup at commit.';

create table phone_codes (
  id uuid not null,
  number text not null,
  creates_account boolean not null,
  session_id uuid,
  factor_challenge_id uuid,
  wrong_tries smallint not null default 0,
  handed_over_at timestamp(3) with time zone,
  proven_at timestamp(3) with time zone,
  expires_at timestamp(3) with time zone not null,
  created_at timestamp(3) with time zone not null default now(),
  counted_at timestamp(3) with time zone,
  constraint phone_codes_pkey PRIMARY KEY (id),
  constraint phone_codes_factor_challenge_id_fkey FOREIGN KEY (factor_challenge_id) REFERENCES factor_challenges(id) ON DELETE CASCADE,
  constraint phone_codes_session_id_fkey FOREIGN KEY (session_id) REFERENCES sessions(id) ON DELETE CASCADE,
  constraint phone_codes_number_check CHECK ((number ~ '^\+[1-9][0-9]{6,14}$'::text))
);
comment on table phone_codes is 'Requests for codes by text message; the code is computed from the id.';
CREATE INDEX phone_codes_expires_at_idx ON public.phone_codes USING btree (expires_at);
CREATE INDEX phone_codes_factor_challenge_idx ON public.phone_codes USING btree (factor_challenge_id);
CREATE INDEX phone_codes_number_idx ON public.phone_codes USING btree (number);
CREATE INDEX phone_codes_session_idx ON public.phone_codes USING btree (session_id);

create table phones (
  user_id uuid not null,
  number text not null,
  proven_at timestamp(3) with time zone not null default now(),
  created_at timestamp(3) with time zone not null default now(),
  constraint phones_pkey PRIMARY KEY (user_id),
  constraint phones_number_key UNIQUE (number),
  constraint phones_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint phones_number_check CHECK ((number ~ '^\+[1-9][0-9]{6,14}$'::text))
);
comment on table phones is 'Phone numbers that can sign their owners in (docs/decisions/0082-phone-numbers.md). Only visible to their owners.';

create table post_media (
  post_id uuid not null,
  media_index smallint not null,
  media_id uuid,
  like_count integer not null default 0,
  comment_count integer not null default 0,
  used_as text,
  constraint post_media_pkey PRIMARY KEY (post_id, media_index),
  constraint post_media_media_id_key UNIQUE (media_id),
  constraint post_media_media_id_fkey FOREIGN KEY (media_id) REFERENCES media(id),
  constraint post_media_post_id_fkey FOREIGN KEY (post_id) REFERENCES posts(id) ON DELETE CASCADE,
  constraint post_media_check CHECK (((media_id IS NOT NULL) OR (media_index = 0))),
  constraint post_media_comment_count_check CHECK ((comment_count >= 0)),
  constraint post_media_like_count_check CHECK ((like_count >= 0)),
  constraint post_media_media_index_check CHECK ((media_index >= 0)),
  constraint post_media_used_as_check CHECK ((used_as = ANY (ARRAY['cover'::text, 'profile_picture'::text])))
) with (fillfactor=80);
comment on table post_media is 'Items of posts with their counts, which only nollie_rollup_counters changes.';
CREATE TRIGGER post_media_check_lost_video AFTER DELETE ON public.post_media REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION nollie_queue_video_checks_of_items();
comment on trigger post_media_check_lost_video on post_media is 'A spot''s video was deleted, by whatever statement.';
CREATE TRIGGER post_media_check_video AFTER INSERT ON public.post_media REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION nollie_queue_video_checks_of_items();
comment on trigger post_media_check_video on post_media is 'A video was added to a spot.';

create table posts (
  id uuid not null,
  user_id uuid not null,
  spot_id uuid,
  kind text not null,
  title text not null,
  content text,
  photo_url text,
  version integer not null default 1,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  hidden_at timestamp(3) with time zone,
  is_counted boolean not null default true,
  audience text not null default 'everybody'::text,
  crew_id uuid,
  constraint posts_pkey PRIMARY KEY (id),
  constraint posts_crew_of_author FOREIGN KEY (crew_id, user_id) REFERENCES crew_members(crew_id, user_id),
  constraint posts_spot_id_fkey FOREIGN KEY (spot_id) REFERENCES spots(id) ON DELETE CASCADE,
  constraint posts_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint posts_audience_apart CHECK (((audience = 'everybody'::text) OR ((spot_id IS NULL) AND (NOT is_counted)))),
  constraint posts_audience_check CHECK ((audience = ANY (ARRAY['everybody'::text, 'mutuals'::text, 'crew'::text, 'only_me'::text]))),
  constraint posts_check CHECK (((kind <> ALL (ARRAY['spot'::text, 'cover'::text, 'on_demand'::text, 'repair'::text])) OR (spot_id IS NOT NULL))),
  constraint posts_content_check CHECK ((length(content) <= 4000)),
  constraint posts_crew_named CHECK (((audience = 'crew'::text) = (crew_id IS NOT NULL))),
  constraint posts_kind_check CHECK ((kind = ANY (ARRAY['spot'::text, 'media'::text, 'cover'::text, 'profile_picture'::text, 'text'::text, 'on_demand'::text, 'repair'::text]))),
  constraint posts_photo_url_check CHECK (((length(photo_url) <= 2000) AND (photo_url ~ '^https?://[^/@[:space:]]+/'::text))),
  constraint posts_title_check CHECK (((length(title) >= 1) AND (length(title) <= 200)))
);
comment on table posts is 'Posts of all kinds (docs/decisions/0012-every-picture-has-a-post.md).';
CREATE INDEX posts_created_idx ON public.posts USING btree (created_at DESC, id DESC);
CREATE INDEX posts_crew_idx ON public.posts USING btree (crew_id, created_at DESC, id DESC) WHERE (crew_id IS NOT NULL);
CREATE INDEX posts_pictures_idx ON public.posts USING btree (user_id, created_at DESC, id DESC) WHERE (kind = 'profile_picture'::text);
CREATE INDEX posts_seen_idx ON public.posts USING btree (created_at DESC, id DESC) WHERE ((kind <> 'text'::text) AND (kind <> 'profile_picture'::text) AND (hidden_at IS NULL));
CREATE UNIQUE INDEX posts_spot_creation_key ON public.posts USING btree (spot_id) WHERE (kind = 'spot'::text);
CREATE INDEX posts_spot_idx ON public.posts USING btree (spot_id, created_at DESC, id DESC) WHERE (spot_id IS NOT NULL);
CREATE INDEX posts_user_idx ON public.posts USING btree (user_id, created_at DESC, id DESC);
CREATE TRIGGER posts_check_lost_video AFTER DELETE ON public.posts REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION nollie_queue_video_checks_of_deleted_posts();
comment on trigger posts_check_lost_video on posts is 'A post of a spot with a video was deleted.';
CREATE TRIGGER posts_check_video AFTER UPDATE OF hidden_at, spot_id, user_id ON public.posts FOR EACH ROW WHEN ((((old.hidden_at IS NULL) <> (new.hidden_at IS NULL)) OR (old.spot_id IS DISTINCT FROM new.spot_id) OR (old.user_id <> new.user_id))) EXECUTE FUNCTION nollie_queue_video_checks_of_changed_post();
comment on trigger posts_check_video on posts is 'A post was hidden, shown, moved to another spot, or given to another author.';
CREATE TRIGGER posts_count_by_spot BEFORE INSERT OR UPDATE OF spot_id ON public.posts FOR EACH ROW WHEN ((new.spot_id IS NOT NULL)) EXECUTE FUNCTION nollie_count_post_of_spot();
comment on trigger posts_count_by_spot on posts is 'A person''s number of posts must not reveal spots with a limited audience.';
CREATE TRIGGER posts_cut_media_list BEFORE INSERT OR UPDATE OF content ON public.posts FOR EACH ROW WHEN ((new.content ~~ '%[MEDIA_URLS]%'::text)) EXECUTE FUNCTION nollie_cut_post_media_list();
comment on trigger posts_cut_media_list on posts is 'Lists of media are never shown.';
CREATE TRIGGER posts_move_in_timeline AFTER UPDATE OF created_at ON public.posts FOR EACH ROW WHEN ((old.created_at <> new.created_at)) EXECUTE FUNCTION nollie_move_in_timeline();
comment on trigger posts_move_in_timeline on posts is 'The post of a spot that opens is new at that moment.';
CREATE TRIGGER posts_queue AFTER INSERT OR DELETE ON public.posts FOR EACH ROW EXECUTE FUNCTION nollie_queue_post();
comment on trigger posts_queue on posts is 'Counts posts.';
CREATE TRIGGER posts_queue_checks AFTER UPDATE OF hidden_at ON public.posts FOR EACH ROW WHEN (((old.hidden_at IS NULL) <> (new.hidden_at IS NULL))) EXECUTE FUNCTION nollie_queue_checks_of_post();
comment on trigger posts_queue_checks on posts is 'A hidden photo proves nothing.';
CREATE TRIGGER posts_queue_counted AFTER UPDATE OF is_counted, spot_id ON public.posts FOR EACH ROW WHEN (((old.is_counted <> new.is_counted) AND ((old.hidden_at IS NULL) = (new.hidden_at IS NULL)) AND (old.user_id = new.user_id))) EXECUTE FUNCTION nollie_queue_post();
comment on trigger posts_queue_counted on posts is 'Posts count while their spot is for everyone.';
CREATE TRIGGER posts_queue_fan_out AFTER INSERT ON public.posts FOR EACH ROW EXECUTE FUNCTION nollie_queue_fan_out();
comment on trigger posts_queue_fan_out on posts is 'Every post is added to timelines.';
CREATE TRIGGER posts_queue_hidden AFTER UPDATE OF hidden_at, user_id ON public.posts FOR EACH ROW WHEN ((((old.hidden_at IS NULL) <> (new.hidden_at IS NULL)) OR (old.user_id <> new.user_id))) EXECUTE FUNCTION nollie_queue_post();
comment on trigger posts_queue_hidden on posts is 'Hidden posts are not counted; a post counts for its current author.';
CREATE TRIGGER posts_set_updated_at BEFORE UPDATE ON public.posts FOR EACH ROW EXECUTE FUNCTION nollie_set_updated_at();
comment on trigger posts_set_updated_at on posts is 'See nollie_set_updated_at.';

create table preferences (
  user_id uuid not null,
  theme text not null default 'system'::text,
  language text not null default 'auto'::text,
  welcomed boolean not null default false,
  link_previews boolean not null default false,
  updated_at timestamp(3) with time zone not null default now(),
  last_language text,
  deck_cm real,
  constraint preferences_pkey PRIMARY KEY (user_id),
  constraint preferences_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint preferences_deck_cm_check CHECK (((deck_cm >= (40)::double precision) AND (deck_cm <= (160)::double precision))),
  constraint preferences_language_check CHECK (((language = 'auto'::text) OR (language ~ '^[a-z]{2}(-[A-Z]{2})?$'::text))),
  constraint preferences_last_language_check CHECK ((last_language ~ '^[a-z]{2}(-[A-Z]{2})?$'::text)),
  constraint preferences_theme_check CHECK ((theme = ANY (ARRAY['system'::text, 'light'::text, 'dark'::text])))
);
comment on table preferences is 'A person''s settings for all their devices.';
CREATE TRIGGER preferences_set_updated_at BEFORE UPDATE ON public.preferences FOR EACH ROW EXECUTE FUNCTION nollie_set_updated_at();
comment on trigger preferences_set_updated_at on preferences is 'See nollie_set_updated_at.';

create table profiles (
  user_id uuid not null,
  username text not null,
  full_name text,
  avatar_url text,
  avatar_media_id uuid,
  bio text,
  instagram_url text,
  home_town text,
  is_admin boolean not null default false,
  suspended_at timestamp(3) with time zone,
  deletion_requested_at timestamp(3) with time zone,
  former_at timestamp(3) with time zone,
  is_hidden boolean generated always as ((suspended_at IS NOT NULL) OR (deletion_requested_at IS NOT NULL)) stored,
  version integer not null default 1,
  search_username text generated always as nollie_normalize(username) stored,
  search_name text generated always as nollie_normalize(COALESCE(full_name, ''::text)) stored,
  sort_name text generated always as "left"(nollie_normalize(COALESCE(full_name, username)), 20) stored,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  constraint profiles_pkey PRIMARY KEY (user_id),
  constraint profiles_avatar_media_id_fkey FOREIGN KEY (avatar_media_id) REFERENCES post_media(media_id) ON DELETE SET NULL,
  constraint profiles_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint profiles_avatar_url_check CHECK ((length(avatar_url) <= 300)),
  constraint profiles_bio_check CHECK ((length(bio) <= 500)),
  constraint profiles_full_name_check CHECK (((length(full_name) >= 1) AND (length(full_name) <= 80))),
  constraint profiles_home_town_check CHECK ((length(home_town) <= 120)),
  constraint profiles_instagram_url_check CHECK ((length(instagram_url) <= 300)),
  constraint profiles_username_check CHECK ((username ~ '^[A-Za-z0-9_.]{3,30}$'::text))
);
comment on table profiles is 'People''s public data. Every user has a row.';
CREATE INDEX profiles_avatar_idx ON public.profiles USING btree (avatar_media_id) WHERE (avatar_media_id IS NOT NULL);
CREATE INDEX profiles_created_idx ON public.profiles USING btree (created_at DESC, user_id DESC);
CREATE INDEX profiles_hidden_idx ON public.profiles USING btree (user_id) WHERE is_hidden;
CREATE INDEX profiles_name_prefix_idx ON public.profiles USING btree (search_name text_pattern_ops);
CREATE INDEX profiles_search_idx ON public.profiles USING gin ((((search_username || ' '::text) || search_name)) gin_trgm_ops);
CREATE INDEX profiles_sort_name_idx ON public.profiles USING btree (sort_name, user_id);
CREATE UNIQUE INDEX profiles_username_key ON public.profiles USING btree (lower(username));
CREATE UNIQUE INDEX profiles_username_plain_key ON public.profiles USING btree (lower((username COLLATE "C")));
CREATE INDEX profiles_username_prefix_idx ON public.profiles USING btree (search_username text_pattern_ops);
CREATE TRIGGER profiles_check_videos AFTER UPDATE ON public.profiles FOR EACH ROW WHEN ((old.is_hidden <> new.is_hidden)) EXECUTE FUNCTION nollie_queue_video_checks_of_person();
comment on trigger profiles_check_videos on profiles is 'Videos by hidden people are not shown.';
CREATE TRIGGER profiles_clear_avatar_url BEFORE UPDATE OF avatar_media_id ON public.profiles FOR EACH ROW WHEN (((old.avatar_media_id IS NOT NULL) AND (new.avatar_media_id IS NULL))) EXECUTE FUNCTION nollie_clear_avatar_url();
comment on trigger profiles_clear_avatar_url on profiles is 'A profile photo is deleted with its post.';
CREATE TRIGGER profiles_pass_on_crews AFTER UPDATE ON public.profiles FOR EACH ROW WHEN ((new.is_hidden AND (NOT old.is_hidden))) EXECUTE FUNCTION nollie_pass_on_crews();
comment on trigger profiles_pass_on_crews on profiles is 'A suspended or departing person never owns a crew with other members.';
CREATE TRIGGER profiles_queue_busts AFTER UPDATE ON public.profiles FOR EACH ROW WHEN ((old.is_hidden <> new.is_hidden)) EXECUTE FUNCTION nollie_queue_bust_changes_of_person();
comment on trigger profiles_queue_busts on profiles is 'Reports by hidden people do not count.';
CREATE TRIGGER profiles_queue_checks AFTER UPDATE ON public.profiles FOR EACH ROW WHEN ((old.is_hidden <> new.is_hidden)) EXECUTE FUNCTION nollie_queue_checks_of_person();
comment on trigger profiles_queue_checks on profiles is 'Reports by hidden people do not count.';
CREATE TRIGGER profiles_queue_hidden AFTER UPDATE OF suspended_at, deletion_requested_at ON public.profiles FOR EACH ROW WHEN ((old.is_hidden <> new.is_hidden)) EXECUTE FUNCTION nollie_queue_hidden_person();
comment on trigger profiles_queue_hidden on profiles is 'Hidden people are not counted.';
CREATE TRIGGER profiles_set_updated_at BEFORE UPDATE ON public.profiles FOR EACH ROW EXECUTE FUNCTION nollie_set_updated_at();
comment on trigger profiles_set_updated_at on profiles is 'See nollie_set_updated_at.';

create table provider_requests (
  id uuid not null,
  provider text not null,
  challenge text not null,
  user_id uuid,
  asked_at timestamp(3) with time zone,
  subject text,
  email text,
  is_email_proven boolean not null default false,
  label text,
  expires_at timestamp(3) with time zone not null,
  created_at timestamp(3) with time zone not null default now(),
  answered_at timestamp(3) with time zone,
  constraint provider_requests_pkey PRIMARY KEY (id),
  constraint provider_requests_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint provider_requests_challenge_check CHECK ((length(challenge) = 43)),
  constraint provider_requests_email_check CHECK (((email = lower(email)) AND (length(email) <= 254))),
  constraint provider_requests_label_check CHECK ((length(label) <= 254)),
  constraint provider_requests_provider_check CHECK ((length(provider) <= 40)),
  constraint provider_requests_subject_check CHECK ((length(subject) <= 255))
);
comment on table provider_requests is 'Sign-ins with a provider that are in progress; state, nonce, and verifier are computed from the id.';
CREATE INDEX provider_requests_expires_at_idx ON public.provider_requests USING btree (expires_at);
CREATE INDEX provider_requests_user_idx ON public.provider_requests USING btree (user_id);

create table push_devices (
  id uuid not null,
  user_id uuid not null,
  session_id uuid not null,
  endpoint text not null,
  p256dh text not null,
  auth text not null,
  language text not null,
  created_at timestamp(3) with time zone not null default now(),
  platform text,
  constraint push_devices_pkey PRIMARY KEY (id),
  constraint push_devices_endpoint_key UNIQUE (endpoint),
  constraint push_devices_session_id_key UNIQUE (session_id),
  constraint push_devices_session_id_fkey FOREIGN KEY (session_id) REFERENCES sessions(id) ON DELETE CASCADE,
  constraint push_devices_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint push_devices_auth_check CHECK ((length(auth) =
CASE
    WHEN (platform IS NULL) THEN 22
    ELSE 0
END)),
  constraint push_devices_endpoint_check CHECK ((length(endpoint) <= 1000)),
  constraint push_devices_language_check CHECK ((length(language) <= 10)),
  constraint push_devices_p256dh_check CHECK ((length(p256dh) =
CASE
    WHEN (platform IS NULL) THEN 87
    ELSE 0
END)),
  constraint push_devices_platform_check CHECK ((platform = ANY (ARRAY['android'::text, 'ios'::text])))
);
comment on table push_devices is 'Browsers that show notifications while Nollie is closed, at most one per session.';
CREATE INDEX push_devices_user_idx ON public.push_devices USING btree (user_id);

create table push_queue (
  id bigint not null generated always as identity,
  user_id uuid not null,
  notification_id uuid,
  message_id uuid,
  due_at timestamp(3) with time zone not null,
  constraint push_queue_pkey PRIMARY KEY (id),
  constraint push_queue_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint push_queue_check CHECK ((num_nonnulls(notification_id, message_id) = 1))
);
comment on table push_queue is 'Pending push notifications for people''s devices, filled by triggers.';
CREATE INDEX push_queue_due_idx ON public.push_queue USING btree (due_at);
CREATE INDEX push_queue_user_idx ON public.push_queue USING btree (user_id);
CREATE TRIGGER push_queue_signal AFTER INSERT ON public.push_queue FOR EACH STATEMENT EXECUTE FUNCTION nollie_signal_work();
comment on trigger push_queue_signal on push_queue is 'Due rows become jobs.';

create table push_settings (
  user_id uuid not null,
  quiet_from smallint,
  quiet_until smallint,
  time_zone text,
  shows_text boolean not null default true,
  muted text[] not null default '{}'::text[],
  constraint push_settings_pkey PRIMARY KEY (user_id),
  constraint push_settings_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint push_settings_check CHECK ((num_nonnulls(quiet_from, quiet_until, time_zone) = ANY (ARRAY[0, 3]))),
  constraint push_settings_check1 CHECK ((quiet_from <> quiet_until)),
  constraint push_settings_quiet_from_check CHECK (((quiet_from >= 0) AND (quiet_from <= 1439))),
  constraint push_settings_quiet_until_check CHECK (((quiet_until >= 0) AND (quiet_until <= 1439))),
  constraint push_settings_time_zone_check CHECK ((length(time_zone) <= 60))
);
comment on table push_settings is 'When and what a person''s devices show while Nollie is closed; without a row, everything.';

create table rate_counts (
  name text not null,
  subject text not null,
  window_start timestamp(3) with time zone not null,
  times integer not null,
  constraint rate_counts_pkey PRIMARY KEY (name, subject, window_start)
);
comment on table rate_counts is 'How often a limited operation was called, by subject and window (docs/decisions/0002-rate-limits-in-the-database.md).';
CREATE INDEX rate_counts_window_start_idx ON public.rate_counts USING btree (window_start);

create table recovery_codes (
  user_id uuid not null,
  digest text not null,
  created_at timestamp(3) with time zone not null default now(),
  constraint recovery_codes_pkey PRIMARY KEY (user_id, digest),
  constraint recovery_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint recovery_codes_digest_check CHECK ((length(digest) = 43))
);
comment on table recovery_codes is 'Keyed hashes of single-use codes that replace a lost factor.';

create table refresh_families (
  session_id uuid not null,
  current text not null,
  previous text,
  rotated_at timestamp(3) with time zone not null default now(),
  constraint refresh_families_pkey PRIMARY KEY (session_id),
  constraint refresh_families_session_id_fkey FOREIGN KEY (session_id) REFERENCES sessions(id) ON DELETE CASCADE
);
comment on table refresh_families is 'The refresh token that continues a program''s session; using an older one ends the session.';

create table report_cases (
  id uuid not null,
  kind text not null,
  spot_id uuid,
  post_id uuid,
  comment_id uuid,
  message_id uuid,
  discussion_id uuid,
  reported_id uuid,
  owner_id uuid,
  words text not null,
  status text not null default 'open'::text,
  reports_count integer not null default 0,
  created_at timestamp(3) with time zone not null default now(),
  bulletin_id uuid,
  list_id uuid,
  crew_id uuid,
  meetup_id uuid,
  constraint report_cases_pkey PRIMARY KEY (id),
  constraint report_cases_bulletin_id_fkey FOREIGN KEY (bulletin_id) REFERENCES bulletins(id) ON DELETE SET NULL,
  constraint report_cases_comment_id_fkey FOREIGN KEY (comment_id) REFERENCES comments(id) ON DELETE SET NULL,
  constraint report_cases_crew_id_fkey FOREIGN KEY (crew_id) REFERENCES crews(id) ON DELETE SET NULL,
  constraint report_cases_discussion_id_fkey FOREIGN KEY (discussion_id) REFERENCES discussions(id) ON DELETE SET NULL,
  constraint report_cases_list_id_fkey FOREIGN KEY (list_id) REFERENCES lists(id) ON DELETE SET NULL,
  constraint report_cases_meetup_id_fkey FOREIGN KEY (meetup_id) REFERENCES meetups(id) ON DELETE SET NULL,
  constraint report_cases_message_id_fkey FOREIGN KEY (message_id) REFERENCES messages(id) ON DELETE SET NULL,
  constraint report_cases_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES users(id) ON DELETE SET NULL,
  constraint report_cases_post_id_fkey FOREIGN KEY (post_id) REFERENCES posts(id) ON DELETE SET NULL,
  constraint report_cases_reported_id_fkey FOREIGN KEY (reported_id) REFERENCES users(id) ON DELETE SET NULL,
  constraint report_cases_spot_id_fkey FOREIGN KEY (spot_id) REFERENCES spots(id) ON DELETE SET NULL,
  constraint report_cases_bulletin_kind CHECK (((bulletin_id IS NULL) OR (kind = 'bulletin'::text))),
  constraint report_cases_check CHECK (((spot_id IS NULL) OR (kind = 'spot'::text))),
  constraint report_cases_check1 CHECK (((post_id IS NULL) OR (kind = 'post'::text))),
  constraint report_cases_check2 CHECK (((comment_id IS NULL) OR (kind = 'comment'::text))),
  constraint report_cases_check3 CHECK (((message_id IS NULL) OR (kind = 'message'::text))),
  constraint report_cases_check4 CHECK (((discussion_id IS NULL) OR (kind = 'discussion'::text))),
  constraint report_cases_check5 CHECK (((reported_id IS NULL) OR (kind = 'user'::text))),
  constraint report_cases_crew_kind CHECK (((crew_id IS NULL) OR (kind = 'crew'::text))),
  constraint report_cases_kind_check CHECK ((kind = ANY (ARRAY['spot'::text, 'post'::text, 'comment'::text, 'user'::text, 'message'::text, 'discussion'::text, 'bulletin'::text, 'list'::text, 'crew'::text, 'meetup'::text]))),
  constraint report_cases_list_check CHECK (((list_id IS NULL) OR (kind = 'list'::text))),
  constraint report_cases_meetup_kind CHECK (((meetup_id IS NULL) OR (kind = 'meetup'::text))),
  constraint report_cases_one_subject CHECK ((num_nonnulls(spot_id, post_id, comment_id, message_id, discussion_id, bulletin_id, list_id, crew_id, meetup_id, reported_id) <= 1)),
  constraint report_cases_reports_count_check CHECK ((reports_count >= 0)),
  constraint report_cases_status_check CHECK ((status = ANY (ARRAY['open'::text, 'closed'::text]))),
  constraint report_cases_words_check CHECK ((length(words) <= 5000))
);
comment on table report_cases is 'All reports about one target until they are decided.';
CREATE UNIQUE INDEX report_cases_bulletin_key ON public.report_cases USING btree (bulletin_id) WHERE (status = 'open'::text);
CREATE INDEX report_cases_closed_idx ON public.report_cases USING btree (created_at DESC, id DESC) WHERE (status = 'closed'::text);
CREATE UNIQUE INDEX report_cases_comment_key ON public.report_cases USING btree (comment_id) WHERE (status = 'open'::text);
CREATE UNIQUE INDEX report_cases_crew_key ON public.report_cases USING btree (crew_id) WHERE (status = 'open'::text);
CREATE UNIQUE INDEX report_cases_discussion_key ON public.report_cases USING btree (discussion_id) WHERE (status = 'open'::text);
CREATE UNIQUE INDEX report_cases_list_key ON public.report_cases USING btree (list_id) WHERE (status = 'open'::text);
CREATE UNIQUE INDEX report_cases_meetup_key ON public.report_cases USING btree (meetup_id) WHERE (status = 'open'::text);
CREATE UNIQUE INDEX report_cases_message_key ON public.report_cases USING btree (message_id) WHERE (status = 'open'::text);
CREATE INDEX report_cases_open_idx ON public.report_cases USING btree (created_at) WHERE (status = 'open'::text);
CREATE INDEX report_cases_owner_idx ON public.report_cases USING btree (owner_id);
CREATE UNIQUE INDEX report_cases_post_key ON public.report_cases USING btree (post_id) WHERE (status = 'open'::text);
CREATE UNIQUE INDEX report_cases_reported_key ON public.report_cases USING btree (reported_id) WHERE (status = 'open'::text);
CREATE UNIQUE INDEX report_cases_spot_key ON public.report_cases USING btree (spot_id) WHERE (status = 'open'::text);

create table reports (
  id uuid not null,
  case_id uuid not null,
  reporter_id uuid,
  notice_name text,
  notice_email text,
  report_type text not null,
  description text,
  created_at timestamp(3) with time zone not null default now(),
  constraint reports_pkey PRIMARY KEY (id),
  constraint reports_case_id_reporter_id_key UNIQUE (case_id, reporter_id),
  constraint reports_case_id_fkey FOREIGN KEY (case_id) REFERENCES report_cases(id) ON DELETE CASCADE,
  constraint reports_reporter_id_fkey FOREIGN KEY (reporter_id) REFERENCES users(id) ON DELETE SET NULL,
  constraint reports_check CHECK (((notice_email IS NULL) OR (reporter_id IS NULL))),
  constraint reports_check1 CHECK (((notice_name IS NULL) = (notice_email IS NULL))),
  constraint reports_description_check CHECK (((length(description) >= 1) AND (length(description) <= 2000))),
  constraint reports_notice_email_check CHECK (((length(notice_email) >= 3) AND (length(notice_email) <= 254))),
  constraint reports_notice_name_check CHECK (((length(notice_name) >= 1) AND (length(notice_name) <= 100))),
  constraint reports_report_type_check CHECK ((report_type = ANY (ARRAY['spam'::text, 'inappropriate'::text, 'harassment'::text, 'wrong_information'::text, 'dangerous_or_private_place'::text, 'other'::text])))
);
comment on table reports is 'A person''s report in a case.';
CREATE UNIQUE INDEX reports_notice_key ON public.reports USING btree (case_id, lower(notice_email)) WHERE (notice_email IS NOT NULL);
CREATE INDEX reports_reporter_idx ON public.reports USING btree (reporter_id, created_at DESC);

create table reserved_usernames (
  digest bytea not null,
  free_at timestamp(3) with time zone not null,
  constraint reserved_usernames_pkey PRIMARY KEY (digest),
  constraint reserved_usernames_digest_check CHECK ((length(digest) = 32))
);
comment on table reserved_usernames is 'Digests of former members'' usernames, which stay reserved for a while.';
CREATE INDEX reserved_usernames_free_idx ON public.reserved_usernames USING btree (free_at);

create table saved_posts (
  user_id uuid not null,
  post_id uuid not null,
  created_at timestamp(3) with time zone not null default now(),
  constraint saved_posts_pkey PRIMARY KEY (user_id, post_id),
  constraint saved_posts_post_id_fkey FOREIGN KEY (post_id) REFERENCES posts(id) ON DELETE CASCADE,
  constraint saved_posts_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
comment on table saved_posts is 'Posts that a person saved.';
CREATE INDEX saved_posts_list_idx ON public.saved_posts USING btree (user_id, created_at DESC, post_id DESC);
CREATE INDEX saved_posts_post_idx ON public.saved_posts USING btree (post_id);

create table saved_spots (
  user_id uuid not null,
  spot_id uuid not null,
  created_at timestamp(3) with time zone not null default now(),
  constraint saved_spots_pkey PRIMARY KEY (user_id, spot_id),
  constraint saved_spots_spot_id_fkey FOREIGN KEY (spot_id) REFERENCES spots(id) ON DELETE CASCADE,
  constraint saved_spots_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
comment on table saved_spots is 'Spots that a person saved.';
CREATE INDEX saved_spots_list_idx ON public.saved_spots USING btree (user_id, created_at DESC, spot_id DESC);
CREATE INDEX saved_spots_spot_idx ON public.saved_spots USING btree (spot_id);

create table schema_lock (
  id character varying(255) not null,
  is_locked integer not null default 0,
  constraint schema_lock_pkey PRIMARY KEY (id)
);

create table schema_steps (
  name character varying(255) not null,
  timestamp character varying(255) not null,
  constraint schema_steps_pkey PRIMARY KEY (name)
);

create table sessions (
  id uuid not null,
  token text not null,
  user_id uuid not null,
  expires_at timestamp(3) with time zone not null,
  ip_address text,
  user_agent text,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  proved_at timestamp(3) with time zone not null default now(),
  aal smallint not null default 1,
  amr text not null default ''::text,
  constraint sessions_pkey PRIMARY KEY (id),
  constraint sessions_token_key UNIQUE (token),
  constraint sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint sessions_aal_check CHECK ((aal = ANY (ARRAY[1, 2]))),
  constraint sessions_amr_check CHECK ((length(amr) <= 80))
);
comment on table sessions is 'Sessions: one row per signed-in device.';
CREATE INDEX sessions_expires_at_idx ON public.sessions USING btree (expires_at);
CREATE INDEX sessions_user_id_idx ON public.sessions USING btree (user_id);

create table sign_in_codes (
  id uuid not null,
  email text not null,
  challenge text,
  creates_account boolean not null,
  next text,
  wrong_tries smallint not null default 0,
  proven_at timestamp(3) with time zone,
  expires_at timestamp(3) with time zone not null,
  created_at timestamp(3) with time zone not null default now(),
  session_id uuid,
  constraint sign_in_codes_pkey PRIMARY KEY (id),
  constraint sign_in_codes_session_id_fkey FOREIGN KEY (session_id) REFERENCES sessions(id) ON DELETE CASCADE,
  constraint sign_in_codes_challenge_check CHECK ((length(challenge) = 43)),
  constraint sign_in_codes_email_check CHECK (((email = lower(email)) AND (length(email) <= 254))),
  constraint sign_in_codes_next_check CHECK ((length(next) <= 300))
);
comment on table sign_in_codes is 'Requests for emailed sign-in codes; the code is computed from the id (docs/decisions/0073-codes-by-mail.md).';
CREATE INDEX sign_in_codes_email_idx ON public.sign_in_codes USING btree (email);
CREATE INDEX sign_in_codes_expires_at_idx ON public.sign_in_codes USING btree (expires_at);
CREATE INDEX sign_in_codes_session_idx ON public.sign_in_codes USING btree (session_id);

create table sign_ups (
  id uuid not null,
  email text not null,
  username text not null,
  display_username text not null,
  password text not null,
  next text,
  terms_accepted_at timestamp(3) with time zone,
  terms_version text,
  expires_at timestamp(3) with time zone not null default (now() + '1 day'::interval),
  created_at timestamp(3) with time zone not null default now(),
  constraint sign_ups_pkey PRIMARY KEY (id),
  constraint sign_ups_check CHECK ((lower((display_username COLLATE "C")) = username)),
  constraint sign_ups_email_check CHECK (((email = lower(email)) AND (length(email) <= 254))),
  constraint sign_ups_next_check CHECK ((length(next) <= 300)),
  constraint sign_ups_terms CHECK (((terms_accepted_at IS NULL) = (terms_version IS NULL))),
  constraint sign_ups_terms_version_check CHECK (((length(terms_version) >= 1) AND (length(terms_version) <= 40))),
  constraint sign_ups_username_check CHECK ((username ~ '^[a-z0-9_.]{3,30}$'::text))
);
comment on table sign_ups is 'Sign-ups whose email address is not verified yet; the user is created afterwards (docs/decisions/0007-accounts-after-verification.md).';
CREATE INDEX sign_ups_created_at_idx ON public.sign_ups USING btree (created_at);
CREATE INDEX sign_ups_email_idx ON public.sign_ups USING btree (email, created_at);
CREATE INDEX sign_ups_username_idx ON public.sign_ups USING btree (username);

create table signing_keys (
  id uuid not null,
  public_key jsonb not null,
  private_key text not null,
  created_at timestamp(3) with time zone not null default now(),
  constraint signing_keys_pkey PRIMARY KEY (id)
);
comment on table signing_keys is 'Keys that sign programs'' access tokens; the newest one signs, the others only verify.';

create table spot_changes (
  id bigint not null generated always as identity,
  spot_id uuid not null,
  kind text not null,
  delta smallint not null,
  qk bigint not null,
  facets integer not null,
  constraint spot_changes_pkey PRIMARY KEY (id),
  constraint spot_changes_delta_check CHECK (((delta >= '-1'::integer) AND (delta <= 1))),
  constraint spot_changes_kind_check CHECK ((kind = ANY (ARRAY['created'::text, 'updated'::text, 'deleted'::text])))
) with (autovacuum_vacuum_scale_factor=0, autovacuum_vacuum_threshold=5000);
comment on table spot_changes is 'Queue of changes to spots that are not in cells and spot_facets yet.';
CREATE TRIGGER spot_changes_signal AFTER INSERT ON public.spot_changes FOR EACH STATEMENT EXECUTE FUNCTION nollie_signal_work();
comment on trigger spot_changes_signal on spot_changes is 'Starts the rollup at commit.';

create table spot_edits (
  id uuid not null,
  spot_id uuid not null,
  user_id uuid,
  action text not null,
  version integer not null,
  before jsonb not null,
  created_at timestamp(3) with time zone not null default now(),
  source text,
  constraint spot_edits_pkey PRIMARY KEY (id),
  constraint spot_edits_spot_id_fkey FOREIGN KEY (spot_id) REFERENCES spots(id) ON DELETE CASCADE,
  constraint spot_edits_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL,
  constraint spot_edits_action_check CHECK ((action = ANY (ARRAY['edit'::text, 'status'::text, 'cover'::text, 'delete'::text, 'restore'::text, 'merge'::text, 'unmerge'::text]))),
  constraint spot_edits_before_check CHECK ((jsonb_typeof(before) = 'object'::text)),
  constraint spot_edits_source_length CHECK (((source IS NULL) OR ((length(source) <= 80) AND (user_id IS NULL))))
);
comment on table spot_edits is 'History of spots: the author of each change, and the previous values.';
CREATE INDEX spot_edits_spot_idx ON public.spot_edits USING btree (spot_id, id DESC);
CREATE INDEX spot_edits_user_idx ON public.spot_edits USING btree (user_id) WHERE (user_id IS NOT NULL);

create table spot_facets (
  facet smallint not null,
  qk bigint not null,
  spot_id uuid not null,
  constraint spot_facets_pkey PRIMARY KEY (facet, qk, spot_id),
  constraint spot_facets_facet_check CHECK (((facet >= 1) AND (facet <= 20)))
);
comment on table spot_facets is 'Spots by facet and position, to find spots whose facet is rare in their cell.';

create table spot_facts (
  spot_id uuid not null,
  surface text,
  run_up text,
  light_at_night text,
  roof text,
  traffic text,
  crowd text,
  for_beginners boolean,
  pads text,
  water boolean,
  toilet boolean,
  wheelchair text,
  version integer not null default 0,
  qk bigint not null,
  updated_at timestamp(3) with time zone not null default now(),
  fee text,
  opening_hours text,
  open_minutes int4multirange,
  time_zone text,
  fee_note text,
  ground text,
  helmet text,
  indoor boolean,
  boards boolean,
  inline_skates boolean,
  scooters boolean,
  bmx boolean,
  step_free boolean,
  seats boolean,
  parking boolean,
  fenced boolean,
  phone text,
  website text,
  constraint spot_facts_pkey PRIMARY KEY (spot_id),
  constraint spot_facts_spot_id_fkey FOREIGN KEY (spot_id) REFERENCES spots(id) ON DELETE CASCADE,
  constraint spot_facts_crowd_check CHECK ((crowd = ANY (ARRAY['none'::text, 'some'::text, 'heavy'::text]))),
  constraint spot_facts_fee_check CHECK ((fee = ANY (ARRAY['free'::text, 'paid'::text]))),
  constraint spot_facts_fee_note_check CHECK (((length(fee_note) >= 1) AND (length(fee_note) <= 80))),
  constraint spot_facts_ground_check CHECK ((ground = ANY (ARRAY['concrete'::text, 'asphalt'::text, 'wood'::text, 'metal'::text, 'plastic'::text, 'stone'::text, 'brick'::text, 'granite'::text, 'marble'::text, 'other'::text]))),
  constraint spot_facts_helmet_check CHECK ((helmet = ANY (ARRAY['not_needed'::text, 'recommended'::text, 'required'::text]))),
  constraint spot_facts_light_at_night_check CHECK ((light_at_night = ANY (ARRAY['none'::text, 'partial'::text, 'full'::text]))),
  constraint spot_facts_open_check CHECK ((num_nonnulls(opening_hours, open_minutes, time_zone) = ANY (ARRAY[0, 3]))),
  constraint spot_facts_opening_hours_check CHECK (((length(opening_hours) >= 1) AND (length(opening_hours) <= 700))),
  constraint spot_facts_pads_check CHECK ((pads = ANY (ARRAY['not_needed'::text, 'recommended'::text, 'required'::text]))),
  constraint spot_facts_phone_check CHECK (((length(phone) >= 1) AND (length(phone) <= 40))),
  constraint spot_facts_roof_check CHECK ((roof = ANY (ARRAY['none'::text, 'partial'::text, 'full'::text]))),
  constraint spot_facts_run_up_check CHECK ((run_up = ANY (ARRAY['short'::text, 'medium'::text, 'long'::text]))),
  constraint spot_facts_surface_check CHECK ((surface = ANY (ARRAY['glassy'::text, 'smooth'::text, 'average'::text, 'rough'::text, 'crusty'::text]))),
  constraint spot_facts_traffic_check CHECK ((traffic = ANY (ARRAY['none'::text, 'some'::text, 'heavy'::text]))),
  constraint spot_facts_version_check CHECK ((version >= 0)),
  constraint spot_facts_website_check CHECK (((length(website) >= 1) AND (length(website) <= 200))),
  constraint spot_facts_wheelchair_check CHECK ((wheelchair = ANY (ARRAY['no'::text, 'partly'::text, 'yes'::text])))
);
comment on table spot_facts is 'Facts about spots: one row with the current facts, null where unknown (docs/decisions/0099-facts.md). A spot without facts has no row.';
CREATE INDEX spot_facts_qk_idx ON public.spot_facts USING btree (qk);

create table spot_forwards (
  from_id uuid not null,
  to_id uuid not null,
  merged_at timestamp(3) with time zone not null default now(),
  constraint spot_forwards_pkey PRIMARY KEY (from_id),
  constraint spot_forwards_to_id_fkey FOREIGN KEY (to_id) REFERENCES spots(id) ON DELETE CASCADE,
  constraint spot_forwards_check CHECK ((from_id <> to_id))
);
comment on table spot_forwards is 'Redirects from merged spots. Outlives the merged spot itself, and is deleted with the remaining one.';
CREATE INDEX spot_forwards_to_idx ON public.spot_forwards USING btree (to_id);

create table spot_hidden_texts (
  spot_id uuid not null,
  name text not null,
  description text,
  description_by uuid,
  shown_name text not null,
  hidden_at timestamp(3) with time zone not null default now(),
  constraint spot_hidden_texts_pkey PRIMARY KEY (spot_id),
  constraint spot_hidden_texts_description_by_fkey FOREIGN KEY (description_by) REFERENCES users(id) ON DELETE SET NULL,
  constraint spot_hidden_texts_spot_id_fkey FOREIGN KEY (spot_id) REFERENCES spots(id) ON DELETE CASCADE
);
comment on table spot_hidden_texts is 'Name and description that moderators hid. The spot has neutral ones instead, so that no reader, search, or event can show the hidden ones.';
CREATE INDEX spot_hidden_texts_by_idx ON public.spot_hidden_texts USING btree (description_by) WHERE (description_by IS NOT NULL);
CREATE TRIGGER spot_hidden_texts_queue_withdrawal AFTER INSERT OR UPDATE OF hidden_at ON public.spot_hidden_texts FOR EACH ROW EXECUTE FUNCTION nollie_queue_spot_withdrawal();
comment on trigger spot_hidden_texts_queue_withdrawal on spot_hidden_texts is 'Open data must forget the name.';

create table spot_merges (
  id uuid not null,
  spot_id uuid not null,
  from_id uuid not null,
  merged_by uuid,
  audience text not null,
  taken jsonb not null,
  merged_at timestamp(3) with time zone not null default now(),
  constraint spot_merges_pkey PRIMARY KEY (id),
  constraint spot_merges_from_id_key UNIQUE (from_id),
  constraint spot_merges_from_id_fkey FOREIGN KEY (from_id) REFERENCES spots(id) ON DELETE CASCADE,
  constraint spot_merges_merged_by_fkey FOREIGN KEY (merged_by) REFERENCES users(id) ON DELETE SET NULL,
  constraint spot_merges_spot_id_fkey FOREIGN KEY (spot_id) REFERENCES spots(id) ON DELETE CASCADE,
  constraint spot_merges_check CHECK ((spot_id <> from_id)),
  constraint spot_merges_taken_check CHECK ((jsonb_typeof(taken) = 'object'::text))
);
comment on table spot_merges is 'Merges of spots that can be undone: `from_id` became `spot_id`. Undone ones are deleted.';
CREATE INDEX spot_merges_by_idx ON public.spot_merges USING btree (merged_by) WHERE (merged_by IS NOT NULL);
CREATE INDEX spot_merges_old_idx ON public.spot_merges USING btree (merged_at);
CREATE INDEX spot_merges_spot_idx ON public.spot_merges USING btree (spot_id);

create table spot_obstacles (
  spot_id uuid not null,
  id uuid not null,
  kind text not null,
  height_cm smallint,
  length_cm smallint,
  stairs smallint,
  angle smallint,
  material text,
  waxed boolean,
  knobbed boolean,
  since integer not null,
  constraint spot_obstacles_pkey PRIMARY KEY (spot_id, id),
  constraint spot_obstacles_spot_id_fkey FOREIGN KEY (spot_id) REFERENCES spot_facts(spot_id) ON DELETE CASCADE,
  constraint spot_obstacles_angle_check CHECK (((angle >= 1) AND (angle <= 90))),
  constraint spot_obstacles_height_cm_check CHECK (((height_cm >= 1) AND (height_cm <= 1500))),
  constraint spot_obstacles_kind_check CHECK ((kind = ANY (ARRAY['ledge'::text, 'hubba'::text, 'rail'::text, 'stairs'::text, 'gap'::text, 'manual_pad'::text, 'curb'::text, 'bank'::text, 'quarter'::text, 'ramp'::text, 'bowl'::text, 'kicker'::text, 'wallride'::text, 'pole_jam'::text, 'other'::text]))),
  constraint spot_obstacles_length_cm_check CHECK (((length_cm >= 1) AND (length_cm <= 20000))),
  constraint spot_obstacles_material_check CHECK ((material = ANY (ARRAY['concrete'::text, 'marble'::text, 'granite'::text, 'stone'::text, 'brick'::text, 'wood'::text, 'metal'::text, 'asphalt'::text, 'plastic'::text, 'other'::text]))),
  constraint spot_obstacles_stairs_check CHECK (((stairs >= 1) AND (stairs <= 150)))
);
comment on table spot_obstacles is 'Obstacles at spots. Lengths in centimeters, angles in degrees.';

create table spot_positions (
  spot_id uuid not null,
  latitude double precision not null,
  longitude double precision not null,
  address text,
  city text,
  state text,
  country text,
  postal_code text,
  near_latitude double precision not null,
  near_longitude double precision not null,
  far_latitude double precision not null,
  far_longitude double precision not null,
  qk bigint generated always as nollie_quadkey(latitude, longitude) stored,
  constraint spot_positions_pkey PRIMARY KEY (spot_id),
  constraint spot_positions_spot_id_fkey FOREIGN KEY (spot_id) REFERENCES spots(id) ON DELETE CASCADE,
  constraint spot_positions_address_check CHECK ((length(address) <= 300)),
  constraint spot_positions_city_check CHECK ((length(city) <= 120)),
  constraint spot_positions_country_check CHECK ((length(country) <= 120)),
  constraint spot_positions_far_latitude_check CHECK (((far_latitude >= ('-90'::integer)::double precision) AND (far_latitude <= (90)::double precision))),
  constraint spot_positions_far_longitude_check CHECK (((far_longitude >= ('-180'::integer)::double precision) AND (far_longitude <= (180)::double precision))),
  constraint spot_positions_latitude_check CHECK (((latitude >= ('-90'::integer)::double precision) AND (latitude <= (90)::double precision))),
  constraint spot_positions_longitude_check CHECK (((longitude >= ('-180'::integer)::double precision) AND (longitude <= (180)::double precision))),
  constraint spot_positions_near_latitude_check CHECK (((near_latitude >= ('-90'::integer)::double precision) AND (near_latitude <= (90)::double precision))),
  constraint spot_positions_near_longitude_check CHECK (((near_longitude >= ('-180'::integer)::double precision) AND (near_longitude <= (180)::double precision))),
  constraint spot_positions_postal_code_check CHECK ((length(postal_code) <= 20)),
  constraint spot_positions_state_check CHECK ((length(state) <= 120))
);
comment on table spot_positions is 'Exact positions of spots that are not shown exactly. Only read by modules/spots/positions.queries.ts, which checks exact_for.';
CREATE INDEX spot_positions_qk_idx ON public.spot_positions USING btree (qk);

create table spot_settlements (
  spot_id uuid not null,
  user_id uuid,
  state text not null,
  until date not null,
  is_over boolean not null default false,
  created_at timestamp(3) with time zone not null default now(),
  constraint spot_settlements_pkey PRIMARY KEY (spot_id),
  constraint spot_settlements_spot_id_fkey FOREIGN KEY (spot_id) REFERENCES spots(id) ON DELETE CASCADE,
  constraint spot_settlements_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL,
  constraint spot_settlements_state_check CHECK ((state = ANY (ARRAY['open'::text, 'skatestopped'::text, 'under_construction'::text, 'closed'::text, 'gone'::text])))
);
comment on table spot_settlements is 'A spot''s status set by a steward: until its end, no report changes it, and earlier reports don''t count afterwards.';
CREATE INDEX spot_settlements_running_idx ON public.spot_settlements USING btree (until) WHERE (NOT is_over);
CREATE INDEX spot_settlements_user_idx ON public.spot_settlements USING btree (user_id) WHERE (user_id IS NOT NULL);

create table spot_state_changes (
  spot_id uuid not null,
  day date not null default ((now() AT TIME ZONE 'UTC'::text))::date,
  state_before text not null,
  state text not null,
  changed_at timestamp(3) with time zone not null default now(),
  notified_at timestamp(3) with time zone,
  constraint spot_state_changes_pkey PRIMARY KEY (spot_id, day),
  constraint spot_state_changes_spot_id_fkey FOREIGN KEY (spot_id) REFERENCES spots(id) ON DELETE CASCADE,
  constraint spot_state_changes_state_before_check CHECK ((state_before = ANY (ARRAY['open'::text, 'skatestopped'::text, 'under_construction'::text, 'closed'::text, 'gone'::text]))),
  constraint spot_state_changes_state_check CHECK ((state = ANY (ARRAY['open'::text, 'skatestopped'::text, 'under_construction'::text, 'closed'::text, 'gone'::text])))
);
comment on table spot_state_changes is 'Status changes, one row per spot and day (UTC): the status before the first change, and the latest status.';
CREATE INDEX spot_state_changes_newest_idx ON public.spot_state_changes USING btree (changed_at DESC, spot_id DESC);
CREATE INDEX spot_state_changes_waiting_idx ON public.spot_state_changes USING btree (changed_at) WHERE (notified_at IS NULL);

create table spot_video_checks (
  id bigint not null generated always as identity,
  spot_id uuid not null,
  constraint spot_video_checks_pkey PRIMARY KEY (id)
) with (autovacuum_vacuum_scale_factor=0, autovacuum_vacuum_threshold=5000);
comment on table spot_video_checks is 'Queue of spots for which the rollup checks whether they have a video. Every change that could matter queues its spot.';
CREATE TRIGGER spot_video_checks_signal AFTER INSERT ON public.spot_video_checks FOR EACH STATEMENT EXECUTE FUNCTION nollie_signal_work();
comment on trigger spot_video_checks_signal on spot_video_checks is 'Starts the rollup at commit.';

create table spot_withdrawals (
  id bigint not null generated always as identity,
  queued_at timestamp with time zone not null default now(),
  constraint spot_withdrawals_pkey PRIMARY KEY (id)
);
comment on table spot_withdrawals is 'A row for each spot that not everyone sees at its exact position anymore, and for each hidden name, until a file was read after it. Replaces spot_removals, which the previous release still reads.';
CREATE TRIGGER spot_withdrawals_signal AFTER INSERT ON public.spot_withdrawals FOR EACH STATEMENT EXECUTE FUNCTION nollie_signal_work();
comment on trigger spot_withdrawals_signal on spot_withdrawals is 'Renews the file with all open data.';

create table spots (
  id uuid not null,
  name text not null,
  description text,
  description_by uuid,
  address text,
  city text,
  state text,
  country text,
  postal_code text,
  latitude double precision not null,
  longitude double precision not null,
  difficulty_level text,
  spot_types text[],
  spot_type text generated always as spot_types[1] stored,
  cover_media_id uuid,
  status text not null default 'open'::text,
  has_video boolean not null default false,
  created_by uuid,
  source text,
  source_id text,
  source_licence text,
  source_url text,
  version integer not null default 1,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  deleted_at timestamp(3) with time zone,
  deleted_by uuid,
  purged_at timestamp(3) with time zone,
  search_name text generated always as nollie_normalize(name) stored,
  search_text text generated always as nollie_normalize(((name || ' '::text) || COALESCE(description, ''::text))) stored,
  search_place text generated always as nollie_normalize(((((((COALESCE(address, ''::text) || ' '::text) || COALESCE(city, ''::text)) || ' '::text) || COALESCE(state, ''::text)) || ' '::text) || COALESCE(country, ''::text))) stored,
  qk bigint not null generated always as nollie_quadkey(latitude, longitude) stored,
  facets integer not null generated always as nollie_spot_facets(spot_types, difficulty_level, status, has_video) stored,
  audience text not null default 'everybody'::text,
  spot_state text,
  state_until date,
  confirmed_at timestamp(3) with time zone,
  confirmed_by integer not null default 0,
  gone_since timestamp(3) with time zone,
  left_map_at timestamp(3) with time zone,
  precision text not null default 'exact'::text,
  exact_for text not null default 'only_me'::text,
  opens_at timestamp(3) with time zone,
  opens_to text,
  crew_id uuid,
  source_missing_since timestamp(3) with time zone,
  source_dataset text,
  name_is_guess boolean not null default false,
  constraint spots_pkey PRIMARY KEY (id),
  constraint spots_cover_is_posted FOREIGN KEY (cover_media_id) REFERENCES post_media(media_id) ON DELETE SET NULL DEFERRABLE INITIALLY DEFERRED,
  constraint spots_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id) ON DELETE SET NULL,
  constraint spots_crew_of_creator FOREIGN KEY (crew_id, created_by) REFERENCES crew_members(crew_id, user_id),
  constraint spots_deleted_by_fkey FOREIGN KEY (deleted_by) REFERENCES users(id) ON DELETE SET NULL,
  constraint spots_description_by_fkey FOREIGN KEY (description_by) REFERENCES users(id) ON DELETE SET NULL,
  constraint spots_address_check CHECK ((length(address) <= 300)),
  constraint spots_audience_check CHECK ((audience = ANY (ARRAY['everybody'::text, 'members'::text, 'mutuals'::text, 'crew'::text, 'only_me'::text]))),
  constraint spots_check CHECK (((latitude <> (0)::double precision) OR (longitude <> (0)::double precision))),
  constraint spots_check1 CHECK (((source IS NULL) = (source_licence IS NULL))),
  constraint spots_check2 CHECK (((purged_at IS NULL) OR (deleted_at IS NOT NULL))),
  constraint spots_city_check CHECK ((length(city) <= 120)),
  constraint spots_country_check CHECK ((length(country) <= 120)),
  constraint spots_crew_named CHECK ((((('crew'::text = audience) OR ('crew'::text = exact_for)) OR ('crew'::text = COALESCE(opens_to, ''::text))) = (crew_id IS NOT NULL))),
  constraint spots_description_check CHECK ((length(description) <= 4000)),
  constraint spots_difficulty_level_check CHECK ((difficulty_level = ANY (ARRAY['beginner'::text, 'intermediate'::text, 'advanced'::text]))),
  constraint spots_exact_for_check CHECK (((exact_for = ANY (ARRAY['members'::text, 'mutuals'::text, 'crew'::text, 'only_me'::text])) AND ((audience <> 'mutuals'::text) OR (exact_for = ANY (ARRAY['mutuals'::text, 'only_me'::text]))) AND ((audience <> 'crew'::text) OR (exact_for = ANY (ARRAY['crew'::text, 'only_me'::text]))) AND ((audience <> 'only_me'::text) OR (exact_for = 'only_me'::text)))),
  constraint spots_latitude_check CHECK (((latitude >= ('-90'::integer)::double precision) AND (latitude <= (90)::double precision))),
  constraint spots_left_map_gone CHECK (((left_map_at IS NULL) OR (status = 'gone'::text))),
  constraint spots_longitude_check CHECK (((longitude >= ('-180'::integer)::double precision) AND (longitude <= (180)::double precision))),
  constraint spots_name_check CHECK ((((length(name) >= 1) AND (length(name) <= 120)) AND (name = btrim(name)))),
  constraint spots_opens_check CHECK ((((opens_at IS NULL) = (opens_to IS NULL)) AND (opens_to = ANY (ARRAY['everybody'::text, 'members'::text, 'mutuals'::text, 'crew'::text, 'only_me'::text])) AND ((opens_at IS NULL) OR (audience = exact_for)))),
  constraint spots_postal_code_check CHECK ((length(postal_code) <= 20)),
  constraint spots_precision_check CHECK (("precision" = ANY (ARRAY['exact'::text, 'about_150_m'::text, 'about_1_km'::text, 'town'::text]))),
  constraint spots_source_check CHECK ((length(source) <= 80)),
  constraint spots_source_dataset_length CHECK (((length(source_dataset) >= 1) AND (length(source_dataset) <= 120))),
  constraint spots_source_id_check CHECK ((length(source_id) <= 120)),
  constraint spots_source_licence_check CHECK ((length(source_licence) <= 80)),
  constraint spots_source_url_check CHECK ((length(source_url) <= 300)),
  constraint spots_spot_state_known CHECK ((spot_state = ANY (ARRAY['open'::text, 'skatestopped'::text, 'under_construction'::text, 'closed'::text]))),
  constraint spots_spot_types_check CHECK (((spot_types <@ ARRAY['street'::text, 'park'::text, 'vert'::text, 'bowl'::text, 'ledges'::text, 'rails'::text, 'stairs'::text, 'mini-ramp'::text, 'bank'::text, 'gap'::text, 'manual-pad'::text, 'quarter'::text, 'plaza'::text, 'diy'::text, 'other'::text]) AND ((cardinality(spot_types) >= 1) AND (cardinality(spot_types) <= 15)))),
  constraint spots_state_check CHECK ((length(state) <= 120)),
  constraint spots_status_check CHECK ((status = ANY (ARRAY['open'::text, 'gone'::text])))
);
comment on table spots is 'Spots, including recently deleted ones. Every change queues its difference for the map (map.sql).';
CREATE INDEX spots_cover_idx ON public.spots USING btree (cover_media_id) WHERE (cover_media_id IS NOT NULL);
CREATE INDEX spots_created_by_idx ON public.spots USING btree (created_by, created_at DESC, id DESC) WHERE (deleted_at IS NULL);
CREATE INDEX spots_created_idx ON public.spots USING btree (created_at DESC, id DESC) INCLUDE (qk, facets) WHERE (deleted_at IS NULL);
CREATE INDEX spots_crew_idx ON public.spots USING btree (crew_id, created_at DESC, id DESC) WHERE (crew_id IS NOT NULL);
CREATE INDEX spots_description_by_idx ON public.spots USING btree (description_by) WHERE (description_by IS NOT NULL);
CREATE INDEX spots_name_prefix_idx ON public.spots USING btree (search_name text_pattern_ops);
CREATE INDEX spots_opening_idx ON public.spots USING btree (opens_at) WHERE (opens_at IS NOT NULL);
CREATE INDEX spots_public_created_idx ON public.spots USING btree (created_at DESC, id DESC) INCLUDE (qk, facets) WHERE ((deleted_at IS NULL) AND (audience = 'everybody'::text));
CREATE INDEX spots_public_qk_idx ON public.spots USING btree (qk, id) INCLUDE (facets, created_at) WHERE ((deleted_at IS NULL) AND (audience = 'everybody'::text));
CREATE INDEX spots_qk_idx ON public.spots USING btree (qk, id) INCLUDE (facets, created_at) WHERE (deleted_at IS NULL);
CREATE INDEX spots_search_name_idx ON public.spots USING gin (search_name gin_trgm_ops);
CREATE INDEX spots_search_place_idx ON public.spots USING gin (search_place gin_trgm_ops);
CREATE INDEX spots_search_text_idx ON public.spots USING gin (search_text gin_trgm_ops);
CREATE UNIQUE INDEX spots_source_key ON public.spots USING btree (source, source_id) WHERE (source IS NOT NULL);
CREATE INDEX spots_to_purge_idx ON public.spots USING btree (deleted_at) WHERE ((deleted_at IS NOT NULL) AND (purged_at IS NULL));
CREATE INDEX spots_withheld_idx ON public.spots USING btree (id) WHERE (audience <> 'everybody'::text);
CREATE INDEX spots_withheld_qk_idx ON public.spots USING btree (qk, id) WHERE ((audience <> 'everybody'::text) AND (deleted_at IS NULL));
CREATE TRIGGER spots_copy_code AFTER UPDATE OF latitude, longitude ON public.spots FOR EACH ROW WHEN (((old.latitude <> new.latitude) OR (old.longitude <> new.longitude))) EXECUTE FUNCTION nollie_copy_spot_code();
comment on trigger spots_copy_code on spots is 'See nollie_copy_spot_code.';
CREATE TRIGGER spots_count_posts AFTER UPDATE OF audience ON public.spots FOR EACH ROW WHEN (((old.audience = 'everybody'::text) <> (new.audience = 'everybody'::text))) EXECUTE FUNCTION nollie_count_posts_of_spot();
comment on trigger spots_count_posts on spots is 'Posts count while their spot is for everyone.';
CREATE CONSTRAINT TRIGGER spots_count_removal AFTER DELETE OR UPDATE OF purged_at ON public.spots DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION nollie_count_spot_removal();
comment on trigger  on spots is 'Deferred to the commit, so that a file that is made meanwhile has counted what it could not see.';
CREATE TRIGGER spots_drop_facts AFTER UPDATE OF purged_at ON public.spots FOR EACH ROW WHEN (((old.purged_at IS NULL) AND (new.purged_at IS NOT NULL))) EXECUTE FUNCTION nollie_drop_facts();
comment on trigger spots_drop_facts on spots is 'See nollie_drop_facts.';
CREATE TRIGGER spots_queue_area_new AFTER INSERT ON public.spots REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION nollie_queue_area_spots();
comment on trigger spots_queue_area_new on spots is 'Notifies people who follow its area.';
CREATE TRIGGER spots_queue_area_opened AFTER UPDATE OF opens_at ON public.spots FOR EACH ROW WHEN (((old.opens_at IS NOT NULL) AND (new.opens_at IS NULL) AND (new.deleted_at IS NULL))) EXECUTE FUNCTION nollie_queue_area_opened();
comment on trigger spots_queue_area_opened on spots is 'Notifies people who follow its area.';
CREATE TRIGGER spots_queue_area_state AFTER UPDATE OF status, spot_state ON public.spots FOR EACH ROW WHEN (((old.status <> new.status) OR (COALESCE(old.spot_state, 'open'::text) <> COALESCE(new.spot_state, 'open'::text)))) EXECUTE FUNCTION nollie_queue_area_state();
comment on trigger spots_queue_area_state on spots is 'Notifies people who follow its area.';
CREATE TRIGGER spots_queue_busts AFTER UPDATE OF spot_types, latitude, longitude, country ON public.spots FOR EACH ROW WHEN (((old.spot_types IS DISTINCT FROM new.spot_types) OR (old.latitude <> new.latitude) OR (old.longitude <> new.longitude) OR (old.country IS DISTINCT FROM new.country))) EXECUTE FUNCTION nollie_queue_bust_changes_of_spot();
comment on trigger spots_queue_busts on spots is 'The default by type, the time zone, and the holidays depend on the spot.';
CREATE TRIGGER spots_queue_changed_twin AFTER UPDATE OF name, name_is_guess, latitude, longitude, spot_types, cover_media_id, deleted_at ON public.spots FOR EACH ROW WHEN (((new.deleted_at IS NULL) AND ((old.name IS DISTINCT FROM new.name) OR (old.name_is_guess IS DISTINCT FROM new.name_is_guess) OR (old.latitude IS DISTINCT FROM new.latitude) OR (old.longitude IS DISTINCT FROM new.longitude) OR (old.spot_types IS DISTINCT FROM new.spot_types) OR (old.cover_media_id IS DISTINCT FROM new.cover_media_id) OR (old.deleted_at IS DISTINCT FROM new.deleted_at)))) EXECUTE FUNCTION nollie_queue_changed_twin();
comment on trigger spots_queue_changed_twin on spots is 'A renamed or moved spot may be a duplicate of another.';
CREATE TRIGGER spots_queue_delete AFTER DELETE ON public.spots REFERENCING OLD TABLE AS old_spots FOR EACH STATEMENT EXECUTE FUNCTION nollie_queue_spot_changes();
comment on trigger spots_queue_delete on spots is 'Spots are also deleted by foreign keys.';
CREATE TRIGGER spots_queue_insert AFTER INSERT ON public.spots FOR EACH ROW WHEN (((new.deleted_at IS NULL) AND (new.audience = 'everybody'::text))) EXECUTE FUNCTION nollie_queue_inserted_spot();
comment on trigger spots_queue_insert on spots is 'For each row, which is faster than a transition table for the single spot of a form.';
CREATE TRIGGER spots_queue_new AFTER INSERT ON public.spots REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION nollie_queue_new_spots();
comment on trigger spots_queue_new on spots is 'Notifies people who saved spots nearby.';
CREATE TRIGGER spots_queue_opened AFTER UPDATE OF opens_at ON public.spots FOR EACH ROW WHEN (((old.opens_at IS NOT NULL) AND (new.opens_at IS NULL) AND (new.deleted_at IS NULL))) EXECUTE FUNCTION nollie_queue_opened_spot();
comment on trigger spots_queue_opened on spots is 'Notifies people who saved spots nearby.';
CREATE TRIGGER spots_queue_person AFTER INSERT OR DELETE ON public.spots FOR EACH ROW EXECUTE FUNCTION nollie_queue_person_spot();
comment on trigger spots_queue_person on spots is 'Counts a person''s spots.';
CREATE TRIGGER spots_queue_person_audience AFTER UPDATE OF audience ON public.spots FOR EACH ROW WHEN ((((old.audience = 'everybody'::text) <> (new.audience = 'everybody'::text)) AND ((old.deleted_at IS NULL) = (new.deleted_at IS NULL)) AND (NOT (old.created_by IS DISTINCT FROM new.created_by)))) EXECUTE FUNCTION nollie_queue_person_spot();
comment on trigger spots_queue_person_audience on spots is 'Spots count while they are for everyone.';
CREATE TRIGGER spots_queue_person_change AFTER UPDATE OF created_by, deleted_at ON public.spots FOR EACH ROW WHEN ((((old.deleted_at IS NULL) <> (new.deleted_at IS NULL)) OR (old.created_by IS DISTINCT FROM new.created_by))) EXECUTE FUNCTION nollie_queue_person_spot();
comment on trigger spots_queue_person_change on spots is 'Deleted spots and spots without a creator are not counted.';
CREATE TRIGGER spots_queue_state AFTER UPDATE OF status, spot_state ON public.spots FOR EACH ROW WHEN (((old.deleted_at IS NULL) AND (new.deleted_at IS NULL) AND ((old.status <> new.status) OR (COALESCE(old.spot_state, 'open'::text) <> COALESCE(new.spot_state, 'open'::text))))) EXECUTE FUNCTION nollie_queue_spot_state();
comment on trigger spots_queue_state on spots is 'Shown in the feed and on open pages, and sent to people who saved the spot.';
CREATE TRIGGER spots_queue_twins AFTER INSERT ON public.spots REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION nollie_queue_twins();
comment on trigger spots_queue_twins on spots is 'A new spot may be a duplicate of another.';
CREATE TRIGGER spots_queue_update AFTER UPDATE ON public.spots REFERENCING OLD TABLE AS old_spots NEW TABLE AS new_spots FOR EACH STATEMENT EXECUTE FUNCTION nollie_queue_spot_changes();
comment on trigger spots_queue_update on spots is 'Moves, new facets, hiding, and restoring change counts; other updates only change how the spot looks.';
CREATE TRIGGER spots_queue_withdrawal AFTER UPDATE ON public.spots FOR EACH ROW WHEN (((old.deleted_at IS NULL) AND (old.audience = 'everybody'::text) AND (old."precision" = 'exact'::text) AND ((new.deleted_at IS NOT NULL) OR (new.audience <> 'everybody'::text) OR (new."precision" <> 'exact'::text)))) EXECUTE FUNCTION nollie_queue_spot_withdrawal();
comment on trigger spots_queue_withdrawal on spots is 'Open data must forget it.';
CREATE TRIGGER spots_queue_withdrawal_by_delete AFTER DELETE ON public.spots FOR EACH ROW WHEN (((old.deleted_at IS NULL) AND (old.audience = 'everybody'::text) AND (old."precision" = 'exact'::text))) EXECUTE FUNCTION nollie_queue_spot_withdrawal();
comment on trigger spots_queue_withdrawal_by_delete on spots is 'Spots are also deleted by foreign keys.';
CREATE TRIGGER spots_set_updated_at BEFORE UPDATE ON public.spots FOR EACH ROW EXECUTE FUNCTION nollie_set_updated_at();
comment on trigger spots_set_updated_at on spots is 'See nollie_set_updated_at.';

create table spots_near (
  user_id uuid not null,
  spot_id uuid not null,
  added_at timestamp(3) with time zone not null default now(),
  notification_id uuid,
  constraint spots_near_pkey PRIMARY KEY (user_id, spot_id),
  constraint spots_near_notification_id_fkey FOREIGN KEY (notification_id) REFERENCES notifications(id) ON DELETE CASCADE,
  constraint spots_near_spot_id_fkey FOREIGN KEY (spot_id) REFERENCES spots(id) ON DELETE CASCADE,
  constraint spots_near_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
comment on table spots_near is 'New spots near a person''s saved ones, if they asked to be notified, and the notification that covered them.';
CREATE INDEX spots_near_notification_idx ON public.spots_near USING btree (notification_id) WHERE (notification_id IS NOT NULL);
CREATE INDEX spots_near_spot_idx ON public.spots_near USING btree (spot_id);
CREATE INDEX spots_near_waiting_idx ON public.spots_near USING btree (added_at) WHERE (notification_id IS NULL);

create table steward_areas (
  id uuid not null,
  name text not null,
  shape polygon not null,
  bounds box not null generated always as box(shape) stored,
  created_at timestamp(3) with time zone not null default now(),
  constraint steward_areas_pkey PRIMARY KEY (id),
  constraint steward_areas_name_check CHECK (((length(name) >= 1) AND (length(name) <= 80))),
  constraint steward_areas_shape_check CHECK (((npoints(shape) >= 3) AND (npoints(shape) <= 40))),
  constraint steward_areas_shape_check1 CHECK (((width(box(shape)) > (0)::double precision) AND (width(box(shape)) <= (2.0001)::double precision))),
  constraint steward_areas_shape_check2 CHECK (((height(box(shape)) > (0)::double precision) AND (height(box(shape)) <= (2.0001)::double precision))),
  constraint steward_areas_shape_check3 CHECK (((((box(shape))[1])[0] >= ('-180'::integer)::double precision) AND (((box(shape))[1])[0] < (180)::double precision)))
);
comment on table steward_areas is 'Areas of the map for which admins appoint stewards.';
CREATE INDEX steward_areas_bounds_idx ON public.steward_areas USING gist (bounds);
CREATE UNIQUE INDEX steward_areas_name_key ON public.steward_areas USING btree (lower(name));

create table street_names (
  street_id bigint not null,
  name text not null,
  search_name text generated always as nollie_normalize(name) stored,
  constraint street_names_pkey PRIMARY KEY (street_id, name),
  constraint street_names_street_id_fkey FOREIGN KEY (street_id) REFERENCES streets(id) ON DELETE CASCADE,
  constraint street_names_name_check CHECK (((length(name) >= 1) AND (length(name) <= 200)))
);
comment on table street_names is 'Every name by which a row of streets is found.';
CREATE INDEX street_names_prefix_idx ON public.street_names USING btree (search_name text_pattern_ops);
CREATE INDEX street_names_search_idx ON public.street_names USING gin (search_name gin_trgm_ops);

create table street_regions (
  id integer not null generated always as identity,
  name text not null,
  version text not null,
  west double precision not null,
  south double precision not null,
  east double precision not null,
  north double precision not null,
  min_zoom smallint not null,
  max_zoom smallint not null,
  attribution text not null,
  bytes bigint not null,
  tiles integer not null,
  loaded_at timestamp(3) with time zone not null default now(),
  constraint street_regions_pkey PRIMARY KEY (id),
  constraint street_regions_name_key UNIQUE (name),
  constraint street_regions_check CHECK (((max_zoom >= min_zoom) AND (max_zoom <= 16))),
  constraint street_regions_min_zoom_check CHECK (((min_zoom >= 0) AND (min_zoom <= 16))),
  constraint street_regions_name_check CHECK ((name ~ '^[a-z0-9][a-z0-9_-]{0,59}$'::text)),
  constraint street_regions_version_check CHECK ((version ~ '^[0-9a-f]{16}$'::text))
);
comment on table street_regions is 'Loaded regions; each is replaced in one transaction.';

create table streets (
  id bigint not null generated always as identity,
  region_id integer not null,
  name text not null,
  kind text not null,
  latitude double precision not null,
  longitude double precision not null,
  west double precision not null,
  south double precision not null,
  east double precision not null,
  north double precision not null,
  importance real not null,
  city text,
  country text,
  constraint streets_pkey PRIMARY KEY (id),
  constraint streets_region_id_fkey FOREIGN KEY (region_id) REFERENCES street_regions(id) ON DELETE CASCADE,
  constraint streets_importance_check CHECK (((importance >= (0)::double precision) AND (importance <= (1)::double precision))),
  constraint streets_kind_check CHECK ((kind = ANY (ARRAY['place'::text, 'street'::text, 'square'::text, 'park'::text, 'skatepark'::text, 'station'::text, 'landmark'::text]))),
  constraint streets_latitude_check CHECK (((latitude >= ('-90'::integer)::double precision) AND (latitude <= (90)::double precision))),
  constraint streets_longitude_check CHECK (((longitude >= ('-180'::integer)::double precision) AND (longitude <= (180)::double precision)))
);
comment on table streets is 'Streets, parks, stations, and other named features of a region.';
CREATE INDEX streets_position_idx ON public.streets USING gist (point(longitude, latitude));
CREATE INDEX streets_region_idx ON public.streets USING btree (region_id);

create table task_turns (
  name text not null,
  holder uuid not null,
  started_at timestamp(3) with time zone not null,
  leased_until timestamp(3) with time zone not null,
  constraint task_turns_pkey PRIMARY KEY (name)
);
comment on table task_turns is 'Which process last ran a scheduled task, and until when no other process can run it (docs/decisions/0065-roles.md).';

create table timeline (
  user_id uuid not null,
  created_at timestamp(3) with time zone not null,
  post_id uuid not null,
  author_id uuid not null,
  constraint timeline_pkey PRIMARY KEY (user_id, created_at, post_id),
  constraint timeline_post_id_fkey FOREIGN KEY (post_id) REFERENCES posts(id) ON DELETE CASCADE,
  constraint timeline_user_id_fkey FOREIGN KEY (user_id) REFERENCES timelines(user_id) ON DELETE CASCADE
);
comment on table timeline is 'Entries of timelines.';
CREATE INDEX timeline_author_idx ON public.timeline USING btree (user_id, author_id);
CREATE INDEX timeline_post_idx ON public.timeline USING btree (post_id);

create table timeline_queue (
  post_id uuid not null,
  author_id uuid not null,
  created_at timestamp(3) with time zone not null,
  constraint timeline_queue_pkey PRIMARY KEY (post_id),
  constraint timeline_queue_post_id_fkey FOREIGN KEY (post_id) REFERENCES posts(id) ON DELETE CASCADE
) with (autovacuum_vacuum_scale_factor=0, autovacuum_vacuum_threshold=5000);
comment on table timeline_queue is 'Posts that are not in the timelines yet.';
CREATE INDEX timeline_queue_author_idx ON public.timeline_queue USING btree (author_id);
CREATE TRIGGER timeline_queue_signal AFTER INSERT ON public.timeline_queue FOR EACH STATEMENT EXECUTE FUNCTION nollie_signal_work();
comment on trigger timeline_queue_signal on timeline_queue is 'Starts the fan-out at commit.';

create table timelines (
  user_id uuid not null,
  floor_at timestamp(3) with time zone not null default '-infinity'::timestamp with time zone,
  floor_id uuid not null default '00000000-0000-0000-0000-000000000000'::uuid,
  entries integer not null default 0,
  constraint timelines_pkey PRIMARY KEY (user_id),
  constraint timelines_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
) with (fillfactor=80);
comment on table timelines is 'People who follow so many that they have a timeline, and the post down to which it is complete.';
CREATE INDEX timelines_full_idx ON public.timelines USING btree (entries) WHERE (entries > 1000);

create table trusted_devices (
  id uuid not null,
  user_id uuid not null,
  token text not null,
  user_agent text,
  last_used_at timestamp(3) with time zone not null default now(),
  expires_at timestamp(3) with time zone not null,
  created_at timestamp(3) with time zone not null default now(),
  constraint trusted_devices_pkey PRIMARY KEY (id),
  constraint trusted_devices_token_key UNIQUE (token),
  constraint trusted_devices_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint trusted_devices_token_check CHECK ((length(token) = 43)),
  constraint trusted_devices_user_agent_check CHECK ((length(user_agent) <= 300))
);
comment on table trusted_devices is 'Browsers that skip the second factor for thirty days.';
CREATE INDEX trusted_devices_expires_at_idx ON public.trusted_devices USING btree (expires_at);
CREATE INDEX trusted_devices_user_idx ON public.trusted_devices USING btree (user_id);

create table twin_pairs (
  spot_id uuid not null,
  other_id uuid not null,
  likeness real not null,
  metres real not null,
  same_picture boolean not null default false,
  state text not null default 'open'::text,
  decided_by uuid,
  decided_at timestamp(3) with time zone,
  found_at timestamp(3) with time zone not null default now(),
  constraint twin_pairs_pkey PRIMARY KEY (spot_id, other_id),
  constraint twin_pairs_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES users(id) ON DELETE SET NULL,
  constraint twin_pairs_other_id_fkey FOREIGN KEY (other_id) REFERENCES spots(id) ON DELETE CASCADE,
  constraint twin_pairs_spot_id_fkey FOREIGN KEY (spot_id) REFERENCES spots(id) ON DELETE CASCADE,
  constraint twin_pairs_check CHECK ((spot_id < other_id)),
  constraint twin_pairs_state_check CHECK ((state = ANY (ARRAY['open'::text, 'dismissed'::text])))
);
comment on table twin_pairs is 'Spots that are probably duplicates, found by the nightly job: a work list. A dismissed pair is never suggested again.';
CREATE INDEX twin_pairs_decided_idx ON public.twin_pairs USING btree (decided_by) WHERE (decided_by IS NOT NULL);
CREATE INDEX twin_pairs_open_idx ON public.twin_pairs USING btree (likeness DESC, spot_id, other_id) WHERE (state = 'open'::text);
CREATE INDEX twin_pairs_other_idx ON public.twin_pairs USING btree (other_id);

create table twin_progress (
  work text not null,
  done_until uuid not null,
  constraint twin_progress_pkey PRIMARY KEY (work),
  constraint twin_progress_work_check CHECK ((work = ANY (ARRAY['spots'::text, 'pictures'::text])))
);
comment on table twin_progress is 'Progress of the nightly job through older spots: the last id it has processed. It goes through all of them once.';

create table twin_queue (
  spot_id uuid not null,
  constraint twin_queue_pkey PRIMARY KEY (spot_id),
  constraint twin_queue_spot_id_fkey FOREIGN KEY (spot_id) REFERENCES spots(id) ON DELETE CASCADE
);
comment on table twin_queue is 'New or changed spots, until the nightly job has compared them with spots nearby.';

create table upload_parts (
  media_id uuid not null,
  start bigint not null,
  bytes integer not null,
  file text not null,
  constraint upload_parts_pkey PRIMARY KEY (media_id, start),
  constraint upload_parts_media_id_fkey FOREIGN KEY (media_id) REFERENCES media(id) ON DELETE CASCADE,
  constraint upload_parts_bytes_check CHECK ((bytes > 0)),
  constraint upload_parts_start_check CHECK ((start >= 0))
);
comment on table upload_parts is 'Which bytes of an upload have arrived, and which stored file they are in (docs/decisions/0063-storage.md). A part counts once its row is here, whichever server stored it.';

create table used_devices (
  id uuid not null,
  user_id uuid not null,
  device text not null,
  last_used_at timestamp(3) with time zone not null default now(),
  ended_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null default now(),
  constraint used_devices_pkey PRIMARY KEY (id),
  constraint used_devices_user_id_device_key UNIQUE (user_id, device),
  constraint used_devices_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint used_devices_device_check CHECK ((length(device) = 43))
);
comment on table used_devices is 'Browsers and programs that have signed in before; a sign-in on a new one is reported to the owner by email.';
CREATE INDEX used_devices_last_used_at_idx ON public.used_devices USING btree (last_used_at);

create table users (
  id uuid not null,
  name text not null,
  email text not null,
  email_verified boolean not null default false,
  image text,
  username text not null,
  display_username text,
  terms_accepted_at timestamp(3) with time zone,
  terms_version text,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  security_epoch integer not null default 0,
  constraint users_pkey PRIMARY KEY (id),
  constraint users_email_key UNIQUE (email),
  constraint users_have_profile FOREIGN KEY (id) REFERENCES profiles(user_id) DEFERRABLE INITIALLY DEFERRED,
  constraint users_email_check CHECK (((email = lower(email)) AND (length(email) <= 254))),
  constraint users_terms CHECK (((terms_accepted_at IS NULL) = (terms_version IS NULL))),
  constraint users_terms_version_check CHECK (((length(terms_version) >= 1) AND (length(terms_version) <= 40))),
  constraint users_username_check CHECK ((username = lower(username)))
);
comment on table users is 'People with a verified email address, and the remaining rows of former members. Their public data is in profiles.';
CREATE UNIQUE INDEX users_username_key ON public.users USING btree (username);
CREATE TRIGGER users_show_before_delete BEFORE DELETE ON public.users FOR EACH ROW EXECUTE FUNCTION nollie_show_before_delete();
comment on trigger users_show_before_delete on users is 'Sums stay right when a hidden person is deleted.';

create table verifications (
  id text not null,
  identifier text not null,
  value text not null,
  expires_at timestamp(3) with time zone not null,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  constraint verifications_pkey PRIMARY KEY (id)
);
comment on table verifications is 'Emailed links, each valid once.';
CREATE INDEX verifications_expires_at_idx ON public.verifications USING btree (expires_at);
CREATE INDEX verifications_identifier_idx ON public.verifications USING btree (identifier);

create table weather_cells (
  cell bigint not null,
  asked_at timestamp(3) with time zone not null,
  fetched_at timestamp(3) with time zone,
  hours jsonb not null default '[]'::jsonb,
  wet_fast tstzmultirange not null default '{}'::tstzmultirange,
  wet_normal tstzmultirange not null default '{}'::tstzmultirange,
  wet_slow tstzmultirange not null default '{}'::tstzmultirange,
  constraint weather_cells_pkey PRIMARY KEY (cell),
  constraint weather_cells_hours_check CHECK ((jsonb_typeof(hours) = 'array'::text))
);
comment on table weather_cells is 'The weather of squares of about ten kilometers, for some hours (docs/decisions/0103-skateable-now.md). Contains no one''s position.';
CREATE INDEX weather_cells_asked_idx ON public.weather_cells USING btree (asked_at);

CREATE OR REPLACE FUNCTION public.acted_post(p posts, media_index smallint)
 RETURNS TABLE(post json, spot json)
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  select json_build_object('id', p.id, 'kind', p.kind, 'title', p.title, 'media_index', item.media_index,
      'media', case when m.status in ('processing', 'ready') then public.media_json(m) end,
      'user', public.person_json(who)),
    case when s.id is not null then json_build_object('id', s.id, 'name', s.name) end
  from public.profiles who
    left join public.post_media item on item.post_id = p.id and item.media_index = acted_post.media_index
    left join public.media m on m.id = item.media_id
    left join public.spots s on s.id = p.spot_id and s.deleted_at is null
  where who.user_id = p.user_id
$function$;
comment on function acted_post(posts,smallint) is 'The post and spot of the contract''s ActivityItem, from a row of visible_posts and the index of the item.';

CREATE OR REPLACE FUNCTION public.blocked_people(viewer uuid)
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  select b.blocked_id from public.blocks b where b.blocker_id = viewer
  union
  select b.blocker_id from public.blocks b where b.blocked_id = viewer
$function$;
comment on function blocked_people(uuid) is 'Everyone who blocks the viewer or whom the viewer blocks; no one for a visitor (null). Each person appears only once, because counts subtract per person and blocks can be mutual.';

CREATE OR REPLACE FUNCTION public.comments_by(people uuid[], post_id uuid, media_index smallint, comment_count integer)
 RETURNS TABLE(comments bigint)
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  select case
    when cardinality(people) = 0 then 0
    when comment_count <= cardinality(people) then (
      select count(distinct found.id) from (
        select c.id, c.hidden_at from public.comments c
        where c.post_id = comments_by.post_id and c.media_index = comments_by.media_index
          and (c.user_id = any (people)) is true offset 0
      ) theirs cross join lateral (
        select theirs.id where theirs.hidden_at is null
        union all (select r.id from public.comments r
          where r.parent_comment_id = theirs.id and r.hidden_at is null offset 0)) found)
    else (
      select count(distinct found.id) from unnest(people) person (user_id) cross join lateral (
        select c.id, c.hidden_at from public.comments c
        where c.post_id = comments_by.post_id and c.media_index = comments_by.media_index
          and c.user_id = person.user_id offset 0
      ) theirs cross join lateral (
        select theirs.id where theirs.hidden_at is null
        union all (select r.id from public.comments r
          where r.parent_comment_id = theirs.id and r.hidden_at is null offset 0)) found) end
$function$;
comment on function comments_by(uuid[],uuid,smallint,integer) is 'How many of an item''s visible comments are by these people or reply to them. The item has about comment_count.';

CREATE OR REPLACE FUNCTION public.comments_by_visible_people(viewer uuid)
 RETURNS SETOF comments
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  select c.* from public.comments c
  where c.hidden_at is null
    and c.user_id <> all (array(select b from public.blocked_people(viewer) b))
    and not exists (select from public.profiles author where author.user_id = c.user_id and author.is_hidden offset 0)
$function$;
comment on function comments_by_visible_people(uuid) is 'Comments that moderators didn''t hide, by people in visible_people for a viewer (null: a visitor). Checks neither the post or discussion, nor the comment that a reply answers: for statements that already did.';

CREATE OR REPLACE FUNCTION public.comments_on(posts uuid[], people uuid[])
 RETURNS TABLE(post_id uuid, media_index smallint, comments bigint)
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  select theirs.post_id, theirs.media_index, count(distinct found.id)
  from unnest(people) person (user_id) cross join lateral (
    select c.id, c.hidden_at, c.post_id, c.media_index from public.comments c
    where c.user_id = person.user_id and c.post_id = any (posts) offset 0
  ) theirs cross join lateral (
    select theirs.id where theirs.hidden_at is null
    union all (select r.id from public.comments r
      where r.parent_comment_id = theirs.id and r.hidden_at is null offset 0)) found
  group by 1, 2
$function$;
comment on function comments_on(uuid[],uuid[]) is 'The same as comments_by for all items of a page of posts.';

CREATE OR REPLACE FUNCTION public.editable_lists(viewer uuid)
 RETURNS SETOF lists
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  select l.* from public.lists l
  where l.user_id = viewer
    or l.visibility = 'crew' and l.hidden_at is null
      and exists (select from public.crew_members m where m.crew_id = l.crew_id and m.user_id = viewer)
      and exists (select from public.visible_people(viewer) owner where owner.user_id = l.user_id offset 0)
$function$;
comment on function editable_lists(uuid) is 'Lists that a person owns, or that someone shares with a crew of which the person is a member. A shared list is inaccessible while moderators hide it, and while its owner isn''t in visible_people. Doesn''t check the spots in it.';

CREATE OR REPLACE FUNCTION public.exact_positions(viewer uuid)
 RETURNS SETOF spot_positions
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  select exact.* from public.spot_positions exact
    join public.exactly_known_spots(viewer) s on s.id = exact.spot_id and s.precision <> 'exact'
  where s.audience = 'everybody'
    or not exists (select from public.withheld_spots(viewer) w where w.id = s.id offset 0)
$function$;
comment on function exact_positions(uuid) is 'Exact positions of spots that show everyone else an approximate one, where a viewer can see the exact position (exactly_known_spots) and the spot isn''t withheld (withheld_spots). Includes deleted spots. Everything else reads the position in spots.';

CREATE OR REPLACE FUNCTION public.exactly_known_spots(viewer uuid)
 RETURNS SETOF spots
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  select s.* from public.spots s
  where s.created_by = viewer
    or s.exact_for = 'members' and viewer is not null
      and (s.created_by = any (array(select b from public.blocked_people(viewer) b))) is not true
    or s.exact_for = 'mutuals'
      and exists (select from public.follows f where f.follower_id = viewer and f.following_id = s.created_by)
      and exists (select from public.follows f where f.follower_id = s.created_by and f.following_id = viewer)
    or s.exact_for = 'crew'
      and exists (select from public.crew_members m where m.crew_id = s.crew_id and m.user_id = viewer)
      and (s.created_by = any (array(select b from public.blocked_people(viewer) b))) is not true
$function$;
comment on function exactly_known_spots(uuid) is 'Spots whose exact position a viewer (null: a visitor) can see, by exact_for: always the creator; members, everyone signed in; mutuals, people who follow the creator and whom the creator follows; crew, the members of that crew. Excludes members and crews across a block with the creator. `is not true` counts null as false, because creators are null for deleted accounts. Doesn''t check whether the viewer can see the spot.';

CREATE OR REPLACE FUNCTION public.exactly_visible_spots(viewer uuid)
 RETURNS SETOF spots
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  select s.* from public.visible_spots(viewer) s
  where s.precision = 'exact'
    or exists (select from public.exactly_known_spots(viewer) known where known.id = s.id offset 0)
$function$;
comment on function exactly_visible_spots(uuid) is 'Spots in visible_spots whose exact position a viewer (null: a visitor) can see: it is exact for everyone, or the spot is in exactly_known_spots.';

CREATE OR REPLACE FUNCTION public.followed_by(viewer uuid)
 RETURNS TABLE(user_id uuid)
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  select f.following_id from public.follows f
  where f.follower_id = viewer
    and not exists (select from public.profiles hidden where hidden.user_id = f.following_id and hidden.is_hidden)
$function$;
comment on function followed_by(uuid) is 'The people that the viewer follows, except hidden ones. They are the candidates for mutual friends (G-17).';

CREATE OR REPLACE FUNCTION public.follows_between(viewer uuid, person uuid)
 RETURNS TABLE(following boolean, follows_you boolean)
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  select exists (select from public.follows f where f.follower_id = viewer and f.following_id = person),
    exists (select from public.follows f where f.follower_id = person and f.following_id = viewer)
$function$;
comment on function follows_between(uuid,uuid) is 'One row: whether the viewer follows the person, and the reverse.';

CREATE OR REPLACE FUNCTION public.has_visible_target(viewer uuid, n notifications)
 RETURNS SETOF boolean
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  select true
  where (n.post_id is null or (select true from public.visible_posts(viewer) p where p.id = n.post_id))
    and (n.discussion_id is null
      or (select true from public.visible_discussions(viewer) d where d.id = n.discussion_id))
    and case n.type
      when 'spot_near' then exists (select from public.spots_near near
        join public.visible_new_spots(viewer) s on s.id = near.spot_id where near.notification_id = n.id offset 0)
      when 'area_changes' then exists (select from public.visible_area_updates(viewer) up
        where up.notification_id = n.id offset 0)
      when 'list_spots' then exists (
        select from public.notified_list_spots(viewer, n.target_id, n.created_at, n.day) offset 0)
      when 'meetup_joined' then exists (select from public.visible_meetups(viewer) m where m.id = n.meetup_id offset 0)
      when 'meetup_changed' then exists (select from public.visible_meetups(viewer) m where m.id = n.meetup_id offset 0)
      when 'spot_state' then exists (select from public.spots s where s.id = n.spot_id and s.deleted_at is null)
      when 'saved_spot_state' then exists (select from public.visible_spots(viewer) s where s.id = n.spot_id offset 0)
      else true end
$function$;
comment on function has_visible_target(uuid,notifications) is 'One row if the viewer can see what a notification is about: its post is in visible_posts, its discussion in visible_discussions. New spots, areas, and lists need at least one row of visible_new_spots, visible_area_updates, or notified_list_spots. A session is in visible_meetups. The spot of saved_spot_state is in visible_spots; the spot of spot_state isn''t deleted, because only its creator gets this type. Other types have no further condition. Doesn''t check the actor and the comment: notifications_by_visible_people does.';

CREATE OR REPLACE FUNCTION public.hidden_on(posts uuid[], people uuid[])
 RETURNS TABLE(likes jsonb, comments jsonb)
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  select (select jsonb_object_agg(h.post_id || ' ' || h.media_index, h.likes) from public.likes_on(posts, people) h),
    (select jsonb_object_agg(h.post_id || ' ' || h.media_index, h.comments) from public.comments_on(posts, people) h)
$function$;
comment on function hidden_on(uuid[],uuid[]) is 'likes_on and comments_on as objects with a key per item, its post and index, because only one row can be passed to another function. An object is null if it is empty.';

CREATE OR REPLACE FUNCTION public.likes_by(people uuid[], post_id uuid, media_index smallint, like_count integer)
 RETURNS TABLE(likes bigint)
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  select case
    when cardinality(people) = 0 then 0
    when like_count <= cardinality(people) then (
      select count(*) from public.likes l
      where l.post_id = likes_by.post_id and l.media_index = likes_by.media_index and l.user_id = any (people))
    else (
      select count(*) from unnest(people) person (user_id) cross join lateral (
        select from public.likes l where l.post_id = likes_by.post_id and l.media_index = likes_by.media_index
          and l.user_id = person.user_id offset 0) found) end
$function$;
comment on function likes_by(uuid[],uuid,smallint,integer) is 'How many of these people like an item that has about like_count likes.';

CREATE OR REPLACE FUNCTION public.likes_on(posts uuid[], people uuid[])
 RETURNS TABLE(post_id uuid, media_index smallint, likes bigint)
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  select theirs.post_id, theirs.media_index, count(*)
  from unnest(people) person (user_id) cross join lateral (
    select l.post_id, l.media_index from public.likes l
    where l.user_id = person.user_id and l.post_id = any (posts) offset 0) theirs
  group by 1, 2
$function$;
comment on function likes_on(uuid[],uuid[]) is 'The same as likes_by for all items of a page of posts, with one scan per person rather than per person and item.';

CREATE OR REPLACE FUNCTION public.list_summary(viewer uuid, list_id uuid)
 RETURNS TABLE(count bigint, photo json)
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  select
    (select count(*) from public.list_spots ls
      cross join lateral (select from public.visible_spots(viewer) one where one.id = ls.spot_id offset 0) s
      where ls.list_id = list_summary.list_id),
    (select public.media_json(cover.item) from public.list_spots ls
      cross join lateral (
        select one.cover_media_id from public.visible_spots(viewer) one where one.id = ls.spot_id offset 0) s
      cross join lateral (
        select m as item from public.visible_media(viewer) m where m.id = s.cover_media_id offset 0) cover
      where ls.list_id = list_summary.list_id
      order by ls.position, ls.added_at, ls.spot_id limit 1)
$function$;
comment on function list_summary(uuid,uuid) is 'How many of a list''s spots are in visible_spots for the viewer, and the first cover of these spots that is in visible_media. Doesn''t check the list.';

CREATE OR REPLACE FUNCTION public.may_be_notified(person uuid, type text, actor uuid, post_id uuid, discussion_id uuid)
 RETURNS SETOF boolean
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  select true
  where person is distinct from actor
    and exists (select from public.users u where u.id = person)
    and not exists (select from public.notification_mutes m where m.user_id = person and m.type = may_be_notified.type)
    and not exists (select from public.blocks b
      where (b.blocker_id, b.blocked_id) in ((person, actor), (actor, person)))
    and not exists (select from public.withheld_posts(person) w where w.id = may_be_notified.post_id offset 0)
    and not exists (select from public.posts p
      where p.id = may_be_notified.post_id and not exists (
        select from public.visible_people(person) owner where owner.user_id = p.user_id offset 0))
    and not exists (select from public.discussions d
      where d.id = may_be_notified.discussion_id and not exists (
        select from public.visible_people(person) owner where owner.user_id = d.user_id offset 0))
$function$;
comment on function may_be_notified(uuid,text,uuid,uuid,uuid) is 'One row if a notification can be stored for a person: they exist, aren''t the actor, haven''t turned off the type, and have no block between them and the actor (null: Nollie itself). The post, if any, isn''t in withheld_posts, and the author of the post or discussion is in visible_people. Checks no one else, such as the author of the parent comment, and neither mutes, suspended actors, nor hidden content: notifications_by_visible_people and has_visible_target leave those out when the person reads. Likes on posts don''t use this function: nollie_rollup_counters checks the same actor, type, and block.';

CREATE OR REPLACE FUNCTION public.media_json(item media)
 RETURNS json
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  select json_build_object('id', item.id, 'type', item.type, 'status', item.status,
    'base', case when item.thumbhash is not null then '/media/' || item.key end,
    'url', case when item.status = 'ready' then '/media/' || item.key ||
      case item.type when 'video' then '/video.mp4' else '/1080.webp' end end,
    'width', item.width, 'height', item.height, 'thumbhash', item.thumbhash, 'duration', item.duration,
    'failure', item.failure, 'alt_text', item.alt_text)
$function$;
comment on function media_json(media) is 'The contract''s Media. If an outer join finds no row, the result is an object of nulls.';

CREATE OR REPLACE FUNCTION public.mentions_in_comment(viewer uuid, id uuid)
 RETURNS TABLE(mentions json)
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  select coalesce(json_agg(json_build_object('username', m.username, 'user_id', m.user_id) order by m.username), '[]')
  from public.visible_mentions(viewer) m where m.comment_id = mentions_in_comment.id
$function$;
comment on function mentions_in_comment(uuid,uuid) is 'The same as mentions_in_post for a comment, from visible_mentions.';

CREATE OR REPLACE FUNCTION public.mentions_in_discussion(viewer uuid, id uuid)
 RETURNS TABLE(mentions json)
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  select coalesce(json_agg(json_build_object('username', m.username, 'user_id', m.user_id) order by m.username), '[]')
  from public.visible_mentions(viewer) m where m.discussion_id = mentions_in_discussion.id
$function$;
comment on function mentions_in_discussion(uuid,uuid) is 'The same as mentions_in_post for a discussion, from visible_mentions.';

CREATE OR REPLACE FUNCTION public.mentions_in_post(viewer uuid, id uuid)
 RETURNS TABLE(mentions json)
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  select coalesce(json_agg(json_build_object('username', m.username, 'user_id', m.user_id) order by m.username), '[]')
  from public.visible_mentions(viewer) m where m.post_id = mentions_in_post.id
$function$;
comment on function mentions_in_post(uuid,uuid) is 'The contract''s Mentions in a post, from visible_mentions. Mentions of people whom the viewer can''t see stay plain text. Doesn''t check the post.';

CREATE OR REPLACE FUNCTION public.message_share(viewer uuid, m messages)
 RETURNS TABLE(shared json)
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  select case when m.shared is not null then json_build_object('kind', m.shared,
    'spot', (
      select json_build_object('id', s.id, 'name', s.name, 'city', s.city,
        'photo', case when cover.status = 'ready' then public.media_json(cover) end)
      from public.visible_spots(viewer) s left join public.visible_media(viewer) cover on cover.id = s.cover_media_id
      where s.id = m.spot_id),
    'post', (
      select json_build_object('id', p.id, 'media_index', m.media_index, 'user', public.person_json(author),
        'title', p.title, 'spot_id', p.spot_id,
        'media', case when md.status in ('processing', 'ready') then public.media_json(md) end)
      from public.visible_posts(viewer) p join public.profiles author on author.user_id = p.user_id
        join public.post_media pm on pm.post_id = p.id and pm.media_index = m.media_index
        left join public.media md on md.id = pm.media_id
      where p.id = m.post_id),
    'list', (
      select json_build_object('id', l.id, 'key', case when l.link = m.list_link then l.link else l.id::text end,
        'user', public.person_json(owner), 'name', l.name, 'spots_count', spots.count, 'photo', spots.photo)
      from public.visible_lists(viewer, m.list_link) l join public.profiles owner on owner.user_id = l.user_id
        cross join lateral public.list_summary(viewer, l.id) spots
      where l.id = m.list_id)) end
$function$;
comment on function message_share(uuid,messages) is 'The spot, item, or list in a message, for its reader. It is null unless the reader finds it in visible_spots, visible_posts, or visible_lists; a list also by the link in the message. So a public spot stays visible across a block, without its cover if that isn''t in visible_media.';

CREATE OR REPLACE FUNCTION public.muted_people(viewer uuid)
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  select m.muted_id from public.mutes m where m.muter_id = viewer
$function$;
comment on function muted_people(uuid) is 'Everyone whom the viewer mutes. The visible_* functions ignore mutes: feeds, Discover, and notifications_by_visible_people exclude these people.';

CREATE OR REPLACE FUNCTION public.mutual_friends(viewer uuid, person uuid)
 RETURNS TABLE(user_id uuid)
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  select friend.user_id from public.followed_by(viewer) friend
    cross join lateral (
      select from public.follows f where f.follower_id = friend.user_id and f.following_id = person offset 0) found
  where not (select theirs.followers_count < mine.following_count
    from public.person_counts theirs, public.person_counts mine
    where theirs.user_id = person and mine.user_id = viewer) is true
  union all
  select fan.follower_id from public.follows fan
    cross join lateral (
      select from public.follows f where f.follower_id = viewer and f.following_id = fan.follower_id offset 0) found
  where fan.following_id = person
    and (select theirs.followers_count < mine.following_count
      from public.person_counts theirs, public.person_counts mine
      where theirs.user_id = person and mine.user_id = viewer) is true
    and not exists (select from public.profiles hidden where hidden.user_id = fan.follower_id and hidden.is_hidden)
$function$;
comment on function mutual_friends(uuid,uuid) is 'People from followed_by(viewer) who follow the person. Checks no block between them and the viewer, because a block ends follows. Starts from the people whom the viewer follows or from the person''s followers, whichever are fewer. `is true` counts null as false: without stored counts, it starts from the people whom the viewer follows.';

CREATE OR REPLACE FUNCTION public.nollie_build_timeline(who uuid)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
  declare
    added integer;
  begin
    insert into timelines (user_id) values (who);
    insert into timeline (user_id, created_at, post_id, author_id)
      select who, p.created_at, p.id, p.user_id
      from follows f cross join lateral (
        select * from posts where user_id = f.following_id order by created_at desc, id desc limit 801
      ) p
      where f.follower_id = who order by p.created_at desc, p.id desc limit 801;
    get diagnostics added = row_count;
    update timelines set entries = added where user_id = who;
    if added > 800 then perform nollie_trim_timeline(who); end if;
  end $function$;
comment on function nollie_build_timeline(uuid) is 'Creates the timeline of a person who follows many.';

CREATE OR REPLACE FUNCTION public.nollie_check_ad_media()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  begin
    perform from media m where m.id = new.media_id for no key update;
    if exists (select from draft_media dm where dm.media_id = new.media_id) then
      raise exception 'a draft is shown to nobody else'
        using errcode = 'check_violation', constraint = 'ads_media_apart';
    end if;
    return new;
  end $function$;
comment on function nollie_check_ad_media() is 'Rejects an ad''s photo that belongs to a draft: a constraint over two tables.';

CREATE OR REPLACE FUNCTION public.nollie_check_comment()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  begin
    if tg_op = 'UPDATE' then
      raise exception 'a comment stays where it was said' using errcode = 'check_violation';
    end if;
    if new.parent_comment_id is not null then
      perform from comments c where c.id = new.parent_comment_id and c.hidden_at is null for key share;
      if not found then
        raise exception 'replies go to comments that are there' using errcode = 'foreign_key_violation';
      end if;
      if not exists (
        select from comments c where c.id = new.parent_comment_id and c.parent_comment_id is null
          and (c.post_id, c.media_index, c.discussion_id) is not distinct from
            (new.post_id, new.media_index, new.discussion_id)
      ) then
        raise exception 'replies go to comments on the same item, one level deep'
          using errcode = 'check_violation', constraint = 'comments_one_level';
      end if;
    end if;
    return new;
  end $function$;
comment on function nollie_check_comment() is 'Rejects replies to replies, replies to hidden comments or across subjects, and moved comments: a constraint over two rows. A reply waits for a transaction that hides or deletes its parent.';

CREATE OR REPLACE FUNCTION public.nollie_check_draft_media()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  begin
    perform from media m where m.id = new.media_id for no key update;
    if exists (select from ads a where a.media_id = new.media_id)
      or exists (select from post_media pm where pm.media_id = new.media_id) then
      raise exception 'what is shown is in no draft'
        using errcode = 'check_violation', constraint = 'draft_media_apart';
    end if;
    return new;
  end $function$;
comment on function nollie_check_draft_media() is 'Rejects a draft''s file that an ad or a post shows: a constraint over several tables.';

CREATE OR REPLACE FUNCTION public.nollie_check_follow()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  begin
    perform nollie_lock_pair(new.follower_id, new.following_id);
    if exists (select from blocks where blocker_id = new.follower_id and blocked_id = new.following_id
      or blocker_id = new.following_id and blocked_id = new.follower_id) then
      raise exception 'a block stands between them'
        using errcode = 'check_violation', constraint = 'follows_past_block';
    end if;
    return new;
  end $function$;
comment on function nollie_check_follow() is 'Rejects a follow between people with a block: a constraint over two tables.';

CREATE OR REPLACE FUNCTION public.nollie_clear_avatar_url()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  begin
    new.avatar_url := null;
    insert into events (topic, name, data)
      values ('people', 'person', jsonb_build_object('kind', 'profile', 'user_id', new.user_id));
    perform pg_notify('nollie_events', '');
    return new;
  end $function$;
comment on function nollie_clear_avatar_url() is 'Clears the URL of a profile photo and publishes the change. In the database because a foreign key sets avatar_media_id to null when the post is deleted, by whatever statement.';

CREATE OR REPLACE FUNCTION public.nollie_close_for_crew()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  begin
    update spots set crew_id = null, version = version + 1,
        audience = case audience when 'crew' then 'only_me' else audience end,
        exact_for = case exact_for when 'crew' then 'only_me' else exact_for end,
        opens_to = case opens_to when 'crew' then 'only_me' else opens_to end
      where crew_id = old.crew_id and created_by = old.user_id;
    update posts set audience = 'only_me', crew_id = null, version = version + 1
      where crew_id = old.crew_id and user_id = old.user_id;
    return old;
  end $function$;
comment on function nollie_close_for_crew() is 'Restricts content shared with a crew to its author once they leave the crew. In the database because members are also removed by foreign keys.';

CREATE OR REPLACE FUNCTION public.nollie_close_lists_for_crew()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  begin
    update lists set visibility = 'private', crew_id = null where crew_id = old.crew_id and user_id = old.user_id;
    return old;
  end $function$;
comment on function nollie_close_lists_for_crew() is 'Makes lists private that a person shared with a crew they have left. In the database because members are also removed by foreign keys.';

CREATE OR REPLACE FUNCTION public.nollie_copy_spot_code()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  begin
    update spot_facts set qk = new.qk where spot_id = new.id;
    return null;
  end $function$;
comment on function nollie_copy_spot_code() is 'Updates qk in the facts of a moved spot.';

CREATE OR REPLACE FUNCTION public.nollie_count_comment_likes()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  begin
    update comments c set like_count = like_count + change.n * case tg_op when 'INSERT' then 1 else -1 end
      from (select comment_id, count(*)::int as n from changed group by 1) change
      where c.id = change.comment_id;
    return null;
  end $function$;
comment on function nollie_count_comment_likes() is 'Adds likes on comments to like_count, or subtracts them. In the database because likes are also deleted with people.';

CREATE OR REPLACE FUNCTION public.nollie_count_discussion_comments()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  declare
    changes jsonb;
  begin
    select jsonb_agg(jsonb_build_object('discussion_id', discussion_id,
        'kind', case tg_op when 'INSERT' then 'created' else 'deleted' end,
        'comment_id', id, 'parent_comment_id', parent_comment_id, 'user_id', user_id)) into changes
      from changed where hidden_at is null and discussion_id is not null;
    if changes is not null then perform nollie_recount_discussions(changes); end if;
    return null;
  end $function$;
comment on function nollie_count_discussion_comments() is 'Passes discussions with added or deleted comments to nollie_recount_discussions.';

CREATE OR REPLACE FUNCTION public.nollie_count_discussion_likes()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  begin
    update discussions d set like_count = like_count + change.n * case tg_op when 'INSERT' then 1 else -1 end
      from (select discussion_id, count(*)::int as n from changed group by 1) change
      where d.id = change.discussion_id;
    return null;
  end $function$;
comment on function nollie_count_discussion_likes() is 'Adds likes on discussions to like_count, or subtracts them. In the database because likes are also deleted with people.';

CREATE OR REPLACE FUNCTION public.nollie_count_hidden_discussion_comment()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  begin
    perform nollie_recount_discussions(jsonb_build_array(jsonb_build_object('discussion_id', new.discussion_id,
      'kind', case when new.hidden_at is null then 'created' else 'deleted' end,
      'comment_id', new.id, 'parent_comment_id', new.parent_comment_id, 'user_id', new.user_id)));
    return null;
  end $function$;
comment on function nollie_count_hidden_discussion_comment() is 'Passes the discussion of a hidden or shown comment to nollie_recount_discussions.';

CREATE OR REPLACE FUNCTION public.nollie_count_post_of_spot()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  begin
    new.is_counted := not exists (select from spots where id = new.spot_id and audience <> 'everybody');
    return new;
  end $function$;
comment on function nollie_count_post_of_spot() is 'Sets is_counted for a new or moved post. In the database because posts of every writer are counted.';

CREATE OR REPLACE FUNCTION public.nollie_count_posts_of_spot()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  begin
    update posts set is_counted = new.audience = 'everybody'
      where spot_id = new.id and is_counted <> (new.audience = 'everybody');
    return null;
  end $function$;
comment on function nollie_count_posts_of_spot() is 'Counts a spot''s posts, or stops counting them, when its audience changes.';

CREATE OR REPLACE FUNCTION public.nollie_count_spot_removal()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  begin
    perform nextval('spot_removals');
    return null;
  end $function$;
comment on function nollie_count_spot_removal() is 'Counts a spot that was deleted for good. In the database because spots are also deleted by foreign keys.';

CREATE OR REPLACE FUNCTION public.nollie_cut_media_list(text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
  declare
    content text := $1;
    found text[];
  begin
    while position('[MEDIA_URLS]' in content) > 0 loop
      found := regexp_match(content collate "C", '^(|.*\n[ \t\r]*\n)\[MEDIA_URLS\]\s*(\[.*\])\s*$');
      exit when found is null;
      begin
        exit when json_typeof(found[2]::json) <> 'array';
      exception when invalid_text_representation then exit;
      end;
      content := btrim(found[1], e' \t\r\n');
    end loop;
    return nullif(content, '');
  end $function$;
comment on function nollie_cut_media_list(text) is 'A text without its trailing list: a blank line, [MEDIA_URLS], and a valid JSON list. Null if nothing is left. The marker anywhere else is text. In the database so that it applies to every writer of posts.';

CREATE OR REPLACE FUNCTION public.nollie_cut_post_media_list()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  begin
    new.content := nollie_cut_media_list(new.content);
    return new;
  end $function$;
comment on function nollie_cut_post_media_list() is 'See nollie_cut_media_list.';

CREATE OR REPLACE FUNCTION public.nollie_drop_facts()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  begin
    delete from spot_facts where spot_id = new.id;
    return null;
  end $function$;
comment on function nollie_drop_facts() is 'Deletes the facts of a purged spot; its tombstone stays.';

CREATE OR REPLACE FUNCTION public.nollie_end_follows_of_pair()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  begin
    perform nollie_lock_pair(new.blocker_id, new.blocked_id);
    -- In a fixed order: deleting both in one statement could deadlock with other follows between the two.
    delete from follows where follower_id = least(new.blocker_id, new.blocked_id)
      and following_id = greatest(new.blocker_id, new.blocked_id);
    delete from follows where follower_id = greatest(new.blocker_id, new.blocked_id)
      and following_id = least(new.blocker_id, new.blocked_id);
    return new;
  end $function$;
comment on function nollie_end_follows_of_pair() is 'Deletes the follows between two people when one blocks the other. With nollie_check_follow it enforces that blocks and follows exclude each other.';

CREATE OR REPLACE FUNCTION public.nollie_fan_out(max_posts integer)
 RETURNS integer
 LANGUAGE plpgsql
 SET jit TO 'off'
AS $function$
  declare
    ready uuid[];
    full_one uuid;
  begin
    if not pg_try_advisory_xact_lock(hashtext('nollie_fan_out')) then return 0; end if;
    -- Locks the posts before the queue's rows, in the same order as deletions of posts, so that the two can't deadlock.
    select array_agg(id) into ready from (
      select p.id from posts p
      where p.id in (select post_id from timeline_queue order by created_at limit max_posts)
      order by p.id for key share
    ) locked;
    if ready is null then return 0; end if;
    with taken as (
      delete from timeline_queue where post_id = any (ready) returning *
    ), made as (
      insert into timeline (user_id, created_at, post_id, author_id)
        select t.user_id, q.created_at, q.post_id, q.author_id
        from taken q join follows f on f.following_id = q.author_id join timelines t on t.user_id = f.follower_id
        where (q.created_at, q.post_id) > (t.floor_at, t.floor_id)
        on conflict do nothing
        returning user_id
    )
    update timelines t set entries = entries + n
      from (select user_id, count(*) as n from made group by 1) m where m.user_id = t.user_id;
    for full_one in select user_id from timelines where entries > 1000 limit 100 loop
      perform nollie_trim_timeline(full_one);
    end loop;
    return cardinality(ready);
  end $function$;
comment on function nollie_fan_out(integer) is 'Adds the oldest queued posts (up to a number) to the timelines of followers; returns how many there were. Runs in one process at a time, and not during a follow: other calls get 0 and are retried. In the database because a post becomes thousands of rows in one statement.';

CREATE OR REPLACE FUNCTION public.nollie_fill_timeline(who uuid, author uuid)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
  declare
    added integer;
  begin
    insert into timeline (user_id, created_at, post_id, author_id)
      select who, p.created_at, p.id, p.user_id
      from timelines t cross join lateral (
        select * from posts where user_id = author and (created_at, id) > (t.floor_at, t.floor_id)
        order by created_at desc, id desc limit 801
      ) p
      where t.user_id = who
      on conflict do nothing;
    get diagnostics added = row_count;
    update timelines set entries = entries + added where user_id = who;
    if (select entries from timelines where user_id = who) > 1000 or (select count(*) from (
      select from timeline where user_id = who and author_id = author limit 801) theirs) > 800
    then perform nollie_trim_timeline(who); end if;
  end $function$;
comment on function nollie_fill_timeline(uuid,uuid) is 'Adds the posts of a newly followed author to a timeline.';

CREATE OR REPLACE FUNCTION public.nollie_follow_crew_owner()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  declare
    next uuid;
  begin
    if not exists (select from crews where id = old.crew_id for update) then
      return null;
    end if;
    if not exists (select from crew_members where crew_id = old.crew_id) then
      delete from crews where id = old.crew_id;
    elsif old.role = 'owner' then
      select m.user_id into next from crew_members m join profiles p using (user_id)
        where m.crew_id = old.crew_id order by p.is_hidden, m.joined_at, m.user_id limit 1;
      update crew_members set role = 'owner' where crew_id = old.crew_id and user_id = next;
    end if;
    return null;
  end $function$;
comment on function nollie_follow_crew_owner() is 'Makes the oldest member the owner after the owner leaves; deletes a crew without members. In the database because members are also removed by foreign keys.';

CREATE OR REPLACE FUNCTION public.nollie_is_hidden(who uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$ select exists (select from profiles where user_id = who and is_hidden) $function$;
comment on function nollie_is_hidden(uuid) is 'Whether a person is hidden from everyone.';

CREATE OR REPLACE FUNCTION public.nollie_like_pattern(text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
  select '%' || regexp_replace(nullif(public.nollie_normalize($1), ''), '([\\%_])', '\\\1', 'g') || '%'
$function$;
comment on function nollie_like_pattern(text) is 'The LIKE pattern that finds a text anywhere in a normalized one; null for a text that normalizes to nothing, which finds nothing. In the database because normalizing can produce % and _, which must be escaped afterwards.';

CREATE OR REPLACE FUNCTION public.nollie_lock_pair(a uuid, b uuid)
 RETURNS void
 LANGUAGE sql
AS $function$ select pg_advisory_xact_lock(hashtextextended('pair ' || least(a, b) || ' ' || greatest(a, b), 0)) $function$;
comment on function nollie_lock_pair(uuid,uuid) is 'Locks a pair of people until the end of the transaction. A follow and a block of the same two people wait for each other, so that no follow survives a block, whichever commits first.';

CREATE OR REPLACE FUNCTION public.nollie_move_in_timeline()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  begin
    update timeline set created_at = new.created_at where post_id = new.id;
    update timeline_queue set created_at = new.created_at where post_id = new.id;
    return null;
  end $function$;
comment on function nollie_move_in_timeline() is 'Moves a post whose time changed in its followers'' timelines. In the database because timelines are only written there.';

CREATE OR REPLACE FUNCTION public.nollie_normalize(text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
  declare
    letters text := $1;
  begin
    -- Most names are ASCII and need no Unicode normalization.
    if octet_length(letters) = length(letters) then
      letters := translate(lower(letters collate "C"), e'-\t\n\r\'`', '    ');
    else
      letters := lower(regexp_replace(normalize(replace(letters, '´', ''), NFKD) collate "C",
        '[''\u0060\u02B9-\u02BF\u02C8\u2018\u2019\u201B\u2032\u055A\u05F3\uA78C'
        '\u0300-\u036F\u0483-\u0487\u0591-\u05BD\u05BF\u05C1\u05C2\u05C4\u05C5\u05C7\u0610-\u061A\u0640\u064B-\u065F\u0670'
        '\u06D6-\u06DC\u06DF-\u06E4\u06E7\u06E8\u06EA-\u06ED\u1AB0-\u1AFF\u1DC0-\u1DFF\u20D0-\u20FF\uFE20-\uFE2F'
        '\u00AD\u061C\u180E\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFE00-\uFE0F\uFEFF]+', '', 'g') collate "C");
      letters := translate(letters,
        e'-\u058A\u05BE\u2010\u2011\u2012\u2013\u2014\u2015\u2212\u00B7\u30FB\t\n\r', '               ');
      -- Most letters with accents are ASCII without them.
      if octet_length(letters) <> length(letters) then
        -- translate() compares each letter with every letter of its alphabet, so it only gets the alphabets that occur in
        -- the text.
        if letters ~ ('[\u00C6\u00D0\u00D8\u00DE\u00F0\u00F8\u0110-\u0152\u0166-\u024F\u1E9E]' collate "C") then
          letters := translate(letters,
            'ÆŒÞẞÐØðøĐđĦħıĸŁłŊŋŦŧƀƁƂƃƆƇƈƉƊƋƌƎƏƐƑƒƓƖƗƘƙƚƝƞƤƥƬƭƮƱƲƳƴƵƶƷȤȥȺȻȼȽȾɃɄɆɇɈɉɌɍɎɏ',
            'æœþßdododdhhiqllnnttbbbbɔccddddǝəeffgiikklnnpptttʊvyyzzʒzzaccltbʉeejjrryy');
        end if;
        if letters ~ ('[\u0391-\u03C9]' collate "C") then
          letters := translate(letters,
            'ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣςΤΥΦΧΨΩ',
            'αβγδεζηθικλμνξοπρσστυφχψω');
        end if;
        if letters ~ ('[\u0402-\u042F\u0490-\u04FF]' collate "C") then
          letters := translate(letters,
            'ЂЄЅІЈЉЊЋЏАБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯҐҒҖҘҚҜҞҠҢҤҦҨҪҬҮҰҲҴҶҸҺҼҾӃӅӇӉӋӍӘӠӨ',
            'ђєѕіјљњћџабвгдежзиклмнопрстуфхцчшщъыьэюяґғҗҙқҝҟҡңҥҧҩҫҭүұҳҵҷҹһҽҿӄӆӈӊӌӎәӡө');
        end if;
        if letters ~ ('[\u0531-\u0556]' collate "C") then
          letters := translate(letters,
            'ԱԲԳԴԵԶԷԸԹԺԻԼԽԾԿՀՁՂՃՄՅՆՇՈՉՊՋՌՍՎՏՐՑՒՓՔՕՖ',
            'աբգդեզէըթժիլխծկհձղճմյնշոչպջռսվտրցւփքօֆ');
        end if;
        if letters ~ ('[\u1C90-\u1CB0]' collate "C") then
          letters := translate(letters,
            'ᲐᲑᲒᲓᲔᲕᲖᲗᲘᲙᲚᲛᲜᲝᲞᲟᲠᲡᲢᲣᲤᲥᲦᲧᲨᲩᲪᲫᲬᲭᲮᲯᲰ',
            'აბგდევზთიკლმნოპჟრსტუფქღყშჩცძწჭხჯჰ');
        end if;
        if letters ~ ('[\u0629-\u06F9]' collate "C") then
          letters := translate(letters,
            'ٱىةیېکہھۃ٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹',
            'ايهييكههه01234567890123456789');
        end if;
        if letters ~ ('[\u30A1-\u30FD]' collate "C") then
          letters := translate(letters,
            'ァアィイゥウェエォオカキクケコサシスセソタチッツテトナニヌネノハヒフヘホマミムメモャヤュユョヨラリルレロヮワヰヱヲンヵヶヽ',
            'ぁあぃいぅうぇえぉおかきくけこさしすせそたちっつてとなにぬねのはひふへほまみむめもゃやゅゆょよらりるれろゎわゐゑをんゕゖゝ');
        end if;
        letters := normalize(replace(replace(replace(replace(letters, 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'), 'ß', 'ss'), NFC);
      end if;
    end if;
    if strpos(letters collate "C", '  ') > 0 then
      letters := regexp_replace(letters collate "C", ' {2,}', ' ', 'g');
    end if;
    return btrim(letters, ' ');
  end $function$;
comment on function nollie_normalize(text) is 'Normalizes a text for search, like normalizeText of the contract. In the database because generated columns and their indexes use it. Uses no locale.';

CREATE OR REPLACE FUNCTION public.nollie_pass_on_crews()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  declare
    owned record;
  begin
    for owned in
      select m.crew_id, (
        select other.user_id from crew_members other join profiles p using (user_id)
        where other.crew_id = m.crew_id and other.user_id <> new.user_id and not p.is_hidden
        order by other.joined_at, other.user_id limit 1) as next
      from crew_members m join crews c on c.id = m.crew_id
      where m.user_id = new.user_id and m.role = 'owner' order by m.crew_id for update of c
    loop
      if owned.next is not null then
        update crew_members set role = 'member' where crew_id = owned.crew_id and user_id = new.user_id;
        update crew_members set role = 'owner' where crew_id = owned.crew_id and user_id = owned.next;
      end if;
    end loop;
    return null;
  end $function$;
comment on function nollie_pass_on_crews() is 'Makes the oldest member who is not hidden the owner of the crews of a person who is hidden. In the database because several modules hide people.';

CREATE OR REPLACE FUNCTION public.nollie_push_due(type text)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE
AS $function$
  select clock_timestamp() + case when type in ('like', 'comment_like', 'follow') then interval '60 s' else interval '3 s' end
$function$;
comment on function nollie_push_due(text) is 'When a person''s devices show a notification of this type.';

CREATE OR REPLACE FUNCTION public.nollie_quadkey(latitude double precision, longitude double precision)
 RETURNS bigint
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
  declare
    s constant double precision := sin(radians(least(85.05112877980659, greatest(-85.05112877980659, latitude))));
    x bigint := least(67108863, greatest(0, floor((longitude + 180) / 360 * 67108864)))::bigint;
    y bigint := least(67108863, greatest(0, floor((0.5 - ln((1 + s) / (1 - s)) / (4 * pi())) * 67108864)))::bigint;
  begin
    x := (x | (x << 16)) & 281470681808895;
    y := (y | (y << 16)) & 281470681808895;
    x := (x | (x << 8)) & 71777214294589695;
    y := (y | (y << 8)) & 71777214294589695;
    x := (x | (x << 4)) & 1085102592571150095;
    y := (y | (y << 4)) & 1085102592571150095;
    x := (x | (x << 2)) & 3689348814741910323;
    y := (y | (y << 2)) & 3689348814741910323;
    x := (x | (x << 1)) & 6148914691236517205;
    y := (y | (y << 1)) & 6148914691236517205;
    return x | (y << 1);
  end $function$;
comment on function nollie_quadkey(double precision,double precision) is 'A position as a 52-bit Morton code of web-mercator x, y at 26 bits each, so that one btree serves every viewport. In the database because a generated column uses it.';

CREATE OR REPLACE FUNCTION public.nollie_quadkey_axis(qk bigint)
 RETURNS bigint
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
  declare v bigint := qk & 1501199875790165;
  begin
    v := (v | (v >> 1)) & 3689348814741910323;
    v := (v | (v >> 2)) & 1085102592571150095;
    v := (v | (v >> 4)) & 71777214294589695;
    v := (v | (v >> 8)) & 281470681808895;
    return (v | (v >> 16)) & 67108863;
  end $function$;
comment on function nollie_quadkey_axis(bigint) is 'The reverse of nollie_quadkey for one axis: x of qk, y of qk >> 1.';

CREATE OR REPLACE FUNCTION public.nollie_queue_area_bulletins()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  begin
    insert into area_changes (kind, spot_id, bulletin_id) values ('bulletin', new.spot_id, new.id);
    return null;
  end $function$;
comment on function nollie_queue_area_bulletins() is 'Queues a bulletin for followers of its area.';

CREATE OR REPLACE FUNCTION public.nollie_queue_area_opened()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  begin
    if exists (select from area_follows) then
      insert into area_changes (kind, spot_id) values ('spot', new.id);
    end if;
    return null;
  end $function$;
comment on function nollie_queue_area_opened() is 'Queues a spot that opens as if it were shared now.';

CREATE OR REPLACE FUNCTION public.nollie_queue_area_spots()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  begin
    if exists (select from area_follows) then
      insert into area_changes (kind, spot_id) select 'spot', id from added where created_by is not null and source is null;
    end if;
    return null;
  end $function$;
comment on function nollie_queue_area_spots() is 'Queues newly shared spots once anyone follows an area.';

CREATE OR REPLACE FUNCTION public.nollie_queue_area_state()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  begin
    if exists (select from area_follows) then
      insert into area_changes (kind, spot_id) values ('state', new.id);
    end if;
    return null;
  end $function$;
comment on function nollie_queue_area_state() is 'Queues spots whose status changed. In the database because reports, marks, and expirations change it.';

CREATE OR REPLACE FUNCTION public.nollie_queue_bust_changes()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  begin
    insert into bust_changes (spot_id) select distinct spot_id from changed;
    return null;
  end $function$;
comment on function nollie_queue_bust_changes() is 'Queues the spots of added, changed, or deleted reports. In the database because reports are also deleted with people and spots.';

CREATE OR REPLACE FUNCTION public.nollie_queue_bust_changes_of_person()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  begin
    insert into bust_changes (spot_id) select distinct spot_id from bust_reports where user_id = new.user_id;
    return null;
  end $function$;
comment on function nollie_queue_bust_changes_of_person() is 'Queues the spots that a person reported on. In the database because hiding a person changes these sums.';

CREATE OR REPLACE FUNCTION public.nollie_queue_bust_changes_of_spot()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  begin
    insert into bust_changes (spot_id) select new.id where exists (select from bust_clocks where spot_id = new.id);
    return null;
  end $function$;
comment on function nollie_queue_bust_changes_of_spot() is 'Queues a spot whose type or position changed. In the database because several writers change spots.';

CREATE OR REPLACE FUNCTION public.nollie_queue_changed_twin()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  begin
    insert into twin_queue (spot_id) values (new.id) on conflict do nothing;
    return null;
  end $function$;
comment on function nollie_queue_changed_twin() is 'Queues a spot that has changed.';

CREATE OR REPLACE FUNCTION public.nollie_queue_checks_of_person()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  begin
    insert into check_changes (spot_id) select distinct spot_id from checks where user_id = new.user_id;
    return null;
  end $function$;
comment on function nollie_queue_checks_of_person() is 'Queues the spots that a person reported on. In the database because hiding a person changes the weight of their reports.';

CREATE OR REPLACE FUNCTION public.nollie_queue_checks_of_post()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  begin
    insert into check_changes (spot_id) select distinct spot_id from checks where post_id = new.id;
    return null;
  end $function$;
comment on function nollie_queue_checks_of_post() is 'Queues the spot of a report whose photo was hidden or shown.';

CREATE OR REPLACE FUNCTION public.nollie_queue_comments()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  begin
    insert into counter_delta (counter, post_id, media_index, delta, user_id, comment_id, parent_comment_id)
      select 'comment', post_id, media_index, case tg_op when 'INSERT' then 1 else -1 end, user_id, id,
        parent_comment_id
      from changed where hidden_at is null and post_id is not null;
    return null;
  end $function$;
comment on function nollie_queue_comments() is 'Queues added and deleted comments on posts (counter_delta). In the database because comments are also deleted with people, posts, and parent comments.';

CREATE OR REPLACE FUNCTION public.nollie_queue_fan_out()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  begin
    insert into timeline_queue (post_id, author_id, created_at) values (new.id, new.user_id, new.created_at);
    return null;
  end $function$;
comment on function nollie_queue_fan_out() is 'Queues a new post. In the database because posts of every writer, including imports, must reach the timelines.';

CREATE OR REPLACE FUNCTION public.nollie_queue_follow()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  declare
    who uuid := coalesce(new.follower_id, old.follower_id);
    whom uuid := coalesce(new.following_id, old.following_id);
    step smallint := case tg_op when 'INSERT' then 1 else -1 end;
  begin
    insert into person_delta (user_id, counter, delta)
      select whom, 'followers', step where not nollie_is_hidden(who)
      union all
      select who, 'following', step where not nollie_is_hidden(whom);
    return null;
  end $function$;
comment on function nollie_queue_follow() is 'Queues a follow or its end for both people. In the database because follows are also deleted with people and blocks.';

CREATE OR REPLACE FUNCTION public.nollie_queue_hidden_comment()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  begin
    insert into counter_delta (counter, post_id, media_index, delta, user_id, comment_id, parent_comment_id)
      values ('comment', new.post_id, new.media_index, case when new.hidden_at is null then 1 else -1 end,
        new.user_id, new.id, new.parent_comment_id);
    return null;
  end $function$;
comment on function nollie_queue_hidden_comment() is 'Queues a comment on a post that was hidden or shown again.';

CREATE OR REPLACE FUNCTION public.nollie_queue_hidden_person()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  declare
    step smallint := case when new.is_hidden then -1 else 1 end;
  begin
    insert into person_delta (user_id, counter, delta)
      select following_id, 'followers', step from follows where follower_id = new.user_id
      union all
      select follower_id, 'following', step from follows where following_id = new.user_id;
    return null;
  end $function$;
comment on function nollie_queue_hidden_person() is 'Queues the follows of a person who is hidden or shown again, for everyone they follow and are followed by. In the database because it is a sum over follows at one moment.';

CREATE OR REPLACE FUNCTION public.nollie_queue_inserted_spot()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  begin
    insert into spot_changes (spot_id, kind, delta, qk, facets) values (new.id, 'created', 1, new.qk, new.facets);
    return null;
  end $function$;
comment on function nollie_queue_inserted_spot() is 'Queues a new spot. In the database because spots of every writer, including imports, must be counted exactly once.';

CREATE OR REPLACE FUNCTION public.nollie_queue_like()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  begin
    if tg_op = 'INSERT' then
      insert into counter_delta (counter, post_id, media_index, delta, user_id)
        values ('like', new.post_id, new.media_index, 1, new.user_id);
    else
      insert into counter_delta (counter, post_id, media_index, delta, user_id)
        values ('like', old.post_id, old.media_index, -1, old.user_id);
    end if;
    return null;
  end $function$;
comment on function nollie_queue_like() is 'Queues a like or its removal. In the database because likes are also deleted with people and posts, and because a like is one statement.';

CREATE OR REPLACE FUNCTION public.nollie_queue_lost_checks()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  begin
    insert into check_changes (spot_id) select distinct spot_id from changed;
    return null;
  end $function$;
comment on function nollie_queue_lost_checks() is 'Queues the spots of reports that were deleted or lost their photo, whichever statement or foreign key did it.';

CREATE OR REPLACE FUNCTION public.nollie_queue_message_pushes()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  begin
    insert into push_queue (user_id, message_id, due_at)
      select side.user_id, m.id, nollie_push_due('message')
      from added m join message_sides side on side.thread_id = m.thread_id and side.user_id <> m.user_id
      where side.accepted and not side.is_muted
        and exists (select from push_devices d where d.user_id = side.user_id)
      order by side.user_id;
    return null;
  end $function$;
comment on function nollie_queue_message_pushes() is 'Queues messages in conversations that their recipient accepted; requests are notifications.';

CREATE OR REPLACE FUNCTION public.nollie_queue_new_spots()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  begin
    if exists (select from digest_settings) then
      insert into new_spots (spot_id) select id from added where created_by is not null and source is null
        on conflict do nothing;
    end if;
    return null;
  end $function$;
comment on function nollie_queue_new_spots() is 'Queues newly shared spots, except imported ones, once anyone has asked to be notified.';

CREATE OR REPLACE FUNCTION public.nollie_queue_opened_spot()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  begin
    if exists (select from digest_settings) then
      insert into new_spots (spot_id) values (new.id) on conflict do nothing;
    end if;
    return null;
  end $function$;
comment on function nollie_queue_opened_spot() is 'Queues a spot that opens as if it were shared now.';

CREATE OR REPLACE FUNCTION public.nollie_queue_person_spot()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  begin
    if tg_op <> 'INSERT' and old.created_by is not null and old.deleted_at is null and old.audience = 'everybody' then
      insert into person_delta (user_id, counter, delta) values (old.created_by, 'spots', -1);
    end if;
    if tg_op <> 'DELETE' and new.created_by is not null and new.deleted_at is null and new.audience = 'everybody' then
      insert into person_delta (user_id, counter, delta) values (new.created_by, 'spots', 1);
    end if;
    return null;
  end $function$;
comment on function nollie_queue_person_spot() is 'Queues spots that were added, deleted, or restored. In the database because a foreign key sets created_by to null.';

CREATE OR REPLACE FUNCTION public.nollie_queue_post()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  begin
    if tg_op <> 'INSERT' and old.hidden_at is null and old.is_counted then
      insert into person_delta (user_id, counter, delta) values (old.user_id, 'posts', -1);
    end if;
    if tg_op <> 'DELETE' and new.hidden_at is null and new.is_counted then
      insert into person_delta (user_id, counter, delta) values (new.user_id, 'posts', 1);
    end if;
    return null;
  end $function$;
comment on function nollie_queue_post() is 'Queues posts that were added, deleted, hidden, or shown. In the database because posts are also deleted with people and spots.';

CREATE OR REPLACE FUNCTION public.nollie_queue_pushes()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  begin
    insert into push_queue (user_id, notification_id, due_at)
      select n.user_id, n.id, nollie_push_due(n.type) from added n
      where exists (select from push_devices d where d.user_id = n.user_id)
      order by n.user_id;
    return null;
  end $function$;
comment on function nollie_queue_pushes() is 'Queues notifications for people with devices, whichever statement inserts them.';

CREATE OR REPLACE FUNCTION public.nollie_queue_renewed_pushes()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  begin
    insert into push_queue (user_id, notification_id, due_at)
      select n.user_id, n.id, nollie_push_due(n.type) from changed n join before b on b.id = n.id
      where n.created_at > b.created_at and n.read_at is null
        and exists (select from push_devices d where d.user_id = n.user_id)
      order by n.user_id;
    return null;
  end $function$;
comment on function nollie_queue_renewed_pushes() is 'Queues entries that became unread again because of a new comment.';

CREATE OR REPLACE FUNCTION public.nollie_queue_spot_changes()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  begin
    if tg_op = 'DELETE' then
      insert into spot_changes (spot_id, kind, delta, qk, facets)
        select id, 'deleted', -1, qk, facets from old_spots
        where deleted_at is null and audience = 'everybody' and left_map_at is null;
    else
      insert into spot_changes (spot_id, kind, delta, qk, facets)
        select n.id, case when not n.shown then 'deleted' when not o.shown then 'created' else 'updated' end,
          part.delta, part.qk, part.facets
        from (select *, shown and left_map_at is null as counts
          from (select *, deleted_at is null and audience = 'everybody' as shown from old_spots) old) o
        join (select *, shown and left_map_at is null as counts
          from (select *, deleted_at is null and audience = 'everybody' as shown from new_spots) new) n using (id)
        cross join lateral (
          select * from (values (-1, o.qk, o.facets, o.counts), (1, n.qk, n.facets, n.counts)) side (delta, qk, facets, counts)
            where side.counts and (o.qk, o.facets, o.counts) is distinct from (n.qk, n.facets, n.counts)
          union all
          select 0, n.qk, n.facets, true where n.shown and (o.qk, o.facets, o.counts) = (n.qk, n.facets, n.counts)
        ) part
        order by 1, 3;
    end if;
    return null;
  end $function$;
comment on function nollie_queue_spot_changes() is 'Queues what an update or deletion of spots subtracts at one position of the map and adds at another. In the database because only the statement has the old and new rows.';

CREATE OR REPLACE FUNCTION public.nollie_queue_spot_state()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  declare
    before text := case when old.status = 'gone' then 'gone' else coalesce(old.spot_state, 'open') end;
    after text := case when new.status = 'gone' then 'gone' else coalesce(new.spot_state, 'open') end;
  begin
    if before = after then return null; end if;
    insert into spot_state_changes (spot_id, state_before, state) values (new.id, before, after)
      on conflict (spot_id, day) do update set state = excluded.state, changed_at = excluded.changed_at;
    delete from spot_state_changes
      where spot_id = new.id and day = (now() at time zone 'UTC')::date and state = state_before;
    insert into events (topic, name, data) values ('spots', 'spot',
      jsonb_build_object('kind', 'updated', 'spot_id', new.id, 'at', '[]'::jsonb, 'stands_anew', true));
    perform pg_notify('nollie_events', '');
    return null;
  end $function$;
comment on function nollie_queue_spot_state() is 'Records once a day that a spot''s status changed, and publishes every change. In the database because reports, marks, and expirations change it.';

CREATE OR REPLACE FUNCTION public.nollie_queue_spot_withdrawal()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  begin
    insert into spot_withdrawals default values;
    return null;
  end $function$;
comment on function nollie_queue_spot_withdrawal() is 'Queues the withdrawal of a spot from open data. In the database because foreign keys and other modules withdraw spots.';

CREATE OR REPLACE FUNCTION public.nollie_queue_twins()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  begin
    insert into twin_queue (spot_id) select id from changed where deleted_at is null order by id on conflict do nothing;
    return null;
  end $function$;
comment on function nollie_queue_twins() is 'Queues new spots, whichever statement added them; the nightly job compares them with spots nearby.';

CREATE OR REPLACE FUNCTION public.nollie_queue_video_checks_of_changed_post()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  begin
    insert into spot_video_checks (spot_id)
      select distinct spot_id from unnest(array[old.spot_id, new.spot_id]) spot_id where spot_id is not null;
    return null;
  end $function$;
comment on function nollie_queue_video_checks_of_changed_post() is 'Queues the spots of a post that was hidden, shown, or moved.';

CREATE OR REPLACE FUNCTION public.nollie_queue_video_checks_of_deleted_posts()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  begin
    insert into spot_video_checks (spot_id)
      select distinct s.id from changed join spots s on s.id = changed.spot_id and s.has_video;
    return null;
  end $function$;
comment on function nollie_queue_video_checks_of_deleted_posts() is 'Queues the spots of deleted posts with a video. In the database because the items can be deleted before or after their post.';

CREATE OR REPLACE FUNCTION public.nollie_queue_video_checks_of_file()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  begin
    insert into spot_video_checks (spot_id)
      select p.spot_id from post_media pm join posts p on p.id = pm.post_id
      where pm.media_id = new.id and p.spot_id is not null;
    return null;
  end $function$;
comment on function nollie_queue_video_checks_of_file() is 'Queues the spots of a video that became ready, or failed.';

CREATE OR REPLACE FUNCTION public.nollie_queue_video_checks_of_items()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  begin
    insert into spot_video_checks (spot_id)
      select distinct p.spot_id from changed
      join media m on m.id = changed.media_id and m.type = 'video'
      join posts p on p.id = changed.post_id
      where p.spot_id is not null;
    return null;
  end $function$;
comment on function nollie_queue_video_checks_of_items() is 'Queues the spots of added and deleted items with a video. In the database because items are also deleted with their posts and authors.';

CREATE OR REPLACE FUNCTION public.nollie_queue_video_checks_of_person()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  begin
    insert into spot_video_checks (spot_id)
      select distinct p.spot_id from posts p
      join post_media pm on pm.post_id = p.id
      join media m on m.id = pm.media_id and m.type = 'video'
      where p.user_id = new.user_id and p.spot_id is not null;
    return null;
  end $function$;
comment on function nollie_queue_video_checks_of_person() is 'Queues the spots with videos by a person. In the database because hiding a person changes these sums.';

CREATE OR REPLACE FUNCTION public.nollie_recount_discussions(changes jsonb)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
  declare
    changed integer;
  begin
    with change as materialized (
      select discussion_id, sum(case kind when 'created' then 1 else -1 end)::int as n, count(*) as lines,
        jsonb_agg(jsonb_build_object('kind', kind, 'comment_id', comment_id,
          'parent_comment_id', parent_comment_id, 'user_id', user_id)) as what
      from jsonb_to_recordset(changes) as line (discussion_id uuid, kind text, comment_id uuid,
        parent_comment_id uuid, user_id uuid)
      group by 1
    ), now as (
      update discussions d set comment_count = d.comment_count + c.n, answered_at = greatest(
          case when c.n = c.lines then d.answered_at end, d.created_at,
          (select created_at from comments where discussion_id = d.id and hidden_at is null
            order by created_at desc, id desc limit 1))
        from change c where c.discussion_id = d.id
      returning d.id, d.user_id, d.comment_count, c.lines, c.what
    ), counted as (
      select count(*) as n from now
    )
    insert into events (topic, name, data)
      select 'comments', 'comment', jsonb_build_object('post_id', null, 'discussion_id', now.id,
        'started_by', now.user_id, 'changes', case when lines <= 20 then what end,
        'comments_count', case when not exists (select from comments c join profiles p on p.user_id = c.user_id
          where c.discussion_id = now.id and c.hidden_at is null and p.is_hidden) then comment_count end)
      from now, counted where counted.n <= 200
      union all
      select 'comments', 'comment', '{"post_id": null}' from counted where counted.n > 200;
    get diagnostics changed = row_count;
    if changed > 0 then perform pg_notify('nollie_events', ''); end if;
  end $function$;
comment on function nollie_recount_discussions(jsonb) is 'Stores the number of comments in discussions and the time of the last one, and publishes the change. In the database because comments are also deleted with people, and counts must be right in the statement that changes them.';

CREATE OR REPLACE FUNCTION public.nollie_refuse_log_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  begin
    if tg_op = 'UPDATE' and (old.id, old.act, old.action, old.reason, old.created_at)
      is not distinct from (new.id, new.act, new.action, new.reason, new.created_at)
      and (new.admin_id is null or new.admin_id is not distinct from old.admin_id)
      and (new.case_id is null or new.case_id is not distinct from old.case_id)
      and (new.user_id is null or new.user_id is not distinct from old.user_id)
    then return new; end if;
    raise exception 'the moderation log is never changed' using errcode = '23001';
  end $function$;
comment on function nollie_refuse_log_change() is 'Rejects every change of the audit log, except a foreign key that sets a reference to null when an account is deleted: a constraint that no code can bypass by mistake.';

CREATE OR REPLACE FUNCTION public.nollie_rollup_counters(max_lines integer)
 RETURNS integer
 LANGUAGE plpgsql
 SET jit TO 'off'
AS $function$
  declare
    lines counter_delta[];
    items integer;
  begin
    if not pg_try_advisory_xact_lock(hashtext('nollie_rollup_counters')) then return 0; end if;
    with pending as materialized (
      select id, post_id, media_index from counter_delta order by id limit max_lines
    ), locked as materialized (
      select pm.post_id, pm.media_index from post_media pm
      where (pm.post_id, pm.media_index) in (select w.post_id, w.media_index from pending w)
      order by pm.post_id, pm.media_index
      for no key update of pm skip locked
    ), taken as (
      delete from counter_delta d using pending w
      where d.id = w.id and (
        (w.post_id, w.media_index) in (select h.post_id, h.media_index from locked h)
        or not exists (select from post_media pm where pm.post_id = w.post_id and pm.media_index = w.media_index))
      returning d.*
    )
    select array_agg(taken::counter_delta order by id), count(distinct (post_id, media_index)) into lines, items
      from taken;
    if lines is null then return 0; end if;

    with change as materialized (
      select post_id, media_index,
        coalesce(sum(delta) filter (where counter = 'like'), 0) as likes,
        coalesce(sum(delta) filter (where counter = 'comment'), 0) as comments
      from unnest(lines) group by 1, 2
    ), now as (
      update post_media pm
      set like_count = pm.like_count + c.likes, comment_count = pm.comment_count + c.comments
      from change c where pm.post_id = c.post_id and pm.media_index = c.media_index
      returning pm.post_id, pm.media_index, pm.like_count, pm.comment_count
    ), liked as (
      select post_id, media_index, count(*) as n,
        jsonb_agg(jsonb_build_object('user_id', user_id, 'liked', delta = 1) order by id) as changes
      from (
        select distinct on (post_id, media_index, user_id) * from unnest(lines) where counter = 'like'
        order by post_id, media_index, user_id, id desc
      ) last group by 1, 2
    ), commented as (
      select post_id, media_index, count(*) as n,
        jsonb_agg(jsonb_build_object('kind', case delta when 1 then 'created' else 'deleted' end,
          'comment_id', comment_id, 'parent_comment_id', parent_comment_id, 'user_id', user_id) order by id) as changes
      from unnest(lines) where counter = 'comment' group by 1, 2
    ), likers as (
      select distinct l.post_id, l.media_index, l.user_id from unnest(lines) l
      where l.counter = 'like' and l.delta = 1
    ), present as materialized (
      select u.id from users u
      where u.id in (select user_id from likers union select p.user_id from posts p join likers l on l.post_id = p.id)
      for key share of u skip locked
    ), notified as (
      insert into notifications (id, user_id, type, from_user_id, target_id, media_index, post_id)
        select gen_random_uuid(), p.user_id, 'like', l.user_id, l.post_id, l.media_index, l.post_id
        from likers l join now using (post_id, media_index)
          join posts p on p.id = l.post_id and p.hidden_at is null and p.user_id <> l.user_id
        where l.user_id in (select id from present) and p.user_id in (select id from present)
          and not exists (select from notification_mutes m where m.user_id = p.user_id and m.type = 'like')
          and not exists (select from blocks b where (b.blocker_id, b.blocked_id) in
            ((p.user_id, l.user_id), (l.user_id, p.user_id)))
      on conflict do nothing
      returning id, user_id
    ), withdrawn as (
      select distinct p.user_id from unnest(lines) l join posts p on p.id = l.post_id
      where l.counter = 'like' and l.delta = -1 and p.user_id <> l.user_id
    )
    insert into events (topic, name, data)
      select 'likes', 'like', jsonb_build_object('post_id', post_id, 'media_index', media_index,
        'likes_count', like_count, 'changes', case when n <= 20 then changes end)
      from now join liked using (post_id, media_index) where items <= 200
      union all
      select 'comments', 'comment', jsonb_build_object('post_id', post_id, 'media_index', media_index,
        'comments_count', comment_count, 'changes', case when n <= 20 then changes end)
      from now join commented using (post_id, media_index) where items <= 200
      union all
      select topic, name, '{"post_id": null}'
      from (values ('likes', 'like'), ('comments', 'comment')) every_item (topic, name) where items > 200
      union all
      select 'user:' || user_id, 'notification',
        jsonb_build_object('kind', 'created', 'type', 'like', 'notification_id', (array_agg(id))[1])
      from notified group by user_id
      union all
      select 'user:' || user_id, 'notification',
        jsonb_build_object('kind', 'withdrawn', 'type', null, 'notification_id', null)
      from withdrawn;
    perform pg_notify('nollie_events', '');
    return cardinality(lines);
  end $function$;
comment on function nollie_rollup_counters(integer) is 'Adds the oldest rows of the queue (up to a number) to post_media, like notifications, and events; returns how many there were. Concurrent calls are safe: one works, the others get 0. Rows of an item that is being deleted stay queued, so that neither waits for the other. In the database because thousands of rows become one statement.';

CREATE OR REPLACE FUNCTION public.nollie_rollup_people(max_lines integer)
 RETURNS integer
 LANGUAGE plpgsql
 SET jit TO 'off'
AS $function$
  declare
    lines person_delta[];
    people integer;
  begin
    if not pg_try_advisory_xact_lock(hashtext('nollie_rollup_people')) then return 0; end if;
    with pending as (select id from person_delta order by id limit max_lines), taken as (
      delete from person_delta d using pending w where d.id = w.id returning d.*
    )
    select array_agg(taken::person_delta), count(distinct user_id) into lines, people from taken;
    if lines is null then return 0; end if;
    with change as (
      select user_id, coalesce(sum(delta) filter (where counter = 'spots'), 0) as spots,
        coalesce(sum(delta) filter (where counter = 'posts'), 0) as posts,
        coalesce(sum(delta) filter (where counter = 'followers'), 0) as followers,
        coalesce(sum(delta) filter (where counter = 'following'), 0) as following
      from unnest(lines) group by 1
    ), now as (
      update person_counts c set spots_count = spots_count + spots, posts_count = posts_count + posts,
        followers_count = followers_count + followers, following_count = following_count + following
      from change where c.user_id = change.user_id
      returning c.*
    )
    insert into events (topic, name, data)
      select 'people', 'person', jsonb_build_object('kind', 'counts', 'user_id', user_id, 'spots_count', spots_count,
        'posts_count', posts_count, 'followers_count', followers_count, 'following_count', following_count)
      from now where people <= 200
      union all
      select 'people', 'person', '{"kind": "many", "user_id": null}' where people > 200;
    perform pg_notify('nollie_events', '');
    return cardinality(lines);
  end $function$;
comment on function nollie_rollup_people(integer) is 'Adds the oldest rows of the queue (up to a number) to person_counts and events; returns how many there were. Concurrent calls are safe: one works, the others get 0. In the database because thousands of rows become one statement.';

CREATE OR REPLACE FUNCTION public.nollie_rollup_spots(max_lines integer)
 RETURNS integer
 LANGUAGE plpgsql
 SET jit TO 'off'
AS $function$
  declare
    lines spot_changes[];
    changed integer;
    checked uuid[];
    free uuid[];
  begin
    if not pg_try_advisory_xact_lock(hashtext('nollie_rollup_spots')) then return 0; end if;

    with taken as (
      delete from spot_video_checks where id in (select id from spot_video_checks order by id limit max_lines)
      returning spot_id
    )
    select array_agg(distinct spot_id) into checked from taken;
    if checked is not null then
      -- Skips locked spots, which stay queued, because waiting for them could deadlock.
      select array_agg(id) into free
        from (select id from spots where id = any(checked) order by id for no key update skip locked) s;
      update spots set has_video = not has_video where id = any(free) and has_video <> nollie_spot_has_video(id);
      insert into spot_video_checks (spot_id)
        select id from spots where id = any(checked) and id <> all(coalesce(free, '{}'));
    end if;

    with taken as (
      delete from spot_changes where id in (select id from spot_changes order by id limit max_lines) returning *
    )
    select array_agg(taken::spot_changes order by id), count(distinct spot_id) into lines, changed from taken;
    if lines is null then return 0; end if;

    with line as materialized (
      select delta::int, qk, facets, nollie_quadkey_axis(qk)::int as x, nollie_quadkey_axis(qk >> 1)::int as y
      from unnest(lines)
      where delta <> 0
    ), change as (
      select z::smallint, qk >> (48 - 2 * z) as cell,
        coalesce(sum(delta) filter (where facets < 524288), 0) as n, sum(delta * x) as sx, sum(delta * y) as sy,
        coalesce(sum(delta) filter (where facets < 524288 and facets & 1 <> 0), 0) as n1,
        coalesce(sum(delta) filter (where facets < 524288 and facets & 2 <> 0), 0) as n2,
        coalesce(sum(delta) filter (where facets < 524288 and facets & 4 <> 0), 0) as n3,
        coalesce(sum(delta) filter (where facets < 524288 and facets & 8 <> 0), 0) as n4,
        coalesce(sum(delta) filter (where facets < 524288 and facets & 16 <> 0), 0) as n5,
        coalesce(sum(delta) filter (where facets < 524288 and facets & 32 <> 0), 0) as n6,
        coalesce(sum(delta) filter (where facets < 524288 and facets & 64 <> 0), 0) as n7,
        coalesce(sum(delta) filter (where facets < 524288 and facets & 128 <> 0), 0) as n8,
        coalesce(sum(delta) filter (where facets < 524288 and facets & 256 <> 0), 0) as n9,
        coalesce(sum(delta) filter (where facets < 524288 and facets & 512 <> 0), 0) as n10,
        coalesce(sum(delta) filter (where facets < 524288 and facets & 1024 <> 0), 0) as n11,
        coalesce(sum(delta) filter (where facets < 524288 and facets & 2048 <> 0), 0) as n12,
        coalesce(sum(delta) filter (where facets < 524288 and facets & 4096 <> 0), 0) as n13,
        coalesce(sum(delta) filter (where facets < 524288 and facets & 8192 <> 0), 0) as n14,
        coalesce(sum(delta) filter (where facets < 524288 and facets & 16384 <> 0), 0) as n15,
        coalesce(sum(delta) filter (where facets < 524288 and facets & 32768 <> 0), 0) as n16,
        coalesce(sum(delta) filter (where facets < 524288 and facets & 65536 <> 0), 0) as n17,
        coalesce(sum(delta) filter (where facets < 524288 and facets & 131072 <> 0), 0) as n18,
        coalesce(sum(delta) filter (where facets < 524288 and facets & 262144 <> 0), 0) as n19,
        coalesce(sum(delta) filter (where facets >= 524288), 0) as n20
      from line cross join generate_series(0, 10) z
      group by 1, 2
    ), now as (
      select c.z, c.cell,
        c.n + coalesce(old.n, 0) as n, c.sx + coalesce(old.sx, 0) as sx, c.sy + coalesce(old.sy, 0) as sy,
        c.n1 + coalesce(old.n1, 0) as n1, c.n2 + coalesce(old.n2, 0) as n2, c.n3 + coalesce(old.n3, 0) as n3,
        c.n4 + coalesce(old.n4, 0) as n4, c.n5 + coalesce(old.n5, 0) as n5, c.n6 + coalesce(old.n6, 0) as n6,
        c.n7 + coalesce(old.n7, 0) as n7, c.n8 + coalesce(old.n8, 0) as n8, c.n9 + coalesce(old.n9, 0) as n9,
        c.n10 + coalesce(old.n10, 0) as n10, c.n11 + coalesce(old.n11, 0) as n11,
        c.n12 + coalesce(old.n12, 0) as n12, c.n13 + coalesce(old.n13, 0) as n13,
        c.n14 + coalesce(old.n14, 0) as n14, c.n15 + coalesce(old.n15, 0) as n15,
        c.n16 + coalesce(old.n16, 0) as n16, c.n17 + coalesce(old.n17, 0) as n17,
        c.n18 + coalesce(old.n18, 0) as n18, c.n19 + coalesce(old.n19, 0) as n19,
        c.n20 + coalesce(old.n20, 0) as n20
      from (select * from change order by z, cell) c left join lateral (
        select * from cells where cells.z = c.z and cells.cell = c.cell offset 0
      ) old on true
    )
    insert into cells (z, cell, n, sx, sy, mix, n1, n2, n3, n4, n5, n6, n7, n8, n9, n10, n11, n12, n13, n14, n15,
      n16, n17, n18, n19, n20)
      select z, cell, n, sx, sy,
        case when n <= 3 then 0 else (
          select coalesce(
            sum((type * 8 + (m * 16 + total) / (2 * total) - 1 + (m * 16 < total)::int) << (7 * place)), 0)
          from (
            select m::bigint, type, (row_number() over (order by m desc, type) - 1)::int as place,
              (sum(m) over ())::bigint as total
            from unnest(array[n1, n2, n3, n4, n5, n6, n7, n8, n9, n10, n11, n12, n13, n14,
              n15]) with ordinality kind (m, type)
            where m > 0
          ) kind
          where place < 4 and (place = 0 or m * 16 >= total)
        ) end,
        n1, n2, n3, n4, n5, n6, n7, n8, n9, n10, n11, n12, n13, n14, n15, n16, n17, n18, n19, n20
      from now
    on conflict (z, cell) do update set n = excluded.n, sx = excluded.sx, sy = excluded.sy, mix = excluded.mix,
      n1 = excluded.n1, n2 = excluded.n2, n3 = excluded.n3, n4 = excluded.n4, n5 = excluded.n5, n6 = excluded.n6,
      n7 = excluded.n7, n8 = excluded.n8, n9 = excluded.n9, n10 = excluded.n10, n11 = excluded.n11,
      n12 = excluded.n12, n13 = excluded.n13, n14 = excluded.n14, n15 = excluded.n15, n16 = excluded.n16,
      n17 = excluded.n17, n18 = excluded.n18, n19 = excluded.n19, n20 = excluded.n20;

    with change as materialized (
      select facet::smallint, qk, spot_id, sum(delta) as delta
      from unnest(lines) join generate_series(1, 20) facet
        on case when facets >= 524288 then facet = 20 else facets & (1 << (facet - 1)) <> 0 end
      group by 1, 2, 3
    ), lost as (
      delete from spot_facets using change c cross join lateral (
        select ctid from spot_facets f
        where f.facet = c.facet and f.qk = c.qk and f.spot_id = c.spot_id and c.delta < 0
        offset 0
      ) found
      where spot_facets.ctid = found.ctid
    )
    insert into spot_facets (facet, qk, spot_id)
      select facet, qk, spot_id from change where delta > 0 order by 1, 2, 3;

    delete from cells using (
      select distinct z::smallint, qk >> (48 - 2 * z) as cell
      from unnest(lines) cross join generate_series(0, 10) z
      where delta < 0
    ) behind cross join lateral (
      select ctid from cells
      where cells.z = behind.z and cells.cell = behind.cell and n = 0 and n20 = 0 offset 0
    ) empty
    where cells.ctid = empty.ctid;

    update map_state set version = version + 1;

    if changed <= 50 then
      insert into events (topic, name, data)
        select 'spots', 'spot', jsonb_build_object(
          'kind', case
            when bool_or(line.kind = 'created') and (array_agg(line.kind order by line.id desc))[1] = 'updated' then 'created'
            else (array_agg(line.kind order by line.id desc))[1] end,
          'spot_id', line.spot_id,
          'at', coalesce(jsonb_agg(distinct jsonb_build_object('x', nollie_quadkey_axis(line.qk),
            'y', nollie_quadkey_axis(line.qk >> 1))) filter (where s.id is null or s.precision = 'exact' or s.qk = line.qk), '[]'))
        from unnest(lines) line left join spots s on s.id = line.spot_id
        group by line.spot_id
        order by max(line.id);
    else
      insert into events (topic, name, data)
        values ('spots', 'spot', '{"kind": "many", "spot_id": null, "at": []}');
    end if;
    perform pg_notify('nollie_events', '');
    return cardinality(lines);
  end $function$;
comment on function nollie_rollup_spots(integer) is 'Adds the oldest rows of the queues (up to a number) to cells, spot_facets, and events; returns how many there were. Concurrent calls are safe: one works, the others get 0. Additions commute, so rows that commit late are only counted later. In the database because thousands of rows become one statement.';

CREATE OR REPLACE FUNCTION public.nollie_set_updated_at()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  begin
    if current_setting('nollie.keeps_updated_at', true) is distinct from 'on' then
      new.updated_at := now();
    end if;
    return new;
  end $function$;
comment on function nollie_set_updated_at() is 'Sets updated_at on every change of a row, so that no statement can forget it. A backfill that doesn''t change people''s content sets nollie.keeps_updated_at.';

CREATE OR REPLACE FUNCTION public.nollie_show_before_delete()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  begin
    update profiles set suspended_at = null, deletion_requested_at = null where user_id = old.id and is_hidden;
    return old;
  end $function$;
comment on function nollie_show_before_delete() is 'Shows a hidden person once more before their deletion, so that their follows, which are deleted with them, are subtracted from counts that include them.';

CREATE OR REPLACE FUNCTION public.nollie_signal_work()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  declare
    setting text := 'nollie.signalled_' || tg_table_name;
    moment double precision := extract(epoch from clock_timestamp());
  begin
    if moment - coalesce(nullif(current_setting(setting, true), ''), '0')::double precision not between 0 and 0.2 then
      perform set_config(setting, moment::text, false);
      perform pg_notify('nollie_work', tg_table_name);
    end if;
    return null;
  end $function$;
comment on function nollie_signal_work() is 'Notifies nollie_work with the name of the table, so that its worker starts at commit (docs/decisions/0052-rollups-on-signal.md). At most once in 0.2 s per connection and table, because commits that notify are serialized; workers poll after 0.4 s.';

CREATE OR REPLACE FUNCTION public.nollie_spot_facets(spot_types text[], difficulty text, status text, has_video boolean)
 RETURNS integer
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
AS $function$
  begin
    return public.nollie_spot_type_bits(spot_types)
      | case difficulty when 'beginner' then 32768 when 'intermediate' then 65536 when 'advanced' then 131072 else 0 end
      | case when has_video then 262144 else 0 end
      | case when status = 'gone' then 524288 else 0 end;
  end $function$;
comment on function nollie_spot_facets(text[],text,text,boolean) is 'The map''s filters as bits: 1 to 15 the types, 16 to 18 the levels of difficulty, 19 has a video, 20 removed. Removed is the highest bit, so that existing spots are below 2^19: statistics show that nearly all spots are. In the database because a generated column uses it.';

CREATE OR REPLACE FUNCTION public.nollie_spot_has_video(spot uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select exists (
    select from posts p
    join post_media pm on pm.post_id = p.id
    join media m on m.id = pm.media_id
    join profiles author on author.user_id = p.user_id
    where p.spot_id = spot and p.hidden_at is null and m.type = 'video' and m.status = 'ready' and not author.is_hidden)
$function$;
comment on function nollie_spot_has_video(uuid) is 'Whether a spot has a publicly visible video.';

CREATE OR REPLACE FUNCTION public.nollie_spot_type_bits(spot_types text[])
 RETURNS integer
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
AS $function$
  declare
    kind text;
    kinds integer := 0;
  begin
    foreach kind in array coalesce(spot_types, '{}') loop
      kinds := kinds | (1 << (array_position(array['street','park','vert','bowl','ledges','rails','stairs','mini-ramp',
        'bank','gap','manual-pad','quarter','plaza','diy','other'], kind) - 1));
    end loop;
    return kinds;
  end $function$;
comment on function nollie_spot_type_bits(text[]) is 'A set of spot types as bits: 1 << (number in the contract - 1). In the database because a generated column uses it.';

CREATE OR REPLACE FUNCTION public.nollie_trim_timeline(owner_id uuid)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
  declare
    last_entry timeline;
  begin
    select * into last_entry from timeline where user_id = owner_id
      order by created_at desc, post_id desc offset 799 limit 1;
    if found then
      delete from timeline t
        where t.user_id = owner_id and (t.created_at, t.post_id) < (last_entry.created_at, last_entry.post_id);
      update timelines set floor_at = last_entry.created_at, floor_id = last_entry.post_id where user_id = owner_id;
    end if;
    update timelines set entries = (select count(*) from timeline where user_id = owner_id) where user_id = owner_id;
  end $function$;
comment on function nollie_trim_timeline(uuid) is 'Trims a timeline to the newest 800 entries; older posts are read by the merge.';

CREATE OR REPLACE FUNCTION public.nollie_update_timeline()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  declare
    who uuid := coalesce(new.follower_id, old.follower_id);
    author uuid := coalesce(new.following_id, old.following_id);
    many integer;
  begin
    -- Serializes changes of one person's follows; a timeline does not change during a fan-out.
    perform pg_advisory_xact_lock(hashtextextended('timeline ' || who, 0));
    if exists (select from timelines where user_id = who) then
      perform pg_advisory_xact_lock_shared(hashtext('nollie_fan_out'));
      if tg_op = 'INSERT' then
        perform nollie_fill_timeline(who, author);
      else
        delete from timeline where user_id = who and author_id = author;
        select count(*) into many from (select from follows where follower_id = who limit 251) f;
        if many <= 250 then delete from timelines where user_id = who; end if;
      end if;
    elsif tg_op = 'INSERT' then
      select count(*) into many from (select from follows where follower_id = who limit 301) f;
      if many > 300 then
        perform pg_advisory_xact_lock_shared(hashtext('nollie_fan_out'));
        perform nollie_build_timeline(who);
      end if;
    end if;
    return null;
  end $function$;
comment on function nollie_update_timeline() is 'Creates, fills, empties, or drops the timeline of a person whose follows change: it is created at 301 followed people, and dropped at 250. In the database because follows are also deleted with people and blocks, and because it locks against nollie_fan_out.';

CREATE OR REPLACE FUNCTION public.notification_days(viewer uuid, upto date DEFAULT NULL::date)
 RETURNS TABLE(day date)
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  with recursive days as (
    (select n.day from public.notifications n
      where n.user_id = viewer and n.day <= coalesce(upto, 'infinity') order by n.day desc limit 1)
    union all
    select (select n.day from public.notifications n
      where n.user_id = viewer and n.day < days.day order by n.day desc limit 1)
    from days where days.day is not null)
  select days.day from days where days.day is not null
$function$;
comment on function notification_days(uuid,date) is 'The days on which a person has notifications, newest first, until a day (null: all). Includes days whose notifications are all invisible. A viral day can be a single entry with 100,000 rows, so this and notification_lines skip from entry to entry instead of grouping rows.';

CREATE OR REPLACE FUNCTION public.notification_lines(viewer uuid, day date)
 RETURNS TABLE(type text, target_id uuid, media_index smallint)
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  with recursive lines as (
    (select n.type, n.target_id, n.media_index from public.notifications n
      where n.user_id = viewer and n.day = notification_lines.day
      order by n.type, n.target_id, n.media_index limit 1)
    union all
    select next.* from lines cross join lateral (
      select n.type, n.target_id, n.media_index from public.notifications n
      where n.user_id = viewer and n.day = notification_lines.day
        and (n.type, n.target_id, n.media_index) > (lines.type, lines.target_id, lines.media_index)
      order by n.type, n.target_id, n.media_index limit 1) next)
  select * from lines
$function$;
comment on function notification_lines(uuid,date) is 'A person''s entries of a day, by type, target, and item. Checks no visibility: notifications_of_line and has_visible_target do.';

CREATE OR REPLACE FUNCTION public.notifications_by_visible_people(viewer uuid)
 RETURNS SETOF notifications
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  select n.* from public.notifications n
  where n.user_id = viewer
    and (n.from_user_id is null
      or n.from_user_id <> all (array(select b from public.blocked_people(viewer) b))
        and n.from_user_id <> all (array(select m from public.muted_people(viewer) m))
        and not exists (select from public.profiles actor where actor.user_id = n.from_user_id and actor.is_hidden)
        and case n.type
          when 'like' then exists (select from public.likes cause where cause.post_id = n.post_id
              and cause.media_index = n.media_index and cause.user_id between n.from_user_id and n.from_user_id
              and (cause.created_at at time zone 'UTC')::date <= n.day)
            or exists (select from public.discussion_likes cause where cause.discussion_id = n.discussion_id
              and cause.user_id = n.from_user_id and (cause.created_at at time zone 'UTC')::date <= n.day)
          when 'follow' then exists (select from public.follows cause where cause.follower_id = n.from_user_id
            and cause.following_id = n.user_id and (cause.created_at at time zone 'UTC')::date <= n.day)
          when 'comment_like' then exists (select from public.comment_likes cause where cause.comment_id = n.comment_id
            and cause.user_id = n.from_user_id and (cause.created_at at time zone 'UTC')::date <= n.day)
          when 'crew_invitation' then exists (select from public.crew_invitations cause
            where cause.crew_id = n.target_id and cause.user_id = n.user_id
              and cause.declined_at is null and cause.withdrawn_at is null)
          when 'meetup_joined' then exists (select from public.visible_meetup_guests(viewer) cause
            where cause.meetup_id = n.meetup_id and cause.user_id = n.from_user_id and cause.answer = 'in'
              and (cause.answered_at at time zone 'UTC')::date <= n.day)
          else true end)
    and (n.comment_id is null
      or not exists (select from public.comments c where c.id = n.comment_id and c.hidden_at is not null)
        and (n.type not in ('comment', 'discussion_comment', 'mention') or coalesce((
          select above.user_id <> all (array(select b from public.blocked_people(viewer) b))
            and not exists (select from public.profiles author where author.user_id = above.user_id and author.is_hidden)
          from public.comments c join public.comments above on above.id = c.parent_comment_id
          where c.id = n.comment_id), true)))
$function$;
comment on function notifications_by_visible_people(uuid) is 'A person''s notifications, except ones by people they can''t see (visible_people) or mute; Nollie''s own have no actor. The like, follow, open invitation, or answer to a session (visible_meetup_guests) that caused one must still exist: the row outlives it, so that liking again on the same date doesn''t insert a second row, and a like from a later date doesn''t count. A comment must not be hidden, nor reply to someone the person can''t see, unless it replies to them. Doesn''t check the post, discussion, or spot: has_visible_target does. `between x and x` looks up likes by primary key, where an item''s likes are adjacent; with `=`, the planner also read the index by person, where they are scattered.';

CREATE OR REPLACE FUNCTION public.notifications_of_line(viewer uuid, type text, target_id uuid, media_index smallint, day date)
 RETURNS SETOF notifications
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  select n.* from public.notifications_by_visible_people(viewer) n
  where n.type = notifications_of_line.type and n.target_id = notifications_of_line.target_id
    and n.media_index = notifications_of_line.media_index and n.day = notifications_of_line.day
$function$;
comment on function notifications_of_line(uuid,text,uuid,smallint,date) is 'An entry''s rows of notifications_by_visible_people. So it leaves out people across a block, suspended and muted people, likes, follows, invitations, and answers that no longer exist, hidden comments, and replies to people the viewer can''t see. Doesn''t check what the entry is about: has_visible_target does.';

CREATE OR REPLACE FUNCTION public.notified_areas(viewer uuid, notification_id uuid)
 RETURNS TABLE(area json)
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  select case when count(*) > 0 then json_build_object(
    'id', (array_agg(up.area_id order by up.added_at desc, up.id))[1],
    'name', (array_agg(a.name order by up.added_at desc, up.id))[1],
    'others', count(distinct up.area_id) - 1, 'spots', count(*) filter (where up.kind = 'spot'),
    'states', count(*) filter (where up.kind = 'state'), 'bulletins', count(*) filter (where up.kind = 'bulletin')) end
  from public.visible_area_updates(viewer) up join public.steward_areas a on a.id = up.area_id
  where up.notification_id = notified_areas.notification_id
$function$;
comment on function notified_areas(uuid,uuid) is 'The areas that a notification is about: the one with the newest change, and what changed in all of them, from visible_area_updates. Null if the viewer sees none of the changes.';

CREATE OR REPLACE FUNCTION public.notified_list(viewer uuid, list_id uuid, since timestamp with time zone, day date)
 RETURNS TABLE(newest json, count integer, list json)
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  select (array_agg(json_build_object('id', added.spot_id, 'name', added.spot_name)
      order by added.added_at desc, added.spot_id desc))[1],
    count(*)::int, (array_agg(json_build_object('id', notified_list.list_id, 'name', added.list_name)))[1]
  from public.notified_list_spots(viewer, list_id, since, day) added
$function$;
comment on function notified_list(uuid,uuid,timestamp with time zone,date) is 'The list that a notification is about, with its spots, from notified_list_spots. Nulls and 0 if there are none.';

CREATE OR REPLACE FUNCTION public.notified_list_spots(viewer uuid, list_id uuid, since timestamp with time zone, day date)
 RETURNS TABLE(added_at timestamp with time zone, spot_id uuid, spot_name text, list_name text)
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  select added.added_at, s.id, s.name, l.name
  from public.list_spots added join public.editable_lists(viewer) l on l.id = added.list_id
    join public.visible_spots(viewer) s on s.id = added.spot_id
  where added.list_id = notified_list_spots.list_id and added.added_at >= since
    and (added.added_at at time zone 'UTC')::date = notified_list_spots.day
$function$;
comment on function notified_list_spots(uuid,uuid,timestamp with time zone,date) is 'Spots of visible_spots that were added to a list of editable_lists on the same date (UTC), since a notification was created. Doesn''t check who added them.';

CREATE OR REPLACE FUNCTION public.notified_new_spots(viewer uuid, notification_id uuid)
 RETURNS TABLE(newest json, count integer)
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  select (array_agg(json_build_object('id', s.id, 'name', s.name) order by s.created_at desc, s.id desc))[1],
    count(*)::int
  from public.spots_near near join public.visible_new_spots(viewer) s on s.id = near.spot_id
  where near.notification_id = notified_new_spots.notification_id
$function$;
comment on function notified_new_spots(uuid,uuid) is 'The newest of the new spots that a notification is about, and their number, from visible_new_spots.';

CREATE OR REPLACE FUNCTION public.person_json(who profiles)
 RETURNS json
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  select json_build_object('user_id', who.user_id, 'username', who.username, 'full_name', who.full_name,
    'avatar_url', who.avatar_url)
$function$;
comment on function person_json(profiles) is 'The contract''s Person.';

CREATE OR REPLACE FUNCTION public.person_totals(viewer uuid, person uuid)
 RETURNS TABLE(spots_count integer, posts_count integer, followers_count integer, following_count integer)
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  select (c.spots_count + queued.spots)::int, (c.posts_count + queued.posts)::int,
    (c.followers_count + queued.followers - (
      select count(*) from unnest(array(select b from public.blocked_people(viewer) b)) theirs (user_id)
      cross join lateral (select from public.follows f
        where f.following_id = c.user_id and f.follower_id = theirs.user_id offset 0) found
      where not exists (
        select from public.profiles hidden where hidden.user_id = theirs.user_id and hidden.is_hidden)))::int,
    (c.following_count + queued.following - (
      select count(*) from unnest(array(select b from public.blocked_people(viewer) b)) theirs (user_id)
      cross join lateral (select from public.follows f
        where f.follower_id = c.user_id and f.following_id = theirs.user_id offset 0) found
      where not exists (
        select from public.profiles hidden where hidden.user_id = theirs.user_id and hidden.is_hidden)))::int
  from public.person_counts c cross join lateral (
    select coalesce(sum(d.delta) filter (where d.counter = 'spots'), 0) as spots,
      coalesce(sum(d.delta) filter (where d.counter = 'posts'), 0) as posts,
      coalesce(sum(d.delta) filter (where d.counter = 'followers'), 0) as followers,
      coalesce(sum(d.delta) filter (where d.counter = 'following'), 0) as following
    from public.person_delta d where d.user_id = c.user_id) queued
  where c.user_id = person
$function$;
comment on function person_totals(uuid,uuid) is 'A person''s counts with queued changes, without follows by or of people with a block between them and the viewer. Stored counts already exclude hidden people. Starts from the few blocked people, because there can be 100,000 followers.';

CREATE OR REPLACE FUNCTION public.photo_link_json(url text)
 RETURNS json
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  select case when url is not null then
    json_build_object('url', url, 'host', substring(url from '^https?://([^/]+)/')) end
$function$;
comment on function photo_link_json(text) is 'A post''s photo on another site, as in the contract''s Post.';

CREATE OR REPLACE FUNCTION public.post_json(viewer uuid, p posts, across uuid[], hidden_likes jsonb, hidden_comments jsonb)
 RETURNS TABLE(post json)
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  select json_build_object('id', p.id, 'kind', p.kind, 'user_id', p.user_id, 'user', public.person_json(who),
    'spot_id', p.spot_id, 'spot', case when s.id is not null then public.post_spot_json(s, creator.user_id) end,
    'audience', p.audience,
    'crew', (select json_build_object('id', crew.id, 'name', crew.name) from public.crews crew where crew.id = p.crew_id),
    'title', p.title, 'content', p.content,
    'mentions', (select m.mentions from public.mentions_in_post(viewer, p.id) m), 'media', items.media,
    'photo_link', public.photo_link_json(p.photo_url), 'words', items.words, 'comments_count', items.comments,
    'saved', exists (
      select from public.saved_posts saved where saved.post_id = p.id and saved.user_id = viewer),
    'version', p.version,
    'created_at', to_char(p.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'updated_at', to_char(p.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
  from public.profiles who
    left join public.spots s on s.id = p.spot_id
    left join public.profiles creator on creator.user_id = s.created_by
      and not creator.is_hidden
      and creator.user_id <> all (across)
    cross join lateral (
      select
        coalesce(json_agg(json_build_object('media_index', item.media_index, 'media', public.media_json(m),
          'likes_count', item.likes, 'comments_count', item.comments, 'liked', item.liked,
          'is_cover', coalesce(item.media_id = s.cover_media_id, false))
          order by item.media_index) filter (where m.status in ('processing', 'ready')), '[]') as media,
        json_agg(json_build_object('likes_count', item.likes, 'comments_count', item.comments, 'liked', item.liked))
          filter (where item.media_id is null) -> 0 as words,
        sum(item.comments) as comments
      from (
        select pm.media_index, pm.media_id,
          pm.like_count + waiting.likes
            - coalesce((hidden_likes ->> (pm.post_id || ' ' || pm.media_index))::bigint, 0) as likes,
          pm.comment_count + waiting.comments
            - coalesce((hidden_comments ->> (pm.post_id || ' ' || pm.media_index))::bigint, 0) as comments,
          exists (select from public.likes l
            where l.post_id = pm.post_id and l.media_index = pm.media_index and l.user_id = viewer) as liked
        from public.post_media pm
          cross join lateral public.waiting_counts(pm.post_id, pm.media_index) waiting
        where pm.post_id = p.id
        offset 0
      ) item
      left join public.media m on m.id = item.media_id
    ) items
  where who.user_id = p.user_id
$function$;
comment on function post_json(uuid,posts,uuid[],jsonb,jsonb) is 'The contract''s Post, from a row of visible_posts. across are the people with a block between them and the viewer, and the objects come from hidden_on for the whole page.';

CREATE OR REPLACE FUNCTION public.post_spot_json(s spots, created_by uuid)
 RETURNS json
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  select json_build_object('id', s.id, 'name', s.name, 'city', s.city, 'state', s.state, 'spot_type', s.spot_type,
    'status', s.status, 'created_by', post_spot_json.created_by)
$function$;
comment on function post_spot_json(spots,uuid) is 'A post''s spot in the contract''s Post, and its creator if the viewer can see them.';

CREATE OR REPLACE FUNCTION public.spot_state(status text, state text, source text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select case when status = 'gone' then 'gone'
    else coalesce(state, case when source is null then 'open' else 'unverified' end) end
$function$;
comment on function spot_state(text,text,text) is 'A spot''s condition, from its columns status, spot_state, and source.';

CREATE OR REPLACE FUNCTION public.spots_around(bounds box)
 RETURNS SETOF spots
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  select s.* from (
    select distinct below, public.nollie_quadkey(lat, case when lng >= 180 then lng - 360 else lng end) >> below as square
    from (values
      ((bounds[0])[0], (bounds[0])[1]), ((bounds[0])[0], (bounds[1])[1]),
      ((bounds[1])[0], (bounds[0])[1]), ((bounds[1])[0], (bounds[1])[1])) corner (lng, lat)
    cross join (
      select 52 - 2 * least(16, floor(ln(360 / greatest(width(bounds), height(bounds)
        / cos(radians(least(85, greatest(abs((bounds[0])[1]), abs((bounds[1])[1]))))))) / ln(2)))::int as below) level
  ) squares cross join lateral (
    select one.* from public.spots one where one.deleted_at is null and one.qk >= squares.square << below
      and one.qk < (squares.square + 1) << below offset 0) s
$function$;
comment on function spots_around(box) is 'Spots in the map squares that overlap a box of longitudes and latitudes, through the index on Morton codes. Includes spots that a viewer can''t see.';

CREATE OR REPLACE FUNCTION public.stewardship_at(person uuid, spot_id uuid, longitude double precision, latitude double precision)
 RETURNS SETOF boolean
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  select true
  where exists (
      select from public.area_stewards named
        join public.profiles steward on steward.user_id = named.user_id
          and not steward.is_hidden
          and steward.former_at is null
        join public.steward_areas area on area.id = named.area_id
      where named.user_id = person
        and (area.shape @> point(longitude, latitude) or area.shape @> point(longitude + 360, latitude)))
    and not exists (select from public.withheld_spots(person) withheld where withheld.id = spot_id offset 0)
$function$;
comment on function stewardship_at(uuid,uuid,double precision,double precision) is 'One row if a person is a steward of an area that contains the position, isn''t suspended, scheduled for deletion, or a former member, and the spot isn''t withheld from them (withheld_spots). Pass the displayed position, so that stewards learn nothing about the exact one. For an area that crosses the date line, longitudes exceed 180.';

CREATE OR REPLACE FUNCTION public.unblocking_people(viewer uuid)
 RETURNS SETOF profiles
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  select who.* from public.profiles who
  where not who.is_hidden
    and not exists (select from public.blocks b where b.blocker_id = who.user_id and b.blocked_id = viewer offset 0)
$function$;
comment on function unblocking_people(uuid) is 'People who are neither suspended nor scheduled for deletion and don''t block the viewer, even if the viewer blocks them. For what a person can still do about people they block, such as unblocking and reporting them.';

CREATE OR REPLACE FUNCTION public.visible_area_updates(viewer uuid)
 RETURNS SETOF area_updates
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  select up.* from public.area_updates up
  where case
      when up.spot_id is null then true
      when up.kind = 'spot' then exists (select from public.visible_new_spots(viewer) s where s.id = up.spot_id offset 0)
      else exists (select from public.visible_spots(viewer) s where s.id = up.spot_id offset 0) end
    and (up.bulletin_id is null
      or exists (select from public.bulletins b where b.id = up.bulletin_id and b.ends_at > now()))
$function$;
comment on function visible_area_updates(uuid) is 'Changes in followed areas that a person can be notified about. A new spot is in visible_new_spots, every other spot in visible_spots, and a bulletin hasn''t ended. Doesn''t check whether the person still follows the area.';

CREATE OR REPLACE FUNCTION public.visible_bulletins(viewer uuid)
 RETURNS SETOF bulletins
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  select b.* from public.bulletins b
  where b.starts_at <= now() and b.ends_at > now()
    and (b.spot_id is null or exists (select from public.visible_spots(viewer) s where s.id = b.spot_id offset 0))
$function$;
comment on function visible_bulletins(uuid) is 'Bulletins that have started, haven''t ended, and whose spot, if any, is in visible_spots for a viewer (null: a visitor). Doesn''t check their author.';

CREATE OR REPLACE FUNCTION public.visible_comments(viewer uuid)
 RETURNS SETOF comments
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  select c.* from public.comments c
  where c.hidden_at is null
    and not exists (select from public.posts p where p.id = c.post_id and p.hidden_at is not null offset 0)
    and not exists (select from public.discussions d where d.id = c.discussion_id and d.hidden_at is not null offset 0)
    and (c.user_id = viewer
      or c.user_id <> all (array(select b from public.blocked_people(viewer) b))
        and not exists (select from public.profiles author where author.user_id = c.user_id and author.is_hidden offset 0)
        and (c.post_id is null
          or exists (select from public.visible_posts(viewer) p where p.id = c.post_id offset 0))
        and (c.discussion_id is null
          or exists (select from public.visible_discussions(viewer) d where d.id = c.discussion_id offset 0))
        and (c.parent_comment_id is null
          or exists (select from public.comments_by_visible_people(viewer) parent
            where parent.id = c.parent_comment_id offset 0)))
$function$;
comment on function visible_comments(uuid) is 'Comments a viewer (null: a visitor) can see. Moderators hid neither the comment nor its post or discussion. It is by the viewer; or its author is in visible_people, its post is in visible_posts, or its discussion in visible_discussions, and a reply''s parent comment is in comments_by_visible_people. So people still see what they wrote about a post they can no longer see.';

CREATE OR REPLACE FUNCTION public.visible_discussions(viewer uuid)
 RETURNS SETOF discussions
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  select d.* from public.discussions d
  where d.hidden_at is null
    and d.user_id <> all (array(select b from public.blocked_people(viewer) b))
    and not exists (select from public.profiles author where author.user_id = d.user_id and author.is_hidden offset 0)
$function$;
comment on function visible_discussions(uuid) is 'Discussions a viewer (null: a visitor) can see: not hidden by moderators, and by an author who isn''t suspended or scheduled for deletion and has no block between them and the viewer. This applies to the viewer''s own ones, too. Includes discussions by muted people.';

CREATE OR REPLACE FUNCTION public.visible_lists(viewer uuid, link text DEFAULT NULL::text)
 RETURNS SETOF lists
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  select l.* from public.lists l
  where l.user_id = viewer
    or l.hidden_at is null
      and (l.visibility = 'public'
        or l.visibility = 'link' and l.link = visible_lists.link
        or l.visibility = 'crew'
          and exists (select from public.crew_members m where m.crew_id = l.crew_id and m.user_id = viewer))
      and exists (select from public.visible_people(viewer) owner where owner.user_id = l.user_id offset 0)
$function$;
comment on function visible_lists(uuid,text) is 'Lists that a viewer (null: a visitor) can read: their own, even if hidden. Of other people: public ones, ones for a crew of which the viewer is a member, and the one with this link, if moderators didn''t hide them and their owner is in visible_people. Doesn''t check the spots in them.';

CREATE OR REPLACE FUNCTION public.visible_media(viewer uuid)
 RETURNS SETOF media
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  select m.* from public.media m
  where exists (select from public.post_media pm join public.visible_posts(viewer) p on p.id = pm.post_id
    where pm.media_id = m.id offset 0)
$function$;
comment on function visible_media(uuid) is 'Photos and videos in at least one post of visible_posts for a viewer (null: a visitor), whatever their status. No one can see an item without a post. The file itself has more rules (docs/decisions/0037-media-visibility.md).';

CREATE OR REPLACE FUNCTION public.visible_meetup_guests(viewer uuid)
 RETURNS SETOF meetup_guests
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  select g.* from public.meetup_guests g
  where exists (select from public.visible_people(viewer) who where who.user_id = g.user_id offset 0)
    and exists (select from public.visible_meetups(g.user_id) m where m.id = g.meetup_id offset 0)
$function$;
comment on function visible_meetup_guests(uuid) is 'Guests in visible_people who can still see the meetup themselves (visible_meetups). Doesn''t check whether the viewer can see it.';

CREATE OR REPLACE FUNCTION public.visible_meetups(viewer uuid)
 RETURNS SETOF meetups
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  select m.* from public.meetups m
  where m.ends_at > now() - interval '1 hour'
    and (m.user_id = viewer
      or (m.audience = 'members' and viewer is not null
          or m.audience = 'mutuals'
            and exists (select from public.follows f where f.follower_id = viewer and f.following_id = m.user_id)
            and exists (select from public.follows f where f.follower_id = m.user_id and f.following_id = viewer)
          or m.audience = 'crew'
            and exists (select from public.crew_members member where member.crew_id = m.crew_id and member.user_id = viewer))
        and exists (select from public.visible_people(viewer) host where host.user_id = m.user_id offset 0))
    and exists (select from public.exactly_visible_spots(viewer) s where s.id = m.spot_id offset 0)
    and exists (select from public.exactly_visible_spots(m.user_id) s where s.id = m.spot_id offset 0)
$function$;
comment on function visible_meetups(uuid) is 'Meetups until an hour after their end: the viewer''s own, and those by someone in visible_people whose audience includes the viewer. The spot is in exactly_visible_spots of the viewer and of the host: if a host loses the spot, the meetup disappears for everyone. Visitors (null) see none.';

CREATE OR REPLACE FUNCTION public.visible_mentions(viewer uuid)
 RETURNS SETOF mentions
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  select m.* from public.mentions m
  where m.user_id <> all (array(select b from public.blocked_people(viewer) b))
    and not exists (select from public.profiles who where who.user_id = m.user_id and who.is_hidden offset 0)
$function$;
comment on function visible_mentions(uuid) is 'Mentions of people in visible_people for a viewer (null: a visitor). Doesn''t check the text that contains them.';

CREATE OR REPLACE FUNCTION public.visible_message_sides(viewer uuid)
 RETURNS SETOF message_sides
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  select mine.* from public.message_sides mine
  where mine.user_id = viewer
    and mine.other_id <> all (array(select b from public.blocked_people(viewer) b))
    and not exists (select from public.profiles who where who.user_id = mine.other_id and who.is_hidden offset 0)
$function$;
comment on function visible_message_sides(uuid) is 'A person''s own sides of their conversations with people in visible_people. Includes conversations with muted people.';

CREATE OR REPLACE FUNCTION public.visible_new_spots(viewer uuid)
 RETURNS SETOF spots
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  select s.* from public.visible_spots(viewer) s
  where s.status = 'open' and s.created_by is not null
    and s.created_by <> all (array(select b from public.blocked_people(viewer) b))
    and not exists (select from public.profiles creator where creator.user_id = s.created_by and creator.is_hidden offset 0)
$function$;
comment on function visible_new_spots(uuid) is 'Spots a person can be notified about as new: open, in visible_spots, and by a creator who has an account, isn''t suspended or scheduled for deletion, and has no block between them and the person. Includes spots by people they mute.';

CREATE OR REPLACE FUNCTION public.visible_people(viewer uuid)
 RETURNS SETOF profiles
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  select who.* from public.profiles who
  where not who.is_hidden and who.user_id <> all (array(select b from public.blocked_people(viewer) b))
$function$;
comment on function visible_people(uuid) is 'People a viewer (null: a visitor) can see: neither suspended nor scheduled for deletion (is_hidden), and without a block between them and the viewer. Includes the viewer, muted people, and former members (former_at), whose account is deleted: searches exclude those.';

CREATE OR REPLACE FUNCTION public.visible_posts(viewer uuid)
 RETURNS SETOF posts
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  select p.* from public.posts p
  where p.hidden_at is null
    and p.user_id <> all (array(select b from public.blocked_people(viewer) b))
    and not exists (select from public.profiles author where author.user_id = p.user_id and author.is_hidden)
    and (p.audience = 'everybody'
      or p.user_id = viewer
      or p.audience = 'mutuals'
        and exists (select from public.follows f where f.follower_id = viewer and f.following_id = p.user_id)
        and exists (select from public.follows f where f.follower_id = p.user_id and f.following_id = viewer)
      or p.audience = 'crew'
        and exists (select from public.crew_members m where m.crew_id = p.crew_id and m.user_id = viewer))
    and (p.spot_id is null
      or not exists (select from public.withheld_spots(viewer) w where w.id = p.spot_id offset 0))
$function$;
comment on function visible_posts(uuid) is 'Posts a viewer (null: a visitor) can see: not hidden by moderators, by an author who is in visible_people, with an audience that includes the viewer, and not at a spot in withheld_spots. Audiences include the author, and: mutuals, people who follow the author and whom the author follows; crew, the members of that crew; only_me, no one else. All this applies to the viewer''s own posts, too, except that their own audience includes them. Includes posts by muted people, and posts at deleted spots.';

CREATE OR REPLACE FUNCTION public.visible_spots(viewer uuid)
 RETURNS SETOF spots
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  select s.* from public.spots s
  where s.deleted_at is null and (s.audience = 'everybody'
    or not exists (select from public.withheld_spots(viewer) w where w.id = s.id offset 0))
$function$;
comment on function visible_spots(uuid) is 'Spots a viewer (null: a visitor) can see: not deleted, and public or not in withheld_spots. Public spots stay visible across a block and when their creator is suspended (docs/decisions/0018-blocks.md). Spots for members, mutuals, or a crew are withheld across a block. Doesn''t check the creator''s name, the author of the description, or the cover: read those from visible_people and visible_media. Includes removed spots (status) and ones that left the map (left_map_at).';

CREATE OR REPLACE FUNCTION public.waiting_counts(post_id uuid, media_index smallint)
 RETURNS TABLE(likes bigint, comments bigint)
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  select coalesce(sum(line.delta) filter (where line.counter = 'like'), 0),
    coalesce(sum(line.delta) filter (where line.counter = 'comment'), 0)
  from (
    select d.counter, d.delta from public.counter_delta d
    where d.post_id = waiting_counts.post_id and d.media_index = waiting_counts.media_index
    order by d.id desc limit 20
  ) line
$function$;
comment on function waiting_counts(uuid,smallint) is 'An item''s queued changes to its counts. Adds up to 20, to limit the cost of a response; the next rollup''s event corrects the number.';

CREATE OR REPLACE FUNCTION public.withheld_posts(viewer uuid)
 RETURNS SETOF posts
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  select p.* from public.posts p
  where p.audience <> 'everybody' and (
      p.user_id = viewer
      or p.audience = 'mutuals'
        and exists (select from public.follows f where f.follower_id = viewer and f.following_id = p.user_id)
        and exists (select from public.follows f where f.follower_id = p.user_id and f.following_id = viewer)
      or p.audience = 'crew'
        and exists (select from public.crew_members m where m.crew_id = p.crew_id and m.user_id = viewer)
        and p.user_id <> all (array(select b from public.blocked_people(viewer) b))
    ) is not true
    or exists (select from public.withheld_spots(viewer) w where w.id = p.spot_id offset 0)
$function$;
comment on function withheld_posts(uuid) is 'Posts whose own audience doesn''t include a viewer (null: a visitor), or whose spot is in withheld_spots. Audiences are the same as in visible_posts; a crew excludes people across a block with the author. Ignores whether moderators hid the post, whether the author is suspended, and blocks, if the post is public: for decisions about hidden posts. `is not true` counts null as false, because viewers are null for visitors.';

CREATE OR REPLACE FUNCTION public.withheld_spots(viewer uuid)
 RETURNS SETOF spots
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  select s.* from public.spots s
  where s.audience <> 'everybody' and (
    s.created_by = viewer
    or s.audience = 'members' and viewer is not null
      and (s.created_by = any (array(select b from public.blocked_people(viewer) b))) is not true
    or s.audience = 'mutuals'
      and exists (select from public.follows f where f.follower_id = viewer and f.following_id = s.created_by)
      and exists (select from public.follows f where f.follower_id = s.created_by and f.following_id = viewer)
    or s.audience = 'crew'
      and exists (select from public.crew_members m where m.crew_id = s.crew_id and m.user_id = viewer)
      and (s.created_by = any (array(select b from public.blocked_people(viewer) b))) is not true
    ) is not true
$function$;
comment on function withheld_spots(uuid) is 'Spots with a limited audience that doesn''t include a viewer (null: a visitor). Everything at such a spot is invisible too. An audience includes its creator, and: members, everyone signed in; mutuals, people who follow the creator and whom the creator follows; crew, the members of that crew; only_me, no one else. A block between the viewer and the creator withholds the spot, but never a public one. A creator''s suspension withholds nothing. `is not true` counts null as false: viewers are null for visitors, and creators for deleted accounts. Queries exclude these few spots, which have their own index, rather than join all visible ones.';
