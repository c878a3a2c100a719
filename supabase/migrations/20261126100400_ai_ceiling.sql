-- A ceiling over all AI pictures of a day, whoever asks: the provider is paid per picture, and accounts are free to make. Members without
-- a paid plan also count in the visitors' share, which the function `generate-background` keeps by address and network.

insert into public.settings (key, value, is_public) values ('ai.images_per_day', '1000', false) on conflict do nothing;
alter table public.settings add constraint settings_ai_images_per_day check (
  key <> 'ai.images_per_day'
  or case jsonb_typeof(value)
    when 'number' then value::numeric between 1 and 1000000 and value::numeric = trunc(value::numeric)
    else false
  end
);

-- Number of pictures that were asked for on each day in UTC, without those that were not made.
create table private.ai_days (
  day date primary key,
  images integer not null default 0 check (images >= 0)
);
alter table private.ai_days enable row level security;
revoke all on private.ai_days from public, anon, authenticated, service_role;

create function private.ai_images_per_day() returns integer
language sql
stable
set search_path = ''
as $$
  select coalesce((select value::integer from public.settings where key = 'ai.images_per_day'), 1000);
$$;

-- Takes `images` pictures of today's ceiling, or as many as are left: { day, taken }.
create function public.take_ai_images_of_day(images integer) returns jsonb
language plpgsql
security definer
set search_path = ''
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

-- Gives back pictures that were taken on a day and not made.
create function public.give_back_ai_images_of_day(on_day date, images integer) returns void
language sql
security definer
set search_path = ''
as $$
  update private.ai_days set images = greatest(0, ai_days.images - greatest(0, give_back_ai_images_of_day.images))
  where day = on_day;
$$;

-- Tells whether a member pays for a plan, or an administrator gave them one.
create function public.has_paid_plan(member uuid) returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select exists (
    select from public.user_subscriptions
    where user_id = member and (status = 'past_due' or status = 'active' and end_date >= now())
      and (amount_minor > 0 or provider = 'admin')
  );
$$;

-- Returns figures and warnings of today for administrators: { ai_images, ai_images_per_day, offer_without_seller }. A figure that the
-- administrator may not see is null. `offer_without_seller`: a plan is offered although invoices name no seller.
create function public.admin_today() returns jsonb
language plpgsql
stable
security definer
set search_path = ''
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

-- Tells whether a buyer could get an invoice that names no seller.
create function public.offer_without_seller() returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select exists (select from public.plans where offered and id <> 'free') and not exists (
    select from public.settings where key = 'billing.seller' and trim(coalesce(value ->> 'name', '')) <> ''
  );
$$;

create function private.grant_ai_ceiling() returns void
language sql
set search_path = ''
as $$
  grant execute on function public.admin_today to authenticated;
  grant execute on function
    public.take_ai_images_of_day, public.give_back_ai_images_of_day, public.has_paid_plan, public.offer_without_seller
    to service_role;
$$;

create function private.prune_ai_ceiling() returns void
language sql
set search_path = ''
as $$
  delete from private.ai_days where day < (now() at time zone 'utc')::date - 400;
$$;

select public.apply_grants();
