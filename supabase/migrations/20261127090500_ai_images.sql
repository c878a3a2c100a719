-- AI images: reservations of members, and a ceiling for all images of a day, because the provider is paid for each.
--
-- Images are reserved before the provider is asked, and images that it does not make are given back. Members without a
-- paid plan also count in the visitors' share, which the function `generate-background` counts by address and network.

-- AI images that were reserved for requests of members.
create table private.ai_reservations (
  user_id uuid not null references auth.users (id) on delete cascade,
  -- Key that the page makes for each request. The same request sent twice is counted once.
  request_key uuid not null,
  images integer not null check (images between 0 and 100),
  -- Day in UTC for which the images count.
  day date not null,
  reserved_at timestamptz not null default now(),
  -- Null while the provider is working.
  settled_at timestamptz,
  primary key (user_id, request_key)
);

create index ai_reservations_reserved_at on private.ai_reservations (reserved_at);
alter table private.ai_reservations enable row level security;

-- Ends a reservation of which `made` images were made; the others no longer count. A reservation without any image is
-- deleted, so that the request may be sent again. A reservation that has ended, or does not exist, changes nothing.
create function public.settle_ai_images(member uuid, request_key uuid, made integer) returns void
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  reservation private.ai_reservations;
  unmade integer;
begin
  update private.ai_reservations set settled_at = now()
  where user_id = member and request_key = settle_ai_images.request_key and settled_at is null
  returning * into reservation;
  if not found then return; end if;
  unmade := reservation.images - least(reservation.images, greatest(0, made));
  update public.usage_months set images = greatest(0, images - unmade)
  where user_id = member and kind = 'ai' and month = date_trunc('month', reservation.day)::date;
  update public.usage_days set images = greatest(0, images - unmade)
  where user_id = member and kind = 'ai' and day = reservation.day;
  if unmade = reservation.images then
    delete from private.ai_reservations where user_id = member and request_key = settle_ai_images.request_key;
  end if;
end;
$$;

-- Counts the images of one request, or as many of them as the member's plan allows today and this month. Returns {
-- outcome, images, left }: `reserved`; `limit-day` or `limit-month` when none is allowed; or `repeated` when the
-- request was reserved before. `left` is the number that remains today; null means no limit. Reservations of a server
-- that stopped before it settled them are given back after a quarter of an hour.
create function public.reserve_ai_images(member uuid, request_key uuid, images integer) returns jsonb
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  wanted integer := reserve_ai_images.images;
  today date := (now() at time zone 'utc')::date;
  abandoned uuid;
  used jsonb;
  room_of_day bigint;
  room_of_month bigint;
begin
  if wanted is null or wanted not between 1 and 100 then
    raise invalid_parameter_value using message = 'images must be 1 to 100';
  end if;
  for abandoned in
    select request_key from private.ai_reservations
    where user_id = member and settled_at is null and reserved_at < now() - interval '15 minutes'
    for update skip locked
  loop
    perform public.settle_ai_images(member, abandoned, 0);
  end loop;

  -- A second request with the same key waits here until the first has been counted.
  insert into private.ai_reservations (user_id, request_key, images, day)
  values (member, reserve_ai_images.request_key, wanted, today) on conflict do nothing;
  if not found then return jsonb_build_object('outcome', 'repeated', 'images', 0, 'left', 0); end if;

  -- `count_usage` locks the rows of the day and the month, so the numbers stay valid for the rest of this function.
  used := public.count_usage(member, 'ai', wanted);
  if not (used ->> 'granted')::boolean then
    room_of_day := (used ->> 'limit_per_day')::bigint - (used ->> 'used_today')::bigint;
    room_of_month := (used ->> 'limit_per_month')::bigint - (used ->> 'used_this_month')::bigint;
    wanted := least(wanted, room_of_day, room_of_month);
    if wanted < 1 then
      delete from private.ai_reservations where user_id = member and request_key = reserve_ai_images.request_key;
      return jsonb_build_object(
        'outcome', case when room_of_month < 1 then 'limit-month' else 'limit-day' end, 'images', 0, 'left', 0
      );
    end if;
    used := public.count_usage(member, 'ai', wanted);
    update private.ai_reservations set images = wanted
    where user_id = member and request_key = reserve_ai_images.request_key;
  end if;

  return jsonb_build_object(
    'outcome', 'reserved',
    'images', wanted,
    'left', least(
      (used ->> 'limit_per_day')::bigint - (used ->> 'used_today')::bigint,
      (used ->> 'limit_per_month')::bigint - (used ->> 'used_this_month')::bigint
    )
  );
end;
$$;

insert into public.settings (key, value, is_public) values ('ai.images_per_day', '1000', false) on conflict do nothing;

-- Number of AI images requested on each day in UTC, without those that were not made.
create table private.ai_days (
  day date primary key,
  images integer not null default 0 check (images >= 0)
);

alter table private.ai_days enable row level security;

-- Returns the ceiling of all AI images of a day.
create function private.ai_images_per_day() returns integer
language sql stable set search_path = ''
as $$
  select coalesce((select value::integer from public.settings where key = 'ai.images_per_day'), 1000);
$$;

-- Takes `images` images from today's ceiling, or as many as are left. Returns { day, taken }.
create function public.take_ai_images_of_day(images integer) returns jsonb
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  today date := (now() at time zone 'utc')::date;
  used integer;
  taken integer;
begin
  if take_ai_images_of_day.images is null or take_ai_images_of_day.images not between 1 and 100 then
    raise invalid_parameter_value using message = 'images must be 1 to 100';
  end if;
  insert into private.ai_days (day) values (today) on conflict do nothing;
  select images into used from private.ai_days where day = today for update;
  taken := least(take_ai_images_of_day.images, greatest(0, private.ai_images_per_day() - used));
  update private.ai_days set images = images + taken where day = today;
  return jsonb_build_object('day', today, 'taken', taken);
end;
$$;

-- Returns images to the ceiling of a day that were taken from it and not made.
create function public.give_back_ai_images_of_day(on_day date, images integer) returns void
language sql security definer set search_path = ''
as $$
  update private.ai_days set images = greatest(0, ai_days.images - greatest(0, give_back_ai_images_of_day.images))
  where day = on_day;
$$;

-- Returns whether a member pays for a plan, or has one that an administrator granted.
create function public.has_paid_plan(member uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.user_subscriptions
    where user_id = member and (status = 'past_due' or status = 'active' and end_date >= now())
      and (amount_minor > 0 or provider = 'admin')
  );
$$;

-- Returns figures and warnings of today for administrators: { ai_images, ai_images_per_day, offer_without_seller }. A
-- figure that the administrator may not see is null. `offer_without_seller` is true when a plan is offered although
-- invoices name no seller.
create function public.admin_today() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  sees_users boolean := public.has_permission('users.read');
begin
  perform private.require_permission('{users.read,revenue.read}');
  return jsonb_build_object(
    'ai_images', case when sees_users then
      coalesce((select images from private.ai_days where day = (now() at time zone 'utc')::date), 0) end,
    'ai_images_per_day', case when sees_users then private.ai_images_per_day() end,
    'offer_without_seller', public.offer_without_seller()
  );
end;
$$;

-- Returns whether a buyer could get an invoice that names no seller.
create function public.offer_without_seller() returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (select from public.plans where offered and id <> 'free') and not exists (
    select from public.settings where key = 'billing.seller' and trim(coalesce(value ->> 'name', '')) <> ''
  );
$$;

create function private.grant_ai_ceiling() returns void
language sql set search_path = ''
as $$
  grant execute on function public.admin_today to authenticated;
  grant execute on function
    public.take_ai_images_of_day, public.give_back_ai_images_of_day, public.has_paid_plan, public.offer_without_seller
    to service_role;
$$;

create function private.prune_ai_ceiling() returns void
language sql set search_path = ''
as $$
  delete from private.ai_days where day < (now() at time zone 'utc')::date - 400;
$$;
