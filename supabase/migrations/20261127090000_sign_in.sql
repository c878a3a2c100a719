-- Tables that the server needs to sign people in: links in emails, known networks, proofs of identity, rate limits and
-- the email queue.
--
-- No request reaches the schema `private`: it is not exposed, no role of a request may use it, and its tables have
-- row-level security without a policy. A hosted project signs people in by itself and leaves the tables of links,
-- networks and emails empty.

-- Sets `updated_at` at each change and makes `created_at` immutable.
create function public.keep_times() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.created_at := old.created_at;
  new.updated_at := now();
  return new;
end;
$$;

-- Refuses a change of a table to which rows are only added.
create function public.refuse_change() returns trigger
language plpgsql set search_path = ''
as $$
begin
  raise insufficient_privilege using message = format('%s is only ever added to', tg_table_name);
end;
$$;

create schema if not exists private;
revoke all on schema private from public, anon, authenticated, service_role;

-- One row for each email whose link and code have been neither used nor expired.
create table private.mail_links (
  -- SHA-256, in base64url, of the link's 256 random bits. Only the email contains the bits themselves.
  token_hash text primary key check (token_hash ~ '^[A-Za-z0-9_-]{43}$'),
  user_id uuid not null references auth.users (id) on delete cascade,
  purpose text not null check (purpose in ('signup', 'recovery', 'magiclink', 'email_change')),
  -- Recipient of the email: the account's address, or for `email_change` the new one.
  email text not null,
  -- HMAC-SHA-256 of the six digits, with a key of the server. Null once the code must no longer be tried.
  code_hash text check (code_hash ~ '^[A-Za-z0-9_-]{43}$'),
  code_attempts smallint not null default 0,
  -- SHA-256, in base64url, of the secret of the requesting browser (RFC 7636, S256). Null if the browser sent none.
  challenge text check (challenge ~ '^[A-Za-z0-9_-]{43}$'),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);

create index mail_links_user_id on private.mail_links (user_id);
create index mail_links_email on private.mail_links (email, created_at);
create index mail_links_expires_at on private.mail_links (expires_at);
alter table private.mail_links enable row level security;

-- Networks from which an account has signed in. Wrong passwords that others try do not lock the account out there.
create table private.known_networks (
  user_id uuid not null references auth.users (id) on delete cascade,
  -- HMAC-SHA-256 of the account and the network (an IPv4 address, or a /64 of IPv6), with a key of the server.
  network_hash text not null check (network_hash ~ '^[A-Za-z0-9_-]{43}$'),
  used_at timestamptz not null default now(),
  primary key (user_id, network_hash)
);

create index known_networks_used_at on private.known_networks (used_at);
alter table private.known_networks enable row level security;

do $$
begin
  if to_regprocedure('extensions.crypt(text, text)') is null then
    create schema if not exists extensions;
    create extension pgcrypto with schema extensions;
  end if;
end;
$$;

-- Sessions that began with a link or code from an email. The embedded server writes them. A hosted project has the same
-- information in the signed `amr` claim of its tokens.
create table private.link_sessions (
  session_id uuid primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  started_at timestamptz not null default now()
);

create index link_sessions_user_id on private.link_sessions (user_id);
alter table private.link_sessions enable row level security;

-- Wrong passwords given as proof, for each account. After five in fifteen minutes, none is checked until the fifteen
-- minutes are over.
create table private.password_attempts (
  user_id uuid primary key references auth.users (id) on delete cascade,
  failures integer not null check (failures >= 0),
  since timestamptz not null default now()
);

alter table private.password_attempts enable row level security;

-- Returns until when a session needs no password because it began with a link or code from an email, or null if it
-- needs one. `signed_in_by` is the claim `amr` of the token.
create function public.link_session_end(session uuid, signed_in_by jsonb) returns timestamptz
language sql stable security definer set search_path = ''
as $$
  select max(started_at) + interval '10 minutes' from (
    select started_at from private.link_sessions where session_id = session
    union all
    select to_timestamp((entry ->> 'timestamp')::double precision)
    from jsonb_array_elements(case jsonb_typeof(signed_in_by) when 'array' then signed_in_by else '[]' end) as entry
    where entry ->> 'method' in ('otp', 'magiclink', 'recovery', 'email/signup', 'email_change')
  ) as started
  having max(started_at) > now() - interval '10 minutes';
$$;

-- Returns the `link_session_end` of the caller's session, so that a page can leave the password field out.
create function public.password_free_until() returns timestamptz
language sql stable security definer set search_path = ''
as $$
  select public.link_session_end((auth.jwt() ->> 'session_id')::uuid, auth.jwt() -> 'amr');
$$;

-- Returns `confirmed`, or the reason why not: `session-missing` (signed out meanwhile), `password-required`,
-- `password-wrong` or `too-many-attempts`. It raises no exception, so that a wrong password stays counted.
create function public.check_identity(member uuid, session uuid, signed_in_by jsonb, current_password text) returns text
language plpgsql security definer set search_path = ''
as $$
declare
  hash text;
  attempts integer;
begin
  select users.encrypted_password into hash
  from auth.sessions join auth.users on users.id = sessions.user_id
  where sessions.id = session and users.id = member;
  if not found then return 'session-missing'; end if;
  if public.link_session_end(session, signed_in_by) is not null then return 'confirmed'; end if;
  if coalesce(current_password, '') = '' then return 'password-required'; end if;

  -- Runs one check at a time for each account, so that concurrent guesses neither pass the limit nor wait on
  -- connections.
  if not pg_try_advisory_xact_lock(hashtextextended('check_identity ' || member, 0)) then
    return 'too-many-attempts';
  end if;
  insert into private.password_attempts as counted (user_id, failures) values (member, 1)
  on conflict (user_id) do update set
    failures = case when counted.since < now() - interval '15 minutes' then 1 else counted.failures + 1 end,
    since = case when counted.since < now() - interval '15 minutes' then now() else counted.since end
  returning failures into attempts;
  if attempts > 5 then return 'too-many-attempts'; end if;

  -- pgcrypto knows the algorithm of `$2b$` by its older name, `$2a$`. It reads only the first 72 bytes; no password is
  -- longer.
  if hash ~ '^\$2[aby]\$' and octet_length(current_password) <= 72 then
    hash := '$2a$' || substr(hash, 5);
    if extensions.crypt(current_password, hash) = hash then
      delete from private.password_attempts where user_id = member;
      return 'confirmed';
    end if;
  end if;
  return 'password-wrong';
end;
$$;

-- Counts of the rate limiter (RateLimiterPostgres of rate-limiter-flexible), shared by several processes.
create table private.rate_limits (
  -- Name of the limit, and a hash of what it counts: an IP address or an email address.
  key varchar(255) primary key,
  points integer not null default 0,
  -- Milliseconds since 1970. The row is deleted an hour later.
  expire bigint
);

alter table private.rate_limits enable row level security;

-- Emails that the site's own server has yet to send, stored so that they survive a stop or a crash. They contain links
-- and codes that sign in, so an email is deleted once it is sent, and backups leave the rows out.
create table private.mail_queue (
  id uuid primary key default gen_random_uuid(),
  recipient text not null,
  subject text not null,
  text text not null,
  html text not null,
  queued_at timestamptz not null default now(),
  attempts integer not null default 0,
  -- Time of the next attempt. During an attempt, the time after which another process may take the email over.
  due_at timestamptz not null default now()
);

create index mail_queue_due_at on private.mail_queue (due_at);
alter table private.mail_queue enable row level security;

-- Lets every role of a request call `check_request`, which runs before each request.
create function private.grant_check_request() returns void
language sql set search_path = ''
as $$
  grant execute on function public.check_request to anon, authenticated, service_role;
$$;
