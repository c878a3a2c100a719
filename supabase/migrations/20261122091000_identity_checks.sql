-- Proof that the person behind a request is the owner of the account, asked for before the email or password changes or
-- the account is deleted. A stolen access token does not suffice: it takes the current password, or a session that began
-- at most ten minutes ago with a link or code from a mail.

do $$
begin
  if to_regprocedure('extensions.crypt(text, text)') is null then
    create schema if not exists extensions;
    create extension pgcrypto with schema extensions;
  end if;
end;
$$;

-- Tables of the server's own: the schema is not exposed, no role of a request may use it, and its tables have row-level
-- security without a policy.
create schema if not exists private;
revoke all on schema private from public, anon, authenticated, service_role;

-- Sessions that began with a link or code from a mail; the embedded server writes them. A hosted project has the same in
-- the signed `amr` claim of its tokens.
create table private.link_sessions (
  session_id uuid primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  started_at timestamptz not null default now()
);

create index link_sessions_user_id on private.link_sessions (user_id);

-- Wrong passwords given as proof, for each account: five in fifteen minutes, then none is checked until they have passed.
create table private.password_attempts (
  user_id uuid primary key references auth.users (id) on delete cascade,
  failures integer not null check (failures >= 0),
  since timestamptz not null default now()
);

alter table private.link_sessions enable row level security;
alter table private.password_attempts enable row level security;
revoke all on private.link_sessions, private.password_attempts from public, anon, authenticated, service_role;

-- Until when a session needs no password because it began with a link or code from a mail; null: it needs one.
-- `signed_in_by` is the token's claim `amr`.
create function public.link_session_end(session uuid, signed_in_by jsonb) returns timestamptz
language sql
stable
security definer
set search_path = ''
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

-- The same for the caller's own session, so that a page can leave the password out.
create function public.password_free_until() returns timestamptz
language sql
stable
security definer
set search_path = ''
as $$
  select public.link_session_end((auth.jwt() ->> 'session_id')::uuid, auth.jwt() -> 'amr');
$$;

-- Returns `confirmed`, or why not: `session-missing` (signed out meanwhile), `password-required`, `password-wrong`,
-- `too-many-attempts`. It raises nothing, so that a wrong password stays counted.
create function public.check_identity(member uuid, session uuid, signed_in_by jsonb, current_password text) returns text
language plpgsql
security definer
set search_path = ''
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

  -- One check at a time for each account: guesses sent at once neither pass the limit nor wait on connections.
  if not pg_try_advisory_xact_lock(hashtextextended('check_identity ' || member, 0)) then
    return 'too-many-attempts';
  end if;
  insert into private.password_attempts as counted (user_id, failures) values (member, 1)
  on conflict (user_id) do update set
    failures = case when counted.since < now() - interval '15 minutes' then 1 else counted.failures + 1 end,
    since = case when counted.since < now() - interval '15 minutes' then now() else counted.since end
  returning failures into attempts;
  if attempts > 5 then return 'too-many-attempts'; end if;

  -- pgcrypto knows the algorithm of `$2b$` under its older name. It reads 72 bytes and no more; no password is longer.
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

revoke execute on function public.link_session_end, public.password_free_until, public.check_identity
  from public, anon, authenticated, service_role;
