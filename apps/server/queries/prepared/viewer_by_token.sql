-- $1 text: where s.token = $1
select s.id as session_id,
  s.user_id,
  p.is_admin,
  p.suspended_at is not null as is_suspended,
  s.aal,
  s.expires_at < least(now() + make_interval(secs => 1206000), s.created_at + make_interval(secs => 7776000)) as needs_extension
from sessions s
  join users u on u.id = s.user_id
  join profiles p on p.user_id = s.user_id
where s.token = $1
  and s.expires_at > now()
  and s.created_at > now() - make_interval(secs => 7776000)
  and u.email_verified
  and p.deletion_requested_at is null
