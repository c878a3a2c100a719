-- Deletes expired data in portions, so that no single one takes long: the embedded database answers nothing else
-- meanwhile, and a server whose database does not answer for a while starts it again.

drop function private.prune_billing();
drop function private.prune_usage();

-- Renews offers at 0 that are still offered at 0, a day before they end, because this function runs every six hours. Ends
-- other subscriptions whose time is over. A subscription that a provider charges gets three more days for the provider's
-- event to arrive. Handles up to 100 of each and returns true when there may be more.
create function private.prune_billing() returns boolean
language plpgsql set search_path = ''
as $$
declare
  portion constant integer := 100;
  renewed_before constant timestamptz := now() + interval '1 day';
  due public.user_subscriptions;
  price jsonb;
  following timestamptz;
  due_count integer := 0;
  abandoned_count integer := 0;
begin
  for due in
    select * from public.user_subscriptions
    where status in ('active', 'past_due') and end_date <= case
        when provider_subscription_id is not null then now() - interval '3 days'
        when provider = 'offer' and cancelled_at is null and status = 'active' then renewed_before
        else now()
      end
      -- An offer that now costs something ends with its period.
      and (end_date <= now() or (public.price_of(plan_id, currency) ->> 'amount_minor')::integer = 0)
    order by end_date limit portion
  loop
    due_count := due_count + 1;
    perform private.begin_billing(due.user_id);
    price := public.price_of(due.plan_id, due.currency);
    if due.provider = 'offer' and due.cancelled_at is null and due.status = 'active'
      and (price ->> 'amount_minor')::integer = 0 then
      -- Periods that passed while the server was off are renewed at once, with one payment.
      following := due.end_date;
      while following <= renewed_before loop
        following := private.months_after(following, due.period_months);
      end loop;
      perform private.record_subscription_event(
        due.id, format('renewed:%s:%s', due.id, extract(epoch from due.end_date)::bigint), 'renewed', now(),
        jsonb_build_object('period_start', due.end_date, 'period_end', following)
      );
      perform private.store_payment(due.id, 'offer', null, 0, due.currency, true, now(), due.end_date, following, null);
    else
      perform private.end_by_time(due.id);
    end if;
  end loop;
  -- A checkout that was abandoned expires. The subscription that it began never gave rights.
  perform private.begin_billing(null);
  update public.checkouts set status = 'expired' where status = 'open' and created_at < now() - interval '2 days';
  for due in
    select * from public.user_subscriptions
    where status = 'pending' and created_at < now() - interval '2 days' limit portion
  loop
    abandoned_count := abandoned_count + 1;
    perform private.record_subscription_event(due.id, 'abandoned:' || due.id, 'ran_out', now());
  end loop;
  perform set_config('isola.billing', '', true);
  return greatest(due_count, abandoned_count) >= portion;
end;
$$;

-- Deletes up to 20,000 of the keys by which images are counted once, after 60 days. Returns true when there may be more.
create function private.prune_usage() returns boolean
language plpgsql set search_path = ''
as $$
declare
  portion constant integer := 20000;
  deleted_count integer;
begin
  delete from private.counted_images where ctid in (
    select ctid from private.counted_images where counted_at < now() - interval '60 days' limit portion
  );
  get diagnostics deleted_count = row_count;
  return deleted_count >= portion;
end;
$$;

-- Deletes rows whose time is over, by topic. A function that returns true is called again. A hosted project calls this
-- every six hours through pg_cron; the site's own server calls the functions one by one.
create or replace function public.prune_accounts() returns void
language plpgsql security definer set search_path = ''
as $$
declare
  topic text;
  has_more text;
begin
  for topic in
    select proname from pg_catalog.pg_proc
    where pronamespace = 'private'::regnamespace and proname like 'prune\_%'
    order by proname
  loop
    for round in 1..1000 loop
      execute format('select private.%I()::text', topic) into has_more;
      exit when has_more is distinct from 'true';
    end loop;
  end loop;
end;
$$;

revoke all on function private.prune_billing(), private.prune_usage() from public, anon, authenticated, service_role;
