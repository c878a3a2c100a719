-- A payment counts only for the checkout that it was made for. Anyone who opens a payment link of the same account at the provider may
-- choose the id that comes back with it (Stripe's `client_reference_id`), so a report that names a checkout proves nothing: the provider's
-- session must be the one that this checkout began, with its amount and currency, charged once or repeatedly as the plan is. An invoice
-- extends a plan when it asks for a price that the subscription has had. Any other payment is kept, shown to administrators, and paid back
-- when the provider offers it.

-- Reason why a payment is to be paid back. `unbound`: it was not made for the checkout or the price that it names.
alter table private.double_payments
  add column reason text not null default 'paid-twice' check (reason in ('paid-twice', 'unbound'));

-- Subscriptions at a provider that name one of our checkouts and were not begun by it. They never give rights; their payments are paid
-- back, and the subscriptions are ended at the provider.
create table private.unbound_subscriptions (
  subscription_id uuid primary key references public.user_subscriptions (id) on delete cascade,
  found_at timestamptz not null default now()
);
alter table private.unbound_subscriptions enable row level security;
revoke all on private.unbound_subscriptions from public, anon, authenticated, service_role;

-- Tells whether a session of the provider is the one that this checkout began, and charged the amount that the checkout asks for.
create function private.is_bound(begun public.checkouts, fact jsonb) returns boolean
language sql
stable
set search_path = ''
as $$
  select coalesce(begun.provider_checkout_id = fact ->> 'providerCheckoutId', false) and (
    fact ->> 'kind' = 'checkout_expired'
    or coalesce(
      (fact ->> 'amountMinor')::bigint = begun.amount_minor and upper(fact ->> 'currency') = begun.currency
        and coalesce((fact ->> 'isRenewed')::boolean, begun.period_months is not null) = (begun.period_months is not null),
      false
    )
  );
$$;

-- Tells whether the amount of an invoice is a price of this subscription: the current one, the one of its checkout, or one of a change of
-- plan. A part of a period, which has no price of its own, is compared by its currency alone.
create function private.has_had_price(subscription public.user_subscriptions, fact jsonb) returns boolean
language sql
stable
set search_path = ''
as $$
  select coalesce(upper(fact ->> 'currency') = subscription.currency, true) and (
    fact ->> 'chargedMinor' is null
    or (fact ->> 'chargedMinor')::bigint in (
      select subscription.amount_minor
      union all
      select amount_minor from public.checkouts where subscription_id = subscription.id
      union all
      select (data ->> 'amount_minor')::bigint from private.subscription_events
      where subscription_id = subscription.id and event = 'changed' and data ? 'amount_minor'
    )
  );
$$;

-- Keeps a payment that gives no rights, and marks it to be paid back. It has no invoice, and covers no period.
create function private.store_unbound_payment(
  member uuid, subscription uuid, checkout uuid, provider text, happened_at timestamptz, fact jsonb
) returns void
language plpgsql
set search_path = ''
as $$
#variable_conflict use_column
declare
  stored uuid;
begin
  insert into public.payments (
    user_id, subscription_id, checkout_id, provider, provider_payment_id, amount_minor, currency, status, paid_at
  )
  values (
    member, subscription, checkout, store_unbound_payment.provider, fact ->> 'paymentId', (fact ->> 'amountMinor')::bigint,
    upper(fact ->> 'currency'), 'succeeded', happened_at
  )
  on conflict (provider, provider_payment_id) do update set status = 'succeeded', paid_at = excluded.paid_at
  where payments.status in ('pending', 'failed') returning id into stored;
  -- The same payment was reported before.
  if stored is null then return; end if;
  insert into private.double_payments (payment_id, reason) values (stored, 'unbound');
  perform private.log_payment(member, stored, 'paid-unbound', jsonb_build_object(
    'amount_minor', fact -> 'amountMinor', 'currency', upper(fact ->> 'currency'), 'provider', store_unbound_payment.provider,
    'provider_checkout_id', fact ->> 'providerCheckoutId'
  ));
  update public.webhook_events set next_attempt_at = now()
  where status = 'received' and provider = store_unbound_payment.provider and waits_for = 'payment ' || (fact ->> 'paymentId');
end;
$$;

-- Keeps the payment of a foreign session, or the subscription that the session began.
create function private.keep_unbound_session(begun public.checkouts, happened_at timestamptz, fact jsonb) returns void
language plpgsql
set search_path = ''
as $$
declare
  subscription uuid;
begin
  perform private.begin_billing(begun.user_id);
  perform private.log_payment(begun.user_id, null, 'session-unbound', jsonb_build_object(
    'checkout_id', begun.id, 'provider_checkout_id', fact ->> 'providerCheckoutId', 'amount_minor', fact -> 'amountMinor',
    'currency', upper(fact ->> 'currency')
  ));
  if fact ->> 'paymentId' is not null then
    perform private.store_unbound_payment(begun.user_id, null, begun.id, begun.provider, happened_at, fact);
  end if;
  if fact ->> 'subscriptionId' is null or begun.user_id is null then return; end if;
  insert into public.user_subscriptions (
    user_id, plan_id, status, start_date, end_date, amount_minor, currency, period_months, provider, provider_subscription_id
  )
  select
    begun.user_id, begun.plan_id, 'pending', now(), now() + interval '1 day', begun.amount_minor, begun.currency,
    begun.period_months, begun.provider, fact ->> 'subscriptionId'
  where not exists (
    select from public.user_subscriptions
    where provider = begun.provider and provider_subscription_id = fact ->> 'subscriptionId'
  )
  returning id into subscription;
  if subscription is null then return; end if;
  insert into private.unbound_subscriptions (subscription_id) values (subscription);
  -- The invoice of the subscription may have arrived before.
  update public.webhook_events set next_attempt_at = now()
  where status = 'received' and provider = begun.provider and waits_for = 'subscription ' || (fact ->> 'subscriptionId');
end;
$$;

-- As before, except that an unbound payment stays marked to be paid back.
create or replace function private.find_double_payments(member uuid) returns void
language plpgsql
set search_path = ''
as $$
declare
  double uuid[];
  added uuid;
begin
  select coalesce(array_agg(second.id), '{}') into double
  from public.payments as second
  join public.user_subscriptions as later on later.id = second.subscription_id
  where second.user_id = member and second.amount_minor > 0 and second.status in ('succeeded', 'partially_refunded', 'disputed')
    and exists (
      select from public.payments as first
      join public.user_subscriptions as earlier on earlier.id = first.subscription_id
      where first.user_id = member and first.amount_minor > 0
        -- A payment that the payer's bank took back covers no period.
        and first.status in ('succeeded', 'partially_refunded')
        and case
          when earlier.id <> later.id then (earlier.start_date, earlier.id) < (later.start_date, later.id)
          else later.provider_subscription_id is null and first.checkout_id = second.checkout_id
            and (first.paid_at, first.id) < (second.paid_at, second.id) end
        and second.period_start >= first.period_start
        and second.period_start < least(first.period_end, earlier.end_date)
    );
  delete from private.double_payments as kept
  using public.payments
  where payments.id = kept.payment_id and payments.user_id = member and kept.ordered_at is null and kept.reason = 'paid-twice'
    and payments.status in ('succeeded', 'partially_refunded', 'disputed') and kept.payment_id <> all (double);
  for added in
    insert into private.double_payments (payment_id) select unnest(double) on conflict do nothing returning payment_id
  loop
    perform private.log_payment(member, added, 'paid-twice', jsonb_build_object('subscription_id', subscription_id))
    from public.payments where id = added;
  end loop;
end;
$$;

-- As before, with the reason.
create or replace function public.claim_double_payment(worker uuid, providers text[]) returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  claimed uuid;
begin
  perform private.begin_billing(null);
  update private.double_payments set
    claimed_by = worker, claimed_until = now() + interval '2 minutes', attempts = attempts + 1
  where payment_id = (
    select double.payment_id from private.double_payments as double
    join public.payments on payments.id = double.payment_id
    where double.ordered_at is null and double.attempts < 12 and double.next_attempt_at <= now()
      and (double.claimed_until is null or double.claimed_until < now())
      and payments.provider = any (providers) and payments.provider_payment_id is not null
      and private.refund_due(double.payment_id) > 0
    order by double.next_attempt_at limit 1 for update of double skip locked
  )
  returning payment_id into claimed;
  perform set_config('isola.billing', '', true);
  return (
    select jsonb_build_object(
      'payment_id', payments.id, 'provider', payments.provider, 'provider_payment_id', payments.provider_payment_id,
      'amount_minor', private.refund_due(payments.id), 'currency', payments.currency, 'member', payments.user_id,
      'reason', (select reason from private.double_payments where payment_id = claimed),
      'provider_subscription_id',
        case when subscription.status in ('active', 'past_due') then null else subscription.provider_subscription_id end
    )
    from public.payments left join public.user_subscriptions as subscription on subscription.id = payments.subscription_id
    where payments.id = claimed
  );
end;
$$;

-- As before, with the reason why a payment is or was to be paid back.
create or replace function private.payment_row(payment uuid) returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object(
    'id', payments.id, 'user_id', payments.user_id, 'email', people.email, 'plan_id', payments.plan_id,
    'provider', payments.provider, 'provider_payment_id', payments.provider_payment_id,
    'amount_minor', payments.amount_minor, 'refunded_minor', payments.refunded_minor, 'currency', payments.currency,
    'status', payments.status, 'paid_at', payments.paid_at, 'created_at', payments.created_at,
    'refund_due', coalesce(private.refund_due(payments.id), 0) > 0,
    'refund_reason', (select reason from private.double_payments where payment_id = payments.id)
  )
  from public.payments left join private.people on people.user_id = payments.user_id
  where payments.id = payment;
$$;

drop function private.apply_fact(text, text, timestamptz, jsonb);

-- As before, for facts that are bound to their checkout. `may_wait`: a fact that does not fit yet may fit once another report has arrived.
create function private.apply_fact(provider text, event_key text, happened_at timestamptz, fact jsonb, may_wait boolean)
returns text
language plpgsql
set search_path = ''
as $$
#variable_conflict use_column
declare
  kind text := fact ->> 'kind';
  subscription public.user_subscriptions;
  begun public.checkouts;
  paid public.payments;
  payment uuid;
begin
  if kind in ('checkout_completed', 'checkout_expired') then
    select * into begun from public.checkouts
    where id::text = fact ->> 'checkoutId' and checkouts.provider = apply_fact.provider;
    if found and not private.is_bound(begun, fact) then
      if kind = 'checkout_completed' then perform private.keep_unbound_session(begun, happened_at, fact); end if;
      return null;
    end if;
  end if;

  if kind in ('refunded', 'disputed', 'dispute_won', 'dispute_lost') then
    select * into paid from public.payments
    where provider = apply_fact.provider and provider_payment_id = fact ->> 'paymentId' and status not in ('pending', 'failed');
    if not found then return 'payment ' || coalesce(fact ->> 'paymentId', 'without id'); end if;
    perform private.begin_billing(paid.user_id);
    if kind = 'refunded' then
      perform private.apply_refund(paid.id, event_key, happened_at, fact);
    else
      perform private.apply_dispute(paid.id, event_key, happened_at, fact);
    end if;
    perform private.find_double_payments(paid.user_id);
    return null;
  end if;

  subscription := private.subscription_of(provider, fact);
  if subscription.id is null then
    -- An account that was erased leaves its checkout without a subscription.
    select * into begun from public.checkouts
    where id::text = fact ->> 'checkoutId' and provider = apply_fact.provider and subscription_id is null;
    if found then
      if fact ->> 'paymentId' is not null and kind in ('checkout_completed', 'renewed') then
        perform private.begin_billing(null);
        perform private.store_payment(
          null, provider, fact ->> 'paymentId', (fact ->> 'amountMinor')::bigint, upper(fact ->> 'currency'), true, happened_at,
          (fact ->> 'periodStart')::timestamptz, (fact ->> 'periodEnd')::timestamptz, begun.id, coalesce(fact -> 'buyer', '{}'),
          coalesce(fact ->> 'planId', begun.plan_id)
        );
      end if;
      return null;
    end if;
    return 'subscription ' || coalesce(fact ->> 'subscriptionId', fact ->> 'checkoutId', 'without id');
  end if;
  perform private.begin_billing(subscription.user_id);
  if exists (select from private.unbound_subscriptions where subscription_id = subscription.id) then
    if kind = 'renewed' and fact ->> 'paymentId' is not null then
      perform private.store_unbound_payment(subscription.user_id, subscription.id, null, provider, happened_at, fact);
    elsif kind = 'ended' then
      perform private.record_subscription_event(subscription.id, event_key, kind, happened_at, '{}');
    end if;
    return null;
  end if;
  if kind = 'renewed' and not private.has_had_price(subscription, fact) then
    -- The report of a change of plan may arrive after the one of its payment.
    if may_wait then return 'price of subscription ' || (fact ->> 'subscriptionId'); end if;
    if fact ->> 'paymentId' is not null then
      perform private.store_unbound_payment(subscription.user_id, subscription.id, null, provider, happened_at, fact);
    end if;
    return null;
  end if;
  select * into begun from public.checkouts where subscription_id = subscription.id order by created_at desc limit 1;
  if fact ->> 'customerId' is not null then
    insert into private.provider_customers (provider, customer_id, user_id)
    values (apply_fact.provider, fact ->> 'customerId', subscription.user_id) on conflict do nothing;
  end if;

  if kind = 'checkout_completed' then
    perform private.complete_checkout(begun.id, event_key, happened_at, private.event_data(fact));
  elsif kind = 'checkout_expired' then
    update public.checkouts set status = 'expired' where id = begun.id and status = 'open';
    perform private.record_subscription_event(
      subscription.id, event_key, 'ran_out', happened_at, '{}'
    );
  else
    -- A first payment may be reported before the checkout is: plan and price are those of the checkout.
    perform private.record_subscription_event(
      subscription.id, event_key, kind, happened_at,
      case when kind = 'renewed' and begun.id is not null then jsonb_build_object(
        'plan_id', begun.plan_id, 'amount_minor', begun.amount_minor, 'currency', begun.currency,
        'period_months', begun.period_months
      ) else '{}' end || private.event_data(fact)
    );
  end if;

  if fact ->> 'paymentId' is not null and kind in ('checkout_completed', 'renewed', 'payment_failed') then
    payment := private.store_payment(
      subscription.id, provider, fact ->> 'paymentId', (fact ->> 'amountMinor')::bigint, upper(fact ->> 'currency'),
      kind <> 'payment_failed', happened_at,
      coalesce((fact ->> 'periodStart')::timestamptz, happened_at),
      coalesce(
        (fact ->> 'periodEnd')::timestamptz,
        private.months_after(coalesce((fact ->> 'periodStart')::timestamptz, happened_at), begun.period_months)
      ),
      begun.id, coalesce(fact -> 'buyer', '{}'), fact ->> 'planId'
    );
    update public.webhook_events set next_attempt_at = now()
    where status = 'received' and provider = apply_fact.provider and waits_for = 'payment ' || (fact ->> 'paymentId');
  end if;
  if kind = 'changed' then
    update public.webhook_events set next_attempt_at = now()
    where status = 'received' and provider = apply_fact.provider
      and waits_for = 'price of subscription ' || (fact ->> 'subscriptionId');
  end if;
  perform private.find_double_payments(subscription.user_id);
  return null;
end;
$$;

-- As before, except that a fact that does not fit is given up after about a quarter of an hour.
create or replace function public.apply_webhook(event bigint, worker uuid, facts jsonb) returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  applied public.webhook_events;
  fact jsonb;
  missing text;
  index integer := 0;
begin
  perform private.begin_billing(null);
  select * into applied from public.webhook_events
  where id = event and claimed_by = worker and status = 'processing' for update;
  if not found then return jsonb_build_object('outcome', 'lost'); end if;
  for fact in select * from jsonb_array_elements(facts) loop
    missing := private.apply_fact(
      applied.provider, format('%s:%s:%s', applied.provider, applied.event_id, index),
      coalesce(applied.event_at, applied.received_at), fact,
      applied.attempts < 6
    );
    if missing is not null then
      -- Facts of the event that were applied before this one stay: each is recorded once.
      perform public.fail_webhook(event, worker, 'waits for ' || missing, missing);
      return jsonb_build_object('outcome', 'waiting', 'missing', missing);
    end if;
    index := index + 1;
  end loop;
  update public.webhook_events set
    status = case when jsonb_array_length(facts) = 0 then 'ignored' else 'processed' end,
    processed_at = now(), error = null, waits_for = null, claimed_by = null, claimed_until = null
  where id = event;
  perform set_config('isola.billing', '', true);
  return jsonb_build_object('outcome', case when jsonb_array_length(facts) = 0 then 'ignored' else 'applied' end);
end;
$$;

select public.apply_grants();
