-- Adds to a plain PostgreSQL the parts that hosted Supabase and the embedded server both have: the roles of requests,
-- and the part of the schema `auth` that the migrations refer to. Run it once, as a superuser, before the migrations.

do $$
declare
  name text;
begin
  foreach name in array array['anon', 'authenticated', 'service_role'] loop
    begin
      execute format('create role %I nologin %s', name, case name when 'service_role' then 'bypassrls' else '' end);
    exception when duplicate_object or unique_violation then
      -- Roles belong to the whole server. Another database, or a concurrent session, has created the role.
      null;
    end;
  end loop;
end;
$$;

create schema if not exists auth;

create table if not exists auth.users (
  id uuid primary key default gen_random_uuid(),
  email varchar(255) unique,
  encrypted_password varchar(255),
  email_confirmed_at timestamptz,
  email_change varchar(255),
  email_change_token_new varchar(255),
  email_change_token_current varchar(255),
  confirmation_token varchar(255),
  recovery_token varchar(255),
  reauthentication_token varchar(255),
  raw_user_meta_data jsonb default '{}',
  created_at timestamptz default now()
);

create table if not exists auth.sessions (
  id uuid primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  created_at timestamptz default now(),
  refreshed_at timestamp without time zone,
  not_after timestamptz
);

create table if not exists auth.refresh_tokens (
  id bigint generated always as identity primary key,
  token varchar(255),
  user_id varchar(255),
  session_id uuid references auth.sessions (id) on delete cascade,
  revoked boolean default false,
  updated_at timestamptz default now()
);

create table if not exists auth.identities (
  id uuid primary key default gen_random_uuid(),
  provider text not null,
  user_id uuid not null references auth.users (id) on delete cascade,
  identity_data jsonb not null
);

create table if not exists auth.flow_state (
  id uuid primary key default gen_random_uuid(),
  user_id uuid,
  created_at timestamptz default now()
);

create table if not exists auth.audit_log_entries (
  id uuid primary key default gen_random_uuid(),
  payload json,
  ip_address varchar(64) not null default '',
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

create schema if not exists extensions;
create extension if not exists pgcrypto with schema extensions;

-- Like on the embedded server, no role of a request may use the schemas `auth` and `extensions`. A hosted project
-- allows it. SQL that works without this privilege works on all of them.
-- `apps/server/src/backend/database/same-grants.test.ts` compares the privileges.
revoke all on schema auth, extensions from public, anon, authenticated, service_role;
