-- Two corrections: a payment that failed is logged once, whatever order reports arrive in; and where an erasure empties the
-- payload of a report, its bytes and headers go with it.

create function public.empty_webhook() returns trigger
language plpgsql
set search_path = ''
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

-- Stores what was paid, or what was to be paid and was not; once for each id of the provider. A payment that succeeded stays so.
-- Returns its id.
create or replace function private.store_payment(
  subscription uuid, provider text, provider_payment_id text, amount_minor bigint, currency text, has_succeeded boolean,
  happened_at timestamptz, period_start timestamptz, period_end timestamptz, checkout uuid, buyer jsonb default '{}'
) returns uuid
language plpgsql
set search_path = ''
as $$
#variable_conflict use_column
declare
  owner uuid;
  plan text;
  stored uuid;
  was text;
begin
  select user_id, plan_id into owner, plan from public.user_subscriptions where id = subscription;
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
      status = 'succeeded', paid_at = happened_at, amount_minor = store_payment.amount_minor,
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

select public.apply_grants();
