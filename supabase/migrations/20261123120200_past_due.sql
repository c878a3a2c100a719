-- A renewal fails after the period has ended. A member who is past due keeps the plan while the provider tries again: until it
-- reports the end, or `private.prune_billing` ends the subscription three days after its period.

-- The plan whose limits hold for a member now.
create or replace function private.plan_of(member uuid) returns text
language sql
stable
set search_path = ''
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

-- The caller's plan with its limits, their subscription, and what they used today and this month:
-- { plan: { id, ai_images_per_day, … }, subscription: { … } or null, usage: { ai: { today, month }, api, device } }.
create or replace function public.my_membership() returns jsonb
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

select public.apply_grants();
