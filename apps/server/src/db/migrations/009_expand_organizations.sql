alter table provider_requests add column answered_at timestamptz(3);
comment on column provider_requests.answered_at is
  'When a form of the organization answered it (SAML), which is accepted once.';
