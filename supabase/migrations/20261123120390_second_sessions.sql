-- One checkout that was paid by two sessions of the provider: the second subscription there has a row of its own here, so that its end
-- does not end the first, and a second single payment is double as well. A refund of it leaves what the first one paid for.

-- The subscription that a fact is about: by the provider's id, else by our checkout, which then learns the provider's. Where that knows
-- another one, a second was begun by the same checkout.
create or replace function private.subscription_of(provider text, fact jsonb) returns public.user_subscriptions
language plpgsql
set search_path = ''
as $$
#variable_conflict use_column
declare
  named public.user_subscriptions;
begin
  if fact ->> 'subscriptionId' is not null then
    select * into named from public.user_subscriptions
    where provider = subscription_of.provider and provider_subscription_id = fact ->> 'subscriptionId';
    if found then return named; end if;
  end if;
  if fact ->> 'checkoutId' ~ '^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$' then
    select subscription.* into named from public.checkouts
    join public.user_subscriptions as subscription on subscription.id = checkouts.subscription_id
    where checkouts.id = (fact ->> 'checkoutId')::uuid and checkouts.provider = subscription_of.provider;
    if found and fact ->> 'subscriptionId' is not null then
      perform private.begin_billing(named.user_id);
      update public.user_subscriptions set provider_subscription_id = fact ->> 'subscriptionId'
      where id = named.id and provider_subscription_id is null;
      if not found then
        -- Another worker may have stored it before the lock.
        insert into public.user_subscriptions (
          user_id, plan_id, status, start_date, end_date, amount_minor, currency, period_months, provider,
          provider_subscription_id
        )
        select
          user_id, plan_id, 'pending', now(), now() + interval '1 day', amount_minor, currency, period_months,
          subscription_of.provider, fact ->> 'subscriptionId'
        from public.checkouts
        where id = (fact ->> 'checkoutId')::uuid and not exists (
          select from public.user_subscriptions as known
          where known.provider = subscription_of.provider and known.provider_subscription_id = fact ->> 'subscriptionId'
        );
        select * into named from public.user_subscriptions
        where provider = subscription_of.provider and provider_subscription_id = fact ->> 'subscriptionId';
      end if;
    end if;
  end if;
  return named;
end;
$$;

-- Keeps which of a member's payments are double: of two subscriptions that were paid for the same time, the one that began first
-- holds, as in `settle_member`; and of two single payments of one checkout the earlier. What is derived so does not depend on the order of reports; one that was ordered back stays.
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
        -- What the payer's bank took back covers nothing.
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
  where payments.id = kept.payment_id and payments.user_id = member and kept.ordered_at is null
    and payments.status in ('succeeded', 'partially_refunded', 'disputed') and kept.payment_id <> all (double);
  for added in
    insert into private.double_payments (payment_id) select unnest(double) on conflict do nothing returning payment_id
  loop
    perform private.log_payment(member, added, 'paid-twice', jsonb_build_object('subscription_id', subscription_id))
    from public.payments where id = added;
  end loop;
end;
$$;

-- Claims a double payment of one of these providers that is to be paid back, for two minutes: { payment_id, provider,
-- provider_payment_id, amount_minor, currency, provider_subscription_id, member }; null where there is none. `provider_subscription_id`: what
-- charges for it and is to be ended first; null where that is the member's plan meanwhile.
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
      'provider_subscription_id',
        case when subscription.status in ('active', 'past_due') then null else subscription.provider_subscription_id end
    )
    from public.payments left join public.user_subscriptions as subscription on subscription.id = payments.subscription_id
    where payments.id = claimed
  );
end;
$$;

-- As before; what another payment of the subscription pays for goes on.
create or replace function private.apply_refund(payment uuid, event_key text, happened_at timestamptz, fact jsonb) returns void
language plpgsql
set search_path = ''
as $$
#variable_conflict use_column
declare
  paid public.payments;
  refund public.payment_refunds;
  latest timestamptz;
begin
  insert into public.payment_refunds as kept (
    payment_id, provider_refund_id, amount_minor, status, reason, refunded_at, provider_event_at
  )
  values (
    payment, fact ->> 'refundId', (fact ->> 'amountMinor')::bigint, coalesce(fact ->> 'refundStatus', 'succeeded'),
    left(fact ->> 'reason', 500), case when coalesce(fact ->> 'refundStatus', 'succeeded') = 'succeeded' then happened_at end,
    happened_at
  )
  on conflict (payment_id, provider_refund_id) do update set
    status = excluded.status, reason = excluded.reason, provider_event_at = excluded.provider_event_at,
    refunded_at = coalesce(kept.refunded_at, excluded.refunded_at)
  -- An older report changes nothing; of the same moment the further one holds.
  where (kept.provider_event_at, array_position(array['pending', 'succeeded', 'failed'], kept.status))
    < (excluded.provider_event_at, array_position(array['pending', 'succeeded', 'failed'], excluded.status))
  returning * into refund;
  if refund.id is null then return; end if;
  perform private.settle_payment(payment);
  select * into paid from public.payments where id = payment;
  perform private.log_payment(
    paid.user_id, payment,
    case refund.status when 'succeeded' then 'refunded' when 'pending' then 'refund-pending' else 'refund-failed' end,
    jsonb_build_object('amount_minor', refund.amount_minor, 'currency', paid.currency)
  );
  if refund.status = 'succeeded' then perform private.issue_credit_note(refund.id); end if;
  if refund.status = 'failed' then
    update public.invoices set status = 'void', voided_at = now(), void_reason = 'The refund failed'
    where payment_id = payment and kind = 'credit-note' and status = 'issued' and lines -> 0 ->> 'refund_id' = refund.id::text;
    if paid.refunded_minor < paid.amount_minor then
      delete from private.subscription_events where event_key = 'refunded:' || payment;
      if found then perform private.settle_member(paid.user_id); end if;
    end if;
  end if;
  -- All of it is paid back: what it paid for ends.
  select max(refunded_at) into latest from public.payment_refunds where payment_id = payment;
  if paid.refunded_minor >= paid.amount_minor and refund.status = 'succeeded' and paid.period_end > latest and not exists (
    select from public.payments as other
    where other.subscription_id = paid.subscription_id and other.id <> payment and other.amount_minor > 0
      and other.status in ('succeeded', 'partially_refunded')
      and other.period_start <= paid.period_start and other.period_end > paid.period_start
  ) then
    perform private.record_subscription_event(paid.subscription_id, 'refunded:' || payment, 'refunded', latest, '{}');
  end if;
end;
$$;

select public.apply_grants();
