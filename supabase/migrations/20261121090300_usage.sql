-- How many pictures a member made, by day and by month of UTC. `device`: cut out on their own device, counted to be
-- shown and never limited. `ai` and `api`: what costs the server, bound by the limits of the plan.

create table public.usage_days (
  user_id uuid not null references auth.users (id) on delete cascade,
  kind text not null check (kind in ('device', 'ai', 'api')),
  day date not null,
  images bigint not null default 0 check (images >= 0),
  primary key (user_id, kind, day)
);

create table public.usage_months (
  user_id uuid not null references auth.users (id) on delete cascade,
  kind text not null check (kind in ('device', 'ai', 'api')),
  -- The first day of the month.
  month date not null check (extract(day from month) = 1),
  images bigint not null default 0 check (images >= 0),
  primary key (user_id, kind, month)
);

-- Counts pictures of a kind that costs, if the member's plan leaves room for all of them today and this month.
-- Returns { granted, used_today, limit_per_day, used_this_month, limit_per_month }; a limit of null is none. What is not
-- granted is not counted. Calls at the same time wait for each other on the month's row, so a limit is never passed.
create function public.count_usage(member uuid, usage_kind text, images integer default 1) returns jsonb
language plpgsql
security definer
set search_path = ''
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

  select * into strict plan from public.plans where id = coalesce(
    (
      select plan_id from public.user_subscriptions
      where user_id = member and status = 'active' and end_date >= now()
      order by end_date desc limit 1
    ),
    'free'
  );
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

-- A member counts the pictures that their own device made: 1 to 1000 at a time.
create function public.count_device_images(images integer default 1) returns void
language plpgsql
security definer
set search_path = ''
as $$
#variable_conflict use_column
declare
  today date := (now() at time zone 'utc')::date;
begin
  if count_device_images.images is null or count_device_images.images not between 1 and 1000 then
    raise invalid_parameter_value using message = 'images must be 1 to 1000';
  end if;
  insert into public.usage_months as counted (user_id, kind, month, images)
  values (auth.uid(), 'device', date_trunc('month', today)::date, count_device_images.images)
  on conflict (user_id, kind, month) do update set images = counted.images + excluded.images;
  insert into public.usage_days as counted (user_id, kind, day, images)
  values (auth.uid(), 'device', today, count_device_images.images)
  on conflict (user_id, kind, day) do update set images = counted.images + excluded.images;
end;
$$;

revoke execute on function public.count_usage, public.count_device_images
  from public, anon, authenticated, service_role;

alter table public.usage_days enable row level security;
alter table public.usage_months enable row level security;

create policy "own, and all with users.read" on public.usage_days
  for select to authenticated
  using (user_id = (select auth.uid()) or (select public.has_permission('users.read')));

create policy "own, and all with users.read" on public.usage_months
  for select to authenticated
  using (user_id = (select auth.uid()) or (select public.has_permission('users.read')));
