-- What administrators switch while the product runs. No secrets: those lie in the environment.

create table public.settings (
  key text primary key check (key ~ '^[a-z][a-z0-9._-]{0,99}$'),
  value jsonb not null check (octet_length(value::text) <= 50000),
  -- Whether all roles may read it.
  is_public boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create trigger keep_times before update on public.settings
  for each row execute function public.keep_times();

alter table public.settings enable row level security;

create policy "the public ones" on public.settings
  for select to anon
  using (is_public);

create policy "the public ones, and all with settings.read" on public.settings
  for select to authenticated
  using (is_public or (select public.has_permission('settings.read')));

create policy "new ones with settings.write" on public.settings
  for insert to authenticated
  with check ((select public.has_permission('settings.write')));

create policy "changes with settings.write" on public.settings
  for update to authenticated
  using ((select public.has_permission('settings.write')))
  with check ((select public.has_permission('settings.write')));

create policy "removal with settings.write" on public.settings
  for delete to authenticated
  using ((select public.has_permission('settings.write')));
