-- An administrator's permissions hold only in a session whose user has recently proven to be the owner of the account: with
-- the password, at most `admin.identity_minutes` ago (30 unless the setting says otherwise), or by a link or code from a
-- mail, which began the session at most ten minutes ago. A stolen access token alone administers nothing.

create table private.identity_proofs (
  session_id uuid primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  proven_at timestamptz not null default now()
);

create index identity_proofs_user_id on private.identity_proofs (user_id);

alter table private.identity_proofs enable row level security;
revoke all on private.identity_proofs from public, anon, authenticated, service_role;

-- Whole minutes; two hours at most, so that it cannot switch the rule off.
alter table public.settings add constraint settings_identity_minutes check (
  key <> 'admin.identity_minutes'
  or case jsonb_typeof(value)
    when 'number' then value::numeric between 1 and 120 and value::numeric = trunc(value::numeric)
    else false
  end
);

-- Until when the caller's own session counts as proven; null where it does not. A session that was signed out never does,
-- though its access token is valid for up to an hour more.
create function public.identity_proven_until() returns timestamptz
language sql
stable
security definer
set search_path = ''
as $$
  select max(ends_at) from (
    select public.link_session_end(sessions.id, auth.jwt() -> 'amr') as ends_at
    from auth.sessions
    where sessions.id = (auth.jwt() ->> 'session_id')::uuid and sessions.user_id = auth.uid()
    union all
    select proofs.proven_at + make_interval(mins => coalesce(
      (select value::integer from public.settings where key = 'admin.identity_minutes'), 30))
    from auth.sessions join private.identity_proofs as proofs on proofs.session_id = sessions.id
    where sessions.id = (auth.jwt() ->> 'session_id')::uuid
      and sessions.user_id = auth.uid() and proofs.user_id = auth.uid()
  ) as proven
  where ends_at > now();
$$;

-- Proves the caller's identity for the session's administration. Returns `confirmed`, or what `check_identity` returns
-- instead. A session that a mailed link began keeps its ten minutes: they are not turned into more without a password.
create function public.prove_identity(current_password text default null) returns text
language plpgsql
security definer
set search_path = ''
as $$
declare
  me uuid := auth.uid();
  session uuid := (auth.jwt() ->> 'session_id')::uuid;
  signed_in_by jsonb := auth.jwt() -> 'amr';
  outcome text;
begin
  if me is null then
    raise insufficient_privilege using message = 'Only someone signed in has an identity to prove';
  end if;
  outcome := public.check_identity(me, session, signed_in_by, current_password);
  if outcome = 'confirmed' and public.link_session_end(session, signed_in_by) is null then
    insert into private.identity_proofs (session_id, user_id) values (session, me)
    on conflict (session_id) do update set user_id = excluded.user_id, proven_at = excluded.proven_at;
  end if;
  return outcome;
end;
$$;

-- What the caller may administer, and for how many more seconds: 0 while their identity is to be proven. Null: the caller is
-- no administrator.
create function public.admin_session() returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select jsonb_build_object(
    'admin', jsonb_build_object('role', role, 'permissions', permissions),
    'seconds_left', coalesce(ceil(extract(epoch from public.identity_proven_until() - now())), 0)
  )
  from public.admins where user_id = auth.uid();
$$;

-- The owner's rule as before, in a session that counts as proven. Every policy and function asks these two.
create or replace function public.has_permission(permission text) returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select exists (
    select from public.admins
    where user_id = auth.uid() and (role = 'super_admin' or permissions && array[permission, 'all'])
  ) and public.identity_proven_until() is not null;
$$;

create or replace function public.is_super_admin() returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select exists (select from public.admins where user_id = auth.uid() and role = 'super_admin')
    and public.identity_proven_until() is not null;
$$;

revoke execute on function public.identity_proven_until, public.prove_identity, public.admin_session
  from public, anon, authenticated, service_role;

-- The grants on these functions are in 20261122101000, which defines apply_grants() with them.
