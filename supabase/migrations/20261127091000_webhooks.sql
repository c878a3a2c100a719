-- Events of payment providers. An event is stored with the verdict on its signature, claimed by one worker at a time,
-- applied once, and retried later when something that it refers to has not arrived yet.
--
-- A payment counts only for the checkout that it was made for. Anyone who opens a payment link of the same account at
-- the provider may choose the id that is returned with it (Stripe's `client_reference_id`), so an event that names a
-- checkout proves nothing: the session of the provider must be the one that the checkout began, with its amount and
-- currency.
--
-- A payment names the plan that was paid for: the plan in the provider's event, else the plan at the time of the
-- payment. The current plan at the time when the event arrives may be another one.

-- Stores a delivery of a webhook. Outcomes: `stored` or `duplicate` (the event is stored already), with `id` and
-- `status`. Unverified deliveries have no event id. The newest 500 of each provider are kept, with the first 16 KiB of
-- their bytes.
create function public.receive_webhook(
  provider text, verdict text, headers jsonb, body_base64 text,
  event_id text default null, type text default null, event_at timestamptz default null, payload jsonb default null
) returns jsonb
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  is_verified boolean := verdict in ('valid', 'test');
  stored public.webhook_events;
begin
  perform private.begin_billing(null);
  insert into public.webhook_events (
    provider, event_id, signature_valid, type, payload, status, verdict, headers, body, event_at, next_attempt_at
  )
  values (
    receive_webhook.provider, case when is_verified then receive_webhook.event_id end, is_verified,
    coalesce(left(receive_webhook.type, 100), 'unknown'), case when is_verified then receive_webhook.payload end,
    case when is_verified then 'received' else 'refused' end, receive_webhook.verdict, receive_webhook.headers,
    case when is_verified then decode(body_base64, 'base64')
      else substring(decode(body_base64, 'base64') from 1 for 16384) end,
    receive_webhook.event_at, case when is_verified then now() end
  )
  on conflict (provider, event_id) do nothing returning * into stored;
  if not found then
    select * into stored from public.webhook_events
    where provider = receive_webhook.provider and event_id = receive_webhook.event_id;
    return jsonb_build_object('outcome', 'duplicate', 'id', stored.id, 'status', stored.status);
  end if;
  if not is_verified then
    delete from public.webhook_events where id in (
      select id from public.webhook_events
      where status = 'refused' and provider = receive_webhook.provider
      order by received_at desc, id desc offset 500
    );
  end if;
  perform set_config('isola.billing', '', true);
  return jsonb_build_object('outcome', 'stored', 'id', stored.id, 'status', stored.status);
end;
$$;

-- Claims an event that is due, the oldest or the given one, for two minutes. Returns { id, provider, event_id, type,
-- event_at, payload, attempts }, or null when no event is due.
create function public.claim_webhook(worker uuid, event bigint default null) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  claimed public.webhook_events;
begin
  perform private.begin_billing(null);
  update public.webhook_events set
    status = 'processing', claimed_by = worker, claimed_until = now() + interval '2 minutes', attempts = attempts + 1
  where id = (
    select id from public.webhook_events
    where status in ('received', 'processing') and next_attempt_at <= now()
      and (claimed_until is null or claimed_until < now()) and (event is null or id = event)
    order by next_attempt_at, id limit 1 for update skip locked
  )
  returning * into claimed;
  perform set_config('isola.billing', '', true);
  if claimed.id is null then return null; end if;
  return jsonb_build_object(
    'id', claimed.id, 'provider', claimed.provider, 'event_id', claimed.event_id, 'type', claimed.type,
    'event_at', coalesce(claimed.event_at, claimed.received_at), 'payload', claimed.payload, 'attempts', claimed.attempts
  );
end;
$$;

-- Releases a claimed event, which is retried after 30 seconds, then after ever twice as long, up to twelve times in
-- about a day.
create function public.fail_webhook(event bigint, worker uuid, reason text, missing text default null) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.begin_billing(null);
  update public.webhook_events set
    status = case when attempts >= 12 then 'failed' else 'received' end,
    error = left(reason, 2000), waits_for = left(missing, 300), claimed_by = null, claimed_until = null,
    next_attempt_at = now() + interval '30 seconds' * power(2, least(attempts, 12) - 1)
  where id = event and claimed_by = worker;
  perform set_config('isola.billing', '', true);
end;
$$;

-- Retries a verified event, whatever its result was. Changes that it has made already are not made again.
create function public.replay_webhook(event bigint) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  replayed public.webhook_events;
begin
  perform private.begin_billing(null);
  update public.webhook_events set
    status = 'received', error = null, attempts = 0, next_attempt_at = now(), waits_for = null,
    claimed_by = null, claimed_until = null
  where id = event and signature_valid and (claimed_until is null or claimed_until < now() or status <> 'processing')
  returning * into replayed;
  perform set_config('isola.billing', '', true);
  if replayed.id is null then return null; end if;
  return jsonb_build_object('id', replayed.id, 'status', replayed.status, 'verdict', replayed.verdict);
end;
$$;

-- Returns the state of an event: { id, status, verdict }.
create function public.webhook_state(event bigint) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  state jsonb;
begin
  perform private.begin_billing(null);
  select jsonb_build_object('id', id, 'status', status, 'verdict', verdict) into state
  from public.webhook_events where id = event;
  perform set_config('isola.billing', '', true);
  return state;
end;
$$;

-- Applies the facts of a claimed event and marks the event, in one transaction. Outcomes: `applied`, `ignored` (no fact
-- concerns this database), `waiting` (an object that it refers to is `missing` so far), `lost` (another worker has
-- claimed the event). A fact that does not fit is given up after about a quarter of an hour.
create function public.apply_webhook(event bigint, worker uuid, facts jsonb) returns jsonb
language plpgsql security definer set search_path = ''
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
      -- Facts of the event that were applied before this one stay, because each is recorded once.
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

-- Returns the subscription that a fact is about, found by the provider's id, else by the checkout, whose subscription
-- then gets the provider's id. If that subscription has another id already, the same checkout began a second
-- subscription, which is added.
create function private.subscription_of(provider text, fact jsonb) returns public.user_subscriptions
language plpgsql set search_path = ''
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
        -- Another worker may have stored the id before the lock.
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

-- Applies one fact. Returns the name of an object that is missing for it, or null when it is applied. The payment gets
-- the plan that the fact names. A payment for an erased account is stored with its invoice too, because the event may
-- arrive after the erasure. Facts must be bound to their checkout. `may_wait` is true while a fact that does not fit
-- yet may fit once another event has arrived.
create function private.apply_fact(provider text, event_key text, happened_at timestamptz, fact jsonb, may_wait boolean)
returns text
language plpgsql set search_path = ''
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
    -- An erased account leaves its checkout without a subscription.
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
    -- The event of a change of plan may arrive after the event of its payment.
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
    -- A first payment may be reported before its checkout. Plan and price are then those of the checkout.
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

-- Returns the fields of a fact that a subscription's event stores.
create function private.event_data(fact jsonb) returns jsonb
language sql immutable set search_path = ''
as $$
  select jsonb_strip_nulls(jsonb_build_object(
    'plan_id', fact -> 'planId', 'amount_minor', fact -> 'planAmountMinor', 'period_months', fact -> 'periodMonths',
    'period_start', fact -> 'periodStart', 'period_end', fact -> 'periodEnd'
  ));
$$;

-- Sets the status of a payment from its refunds and disputes.
create function private.settle_payment(payment uuid) returns void
language sql set search_path = ''
as $$
  with refunded as (
    select coalesce(sum(amount_minor), 0) as total from public.payment_refunds
    where payment_id = payment and status = 'succeeded'
  )
  update public.payments set
    refunded_minor = least(refunded.total, amount_minor),
    status = case
      when exists (select from public.payment_disputes where payment_id = payment and status in ('open', 'lost')) then 'disputed'
      when refunded.total > 0 and refunded.total >= amount_minor then 'refunded'
      when refunded.total > 0 then 'partially_refunded'
      else 'succeeded' end
  from refunded where id = payment;
$$;

-- Applies a refund. A subscription whose payment was refunded in full ends, unless another payment pays for the same
-- time. It continues when the refund fails after all.
create function private.apply_refund(payment uuid, event_key text, happened_at timestamptz, fact jsonb) returns void
language plpgsql set search_path = ''
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
  -- An older event changes nothing. Of events of the same moment, the one with the later status counts.
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
  -- After a full refund, the period that was paid for ends.
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

-- Applies a dispute. Of events that closed a dispute, the newest counts, in whichever order they arrive.
create function private.apply_dispute(payment uuid, event_key text, happened_at timestamptz, fact jsonb) returns void
language plpgsql set search_path = ''
as $$
#variable_conflict use_column
declare
  paid public.payments;
begin
  insert into public.payment_disputes as kept (payment_id, provider_dispute_id, amount_minor, status, opened_at, closed_at)
  values (
    payment, fact ->> 'disputeId', coalesce((fact ->> 'amountMinor')::bigint, 0),
    case fact ->> 'kind' when 'disputed' then 'open' when 'dispute_won' then 'won' else 'lost' end, happened_at,
    case when fact ->> 'kind' <> 'disputed' then happened_at end
  )
  on conflict (payment_id, provider_dispute_id) do update set
    -- A closed dispute stays closed, even if the event of its opening arrives later.
    status = case
      when excluded.status = 'open' or excluded.closed_at < kept.closed_at then kept.status
      else excluded.status end,
    opened_at = least(kept.opened_at, excluded.opened_at),
    closed_at = greatest(kept.closed_at, excluded.closed_at);
  perform private.settle_payment(payment);
  select * into paid from public.payments where id = payment;
  if paid.subscription_id is not null then
    perform private.record_subscription_event(paid.subscription_id, event_key, fact ->> 'kind', happened_at, '{}');
  end if;
end;
$$;

-- Deletes refused events after a week. Of applied events, the bytes are deleted after 90 days and the rest after 400.
create function private.prune_webhooks() returns void
language plpgsql set search_path = ''
as $$
begin
  perform private.begin_billing(null);
  delete from public.webhook_events where status = 'refused' and received_at < now() - interval '7 days';
  update public.webhook_events set body = null
  where body is not null and status in ('processed', 'ignored') and received_at < now() - interval '90 days';
  delete from public.webhook_events
  where status in ('processed', 'ignored', 'failed') and received_at < now() - interval '400 days';
  perform set_config('isola.billing', '', true);
end;
$$;

create function private.grant_webhooks() returns void
language plpgsql set search_path = ''
as $$
begin
  grant execute on function
    public.receive_webhook, public.claim_webhook, public.apply_webhook, public.fail_webhook, public.replay_webhook,
    public.webhook_state
    to service_role;
end;
$$;

-- Deletes the bytes and headers of an event whose payload was emptied by an erasure.
create function public.empty_webhook() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.body := null;
  new.headers := '{}';
  return new;
end;
$$;

create trigger empty_webhook before update on public.webhook_events
  for each row when (new.payload = '{}' and old.payload is distinct from new.payload)
  execute function public.empty_webhook();

-- Returns the plan that a subscription had at a time, from the changes until then. Before the first change, it is the
-- plan of the checkout.
create function private.plan_at(subscription uuid, at timestamptz) returns text
language sql stable set search_path = ''
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

-- Subscriptions at a provider that name a checkout of this site but were not begun by it. They never give rights. Their
-- payments are paid back, and the subscriptions are ended at the provider.
create table private.unbound_subscriptions (
  subscription_id uuid primary key references public.user_subscriptions (id) on delete cascade,
  found_at timestamptz not null default now()
);

alter table private.unbound_subscriptions enable row level security;

-- Returns whether a session of the provider is the one that this checkout began, and charged the amount of the
-- checkout.
create function private.is_bound(begun public.checkouts, fact jsonb) returns boolean
language sql stable set search_path = ''
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

-- Returns whether the amount of an invoice is a price of this subscription: the current one, the one of its checkout,
-- or one of a change of plan. An invoice for a part of a period has no price of its own; only its currency is compared.
create function private.has_had_price(subscription public.user_subscriptions, fact jsonb) returns boolean
language sql stable set search_path = ''
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

-- Stores a payment that gives no rights, and marks it to be paid back. It has no invoice and covers no period.
create function private.store_unbound_payment(
  member uuid, subscription uuid, checkout uuid, provider text, happened_at timestamptz, fact jsonb
) returns void
language plpgsql set search_path = ''
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

-- Stores the payment of a session that the checkout did not begin, or the subscription that the session began.
create function private.keep_unbound_session(begun public.checkouts, happened_at timestamptz, fact jsonb) returns void
language plpgsql set search_path = ''
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
