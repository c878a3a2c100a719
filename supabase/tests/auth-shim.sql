-- What hosted Supabase and the embedded server bring along, for a plain PostgreSQL: the roles that requests run as, and
-- as much of the schema `auth` as the migrations refer to. Run it once, as a superuser, before the migrations.

do $$
declare
  name text;
begin
  foreach name in array array['anon', 'authenticated', 'service_role'] loop
    begin
      execute format('create role %I nologin %s', name, case name when 'service_role' then 'bypassrls' else '' end);
    exception when duplicate_object or unique_violation then
      -- Roles belong to the whole server: another database, or another session just now, has made it.
      null;
    end;
  end loop;
end;
$$;

create schema if not exists auth;

create table if not exists auth.users (
  id uuid primary key default gen_random_uuid(),
  email varchar(255) unique,
  email_confirmed_at timestamptz,
  raw_user_meta_data jsonb default '{}',
  created_at timestamptz default now()
);

create or replace function auth.uid() returns uuid language sql stable as $$
  select coalesce(
    nullif(current_setting('request.jwt.claim.sub', true), ''),
    nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'sub'
  )::uuid;
$$;

create or replace function auth.role() returns text language sql stable as $$
  select coalesce(
    nullif(current_setting('request.jwt.claim.role', true), ''),
    nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'role'
  );
$$;

create or replace function auth.jwt() returns jsonb language sql stable as $$
  select coalesce(nullif(current_setting('request.jwt.claims', true), ''), '{}')::jsonb;
$$;

grant usage on schema auth to anon, authenticated, service_role;
