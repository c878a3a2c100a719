-- The life of subscriptions. Every change is an event, and a row of `user_subscriptions` results from its events in the
-- order in which they happened. Events may therefore arrive in any order, and twice. A member who pays a checkout that
-- has been given up gets the plan, because a bank transfer takes days and a checkout may be paid at the moment at which
-- it is closed.

-- Gives the owner access to the money tables in this transaction, and makes other changes of the member wait until it
-- ends.
create function private.begin_billing(member uuid) returns void
language plpgsql set search_path = ''
as $$
begin
  perform set_config('isola.billing', 'on', true);
  if member is not null then perform pg_advisory_xact_lock(hashtextextended('billing ' || member, 0)); end if;
end;
$$;

-- Transitions between states of a subscription. An event without a row for the current state changes nothing.
-- `renewed`: the next period began. `cancelled`: it will end with its period. `ended`: it ended. `ran_out`: its time
-- ended without a renewal. `refunded`: a payment for the running period was paid back in full. `disputed`: the payer's
-- bank took the money back for now.
create table private.subscription_transitions (
  from_status text not null check (from_status in ('pending', 'active', 'past_due', 'cancelled', 'expired')),
  event text not null check (event in (
    'checkout_completed', 'renewed', 'payment_failed', 'cancelled', 'resumed', 'changed', 'ended', 'ran_out', 'refunded',
    'disputed', 'dispute_won', 'dispute_lost'
  )),
  to_status text not null check (to_status in ('pending', 'active', 'past_due', 'cancelled', 'expired')),
  primary key (from_status, event)
);

alter table private.subscription_transitions enable row level security;

insert into private.subscription_transitions (from_status, event, to_status) values
  ('pending', 'checkout_completed', 'active'),
  ('pending', 'renewed', 'active'),
  ('pending', 'payment_failed', 'pending'),
  ('pending', 'ended', 'cancelled'),
  ('pending', 'ran_out', 'expired'),
  ('active', 'checkout_completed', 'active'),
  ('active', 'renewed', 'active'),
  ('active', 'payment_failed', 'past_due'),
  ('active', 'cancelled', 'active'),
  ('active', 'resumed', 'active'),
  ('active', 'changed', 'active'),
  ('active', 'ended', 'cancelled'),
  ('active', 'ran_out', 'expired'),
  ('active', 'refunded', 'cancelled'),
  ('active', 'disputed', 'past_due'),
  ('active', 'dispute_won', 'active'),
  ('active', 'dispute_lost', 'cancelled'),
  ('past_due', 'renewed', 'active'),
  ('past_due', 'payment_failed', 'past_due'),
  ('past_due', 'cancelled', 'past_due'),
  ('past_due', 'resumed', 'past_due'),
  ('past_due', 'changed', 'past_due'),
  ('past_due', 'ended', 'cancelled'),
  ('past_due', 'ran_out', 'expired'),
  ('past_due', 'refunded', 'cancelled'),
  ('past_due', 'disputed', 'past_due'),
  ('past_due', 'dispute_won', 'active'),
  ('past_due', 'dispute_lost', 'cancelled'),
  ('expired', 'renewed', 'active');

-- Events of subscriptions. `data` contains plan, price and period when the event sets them: { plan_id, amount_minor,
-- currency, period_months, period_start, period_end }.
create table private.subscription_events (
  -- The provider's id of the event, or an id of this database. The same event is recorded once.
  event_key text primary key check (char_length(event_key) between 1 and 400),
  subscription_id uuid not null references public.user_subscriptions (id) on delete cascade,
  event text not null,
  event_at timestamptz not null,
  data jsonb not null default '{}' check (jsonb_typeof(data) = 'object' and octet_length(data::text) <= 10000)
);

create index subscription_events_subscription_id on private.subscription_events (subscription_id, event_at);
alter table private.subscription_events enable row level security;

-- Returns the order of events that happened at the same moment; some providers report whole seconds.
create function private.event_rank(event text) returns integer
language sql immutable set search_path = ''
as $$
  select array_position(array[
    'checkout_completed', 'changed', 'payment_failed', 'disputed', 'renewed', 'dispute_won', 'resumed', 'cancelled',
    'dispute_lost', 'refunded', 'ended', 'ran_out'
  ], event);
$$;

-- Returns the time `months` months after `start`.
create function private.months_after(start timestamptz, months integer) returns timestamptz
language sql immutable set search_path = ''
as $$
  -- The months are those of UTC, whatever the session's time zone is. Without a period, 1200 months stand for "until
  -- further notice".
  select ((start at time zone 'utc') + make_interval(months => coalesce(months, 1200))) at time zone 'utc';
$$;

-- Returns a subscription as its events result in. A subscription without events, such as a plan that an administrator
-- granted, is returned unchanged. A payment after the end starts a new period at that time. A change of plan sets the
-- end of the new plan's period, which may be earlier. A subscription that is charged again is no longer cancelled.
create function private.folded(subscription public.user_subscriptions) returns public.user_subscriptions
language plpgsql stable set search_path = ''
as $$
declare
  state public.user_subscriptions := subscription;
  entry private.subscription_events;
  happened text;
  following text;
  begins boolean;
begin
  if not exists (select from private.subscription_events where subscription_id = subscription.id) then return state; end if;
  state.status := 'pending';
  state.cancelled_at := null;
  state.start_date := state.created_at;
  state.end_date := state.created_at + interval '1 day';
  for entry in
    select * from private.subscription_events where subscription_id = subscription.id
    order by event_at, private.event_rank(event), event_key
  loop
    -- A subscription that ended with its period has run out.
    happened := case
      when entry.event = 'ended' and state.status <> 'pending' and entry.event_at >= state.end_date then 'ran_out'
      else entry.event end;
    select to_status into following from private.subscription_transitions
    where from_status = state.status and event = happened;
    continue when following is null or (happened = 'ran_out' and state.end_date > entry.event_at);

    begins := state.status = 'pending' or happened = 'checkout_completed' and state.status in ('cancelled', 'expired');
    if happened in ('checkout_completed', 'renewed', 'changed') then
      if happened <> 'renewed' or begins then
        state.plan_id := coalesce(entry.data ->> 'plan_id', state.plan_id);
        state.amount_minor := coalesce((entry.data ->> 'amount_minor')::integer, state.amount_minor);
        state.currency := coalesce(entry.data ->> 'currency', state.currency);
        state.period_months := coalesce((entry.data ->> 'period_months')::integer, state.period_months);
      end if;
      if begins then
        state.cancelled_at := null;
        state.start_date := coalesce((entry.data ->> 'period_start')::timestamptz, entry.event_at);
        state.end_date := greatest(
          state.start_date,
          coalesce((entry.data ->> 'period_end')::timestamptz, private.months_after(state.start_date, state.period_months))
        );
      elsif happened = 'changed' then
        state.end_date := greatest(state.start_date, coalesce((entry.data ->> 'period_end')::timestamptz, state.end_date));
      elsif happened <> 'checkout_completed' then
        state.end_date := greatest(state.end_date, (entry.data ->> 'period_end')::timestamptz);
      end if;
    end if;
    if happened = 'cancelled' then state.cancelled_at := entry.event_at; end if;
    if happened = 'renewed' and state.status = 'cancelled' then state.cancelled_at := null; end if;
    if happened = 'resumed' then state.cancelled_at := null; end if;
    if following = 'cancelled' then
      state.cancelled_at := coalesce(state.cancelled_at, entry.event_at);
      state.end_date := greatest(state.start_date, least(state.end_date, entry.event_at));
    end if;
    state.status := following;
    state.provider_event_at := entry.event_at;
  end loop;
  return state;
end;
$$;

-- Updates a member's subscriptions from their events. If several would give rights at once, the paid one does, and of
-- those the one that began first; the others are cancelled. `find_double_payments` records what was paid twice.
create function private.settle_member(member uuid) returns void
language plpgsql set search_path = ''
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

  -- The subscription that gives rights is written last, so that two never give rights at the same time.
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

-- Adds an entry to the log of payments.
create function private.log_payment(member uuid, payment uuid, event text, detail jsonb) returns void
language sql set search_path = ''
as $$
  insert into public.payment_logs (user_id, payment_id, event, detail)
  values (member, payment, event, jsonb_strip_nulls(coalesce(detail, '{}')));
$$;

-- Records an event once, and updates the member's subscriptions. Returns whether the event was new.
create function private.record_subscription_event(
  subscription uuid, event_key text, event text, event_at timestamptz, data jsonb default '{}'
) returns boolean
language plpgsql set search_path = ''
as $$
declare
  owner uuid;
begin
  select user_id into owner from public.user_subscriptions where id = subscription;
  if not found then return false; end if;
  -- The first event of a subscription without events, such as a granted plan, is made from its row.
  insert into private.subscription_events (subscription_id, event_key, event, event_at, data)
  select id, 'row:' || id, 'checkout_completed', start_date, jsonb_build_object('period_end', end_date)
  from public.user_subscriptions as begun
  where id = subscription and status in ('active', 'past_due')
    and not exists (select from private.subscription_events where subscription_id = begun.id);
  insert into private.subscription_events (subscription_id, event_key, event, event_at, data)
  values (subscription, event_key, event, event_at, jsonb_strip_nulls(coalesce(data, '{}'))) on conflict do nothing;
  if not found then return false; end if;
  perform private.settle_member(owner);
  perform private.log_payment(
    owner, null, replace(event, '_', '-'), data || jsonb_build_object('subscription_id', subscription)
  );
  return true;
end;
$$;

-- Returns a subscription in the form that pages read.
create function private.subscription_json(subscription uuid) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'id', id, 'plan_id', plan_id, 'status', status, 'start_date', start_date, 'end_date', end_date,
    'cancelled_at', cancelled_at, 'amount_minor', amount_minor, 'currency', currency, 'period_months', period_months,
    'provider', provider
  )
  from public.user_subscriptions where id = subscription;
$$;

-- Ends a member's subscriptions whose time is over, so that another may begin. A subscription that the provider renews
-- gets three more days, as in `prune_billing`: the event of the renewal may be on its way, and the member would pay
-- twice.
create function private.expire_due(member uuid) returns void
language plpgsql set search_path = ''
as $$
declare
  due uuid;
begin
  for due in
    select id from public.user_subscriptions
    where user_id = member and status in ('active', 'past_due') and end_date <= now() - case
        when provider_subscription_id is null or cancelled_at is not null then interval '0' else interval '3 days' end
  loop
    perform private.end_by_time(due);
  end loop;
end;
$$;

-- Ends a subscription whose time is over.
create function private.end_by_time(subscription uuid) returns void
language plpgsql set search_path = ''
as $$
begin
  if exists (select from private.subscription_events where subscription_id = subscription) then
    perform private.record_subscription_event(
      subscription, format('ran-out:%s:%s', subscription, extract(epoch from end_date)::bigint), 'ran_out', now()
    ) from public.user_subscriptions where id = subscription;
  else
    update public.user_subscriptions set status = 'expired' where id = subscription;
    perform private.log_payment(user_id, null, 'ran-out', jsonb_build_object('subscription_id', id))
    from public.user_subscriptions where id = subscription;
  end if;
end;
$$;

insert into private.subscription_transitions (from_status, event, to_status) values
  ('cancelled', 'checkout_completed', 'active'),
  ('expired', 'checkout_completed', 'active'),
  -- A provider that continues to charge gives the plan back: after a full refund or a lost dispute, if the subscription
  -- was not ended there, or when an unpaid one is paid after all.
  ('cancelled', 'renewed', 'active');
