-- Plans, subscriptions, and usage by day and month in UTC.
--
-- Usage has three kinds. `device` counts images that members cut out on their own device; they are shown and never
-- limited. `ai` and `api` count images that cost the server something and are limited by the plan. At most 20,000
-- device images of a member are counted for each day; the row records how many more were sent. A member whose renewal
-- has failed (`past_due`) keeps the plan while the provider retries.

-- Plans. A new plan is a new row; its texts are in the site's bundle as `plan.<id>`.
create table public.plans (
  id text primary key check (id ~ '^[a-z][a-z0-9-]{0,39}$'),
  -- Months that one payment pays for. Null: the plan lasts until further notice.
  period_months integer check (period_months between 1 and 120),
  -- Limits of images that cost the server something. Null: no limit. Images cut out on the member's own device are
  -- never limited.
  ai_images_per_day integer check (ai_images_per_day >= 0),
  ai_images_per_month integer check (ai_images_per_month >= 0),
  api_images_per_day integer check (api_images_per_day >= 0),
  api_images_per_month integer check (api_images_per_month >= 0),
  photos_per_batch integer not null check (photos_per_batch between 1 and 10000),
  -- True while new members can take the plan. Members who have it keep it.
  offered boolean not null default false,
  position integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create trigger keep_times before update on public.plans
  for each row execute function public.keep_times();

alter table public.plans enable row level security;

create policy "what is offered" on public.plans
  for select to anon
  using (offered);

create policy "new ones with settings.write" on public.plans
  for insert to authenticated
  with check ((select public.has_permission('settings.write')));

create policy "changes with settings.write" on public.plans
  for update to authenticated
  using ((select public.has_permission('settings.write')))
  with check ((select public.has_permission('settings.write')));

-- `free` is the plan of members who have no other plan.
create policy "removal with settings.write" on public.plans
  for delete to authenticated
  using ((select public.has_permission('settings.write')) and id <> 'free');

insert into public.plans
  (id, period_months, ai_images_per_day, ai_images_per_month, api_images_per_month, photos_per_batch, offered, position)
values
  ('free', null, 10, 100, 100, 50, true, 1),
  ('member', 12, 50, 500, 100, 200, true, 2);

-- Subscriptions. `pending`: a checkout was begun. `active`: paid, or an offer at 0. `past_due`: the renewal was not
-- paid and the provider retries; for the member it counts as active until `end_date`. `cancelled`: ended before its
-- time. `expired`: its time is over.
create table public.user_subscriptions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  plan_id text not null references public.plans (id),
  status text not null check (status in ('pending', 'active', 'past_due', 'cancelled', 'expired')),
  start_date timestamptz not null default now(),
  end_date timestamptz not null,
  -- Time at which the member cancelled the renewal. The subscription stays active until its end.
  cancelled_at timestamptz,
  provider text check (char_length(provider) between 1 and 40),
  provider_subscription_id text check (char_length(provider_subscription_id) between 1 and 255),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Price of one period for this member. A later change of the plan's price does not change it.
  amount_minor integer not null default 0 check (amount_minor >= 0),
  currency text not null default 'CNY' check (currency ~ '^[A-Z]{3}$'),
  period_months integer check (period_months between 1 and 120),
  -- Time at which the provider created the newest event that was applied. An older event that arrives later changes
  -- nothing.
  provider_event_at timestamptz,
  unique (provider, provider_subscription_id),
  check (end_date >= start_date)
);

-- Serves the query of every sign-in: the active subscription that lasts longest.
create index user_subscriptions_active on public.user_subscriptions (user_id, end_date desc) where status = 'active';
create index user_subscriptions_user_id on public.user_subscriptions (user_id);
create index user_subscriptions_plan_id on public.user_subscriptions (plan_id);

create trigger keep_times before update on public.user_subscriptions
  for each row execute function public.keep_times();

alter table public.user_subscriptions enable row level security;

create policy "own, and all with users.read" on public.user_subscriptions
  for select to authenticated
  using (user_id = (select auth.uid()) or (select public.has_permission('users.read')));

-- A member has at most one subscription that gives rights.
create unique index user_subscriptions_one_current on public.user_subscriptions (user_id)
  where status in ('active', 'past_due');

create index user_subscriptions_due on public.user_subscriptions (end_date) where status in ('active', 'past_due');

create trigger log_admin_write after insert or update or delete on public.plans
  for each row execute function public.log_admin_write('id');

create trigger log_admin_write after insert or update or delete on public.user_subscriptions
  for each row execute function public.log_admin_write('id', 'by-admins');

create policy "what is offered, own, and all with settings.read" on public.plans
  for select to authenticated
  using (
    offered
    or id in (select plan_id from public.user_subscriptions where user_id = (select auth.uid()))
    or (select public.has_permission('settings.read'))
  );

-- Number of images of each member, kind and day.
create table public.usage_days (
  user_id uuid not null references auth.users (id) on delete cascade,
  kind text not null check (kind in ('device', 'ai', 'api')),
  day date not null,
  images bigint not null default 0 check (images >= 0),
  left_out bigint not null default 0 check (left_out >= 0),
  primary key (user_id, kind, day)
);

alter table public.usage_days enable row level security;

create policy "own, and all with users.read" on public.usage_days
  for select to authenticated
  using (user_id = (select auth.uid()) or (select public.has_permission('users.read')));

-- Number of images of each member, kind and month.
create table public.usage_months (
  user_id uuid not null references auth.users (id) on delete cascade,
  kind text not null check (kind in ('device', 'ai', 'api')),
  -- First day of the month.
  month date not null check (extract(day from month) = 1),
  images bigint not null default 0 check (images >= 0),
  primary key (user_id, kind, month)
);

alter table public.usage_months enable row level security;

create policy "own, and all with users.read" on public.usage_months
  for select to authenticated
  using (user_id = (select auth.uid()) or (select public.has_permission('users.read')));

-- Counts images of a kind that costs, if the member's plan allows all of them today and this month. Images that are not
-- granted are not counted. Returns { granted, used_today, limit_per_day, used_this_month, limit_per_month }; a limit of
-- null means no limit. Concurrent calls wait for each other on the month's row, so a limit is never exceeded. A renewal
-- that has not been paid yet (`past_due`) keeps the plan until it ends.
create function public.count_usage(member uuid, usage_kind text, images integer default 1) returns jsonb
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  today date := (now() at time zone 'utc')::date;
  this_month date := date_trunc('month', today)::date;
  plan public.plans;
  limit_per_day integer;
  limit_per_month integer;
  used_today bigint;
  used_this_month bigint;
  granted boolean;
begin
  if usage_kind is null or usage_kind not in ('ai', 'api') then
    raise invalid_parameter_value using message = 'usage_kind must be ai or api';
  end if;
  if count_usage.images is null or count_usage.images not between 1 and 10000 then
    raise invalid_parameter_value using message = 'images must be 1 to 10000';
  end if;

  select * into strict plan from public.plans where id = private.plan_of(member);
  limit_per_day := case usage_kind when 'ai' then plan.ai_images_per_day else plan.api_images_per_day end;
  limit_per_month := case usage_kind when 'ai' then plan.ai_images_per_month else plan.api_images_per_month end;

  insert into public.usage_months (user_id, kind, month) values (member, usage_kind, this_month) on conflict do nothing;
  select images into used_this_month from public.usage_months
  where user_id = member and kind = usage_kind and month = this_month for update;
  insert into public.usage_days (user_id, kind, day) values (member, usage_kind, today) on conflict do nothing;
  select images into used_today from public.usage_days
  where user_id = member and kind = usage_kind and day = today for update;

  granted := (limit_per_day is null or used_today + count_usage.images <= limit_per_day)
    and (limit_per_month is null or used_this_month + count_usage.images <= limit_per_month);
  if granted then
    update public.usage_months set images = images + count_usage.images
    where user_id = member and kind = usage_kind and month = this_month returning images into used_this_month;
    update public.usage_days set images = images + count_usage.images
    where user_id = member and kind = usage_kind and day = today returning images into used_today;
  end if;

  return jsonb_build_object(
    'granted', granted,
    'used_today', used_today,
    'limit_per_day', limit_per_day,
    'used_this_month', used_this_month,
    'limit_per_month', limit_per_month
  );
end;
$$;

-- Counts images that the caller's own device made, 1 to 1000 at a time, each key once. Returns { counted, left_out }:
-- at most 20,000 are counted for each day, and the row records how many were left out. `made_on` is limited to the last
-- 60 days.
create function public.count_device_images(keys uuid[], made_on date default null) returns jsonb
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  me uuid := auth.uid();
  today date := (now() at time zone 'utc')::date;
  on_day date := greatest(least(coalesce(made_on, today), today), today - 59);
  counted_before bigint;
  counted integer;
  over_bound bigint;
begin
  if keys is null or cardinality(keys) not between 1 and 1000 or array_position(keys, null) is not null then
    raise invalid_parameter_value using message = 'keys must be 1 to 1000';
  end if;
  -- Locks the day's row, so that another call of this member waits until this one has counted.
  insert into public.usage_days (user_id, kind, day) values (me, 'device', on_day) on conflict do nothing;
  select images into counted_before from public.usage_days
  where user_id = me and kind = 'device' and day = on_day for update;
  with given as (
    select distinct sent.image_key from unnest(keys) as sent (image_key)
    where not exists (
      select from private.counted_images as known where known.user_id = me and known.image_key = sent.image_key
    )
  ), added as (
    insert into private.counted_images (user_id, image_key)
    select me, image_key from given order by image_key limit greatest(0, 20000 - counted_before)
    on conflict do nothing returning 1
  )
  select (select count(*) from added), greatest(0, (select count(*) from given) - greatest(0, 20000 - counted_before))
  into counted, over_bound;
  update public.usage_days set images = images + counted where user_id = me and kind = 'device' and day = on_day;
  insert into public.usage_months as month_of (user_id, kind, month, images)
  values (me, 'device', date_trunc('month', on_day)::date, counted)
  on conflict (user_id, kind, month) do update set images = month_of.images + excluded.images;
  if over_bound > 0 then
    update public.usage_days as day_of set left_out = day_of.left_out + over_bound
    where user_id = me and kind = 'device' and day = on_day;
    raise warning 'count_device_images: % images of member % on % were left out', over_bound, me, on_day;
  end if;
  return jsonb_build_object('counted', counted, 'left_out', over_bound);
end;
$$;

-- Returns the plan whose limits apply to a member now.
create function private.plan_of(member uuid) returns text
language sql stable set search_path = ''
as $$
  select coalesce(
    (
      select plan_id from public.user_subscriptions
      where user_id = member and (status = 'past_due' or status = 'active' and end_date >= now())
      order by end_date desc limit 1
    ),
    'free'
  );
$$;

-- Keys of counted images, so that none is counted twice. A device generates a random key for each image; it says
-- nothing about the image.
create table private.counted_images (
  user_id uuid not null references auth.users (id) on delete cascade,
  image_key uuid not null,
  counted_at timestamptz not null default now(),
  primary key (user_id, image_key)
);

create index counted_images_counted_at on private.counted_images (counted_at);
alter table private.counted_images enable row level security;

-- Returns the caller's plan with its limits, their subscription, and their usage today and this month: { plan: { id,
-- ai_images_per_day, … }, subscription: { … } or null, usage: { ai: { today, month }, api, device } }.
create function public.my_membership() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  me uuid := auth.uid();
  today date := (now() at time zone 'utc')::date;
begin
  if me is null then raise insufficient_privilege using message = 'Sign in first'; end if;
  return jsonb_build_object(
    'plan', (
      select jsonb_build_object(
        'id', id,
        'ai_images_per_day', ai_images_per_day,
        'ai_images_per_month', ai_images_per_month,
        'api_images_per_day', api_images_per_day,
        'api_images_per_month', api_images_per_month,
        'photos_per_batch', photos_per_batch
      ) from public.plans where id = private.plan_of(me)
    ),
    'subscription', (
      select jsonb_build_object(
        'id', id,
        'plan_id', plan_id,
        'status', status,
        'start_date', start_date,
        'end_date', end_date,
        'cancelled_at', cancelled_at,
        'amount_minor', amount_minor,
        'currency', currency,
        'period_months', period_months,
        'provider', provider
      ) from public.user_subscriptions
      where user_id = me and (status = 'past_due' or status = 'active' and end_date >= now())
      order by end_date desc limit 1
    ),
    'usage', (
      select jsonb_object_agg(kind, jsonb_build_object(
        'today', coalesce((
          select images from public.usage_days as used where used.user_id = me and used.kind = kinds.kind and used.day = today
        ), 0),
        'month', coalesce((
          select images from public.usage_months as used
          where used.user_id = me and used.kind = kinds.kind and used.month = date_trunc('month', today)::date
        ), 0)
      )) from unnest(array['ai', 'api', 'device']) as kinds (kind)
    )
  );
end;
$$;

-- Returns the caller's usage on each of the last days, including today, oldest first. A day without images has no row.
create function public.my_usage(days integer default 90) returns table (day date, kind text, images bigint)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
begin
  if auth.uid() is null then raise insufficient_privilege using message = 'Sign in first'; end if;
  if days is null or days not between 1 and 366 then
    raise invalid_parameter_value using message = 'days must be 1 to 366';
  end if;
  return query
    select used.day, used.kind, used.images from public.usage_days as used
    where used.user_id = auth.uid() and used.images > 0
      and used.day > (now() at time zone 'utc')::date - my_usage.days
    order by used.day, used.kind;
end;
$$;

create function private.grant_usage() returns void
language sql set search_path = ''
as $$
  grant execute on function
    public.my_membership, public.my_usage, public.my_hidden_data, public.export_my_data
    to authenticated;
$$;

create function private.prune_usage() returns void
language sql set search_path = ''
as $$
  delete from private.counted_images where counted_at < now() - interval '60 days';
$$;

comment on column public.usage_days.left_out is 'images that were sent and not counted, because the day had 20,000 already';
