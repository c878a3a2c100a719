/**
 * Statements that add tables and functions for tests to those of the product. They may run again on an older database.
 */
export const testMigration = `
drop table if exists public.notes;
create table public.notes (
  id bigint generated always as identity primary key,
  owner uuid not null default auth.uid() references auth.users (id) on delete cascade,
  body text not null unique constraint short check (length(body) < 100),
  hidden text not null default 'hidden',
  data jsonb not null default '{}',
  written_at timestamptz not null default now()
);
alter table public.notes enable row level security;
create policy own on public.notes to authenticated using (owner = auth.uid()) with check (owner = auth.uid());

create or replace function public.raise_as(state text) returns void language plpgsql as $$
begin
  raise exception 'raised as %', state using errcode = state, detail = 'the detail', hint = 'the hint';
end $$;

-- Returns the token that the embedded library stores and would accept as the token of a link.
create or replace function public.library_token(address text) returns text
language sql security definer set search_path = '' as $$
  select coalesce(confirmation_token, recovery_token, email_change_token_new) from auth.users where email = address
$$;
revoke execute on function public.library_token from public, anon, authenticated;

-- Returns the number of codes that were compared with the code of the newest email.
create or replace function public.code_attempts(address text) returns integer
language sql security definer set search_path = '' as $$
  select code_attempts from private.mail_links where email = address order by created_at desc limit 1
$$;
revoke execute on function public.code_attempts from public, anon, authenticated;

-- Ages the emails to an address, as if they had been sent that many minutes earlier.
create or replace function public.age_mail_links(address text, minutes integer) returns void
language sql security definer set search_path = '' as $$
  update private.mail_links set
    created_at = created_at - make_interval(mins => minutes),
    expires_at = expires_at - make_interval(mins => minutes)
  where email = address
$$;
revoke execute on function public.age_mail_links from public, anon, authenticated;

create or replace function public.type_of(value jsonb) returns text language sql as 'select jsonb_typeof(value)';

create or replace function public.spin(seconds integer) returns void language plpgsql as $$
begin
  while clock_timestamp() < statement_timestamp() + make_interval(secs => seconds) loop null; end loop;
end $$;

create or replace function public.set_users_hidden(is_hidden boolean) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if is_hidden then alter table auth.users rename to hidden_users;
  else alter table auth.hidden_users rename to users;
  end if;
end $$;

-- Runs a statement as the owner of the database. Returns the rows of a query, and the error of a statement that failed.
create or replace function public.run_as_owner(statement text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  found jsonb;
  broken text;
begin
  if statement ~* '^\\s*(select|with)\\M' then
    execute format('select coalesce(jsonb_agg(to_jsonb(row_of_query)), ''[]'') from (%s) as row_of_query', statement) into found;
  else
    execute statement;
  end if;
  return jsonb_build_object('rows', found);
exception when others then
  get stacked diagnostics broken = constraint_name;
  return jsonb_build_object('code', sqlstate, 'message', sqlerrm, 'constraint', broken);
end $$;
revoke execute on function public.run_as_owner(text) from public, anon, authenticated;

-- Holes, which a test opens by granting them to requests.
create or replace function public.addresses() returns setof text
language sql security definer set search_path = '' as 'select email::text from auth.users';
-- On a busy machine, two seconds of the clock may contain little processor time, which is counted: so the work has a
-- smallest amount as well.
create or replace function public.take_two_seconds() returns void language plpgsql as $$
declare
  steps integer := 0;
begin
  while steps < 20000000 or clock_timestamp() < statement_timestamp() + interval '2 seconds' loop
    steps := steps + 1;
  end loop;
end $$;
-- Lets a member change the row of their own account, and begin a session of somebody else.
create or replace function public.change_account() returns void
language sql security definer set search_path = '' as $$
  update auth.users set email_confirmed_at = email_confirmed_at - interval '1 second' where id = auth.uid()
$$;
create or replace function public.begin_session() returns void
language sql security definer set search_path = '' as $$
  insert into auth.sessions (id, user_id)
  select gen_random_uuid(), user_id from auth.sessions where user_id <> auth.uid() limit 1
$$;
revoke execute on function
  public.addresses(), public.take_two_seconds(), public.change_account(), public.begin_session()
  from public, anon, authenticated;

-- Like the product's grants, those of the tests are set again after the library has granted everything.
do $$ begin
  if to_regprocedure('public.apply_grants()') is null then
    create function public.apply_grants() returns void language sql as 'select';
  end if;
  if to_regprocedure('public.apply_grants_of_product()') is null then
    alter function public.apply_grants() rename to apply_grants_of_product;
  end if;
end $$;
create or replace function public.apply_grants() returns void language plpgsql as $$
begin
  perform public.apply_grants_of_product();
  revoke all on public.notes from anon, authenticated;
  grant select (id, owner, body, data, written_at), insert (body, data), delete on public.notes to authenticated;
  grant select on public.notes to service_role;
  grant execute on function public.raise_as(text), public.type_of(jsonb), public.spin(integer) to anon, authenticated;
  revoke execute on function public.set_users_hidden(boolean) from public, anon, authenticated;
  grant execute on function public.set_users_hidden(boolean), public.library_token(text), public.code_attempts(text),
    public.age_mail_links(text, integer), public.run_as_owner(text) to service_role;
end $$;
`;
