-- The file with all open data is renewed promptly after one of its spots is withdrawn (docs/decisions/0137-open-data.md).
create table spot_withdrawals (
  id bigint generated always as identity primary key
);
comment on table spot_withdrawals is
  'A row for each spot that not everyone sees at its exact position anymore, and for each hidden name, until a file '
  'was read after it. Replaces spot_removals, which the previous release still reads.';
create trigger spot_withdrawals_signal after insert on spot_withdrawals for each statement
  execute function nollie_signal_work();
comment on trigger spot_withdrawals_signal on spot_withdrawals is 'Renews the file with all open data.';

create function nollie_queue_spot_withdrawal() returns trigger language plpgsql as $$
  begin
    insert into spot_withdrawals default values;
    return null;
  end $$;
comment on function nollie_queue_spot_withdrawal() is
  'Queues the withdrawal of a spot from open data. In the database because foreign keys and other modules withdraw spots.';

create trigger spots_queue_withdrawal after update on spots for each row
  when (old.deleted_at is null and old.audience = 'everybody' and old.precision = 'exact'
    and (new.deleted_at is not null or new.audience <> 'everybody' or new.precision <> 'exact'))
  execute function nollie_queue_spot_withdrawal();
comment on trigger spots_queue_withdrawal on spots is 'Open data must forget it.';

create trigger spots_queue_withdrawal_by_delete after delete on spots for each row
  when (old.deleted_at is null and old.audience = 'everybody' and old.precision = 'exact')
  execute function nollie_queue_spot_withdrawal();
comment on trigger spots_queue_withdrawal_by_delete on spots is 'Spots are also deleted by foreign keys.';

create trigger spot_hidden_texts_queue_withdrawal after insert or update of hidden_at on spot_hidden_texts for each row
  execute function nollie_queue_spot_withdrawal();
comment on trigger spot_hidden_texts_queue_withdrawal on spot_hidden_texts is 'Open data must forget the name.';
