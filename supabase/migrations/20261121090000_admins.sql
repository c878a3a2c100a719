-- Who administers, and the one rule for what an administrator may do. Every other table's policies ask it.

create table public.admins (
  user_id uuid primary key references auth.users (id) on delete cascade,
  role text not null check (role ~ '^[a-z][a-z0-9_]{0,39}$'),
  -- Such as `users.read`; `all` stands for every one. At most a hundred, so that asking stays cheap.
  permissions text[] not null default '{}' check (
    cardinality(permissions) <= 100
    and array_position(permissions, null) is null
    and octet_length(array_to_string(permissions, ',')) <= 5000
  ),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

-- Sets `updated_at` at each change, and keeps `created_at` as it was.
create function public.keep_times() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  new.created_at := old.created_at;
  new.updated_at := now();
  return new;
end;
$$;

create trigger keep_times before update on public.admins
  for each row execute function public.keep_times();

-- The owner's rule: the list contains the permission, or contains `all`, or the role is `super_admin`.
create function public.has_permission(permission text) returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select exists (
    select from public.admins
    where user_id = auth.uid() and (role = 'super_admin' or permissions && array[permission, 'all'])
  );
$$;

create function public.is_super_admin() returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select exists (select from public.admins where user_id = auth.uid() and role = 'super_admin');
$$;

revoke execute on function public.has_permission, public.is_super_admin from public, anon, authenticated, service_role;

alter table public.admins enable row level security;

create policy "own row, and every row for a super admin" on public.admins
  for select to authenticated
  using (user_id = (select auth.uid()) or (select public.is_super_admin()));

-- An administrator cannot change their own row: the one who changes others is a super admin and stays one, so that one
-- always remains.
create policy "a super admin appoints others" on public.admins
  for insert to authenticated
  with check ((select public.is_super_admin()) and user_id <> (select auth.uid()));

create policy "a super admin changes others" on public.admins
  for update to authenticated
  using ((select public.is_super_admin()) and user_id <> (select auth.uid()))
  with check ((select public.is_super_admin()) and user_id <> (select auth.uid()));

create policy "a super admin dismisses others" on public.admins
  for delete to authenticated
  using ((select public.is_super_admin()) and user_id <> (select auth.uid()));
