-- One checkout that was paid by two sessions of the provider: the second subscription there has a row of its own here, so that its end
-- does not end the first, and a second single payment is double as well.

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

select public.apply_grants();
