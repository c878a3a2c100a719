-- What a member tells about themselves. Written at sign-up; the member may change the name and the language.

-- A name as it may be shown: without what cannot be seen or turns the writing direction, without spaces around it,
-- 50 characters at most; null when nothing is left. The joiners U+200C and U+200D stay: emoji and some scripts need them.
create function public.clean_username(name text) returns text
language sql
immutable
set search_path = ''
as $$
  select nullif(rtrim(left(regexp_replace(
    regexp_replace(name, '[\u0001-\u001F\u007F-\u009F\u00AD\u061C\u200B\u200E\u200F\u2028-\u202E\u2060-\u206F\uFEFF]', '', 'g'),
    '^[ \u00A0\u1680\u2000-\u200A\u202F\u205F\u3000]+|[ \u00A0\u1680\u2000-\u200A\u202F\u205F\u3000]+$', '', 'g'
  ), 50)), '');
$$;

create table public.profiles (
  id uuid primary key references auth.users (id) on delete cascade,
  -- Null: none given. Not unique: one signs in by e-mail address.
  username text check (username is not distinct from public.clean_username(username)),
  -- A language tag such as `zh`; null: none saved.
  language text check (language ~ '^[a-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$'),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create trigger keep_times before update on public.profiles
  for each row execute function public.keep_times();

-- The metadata of a sign-up is whatever a client sent: what does not fit is left out, and the sign-up goes on.
create function public.create_profile() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  name jsonb := new.raw_user_meta_data -> 'username';
begin
  insert into public.profiles (id, username, language)
  values (
    new.id,
    case when jsonb_typeof(name) = 'string' then public.clean_username(name #>> '{}') end,
    substring(new.raw_user_meta_data ->> 'language' from '^[a-z]{2,3}(?:-[A-Za-z0-9]{2,8}){0,3}$')
  );
  return null;
end;
$$;

revoke execute on function public.create_profile from public, anon, authenticated, service_role;

create trigger create_profile after insert on auth.users
  for each row execute function public.create_profile();

alter table public.profiles enable row level security;

create policy "own, and all with users.read" on public.profiles
  for select to authenticated
  using (id = (select auth.uid()) or (select public.has_permission('users.read')));

create policy "own" on public.profiles
  for update to authenticated
  using (id = (select auth.uid()))
  with check (id = (select auth.uid()));
