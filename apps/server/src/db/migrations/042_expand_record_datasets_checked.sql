-- Apart from the change itself, so that no lock of it waits for every row.
alter table spots validate constraint spots_source_dataset_length;
