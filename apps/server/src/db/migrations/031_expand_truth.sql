-- Posts without a spot can be shared with mutual follows (docs/decisions/0106-crews.md).
alter table posts drop constraint posts_audience_check;
alter table posts add constraint posts_audience_check check (audience in ('everybody', 'mutuals', 'crew', 'only_me')) not valid;

-- Whether admission is charged, and the opening hours (docs/decisions/0099-facts.md).
alter table spot_facts add column fee text;
alter table spot_facts add column opening_hours text;
alter table spot_facts add column open_minutes int4multirange;
alter table spot_facts add column time_zone text;
alter table spot_facts add constraint spot_facts_fee_check check (fee in ('free', 'paid')) not valid;
alter table spot_facts add constraint spot_facts_opening_hours_check check (length(opening_hours) between 1 and 250) not valid;
alter table spot_facts add constraint spot_facts_open_check
  check (num_nonnulls(opening_hours, open_minutes, time_zone) in (0, 3)) not valid;
comment on column spot_facts.opening_hours is 'By weekday, in OpenStreetMap syntax.';
comment on column spot_facts.open_minutes is
  'The same in minutes after Monday 0:00 in time_zone, so that the map can query whether it is open now.';

-- A crew's name can be reported (docs/decisions/0106-crews.md).
alter table crews add column hidden_name text;
alter table crews add constraint crews_hidden_name_check check (length(hidden_name) between 1 and 60) not valid;
comment on column crews.hidden_name is 'Its name before moderators hid it; null after a member renames it.';
alter table report_cases add column crew_id uuid references crews (id) on delete set null;
create unique index report_cases_crew_key on report_cases (crew_id) where status = 'open';
alter table report_cases drop constraint report_cases_kind_check;
alter table report_cases add constraint report_cases_kind_check
  check (kind in ('spot', 'post', 'comment', 'user', 'message', 'discussion', 'bulletin', 'list', 'crew')) not valid;
alter table report_cases drop constraint report_cases_one_subject;
alter table report_cases add constraint report_cases_one_subject check (num_nonnulls(spot_id, post_id, comment_id, message_id,
  discussion_id, bulletin_id, list_id, crew_id, reported_id) <= 1) not valid;
alter table report_cases add constraint report_cases_crew_kind check (crew_id is null or kind = 'crew') not valid;
