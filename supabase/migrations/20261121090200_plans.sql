-- The plans, and who has which. A further plan is a row; its words lie in the site's bundle as `plan.<id>`.

create table public.plans (
  id text primary key check (id ~ '^[a-z][a-z0-9-]{0,39}$'),
  -- In the currency's smallest unit, such as fen.
  price_minor integer not null check (price_minor >= 0),
  currency text not null default 'CNY' check (currency ~ '^[A-Z]{3}$'),
  -- How long what was paid lasts; null: until further notice.
  period_months integer check (period_months between 1 and 120),
  -- Limits on what costs the server. Null: none. Pictures cut out on the member's own device are never limited.
  ai_images_per_day integer check (ai_images_per_day >= 0),
  ai_images_per_month integer check (ai_images_per_month >= 0),
  api_images_per_day integer check (api_images_per_day >= 0),
  api_images_per_month integer check (api_images_per_month >= 0),
  photos_per_batch integer not null check (photos_per_batch between 1 and 10000),
  -- Whether somebody new can take it. Who has it keeps it.
  offered boolean not null default false,
  position integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create trigger keep_times before update on public.plans
  for each row execute function public.keep_times();

insert into public.plans
  (id, price_minor, period_months, ai_images_per_day, ai_images_per_month, api_images_per_month, photos_per_batch, offered, position)
values
  ('free', 0, null, 10, 100, 100, 50, true, 1),
  ('member', 0, 12, 50, 500, 100, 200, true, 2);

create table public.user_subscriptions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  plan_id text not null references public.plans (id),
  status text not null check (status in ('pending', 'active', 'past_due', 'cancelled', 'expired')),
  start_date timestamptz not null default now(),
  end_date timestamptz not null,
  -- When the member said that it shall not be renewed; it stays active until it ends.
  cancelled_at timestamptz,
  provider text check (char_length(provider) between 1 and 40),
  provider_subscription_id text check (char_length(provider_subscription_id) between 1 and 255),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (provider, provider_subscription_id),
  check (end_date >= start_date)
);

-- The one question asked at every sign-in: the active one that lasts longest.
create index user_subscriptions_active on public.user_subscriptions (user_id, end_date desc) where status = 'active';
create index user_subscriptions_user_id on public.user_subscriptions (user_id);
create index user_subscriptions_plan_id on public.user_subscriptions (plan_id);

create trigger keep_times before update on public.user_subscriptions
  for each row execute function public.keep_times();

alter table public.plans enable row level security;
alter table public.user_subscriptions enable row level security;

create policy "what is offered" on public.plans
  for select to anon
  using (offered);

create policy "what is offered, own, and all with settings.read" on public.plans
  for select to authenticated
  using (
    offered
    or id in (select plan_id from public.user_subscriptions where user_id = (select auth.uid()))
    or (select public.has_permission('settings.read'))
  );

create policy "new ones with settings.write" on public.plans
  for insert to authenticated
  with check ((select public.has_permission('settings.write')));

create policy "changes with settings.write" on public.plans
  for update to authenticated
  using ((select public.has_permission('settings.write')))
  with check ((select public.has_permission('settings.write')));

-- `free` is the plan of members without another.
create policy "removal with settings.write" on public.plans
  for delete to authenticated
  using ((select public.has_permission('settings.write')) and id <> 'free');

create policy "own, and all with users.read" on public.user_subscriptions
  for select to authenticated
  using (user_id = (select auth.uid()) or (select public.has_permission('users.read')));

create policy "new ones with users.write" on public.user_subscriptions
  for insert to authenticated
  with check ((select public.has_permission('users.write')));

create policy "changes with users.write" on public.user_subscriptions
  for update to authenticated
  using ((select public.has_permission('users.write')))
  with check ((select public.has_permission('users.write')));
