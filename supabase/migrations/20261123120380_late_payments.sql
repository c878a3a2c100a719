-- Who pays a checkout that we have given up has the plan that they paid for: a bank transfer takes days, and a checkout may be paid in
-- the moment in which it is closed. Before, the money came and the plan stayed ended.
insert into private.subscription_transitions (from_status, event, to_status) values
  ('cancelled', 'checkout_completed', 'active'),
  ('expired', 'checkout_completed', 'active'),
  -- A provider that goes on charging gives the plan back: after a whole refund or a lost dispute, where the subscription was not
  -- ended there, or where an unpaid one is paid after all.
  ('cancelled', 'renewed', 'active');

-- What a subscription's events add up to. One without events, such as a plan that an administrator granted, is as it is. What is paid
-- after it was over begins then; a change of plan says until when the new one is paid, which may be earlier; and what is charged again
-- is cancelled no more.
create or replace function private.folded(subscription public.user_subscriptions) returns public.user_subscriptions
language plpgsql
stable
set search_path = ''
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
    -- What ended with its period has run out.
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

-- Those of a member that a provider may go on charging, as before; what ended and was paid for again may be charged.
create or replace function private.charged_subscriptions(member uuid) returns setof public.user_subscriptions
language sql
stable
set search_path = ''
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

select public.apply_grants();
