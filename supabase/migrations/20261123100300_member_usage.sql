-- What a member sees of their plan and their usage; images of their own device, each counted once by its key; and an export of
-- what is stored about them.

-- The plan whose limits hold for a member now.
create function private.plan_of(member uuid) returns text
language sql
stable
set search_path = ''
as $$
  select coalesce(
    (
      select plan_id from public.user_subscriptions
      where user_id = member and status in ('active', 'past_due') and end_date >= now()
      order by end_date desc limit 1
    ),
    'free'
  );
$$;

-- As before; a renewal that was not paid yet (`past_due`) leaves the plan until it ends.
create or replace function public.count_usage(member uuid, usage_kind text, images integer default 1) returns jsonb
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

-- The keys of images that were counted, so that none counts twice. A device makes one for each image; it says nothing of it.
create table private.counted_images (
  user_id uuid not null references auth.users (id) on delete cascade,
  image_key uuid not null,
  counted_at timestamptz not null default now(),
  primary key (user_id, image_key)
);
create index counted_images_counted_at on private.counted_images (counted_at);

alter table private.counted_images enable row level security;
revoke all on private.counted_images from public, anon, authenticated, service_role;

-- A member counts images that their own device made, 1 to 1000 at a time: a key that was counted before counts nothing.
-- `made_on` is the day of UTC by the device's clock. The device may have been offline for some time: days of the last 59 are
-- taken as they are, others as the nearest of these. No member is limited; 20,000 of a day are counted, and no more rows stored.
-- Returns how many counted now.
drop function public.count_device_images(integer);
create function public.count_device_images(keys uuid[], made_on date default null) returns integer
language plpgsql
security definer
set search_path = ''
as $$
#variable_conflict use_column
declare
  me uuid := auth.uid();
  today date := (now() at time zone 'utc')::date;
  on_day date := greatest(least(coalesce(made_on, today), today), today - 59);
  counted_before bigint;
  counted integer;
begin
  if keys is null or cardinality(keys) not between 1 and 1000 or array_position(keys, null) is not null then
    raise invalid_parameter_value using message = 'keys must be 1 to 1000';
  end if;
  -- Another call of this member waits here until this one has counted.
  insert into public.usage_days (user_id, kind, day) values (me, 'device', on_day) on conflict do nothing;
  select images into counted_before from public.usage_days
  where user_id = me and kind = 'device' and day = on_day for update;
  with added as (
    insert into private.counted_images (user_id, image_key)
    select me, image_key from (select distinct unnest(keys) as image_key) as given
    order by image_key limit greatest(0, 20000 - counted_before)
    on conflict do nothing returning 1
  )
  select count(*) into counted from added;
  update public.usage_days set images = images + counted where user_id = me and kind = 'device' and day = on_day;
  insert into public.usage_months as month_of (user_id, kind, month, images)
  values (me, 'device', date_trunc('month', on_day)::date, counted)
  on conflict (user_id, kind, month) do update set images = month_of.images + excluded.images;
  return counted;
end;
$$;

-- The caller's plan with its limits, their subscription, and what they used today and this month:
-- { plan: { id, ai_images_per_day, … }, subscription: { … } or null, usage: { ai: { today, month }, api, device } }.
create function public.my_membership() returns jsonb
language plpgsql
stable
security definer
set search_path = ''
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
      where user_id = me and status in ('active', 'past_due') and end_date >= now()
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

-- What the caller used on each of the last days, today included, oldest first. A day without images has no row.
create function public.my_usage(days integer default 90) returns table (day date, kind text, images bigint)
language plpgsql
stable
security definer
set search_path = ''
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

-- What lies where members cannot look themselves. `export_my_data` puts it beside the rest.
create function public.my_hidden_data() returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  me uuid := auth.uid();
  account auth.users;
begin
  select * into account from auth.users where id = me;
  if not found then raise insufficient_privilege using message = 'Sign in first'; end if;
  return jsonb_build_object(
    'account', jsonb_build_object(
      'id', account.id,
      'email', account.email,
      'email_confirmed_at', account.email_confirmed_at,
      'created_at', account.created_at,
      'metadata', account.raw_user_meta_data
    ),
    'sessions', (
      select coalesce(jsonb_agg(jsonb_build_object('created_at', created_at, 'refreshed_at', refreshed_at) order by created_at), '[]')
      from auth.sessions where user_id = me
    ),
    'email_changes', (
      select coalesce(jsonb_agg(
        jsonb_build_object('old_email', old_email, 'new_email', new_email, 'changed_at', changed_at) order by changed_at
      ), '[]')
      from private.email_changes where user_id = me
    ),
    'feedback', (
      select coalesce(jsonb_agg(to_jsonb(sent) - 'user_id' order by created_at), '[]') from public.feedback as sent
      where user_id = me or (account.email_confirmed_at is not null and lower(email) = lower(account.email))
    ),
    'api_preregistrations', (
      select coalesce(jsonb_agg(to_jsonb(sent) order by created_at), '[]') from public.api_preregistrations as sent
      where account.email_confirmed_at is not null and lower(email) = lower(account.email)
    ),
    'ai_requests', (
      select coalesce(jsonb_agg(jsonb_build_object('images', images, 'day', day, 'at', reserved_at) order by reserved_at), '[]')
      from private.ai_reservations where user_id = me
    ),
    'counted_image_keys', (select count(*) from private.counted_images where user_id = me),
    'known_networks', (select count(*) from private.known_networks where user_id = me)
  );
end;
$$;

-- Everything that is stored about the caller. It runs as the caller: row-level security decides what is theirs, and the
-- conditions leave out what they may see as an administrator.
create function public.export_my_data() returns jsonb
language plpgsql
stable
set search_path = ''
as $$
declare
  me uuid := auth.uid();
begin
  return public.my_hidden_data() || jsonb_build_object(
    'exported_at', now(),
    'profile', (select to_jsonb(own) from public.profiles as own where id = me),
    'administration', (select to_jsonb(own) from public.admins as own where user_id = me),
    'subscriptions', (
      select coalesce(jsonb_agg(to_jsonb(own) order by created_at), '[]') from public.user_subscriptions as own where user_id = me
    ),
    'usage', (
      select coalesce(jsonb_agg(jsonb_build_object('day', day, 'kind', kind, 'images', images) order by day, kind), '[]')
      from public.usage_days where user_id = me
    ),
    'usage_by_month', (
      select coalesce(jsonb_agg(jsonb_build_object('month', month, 'kind', kind, 'images', images) order by month, kind), '[]')
      from public.usage_months where user_id = me
    ),
    'checkouts', (
      select coalesce(jsonb_agg(to_jsonb(own) order by created_at), '[]') from public.checkouts as own where user_id = me
    ),
    'payments', (
      select coalesce(jsonb_agg(to_jsonb(own) order by created_at), '[]') from public.payments as own where user_id = me
    ),
    'refunds', (
      select coalesce(jsonb_agg(to_jsonb(refund) order by refund.created_at), '[]') from public.payment_refunds as refund
      join public.payments as own on own.id = refund.payment_id where own.user_id = me
    ),
    'disputes', (
      select coalesce(jsonb_agg(to_jsonb(dispute) order by dispute.opened_at), '[]') from public.payment_disputes as dispute
      join public.payments as own on own.id = dispute.payment_id where own.user_id = me
    ),
    'invoices', (
      select coalesce(jsonb_agg(to_jsonb(own) order by issued_at), '[]') from public.invoices as own where user_id = me
    ),
    'payment_logs', (
      select coalesce(jsonb_agg(to_jsonb(own) order by id), '[]') from public.payment_logs as own where user_id = me
    )
  );
end;
$$;

create function private.grant_usage() returns void
language sql
set search_path = ''
as $$
  grant execute on function
    public.my_membership, public.my_usage, public.my_hidden_data, public.export_my_data
    to authenticated;
$$;

create function private.prune_usage() returns void
language sql
set search_path = ''
as $$
  delete from private.counted_images where counted_at < now() - interval '60 days';
$$;

select public.apply_grants();
