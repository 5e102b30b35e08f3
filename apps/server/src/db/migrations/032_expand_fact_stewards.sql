-- The steward who decided about a change of facts (docs/decisions/0109-stewards.md).
alter table fact_suggestions add column steward_id uuid;
alter table fact_suggestions add constraint fact_suggestions_steward_fkey
  foreign key (steward_id) references users (id) on delete set null not valid;
create index fact_suggestions_steward_idx on fact_suggestions (steward_id) where steward_id is not null;
comment on column fact_suggestions.steward_id is
  'The person who applied or declined it alone, as a steward of the area.';
