-- A plan that was paid once is not changed to another one, because nobody would charge for the difference. It ends with
-- its period.

-- Returns whether a subscription continues after its period: a provider charges for it, or it costs nothing.
create function private.is_renewed(subscription public.user_subscriptions) returns boolean
language sql stable set search_path = ''
as $$
  select subscription.amount_minor = 0 or subscription.provider_subscription_id is not null;
$$;

revoke all on function private.is_renewed(public.user_subscriptions) from public, anon, authenticated, service_role;

-- Returns a subscription in the form that pages read.
create or replace function private.subscription_json(subscription uuid) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'id', id, 'plan_id', plan_id, 'status', status, 'start_date', start_date, 'end_date', end_date,
    'cancelled_at', cancelled_at, 'is_renewed', private.is_renewed(kept), 'amount_minor', amount_minor, 'currency', currency, 'period_months', period_months,
    'provider', provider
  )
  from public.user_subscriptions as kept where id = subscription;
$$;

-- Returns the caller's plan with its limits, their subscription, and their usage today and this month: { plan: { id,
-- ai_images_per_day, … }, subscription: { … } or null, usage: { ai: { today, month }, api, device } }.
create or replace function public.my_membership() returns jsonb
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
        'is_renewed', private.is_renewed(subscription),
        'amount_minor', amount_minor,
        'currency', currency,
        'period_months', period_months,
        'provider', provider
      ) from public.user_subscriptions as subscription
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

drop function public.change_subscription(uuid, text, uuid, text);

-- Cancels a member's current subscription at the end of its period, resumes it or changes its plan. If a provider
-- charges for it, the provider has made the change before: `asked_for` is the provider's id of the subscription that it
-- changed, null if none was asked, and `nobody` from functions of an earlier release. Outcomes: `done` with
-- `subscription`, `not-subscribed`, `already-cancelled`, `not-cancelled`, `not-offered`, `not-changeable`. The same key
-- makes the change once.
create function public.change_subscription(
  member uuid, action text, request_key uuid, plan text default null, asked_for text default 'nobody'
) returns jsonb
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  current public.user_subscriptions;
  price jsonb;
  recorded_as text;
begin
  perform private.begin_billing(member);
  perform private.expire_due(member);
  select * into current from public.user_subscriptions where user_id = member and status in ('active', 'past_due');
  if not found then return jsonb_build_object('outcome', 'not-subscribed'); end if;
  recorded_as := format('member:%s:%s', current.id, request_key);
  if exists (select from private.subscription_events where event_key = recorded_as) then
    return jsonb_build_object('outcome', 'done', 'subscription', private.subscription_json(current.id));
  end if;
  -- A subscription that began meanwhile has not been changed at its provider.
  if asked_for is distinct from 'nobody' and asked_for is distinct from current.provider_subscription_id then
    return jsonb_build_object('outcome', 'not-changeable');
  end if;
  case action
    when 'cancel' then
      if current.cancelled_at is not null then return jsonb_build_object('outcome', 'already-cancelled'); end if;
      perform private.record_subscription_event(current.id, recorded_as, 'cancelled', clock_timestamp());
    when 'resume' then
      if current.cancelled_at is null then return jsonb_build_object('outcome', 'not-cancelled'); end if;
      perform private.record_subscription_event(current.id, recorded_as, 'resumed', clock_timestamp());
    when 'change' then
      price := public.price_of(plan, current.currency);
      if price is null then return jsonb_build_object('outcome', 'not-offered'); end if;
      if current.provider = 'admin' or not private.is_renewed(current)
        or ((price ->> 'amount_minor')::integer = 0) <> (current.amount_minor = 0)
      then
        return jsonb_build_object('outcome', 'not-changeable');
      end if;
      perform private.record_subscription_event(
        current.id, recorded_as, 'changed', clock_timestamp(), price || jsonb_build_object('plan_id', plan)
      );
  end case;
  perform set_config('isola.billing', '', true);
  return jsonb_build_object('outcome', 'done', 'subscription', private.subscription_json(current.id));
end;
$$;

revoke all on function public.change_subscription from public, anon, authenticated;
grant execute on function public.change_subscription to service_role;
