-- Actions of members on subscriptions. The functions of `supabase/functions` call these functions as the service and
-- ask the payment provider in between. They return { outcome, … } and raise no exception for a mistake of a member.

-- Begins a checkout, once for each key. Outcomes: `active` (the price is 0 and nothing is to be paid), `open` (the
-- provider has to be asked; with `checkout`, `email`, `language`, `customer_id`), `not-offered`, `already-subscribed`,
-- `already-requested`, `email-unconfirmed` and `no-provider`.
create function public.begin_checkout(member uuid, request_key uuid, plan text, currency text, provider text default null)
returns jsonb
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  checkout public.checkouts;
  current public.user_subscriptions;
  price integer;
  months integer;
  taken uuid;
  account record;
begin
  perform private.begin_billing(member);
  select email, email_confirmed_at into account from auth.users where id = member;
  if account.email_confirmed_at is null then return jsonb_build_object('outcome', 'email-unconfirmed'); end if;

  select * into checkout from public.checkouts
  where user_id = member and request_key = begin_checkout.request_key;
  if found then
    if checkout.plan_id <> plan or checkout.currency <> begin_checkout.currency then
      return jsonb_build_object('outcome', 'already-requested');
    end if;
    if checkout.status = 'completed' then
      return jsonb_build_object('outcome', 'active', 'subscription', private.subscription_json(checkout.subscription_id));
    end if;
    if checkout.status <> 'open' then return jsonb_build_object('outcome', 'already-requested'); end if;
  else
    select plan_prices.amount_minor, plans.period_months into price, months
    from public.plans join public.plan_prices on plan_prices.plan_id = plans.id
    where plans.id = plan and plans.offered and plans.id <> 'free' and plan_prices.currency = begin_checkout.currency;
    if not found then return jsonb_build_object('outcome', 'not-offered'); end if;

    perform private.expire_due(member);
    select * into current from public.user_subscriptions where user_id = member and status in ('active', 'past_due');
    -- A member with an offer at 0 may change to a paid plan.
    if found and (price = 0 or current.amount_minor > 0) then
      return jsonb_build_object('outcome', 'already-subscribed', 'subscription', private.subscription_json(current.id));
    end if;
    if price > 0 and provider is null then return jsonb_build_object('outcome', 'no-provider'); end if;

    -- One checkout is open at a time: a second click, also in another tab, continues with the same checkout.
    select * into checkout from public.checkouts
    where user_id = member and status = 'open' and plan_id = plan and currency = begin_checkout.currency
      and amount_minor = price and provider = begin_checkout.provider and created_at > now() - interval '20 hours'
    order by created_at desc limit 1;
    if not found then
      insert into public.user_subscriptions (
        user_id, plan_id, status, start_date, end_date, amount_minor, currency, period_months, provider
      )
      values (
        member, plan, 'pending', now(), now() + interval '1 day', price, begin_checkout.currency, months,
        case when price = 0 then 'offer' else begin_checkout.provider end
      )
      returning id into taken;
      insert into public.checkouts (
        user_id, request_key, plan_id, amount_minor, currency, period_months, provider, subscription_id
      )
      values (
        member, begin_checkout.request_key, plan, price, begin_checkout.currency, months,
        case when price = 0 then 'offer' else begin_checkout.provider end, taken
      )
      returning * into checkout;
      perform private.log_payment(member, null, 'checkout-begun', jsonb_build_object(
        'plan_id', plan, 'amount_minor', price, 'currency', begin_checkout.currency, 'subscription_id', taken
      ));
    end if;
    if price = 0 then
      perform private.complete_checkout(checkout.id, 'checkout:' || checkout.id, now(), '{}');
      perform private.store_payment(
        taken, 'offer', null, 0, checkout.currency, true, now(), start_date, end_date, checkout.id
      ) from public.user_subscriptions where id = taken;
      perform set_config('isola.billing', '', true);
      return jsonb_build_object('outcome', 'active', 'subscription', private.subscription_json(taken));
    end if;
  end if;
  perform set_config('isola.billing', '', true);
  return jsonb_build_object(
    'outcome', 'open',
    'checkout', jsonb_build_object(
      'id', checkout.id, 'plan_id', checkout.plan_id, 'amount_minor', checkout.amount_minor,
      'currency', checkout.currency, 'period_months', checkout.period_months, 'provider', checkout.provider
    ),
    'email', account.email,
    'language', (select language from public.profiles where id = member),
    'customer_id', (
      select customer_id from private.provider_customers
      where user_id = member and provider = checkout.provider order by created_at desc limit 1
    )
  );
end;
$$;

-- Completes a checkout that was paid or needs no payment. It ends an offer at 0 of the member, even if the first
-- payment has already displaced the offer, because events arrive in any order.
create function private.complete_checkout(checkout uuid, event_key text, happened_at timestamptz, data jsonb)
returns void
language plpgsql set search_path = ''
as $$
declare
  completed public.checkouts;
  offer uuid;
begin
  update public.checkouts set status = 'completed' where id = checkout returning * into completed;
  if completed.subscription_id is null then return; end if;
  for offer in
    select id from public.user_subscriptions as earlier
    where user_id = completed.user_id and provider = 'offer' and id <> completed.subscription_id
      and status <> 'expired' and created_at <= completed.created_at and not exists (
        select from private.subscription_events where subscription_id = earlier.id and event = 'ended'
      )
  loop
    perform private.record_subscription_event(offer, format('replaced:%s:%s', offer, checkout), 'ended', happened_at);
  end loop;
  perform private.record_subscription_event(
    completed.subscription_id, event_key, 'checkout_completed', happened_at,
    jsonb_build_object(
      'plan_id', completed.plan_id, 'amount_minor', completed.amount_minor, 'currency', completed.currency,
      'period_months', completed.period_months
    ) || data
  );
end;
$$;

-- Saves the provider's ids of a checkout and of the customer, or records that the provider refused the checkout.
create function public.note_checkout(
  checkout uuid, provider_checkout_id text default null, customer_id text default null, failure text default null
) returns void
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  noted public.checkouts;
begin
  perform private.begin_billing(null);
  update public.checkouts set
    provider_checkout_id = coalesce(note_checkout.provider_checkout_id, provider_checkout_id),
    status = case when failure is null then status else 'failed' end
  where id = checkout and status = 'open' returning * into noted;
  if found and note_checkout.customer_id is not null then
    insert into private.provider_customers (provider, customer_id, user_id)
    values (noted.provider, note_checkout.customer_id, noted.user_id) on conflict do nothing;
  end if;
  if found and failure is not null then
    perform private.log_payment(noted.user_id, null, 'checkout-failed', jsonb_build_object('reason', left(failure, 100)));
    perform private.record_subscription_event(
      noted.subscription_id, 'checkout-failed:' || noted.id, 'ended', now()
    );
  end if;
  perform set_config('isola.billing', '', true);
end;
$$;

-- Returns a member's subscriptions at payment providers: { current: { subscription, provider_subscription_id } or null,
-- charged, checkouts, customers }. `charged` lists the subscriptions that providers still charge, `checkouts` the
-- checkouts that are open there, and `customers` the member's ids there.
create function public.billing_of(member uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.begin_billing(member);
  perform private.expire_due(member);
  perform set_config('isola.billing', '', true);
  return jsonb_build_object(
    'current', (
      select jsonb_build_object(
        'subscription', private.subscription_json(id), 'provider_subscription_id', provider_subscription_id
      )
      from public.user_subscriptions where user_id = member and status in ('active', 'past_due')
    ),
    'charged', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'provider', provider, 'provider_subscription_id', provider_subscription_id
      )), '[]')
      from private.charged_subscriptions(member)
    ),
    'checkouts', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', id, 'provider', provider, 'provider_checkout_id', provider_checkout_id
      )), '[]')
      from public.checkouts where user_id = member and status = 'open' and provider_checkout_id is not null
    ),
    'customers', (
      select coalesce(jsonb_agg(jsonb_build_object('provider', provider, 'customer_id', customer_id)), '[]')
      from private.provider_customers where user_id = member
    )
  );
end;
$$;

-- Returns the price of a plan for a member who changes to it: { amount_minor, currency, period_months }. Returns null
-- when the plan is not offered.
create function public.price_of(plan text, currency text) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'amount_minor', plan_prices.amount_minor, 'currency', plan_prices.currency, 'period_months', plans.period_months
  )
  from public.plans join public.plan_prices on plan_prices.plan_id = plans.id
  where plans.id = plan and plans.offered and plans.id <> 'free' and plan_prices.currency = price_of.currency;
$$;

-- Cancels a member's current subscription at the end of its period, resumes it or changes its plan. If a provider
-- charges for it, the provider has made the change before. Outcomes: `done` with `subscription`, `not-subscribed`,
-- `already-cancelled`, `not-cancelled`, `not-offered`, `not-changeable`. The same key makes the change once.
create function public.change_subscription(member uuid, action text, request_key uuid, plan text default null) returns jsonb
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
      if current.provider = 'admin' or ((price ->> 'amount_minor')::integer = 0) <> (current.amount_minor = 0) then
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

-- Ends a subscription at once, for functions of administrators, which check the caller and write the log.
create function private.end_subscription(subscription uuid, event_key text) returns void
language plpgsql set search_path = ''
as $$
begin
  perform private.begin_billing(user_id) from public.user_subscriptions where id = subscription;
  if exists (select from private.subscription_events where subscription_id = subscription) then
    perform private.record_subscription_event(subscription, event_key, 'ended', now());
  else
    update public.user_subscriptions set
      status = 'cancelled', cancelled_at = now(), end_date = greatest(start_date, least(end_date, now()))
    where id = subscription and status in ('pending', 'active', 'past_due');
  end if;
  perform set_config('isola.billing', '', true);
end;
$$;

-- Records that the provider has stopped charging a subscription because its member deletes the account.
create function public.note_provider_end(member uuid, provider text, provider_subscription_id text) returns void
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
begin
  perform private.begin_billing(member);
  perform private.record_subscription_event(id, 'ended-there:' || id, 'ended', now())
  from public.user_subscriptions
  where user_id = member and provider = note_provider_end.provider
    and provider_subscription_id = note_provider_end.provider_subscription_id;
  perform set_config('isola.billing', '', true);
end;
$$;

-- Returns a member's subscriptions that a provider may still charge. A subscription that ended and was paid for again
-- may be charged.
create function private.charged_subscriptions(member uuid) returns setof public.user_subscriptions
language sql stable set search_path = ''
as $$
  select * from public.user_subscriptions as subscription
  where user_id = member and provider_subscription_id is not null and not exists (
    select from private.subscription_events as ended
    where ended.subscription_id = subscription.id and ended.event = 'ended' and not exists (
      select from private.subscription_events as later
      where later.subscription_id = subscription.id and later.event in ('checkout_completed', 'renewed') and later.event_at > ended.event_at
    )
  );
$$;

-- Renews offers at 0 that are still offered at 0, and ends other subscriptions whose time is over. A subscription that
-- a provider charges gets three more days for the provider's event to arrive. `prune_accounts` calls this function.
create function private.prune_billing() returns void
language plpgsql set search_path = ''
as $$
declare
  due public.user_subscriptions;
  price jsonb;
  following timestamptz;
begin
  for due in
    select * from public.user_subscriptions
    where status in ('active', 'past_due')
      and end_date <= now() - case when provider_subscription_id is null then interval '0' else interval '3 days' end
    order by end_date limit 10000
  loop
    perform private.begin_billing(due.user_id);
    price := public.price_of(due.plan_id, due.currency);
    if due.provider = 'offer' and due.cancelled_at is null and due.status = 'active'
      and (price ->> 'amount_minor')::integer = 0 then
      -- Periods that passed while the server was off are renewed at once, with one payment.
      following := due.end_date;
      while following <= now() loop
        following := private.months_after(following, due.period_months);
      end loop;
      perform private.record_subscription_event(
        due.id, format('renewed:%s:%s', due.id, extract(epoch from due.end_date)::bigint), 'renewed', now(),
        jsonb_build_object('period_start', due.end_date, 'period_end', following)
      );
      perform private.store_payment(due.id, 'offer', null, 0, due.currency, true, now(), due.end_date, following, null);
    else
      perform private.end_by_time(due.id);
    end if;
  end loop;
  -- A checkout that was abandoned expires. The subscription that it began never gave rights.
  perform private.begin_billing(null);
  update public.checkouts set status = 'expired' where status = 'open' and created_at < now() - interval '2 days';
  for due in
    select * from public.user_subscriptions where status = 'pending' and created_at < now() - interval '2 days' limit 10000
  loop
    perform private.record_subscription_event(due.id, 'abandoned:' || due.id, 'ran_out', now());
  end loop;
  perform set_config('isola.billing', '', true);
end;
$$;

create function private.grant_subscriptions() returns void
language plpgsql set search_path = ''
as $$
begin
  grant execute on function
    public.begin_checkout, public.note_checkout, public.billing_of, public.price_of, public.change_subscription,
    public.void_invoice, public.note_provider_end
    to service_role;
end;
$$;
