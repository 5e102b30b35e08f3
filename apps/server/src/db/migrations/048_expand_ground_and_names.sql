-- Facts from tags of OpenStreetMap (docs/decisions/0099-facts.md).
alter table spot_facts add column ground text;
alter table spot_facts add column helmet text;
alter table spot_facts add column indoor boolean;
alter table spot_facts add column boards boolean;
alter table spot_facts add column inline_skates boolean;
alter table spot_facts add column scooters boolean;
alter table spot_facts add column bmx boolean;
alter table spot_facts add column step_free boolean;
alter table spot_facts add column seats boolean;
alter table spot_facts add column parking boolean;
alter table spot_facts add column fenced boolean;
alter table spot_facts add column phone text;
alter table spot_facts add column website text;
alter table spot_facts add constraint spot_facts_ground_check check (ground in ('concrete', 'asphalt', 'wood', 'metal',
  'plastic', 'stone', 'brick', 'granite', 'marble', 'other')) not valid;
alter table spot_facts add constraint spot_facts_helmet_check
  check (helmet in ('not_needed', 'recommended', 'required')) not valid;
alter table spot_facts add constraint spot_facts_phone_check check (length(phone) between 1 and 40) not valid;
alter table spot_facts add constraint spot_facts_website_check check (length(website) between 1 and 200) not valid;
comment on column spot_facts.ground is 'The material of the ground; surface says how smooth it is.';
comment on column spot_facts.phone is 'The phone number of an indoor park; not searchable.';
comment on column spot_facts.website is 'The website of an indoor park; not searchable.';

alter table spots add column name_is_guess boolean not null default false;
comment on column spots.name_is_guess is
  'Whether an import made up the name from the surroundings, because its source has none. False once someone names it.';
