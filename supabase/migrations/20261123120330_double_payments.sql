-- Who paid twice: two checkouts were open, such as in two tabs, and both were paid. The second payment is kept as one that is to be
-- refunded, administrators see it, and where the provider offers refunds it is paid back.

-- Payments for a time that another payment of the same member covers already.
create table private.double_payments (
  payment_id uuid primary key references public.payments (id) on delete cascade,
  found_at timestamptz not null default now(),
  -- When the provider took the order to pay it back; its report of the refund follows.
  ordered_at timestamptz,
  attempts integer not null default 0,
  -- At first a quarter of an hour later: a report that is on its way may say that the other plan had ended.
  next_attempt_at timestamptz not null default now() + interval '15 minutes',
  claimed_by uuid,
  claimed_until timestamptz,
  error text check (char_length(error) <= 2000)
);
create index double_payments_waiting on private.double_payments (next_attempt_at) where ordered_at is null;
alter table private.double_payments enable row level security;
revoke all on private.double_payments from public, anon, authenticated, service_role;

create function private.count_double_payment() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.count_events('errors', new.found_at, 1);
  return null;
end;
$$;
create trigger count_double_payment after insert on private.double_payments
  for each row execute function private.count_double_payment();

-- Keeps which of a member's payments are double: of two subscriptions that were paid for the same time, the one that began first
-- holds, as in `settle_member`; and of two single payments of one checkout the earlier. What is derived so does not depend on the order of reports; one that was ordered back stays.
create function private.find_double_payments(member uuid) returns void
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

-- What is still to be paid back: not what is refunded, nor what a refund under way covers, nor what the payer's bank took back.
create function private.refund_due(payment uuid) returns bigint
language sql
stable
set search_path = ''
as $$
  select greatest(0, payments.amount_minor - payments.refunded_minor - coalesce((
    select sum(amount_minor) from public.payment_refunds where payment_id = payment and status = 'pending'
  ), 0))
  from public.payments
  where id = payment and status in ('succeeded', 'partially_refunded')
    and exists (select from private.double_payments where payment_id = payment);
$$;

-- Claims a double payment of one of these providers that is to be paid back, for two minutes: { payment_id, provider,
-- provider_payment_id, amount_minor, currency, provider_subscription_id, member }; null where there is none. `provider_subscription_id`: what
-- charges for it and is to be ended first; null where that is the member's plan meanwhile.
create function public.claim_double_payment(worker uuid, providers text[]) returns jsonb
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

-- What came of it: ordered, or tried again after a minute, then ever twice as long, twelve times in all.
create function public.note_double_payment(payment uuid, worker uuid, failure text default null) returns void
language plpgsql
security definer
set search_path = ''
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

-- As before; `find_double_payments` keeps who paid twice.
-- Brings a member's subscriptions to what their events add up to. Of several that would give rights at once, the paid one
-- does, and of those the one that began first; the others are cancelled.
create or replace function private.settle_member(member uuid) returns void
language plpgsql
set search_path = ''
as $$
declare
  states public.user_subscriptions[];
  state public.user_subscriptions;
  winner uuid;
begin
  select array_agg(private.folded(subscription)) into states
  from public.user_subscriptions as subscription where user_id = member;
  select each.id into winner from unnest(states) as each
  where each.status in ('active', 'past_due')
  order by (each.amount_minor > 0) desc, each.start_date, each.id limit 1;

  -- The one that gives rights comes last: there is never a second beside it.
  for state in select * from unnest(states) as each order by (each.id = winner) is true loop
    if state.status in ('active', 'past_due') and state.id <> winner then
      state.status := 'cancelled';
      state.cancelled_at := coalesce(state.cancelled_at, state.start_date);
    end if;
    update public.user_subscriptions as kept set
      plan_id = state.plan_id, status = state.status, start_date = state.start_date, end_date = state.end_date,
      cancelled_at = state.cancelled_at, amount_minor = state.amount_minor, currency = state.currency,
      period_months = state.period_months, provider_event_at = state.provider_event_at
    where id = state.id and (
      plan_id, status, start_date, end_date, cancelled_at, amount_minor, currency, period_months, provider_event_at
    ) is distinct from (
      state.plan_id, state.status, state.start_date, state.end_date, state.cancelled_at, state.amount_minor, state.currency,
      state.period_months, state.provider_event_at
    );
  end loop;
end;
$$;

-- As before, with what is to be paid back because it was paid twice.
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
    'refund_due', coalesce(private.refund_due(payments.id), 0) > 0
  )
  from public.payments left join private.people on people.user_id = payments.user_id
  where payments.id = payment;
$$;

-- Everybody's payments, the newest first.
-- `filter`: { status? (also `refund_due`: paid twice and not paid back), provider?, currency?, search? (the beginning of an email or of the provider's id), from?, to? (days of UTC) }.
-- A search looks at the first thousand that it finds.
-- The payments that are to be paid back are found by their ids: joined, PostgreSQL reads the table whole.
create or replace function public.admin_payments(
  filter jsonb default null, after jsonb default null, before jsonb default null, page_size integer default 50
) returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  beginning text := trim(coalesce(filter ->> 'search', ''));
  conditions text := 'true';
  field text;
begin
  perform private.require_permission('{payments.read}');
  foreach field in array array['status', 'provider', 'currency'] loop
    continue when field = 'status' and filter ->> field = 'refund_due';
    if filter ->> field is not null then conditions := conditions || format(' and %I = %L', field, filter ->> field); end if;
  end loop;
  if filter ->> 'status' = 'refund_due' then
    select conditions || format(' and id = any (%L::uuid[])', coalesce(array_agg(payment_id), '{}')) into conditions
    from private.double_payments where private.refund_due(payment_id) > 0;
  end if;
  if filter ->> 'from' is not null then
    conditions := conditions || format(' and created_at >= %L::timestamptz', (filter ->> 'from')::date::timestamp at time zone 'UTC');
  end if;
  if filter ->> 'to' is not null then
    conditions := conditions
      || format(' and created_at < %L::timestamptz', ((filter ->> 'to')::date + 1)::timestamp at time zone 'UTC');
  end if;
  if beginning <> '' then
    conditions := conditions || format(
      ' and id in (
        (select payments.id from (select user_id from private.people where %s limit 1000) as named
          join public.payments on payments.user_id = named.user_id limit 1000)
        union
        (select id from public.payments where %s limit 1000)
      )',
      private.begins_with('email', lower(beginning)), private.begins_with('provider_payment_id collate "C"', beginning)
    );
  end if;
  return private.read_page(
    'payments', format('select created_at as key, id from public.payments where %s', conditions), 'private.payment_row',
    'timestamptz', 'uuid', true, after, before, page_size
  );
end;
$$;

create function private.grant_double_payments() returns void
language sql
set search_path = ''
as $$
  grant execute on function public.claim_double_payment, public.note_double_payment to service_role;
$$;

select public.apply_grants();
