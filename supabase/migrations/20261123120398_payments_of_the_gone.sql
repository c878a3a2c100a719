-- As before, and what was paid for an account that is gone is a payment with its invoice all the same: the report may arrive after the
-- erasure. It was dropped, and so were its refunds.
-- Applies one fact. Returns what is missing for it; null where it is applied, or about an account that is gone.
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
