-- What the server itself needs to sign people in. No request may reach this schema: it is not exposed, no role of a
-- request may use it, and its tables have row-level security without a policy. (A hosted project signs people in by
-- itself and leaves these tables empty.)
create schema if not exists private;
revoke all on schema private from public, anon, authenticated, service_role;

-- One row for each mail with a link and a code that has not been used and has not expired.
create table private.mail_links (
  -- SHA-256, in base64url, of the link's 256 random bits. The bits themselves are in the mail alone.
  token_hash text primary key check (token_hash ~ '^[A-Za-z0-9_-]{43}$'),
  user_id uuid not null references auth.users (id) on delete cascade,
  purpose text not null check (purpose in ('signup', 'recovery', 'magiclink', 'email_change')),
  -- Where it was sent to: the account's address, or for `email_change` the new one.
  email text not null,
  -- HMAC-SHA-256 of the six digits, with a key of the server; null once the code must no longer be tried.
  code_hash text check (code_hash ~ '^[A-Za-z0-9_-]{43}$'),
  code_attempts smallint not null default 0,
  -- SHA-256, in base64url, of the secret of the browser that asked (RFC 7636, S256); null where none was given.
  challenge text check (challenge ~ '^[A-Za-z0-9_-]{43}$'),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);

create index mail_links_user_id on private.mail_links (user_id);
create index mail_links_email on private.mail_links (email, created_at);
create index mail_links_expires_at on private.mail_links (expires_at);

alter table private.mail_links enable row level security;
revoke all on private.mail_links from public, anon, authenticated, service_role;

-- The networks that an account signed in from. Wrong passwords that others tried do not keep it out there.
create table private.known_networks (
  user_id uuid not null references auth.users (id) on delete cascade,
  -- HMAC-SHA-256 of the account and the network (an IPv4 address, or a /64 of IPv6), with a key of the server.
  network_hash text not null check (network_hash ~ '^[A-Za-z0-9_-]{43}$'),
  used_at timestamptz not null default now(),
  primary key (user_id, network_hash)
);

create index known_networks_used_at on private.known_networks (used_at);

alter table private.known_networks enable row level security;
revoke all on private.known_networks from public, anon, authenticated, service_role;
