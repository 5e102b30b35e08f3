-- Record ids are unique in their dataset, not in their source (docs/decisions/0108-imports-that-come-again.md).
alter table spots add column source_dataset text;
alter table spots add constraint spots_source_dataset_length
  check (length(source_dataset) between 1 and 120) not valid;
comment on column spots.source_dataset is
  'The dataset whose record created it, even if deleted; null if unknown, as for spots imported before this.';
