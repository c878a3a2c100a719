-- AI pictures are reserved before the provider is asked, and what it did not make is given back. This is for members:
-- visitors are counted by address.

create table private.ai_reservations (
  user_id uuid not null references auth.users (id) on delete cascade,
  -- The page makes one for each request: the same request sent twice is counted once.
  request_key uuid not null,
  images integer not null check (images between 0 and 100),
  -- The day of UTC that they count for.
  day date not null,
  reserved_at timestamptz not null default now(),
  -- Null while the provider is at work.
  settled_at timestamptz,
  primary key (user_id, request_key)
);

create index ai_reservations_reserved_at on private.ai_reservations (reserved_at);

alter table private.ai_reservations enable row level security;
revoke all on private.ai_reservations from public, anon, authenticated, service_role;

-- Ends a reservation of which `made` pictures came about; the others no longer count. One that gave none is forgotten, so that
-- the request may be sent again. A reservation that has ended, or never was, changes nothing.
create function public.settle_ai_images(member uuid, request_key uuid, made integer) returns void
language plpgsql
security definer
set search_path = ''
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

-- Counts the pictures of one request, or as many of them as the member's plan leaves today and this month. Returns
-- { outcome, images, left }: `reserved`, `limit-day` or `limit-month` when there is room for none, or `repeated` when the request
-- was reserved before. `left` is what remains today after it; null is no limit.
-- What a server that stopped has reserved and never settled is given back after a quarter of an hour.
create function public.reserve_ai_images(member uuid, request_key uuid, images integer) returns jsonb
language plpgsql
security definer
set search_path = ''
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

  -- It locks the rows of the day and the month, so that the rest of this function sees what it saw.
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

revoke execute on function public.reserve_ai_images, public.settle_ai_images
  from public, anon, authenticated, service_role;

-- As before, and reservations after two days.
create or replace function public.prune_accounts() returns void
language sql
security definer
set search_path = ''
as $$
  delete from auth.audit_log_entries where created_at < now() - interval '90 days';
  delete from auth.sessions
  where not_after < now()
    or greatest(created_at, refreshed_at at time zone 'utc') < now() - interval '90 days';
  -- A revoked token is kept for a week, so that its reuse is noticed and ends the session.
  delete from auth.refresh_tokens where revoked and updated_at < now() - interval '7 days';
  delete from auth.flow_state where created_at < now() - interval '1 day';
  delete from private.link_sessions where started_at < now() - interval '1 hour';
  delete from private.password_attempts where since < now() - interval '1 hour';
  delete from private.identity_proofs where proven_at < now() - interval '2 hours';
  delete from private.email_changes where changed_at < now() - interval '7 days';
  delete from private.mail_links where expires_at < now();
  delete from private.known_networks where used_at < now() - interval '180 days';
  delete from private.preregistration_links where created_at < now() - interval '7 days';
  delete from private.ai_reservations where reserved_at < now() - interval '2 days';
  delete from public.api_preregistrations as registration
  where confirmed_at is null and created_at < now() - interval '7 days' and not exists (
    select from private.preregistration_links as link where link.preregistration_id = registration.id
  );
$$;

create or replace function public.apply_grants() returns void
language plpgsql
set search_path = ''
as $$
begin
  revoke all on all tables in schema public from public, anon, authenticated, service_role;
  revoke all on all sequences in schema public from public, anon, authenticated, service_role;
  revoke all on all functions in schema public from public, anon, authenticated, service_role;
  alter default privileges in schema public revoke all on tables from anon, authenticated, service_role;
  alter default privileges in schema public revoke all on sequences from anon, authenticated, service_role;
  alter default privileges in schema public revoke all on functions from anon, authenticated, service_role;

  grant usage on schema public to anon, authenticated, service_role;

  -- Visitors.
  grant select on public.plans, public.settings to anon;

  -- Members and administrators, who are members with a row in `admins`.
  grant select on
    public.admins, public.profiles, public.plans, public.user_subscriptions, public.usage_days, public.usage_months,
    public.payments, public.invoices, public.payment_logs, public.webhook_events, public.feedback,
    public.api_preregistrations, public.settings, public.admin_audit_log
    to authenticated;
  grant update (username, language) on public.profiles to authenticated;
  grant insert, delete on public.plans, public.settings, public.admins to authenticated;
  grant update (
    price_minor, currency, period_months, ai_images_per_day, ai_images_per_month, api_images_per_day,
    api_images_per_month, photos_per_batch, offered, position
  ) on public.plans to authenticated;
  grant update (value, is_public) on public.settings to authenticated;
  grant update (role, permissions) on public.admins to authenticated;
  grant insert (user_id, plan_id, status, start_date, end_date) on public.user_subscriptions to authenticated;
  grant update (plan_id, status, end_date, cancelled_at) on public.user_subscriptions to authenticated;
  grant execute on function
    public.has_permission, public.is_super_admin, public.clean_username, public.count_device_images,
    public.delete_my_account, public.password_free_until, public.prove_identity, public.admin_session
    to authenticated;

  -- The service: our own functions and servers, past row-level security.
  grant select, insert, update, delete on
    public.admins, public.profiles, public.plans, public.user_subscriptions, public.usage_days, public.usage_months,
    public.payments, public.invoices, public.payment_logs, public.webhook_events, public.feedback,
    public.api_preregistrations, public.settings
    to service_role;
  grant select, insert on public.admin_audit_log to service_role;
  grant execute on function
    public.clean_username, public.count_usage, public.request_preregistration, public.confirm_preregistration,
    public.reserve_ai_images, public.settle_ai_images
    to service_role;
end;
$$;

select public.apply_grants();
