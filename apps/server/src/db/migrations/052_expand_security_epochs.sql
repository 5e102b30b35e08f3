-- A sign-in under way ends when the account is secured meanwhile (docs/decisions/0133-sessions-of-our-own.md).
alter table users add column security_epoch integer not null default 0;
comment on column users.security_epoch is
  'Grows whenever sessions are ended. A sign-in that began in an earlier epoch starts no session.';

alter table factor_challenges add column security_epoch integer not null default 0;
comment on column factor_challenges.security_epoch is
  'The person''s epoch when they proved the first factor. In a later one, the challenge is over.';
