-- Apart from the change itself, so that no lock of it waits for every row.
alter table spots validate constraint spots_precision_check;
alter table spots validate constraint spots_exact_for_check;
alter table spots validate constraint spots_opens_check;
