-- A payment names the plan that was paid for: the one that the provider's report names, else the one that held when it was paid. It
-- named the subscription's plan of the moment in which the report arrived, so that a change of plan shortly before or after it was
-- printed on the invoice of the other plan.

-- The plan that a subscription had at a time, by the changes that were reported until then; before the first, that of its checkout.
create function private.plan_at(subscription uuid, at timestamptz) returns text
language sql
stable
set search_path = ''
as $$
  select coalesce(
    (
      select data ->> 'plan_id' from private.subscription_events
      where subscription_id = subscription and event = 'changed' and event_at <= at and data ? 'plan_id'
      order by event_at desc, event_key desc limit 1
    ),
    (select plan_id from public.checkouts where subscription_id = subscription order by created_at desc limit 1),
    (select plan_id from public.user_subscriptions where id = subscription)
  );
$$;

-- As before, with the plan that was paid for.
drop function private.store_payment(
  uuid, text, text, bigint, text, boolean, timestamptz, timestamptz, timestamptz, uuid, jsonb
);
create function private.store_payment(
  subscription uuid, provider text, provider_payment_id text, amount_minor bigint, currency text, has_succeeded boolean,
  happened_at timestamptz, period_start timestamptz, period_end timestamptz, checkout uuid, buyer jsonb default '{}',
  paid_plan text default null
) returns uuid
language plpgsql
set search_path = ''
as $$
#variable_conflict use_column
declare
  owner uuid;
  plan text := coalesce(
    (select id from public.plans where id = paid_plan), private.plan_at(subscription, happened_at)
  );
  stored uuid;
  was text;
begin
  select user_id into owner from public.user_subscriptions where id = subscription;
  select id, status into stored, was from public.payments
  where provider = store_payment.provider and provider_payment_id = store_payment.provider_payment_id for update;
  if stored is null then
    insert into public.payments (
      user_id, plan_id, subscription_id, provider, provider_payment_id, amount_minor, currency, status, paid_at, checkout_id,
      period_start, period_end
    )
    values (
      owner, plan, subscription, store_payment.provider, store_payment.provider_payment_id, store_payment.amount_minor,
      store_payment.currency, case when has_succeeded then 'succeeded' else 'failed' end,
      case when has_succeeded then happened_at end, checkout, store_payment.period_start, store_payment.period_end
    )
    returning id into stored;
  elsif has_succeeded and was in ('pending', 'failed') then
    update public.payments set
      status = 'succeeded', paid_at = happened_at, amount_minor = store_payment.amount_minor, plan_id = plan,
      period_start = store_payment.period_start, period_end = store_payment.period_end
    where id = stored;
  else
    return stored;
  end if;
  -- That one failed, the subscription's event says.
  if has_succeeded then
    perform private.log_payment(owner, stored, 'paid', jsonb_build_object(
      'amount_minor', store_payment.amount_minor, 'currency', store_payment.currency, 'provider', store_payment.provider,
      'subscription_id', subscription
    ));
    perform private.issue_invoice(stored, buyer);
  end if;
  return stored;
end;
$$;

-- Applies one fact. Returns what is missing for it; null where it is applied. The payment gets the plan that the fact names. What was
-- paid for an account that is gone is a payment with its invoice, too: the report may arrive after the erasure.
create or replace function private.apply_fact(provider text, event_key text, happened_at timestamptz, fact jsonb) returns text
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
  perform private.find_double_payments(subscription.user_id);
  return null;
end;
$$;

select public.apply_grants();
