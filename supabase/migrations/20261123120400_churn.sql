-- Churn was what ended in the days by what ran when they began: of a young product, over a year, more ended than had run, and the
-- page said 100 %. Now it is the share of all that ran in these days.

-- Money from one day of UTC to another, both included: by currency, plan and month; what running subscriptions bring in a month;
-- and how many of those that ran at some time in these days ended (churn).
create or replace function public.admin_revenue(first_day date, last_day date) returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  since timestamptz := first_day::timestamp at time zone 'UTC';
  until timestamptz := (last_day + 1)::timestamp at time zone 'UTC';
  active bigint;
  ended bigint;
begin
  perform private.require_permission('{revenue.read}');
  if since is null or until is null or since >= until then
    raise invalid_parameter_value using message = 'The first day is not after the last', hint = 'no-days';
  end if;
  ended := private.counted('ended', since, until);
  -- Those that run at the end, and those that ended before it.
  select coalesce(sum(value), 0) - private.counted('subscriptions', until, 'infinity') + ended into active
  from private.counters where name = 'subscriptions' and at = '-infinity';
  return jsonb_build_object(
    'currencies', (
      with months as materialized (
        select
          currency, plan_id, date_trunc('month', at, 'UTC') as month, sum(payments) as payments, sum(gross_minor) as gross_minor,
          sum(refunded_minor) as refunded_minor, sum(disputed_minor) as disputed_minor
        from private.revenue_hours where at >= since and at < until
        group by 1, 2, 3
      ), prices as (
        select
          currency, plan_id, sum(current_count) as subscriptions,
          sum(case when period_months > 0 then current_count * amount_minor / period_months::numeric else 0 end) as monthly
        from private.subscription_prices where current_count > 0 group by 1, 2
      ), currencies as (
        select currency from months union select currency from prices where monthly > 0
      )
      select coalesce(jsonb_agg(jsonb_build_object(
        'currency', currency,
        'mrr_minor', (select coalesce(round(sum(monthly)), 0) from prices where prices.currency = currencies.currency),
        'gross_minor', (select coalesce(sum(gross_minor), 0) from months where months.currency = currencies.currency),
        'refunded_minor', (select coalesce(sum(refunded_minor), 0) from months where months.currency = currencies.currency),
        'disputed_minor', (select coalesce(sum(disputed_minor), 0) from months where months.currency = currencies.currency),
        'payments', (select coalesce(sum(payments), 0) from months where months.currency = currencies.currency),
        'by_plan', (
          select coalesce(jsonb_agg(jsonb_build_object(
            'plan_id', plan_id, 'subscriptions', coalesce(subscriptions, 0), 'gross_minor', coalesce(gross_minor, 0),
            'refunded_minor', coalesce(refunded_minor, 0)
          ) order by plan_id), '[]')
          from (
            select plan_id, sum(gross_minor) as gross_minor, sum(refunded_minor) as refunded_minor
            from months where months.currency = currencies.currency group by plan_id
          ) as sums
          full join (
            select plan_id, subscriptions from prices where prices.currency = currencies.currency
          ) as running using (plan_id)
        ),
        'by_month', (
          select coalesce(jsonb_agg(jsonb_build_object(
            'month', month, 'gross_minor', gross_minor, 'refunded_minor', refunded_minor
          ) order by month), '[]')
          from (
            select
              (month at time zone 'UTC')::date as month, sum(gross_minor) as gross_minor,
              sum(refunded_minor) as refunded_minor
            from months where months.currency = currencies.currency group by 1
          ) as sums
        )
      ) order by currency), '[]')
      from currencies
    ),
    'churn', jsonb_build_object(
      'active', active, 'ended', ended, 'rate', case when active > 0 then round(ended::numeric / active, 4) else 0 end
    )
  );
end;
$$;

-- As 20261123100470 says; a function that is replaced loses its settings.
alter function public.admin_revenue(date, date) set jit = off;
