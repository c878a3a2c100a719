-- Payments to be paid back: made twice, for example in two tabs, or not bound to a checkout of this site.
-- Administrators see them. If the provider offers refunds, they are ordered automatically.
--
-- A hosted project retries events of payments each minute: pg_cron calls the function `payment-webhook` through pg_net
-- while something is due. The site's own server has a timer and needs neither extension.

-- Payments to be paid back. `paid-twice`: another payment of the same member covers the same time. `unbound`: the
-- payment was not made for the checkout or the price that it names.
create table private.double_payments (
  payment_id uuid primary key references public.payments (id) on delete cascade,
  found_at timestamptz not null default now(),
  -- Time at which the provider accepted the order to pay back. The event of the refund follows.
  ordered_at timestamptz,
  attempts integer not null default 0,
  -- The first attempt is a quarter of an hour later, because an event that is on its way may report that the other plan
  -- had ended.
  next_attempt_at timestamptz not null default now() + interval '15 minutes',
  claimed_by uuid,
  claimed_until timestamptz,
  error text check (char_length(error) <= 2000),
  reason text not null default 'paid-twice' check (reason in ('paid-twice', 'unbound'))
);

create index double_payments_waiting on private.double_payments (next_attempt_at) where ordered_at is null;
alter table private.double_payments enable row level security;

-- Counts a payment to be paid back as an error in the statistics.
create function private.count_double_payment() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.count_events('errors', new.found_at, 1);
  return null;
end;
$$;

create trigger count_double_payment after insert on private.double_payments
  for each row execute function private.count_double_payment();

-- Records which of a member's payments are double. Of two subscriptions that were paid for the same time, the one that
-- began first counts, as in `settle_member`; of two single payments of one checkout, the earlier one counts. The result
-- does not depend on the order of events. A payment whose refund has been ordered stays recorded, and an unbound
-- payment stays marked to be paid back.
create function private.find_double_payments(member uuid) returns void
language plpgsql set search_path = ''
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

-- Returns the amount that is still to be paid back, without refunds that succeeded or are pending, and without disputed amounts.
create function private.refund_due(payment uuid) returns bigint
language sql stable set search_path = ''
as $$
  select greatest(0, payments.amount_minor - payments.refunded_minor - coalesce((
    select sum(amount_minor) from public.payment_refunds where payment_id = payment and status = 'pending'
  ), 0))
  from public.payments
  where id = payment and status in ('succeeded', 'partially_refunded')
    and exists (select from private.double_payments where payment_id = payment);
$$;

-- Claims a double payment of one of these providers that is to be paid back, for two minutes. Returns { payment_id,
-- provider, provider_payment_id, amount_minor, currency, provider_subscription_id, member, reason }, or null when none
-- is due. `provider_subscription_id` is the subscription to be ended first; null if it has become the member's plan
-- meanwhile. `reason` is `paid-twice` or `unbound`.
create function public.claim_double_payment(worker uuid, providers text[]) returns jsonb
language plpgsql security definer set search_path = ''
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

-- Records the result of an order to pay back: it was accepted, or it is retried after a minute, then after ever twice
-- the time, twelve times in all.
create function public.note_double_payment(payment uuid, worker uuid, failure text default null) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.begin_billing(null);
  update private.double_payments set
    ordered_at = case when failure is null then now() end, error = left(failure, 2000), claimed_by = null,
    claimed_until = null, next_attempt_at = now() + interval '1 minute' * power(2, least(attempts, 12) - 1)
  where payment_id = payment and claimed_by = worker;
  if found and failure is null then
    perform private.log_payment(user_id, id, 'refund-ordered', jsonb_build_object(
      'amount_minor', private.refund_due(id), 'currency', currency
    ))
    from public.payments where id = payment;
  end if;
  perform set_config('isola.billing', '', true);
end;
$$;

create function private.grant_double_payments() returns void
language sql set search_path = ''
as $$
  grant execute on function public.claim_double_payment, public.note_double_payment to service_role;
$$;

insert into public.settings (key, value, is_public) values ('payments.retry_url', '""', false) on conflict do nothing;

-- Calls the function at `payments.retry_url` if an event or a double payment is due. Returns whether it did.
create function private.ask_for_payment_retries() returns boolean
language plpgsql set search_path = ''
as $$
declare
  address text := (select value #>> '{}' from public.settings where key = 'payments.retry_url');
  is_due boolean;
begin
  if coalesce(address, '') = '' then return false; end if;
  select
    exists (
      select from public.webhook_events
      where status in ('received', 'processing') and next_attempt_at <= now()
        and (claimed_until is null or claimed_until < now())
    )
    or exists (
      select from private.double_payments
      where ordered_at is null and attempts < 12 and next_attempt_at <= now() and private.refund_due(payment_id) > 0
    )
  into is_due;
  if not is_due then return false; end if;
  perform net.http_post(url := address, timeout_milliseconds := 30000);
  return true;
end;
$$;

-- Schedules `ask_for_payment_retries` for each minute if both extensions are installed. Returns whether they are.
create function private.schedule_payment_retries() returns boolean
language plpgsql set search_path = ''
as $$
begin
  if not exists (select from pg_catalog.pg_proc where pronamespace = to_regnamespace('cron') and proname = 'schedule')
    or not exists (select from pg_catalog.pg_proc where pronamespace = to_regnamespace('net') and proname = 'http_post')
  then
    return false;
  end if;
  perform cron.schedule('payment-retries', '* * * * *', 'select private.ask_for_payment_retries()');
  return true;
end;
$$;

select private.schedule_payment_retries();
