-- Copies of accounts that administrators list and search, and statistics that triggers keep up to date, so that a
-- dashboard reads only a few rows.

-- Copy of the columns that administrators search and sort, because the tables of the auth service cannot have
-- additional indexes. Triggers update it.
create table private.people (
  user_id uuid primary key references auth.users (id) on delete cascade,
  -- Email and username in lower case, to be searched by prefix.
  email text collate "C" not null default '',
  username text collate "C",
  created_at timestamptz not null,
  -- -infinity when the user has never signed in.
  last_sign_in_at timestamptz not null default '-infinity',
  confirmed_at timestamptz,
  disabled_at timestamptz,
  plan_id text
);

create index people_email on private.people (email, user_id);
create index people_username on private.people (username, user_id);
create index people_created_at on private.people (created_at, user_id);
create index people_last_sign_in_at on private.people (last_sign_in_at, user_id);
create index people_plan_id on private.people (plan_id, created_at, user_id);
create index people_disabled on private.people (created_at, user_id) where disabled_at is not null;
create index people_unconfirmed on private.people (created_at, user_id) where confirmed_at is null;
alter table private.people enable row level security;

-- Copies an account to `people`. The columns of `auth.users` differ between servers; a missing column is read as null.
create function private.keep_person() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  given jsonb := to_jsonb(new);
begin
  insert into private.people as kept (user_id, email, created_at, last_sign_in_at, confirmed_at)
  values (
    new.id, coalesce(lower(new.email), ''), coalesce((given ->> 'created_at')::timestamptz, now()),
    coalesce((given ->> 'last_sign_in_at')::timestamptz, '-infinity'), new.email_confirmed_at
  )
  on conflict (user_id) do update set
    email = excluded.email, last_sign_in_at = excluded.last_sign_in_at, confirmed_at = excluded.confirmed_at
  where (kept.email, kept.last_sign_in_at, kept.confirmed_at)
    is distinct from (excluded.email, excluded.last_sign_in_at, excluded.confirmed_at);
  return null;
end;
$$;

-- Copies a username to `people`.
create function private.keep_username() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update private.people set username = lower(new.username)
  where user_id = new.id and username is distinct from lower(new.username);
  return null;
end;
$$;

-- Copies the plan of a member's current subscription to `people`.
create function private.keep_plan() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update private.people set plan_id = (
    select plan_id from public.user_subscriptions
    where user_id = coalesce(new.user_id, old.user_id) and status in ('active', 'past_due')
  )
  where user_id = coalesce(new.user_id, old.user_id);
  return null;
end;
$$;

-- Refuses new sessions of a disabled account, in whichever way its owner signs in.
create function private.refuse_disabled() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if exists (select from private.people where user_id = new.user_id and disabled_at is not null) then
    raise insufficient_privilege using message = 'This account is disabled', hint = 'account-disabled';
  end if;
  return new;
end;
$$;

-- Refuses a disabled user at once, also with an access token that has not expired. PostgREST and the embedded server
-- call it before each request, in the request's transaction and with its role. One lookup of a primary key covers
-- tables and functions alike; a policy would not cover functions that run as their owner.
create function public.check_request() returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if exists (select from private.people where user_id = auth.uid() and disabled_at is not null) then
    raise insufficient_privilege using message = 'This account is disabled', hint = 'account-disabled';
  end if;
end;
$$;

-- `authenticator` is PostgREST's own role. The embedded server does not have it.
do $$
begin
  if exists (select from pg_catalog.pg_roles where rolname = 'authenticator') then
    alter role authenticator set pgrst.db_pre_request = 'public.check_request';
    notify pgrst, 'reload config';
  end if;
end;
$$;

-- Runs before `create_profile`, because triggers run in the order of their names and the profile's trigger needs the
-- row of `people`.
create trigger a_keep_person after insert or update on auth.users
  for each row execute function private.keep_person();

create trigger keep_username after insert or update of username on public.profiles
  for each row execute function private.keep_username();

create trigger keep_plan after insert or update of status, plan_id or delete on public.user_subscriptions
  for each row execute function private.keep_plan();

insert into private.people (user_id, email, username, created_at, last_sign_in_at, confirmed_at, plan_id)
select
  users.id, coalesce(lower(users.email), ''), lower(profiles.username),
  coalesce((to_jsonb(users) ->> 'created_at')::timestamptz, now()),
  coalesce((to_jsonb(users) ->> 'last_sign_in_at')::timestamptz, '-infinity'), users.email_confirmed_at, subscriptions.plan_id
from auth.users
left join public.profiles on profiles.id = users.id
left join public.user_subscriptions as subscriptions
  on subscriptions.user_id = users.id and subscriptions.status in ('active', 'past_due');

create trigger refuse_disabled before insert on auth.sessions
  for each row execute function private.refuse_disabled();

-- Counts of each hour: new users, images, errors, subscriptions that began less those that ended (`subscriptions`), and
-- subscriptions that ended (`ended`). The row at -infinity is the sum of all hours. An hour has several rows (`shard`),
-- so that concurrent transactions rarely wait for each other.
create table private.counters (
  name text not null check (name in ('users', 'images', 'errors', 'subscriptions', 'ended')),
  at timestamptz not null,
  shard smallint not null,
  value bigint not null,
  primary key (name, at, shard)
);

alter table private.counters enable row level security;

-- Revenue by hour, currency and plan, from payments that succeeded and from refunds.
create table private.revenue_hours (
  at timestamptz not null,
  currency text not null,
  plan_id text not null,
  payments bigint not null default 0,
  gross_minor bigint not null default 0,
  refunded_minor bigint not null default 0,
  disputed_minor bigint not null default 0,
  primary key (at, currency, plan_id)
);

alter table private.revenue_hours enable row level security;

-- Current subscriptions by price, for the monthly recurring revenue.
create table private.subscription_prices (
  plan_id text not null,
  currency text not null,
  amount_minor integer not null,
  -- 0 means until further notice.
  period_months integer not null,
  current_count bigint not null,
  primary key (plan_id, currency, amount_minor, period_months)
);

alter table private.subscription_prices enable row level security;

-- Adds events to the count of their hour and to the count of all hours.
create function private.count_events(counted text, happened_at timestamptz, events bigint) returns void
language sql set search_path = ''
as $$
  insert into private.counters as counters (name, at, shard, value)
  select counted, hours.at, shards.shard, events
  from (values (date_trunc('hour', happened_at, 'UTC')), ('-infinity'::timestamptz)) as hours (at),
    (select floor(random() * 16)::smallint as shard) as shards
  where events <> 0
  on conflict (name, at, shard) do update set value = counters.value + excluded.value;
$$;

create function private.count_new_users() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.count_events('users', at, events) from (
    select date_trunc('hour', coalesce((to_jsonb(added) ->> 'created_at')::timestamptz, now()), 'UTC') as at, count(*) as events
    from added group by 1
  ) as hours;
  return null;
end;
$$;

create function private.count_gone_users() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.count_events('users', at, -events) from (
    select date_trunc('hour', coalesce((to_jsonb(removed) ->> 'created_at')::timestamptz, now()), 'UTC') as at, count(*) as events
    from removed group by 1
  ) as hours;
  return null;
end;
$$;

create trigger count_new_users after insert on auth.users
  referencing new table as added for each statement execute function private.count_new_users();

create trigger count_gone_users after delete on auth.users
  referencing old table as removed for each statement execute function private.count_gone_users();

-- Counts images in the hour in which the row of their day gains them. Images of an earlier day count at the end of that
-- day.
create function private.count_images() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    perform private.count_events('images', at, events) from (
      select least(now(), (day + 1)::timestamp at time zone 'UTC' - interval '1 second') as at, sum(images)::bigint as events
      from added group by 1
    ) as hours;
  else
    perform private.count_events('images', at, events) from (
      select
        least(now(), (added.day + 1)::timestamp at time zone 'UTC' - interval '1 second') as at,
        sum(added.images - removed.images)::bigint as events
      from added join removed using (user_id, kind, day) group by 1
    ) as hours;
  end if;
  return null;
end;
$$;

create trigger count_images_added after insert on public.usage_days
  referencing new table as added for each statement execute function private.count_images();

create trigger count_images_changed after update on public.usage_days
  referencing old table as removed new table as added for each statement execute function private.count_images();

-- Adds payments to the revenue, or subtracts them if `sign` is -1.
create function private.add_payments(rows public.payments[], sign integer) returns void
language sql set search_path = ''
as $$
  insert into private.revenue_hours as kept (at, currency, plan_id, payments, gross_minor, disputed_minor)
  select
    date_trunc('hour', coalesce(paid_at, created_at), 'UTC'), currency, coalesce(plan_id, ''),
    sign * count(*), sign * sum(amount_minor), sign * coalesce(sum(amount_minor) filter (where status = 'disputed'), 0)
  from unnest(rows)
  where status in ('succeeded', 'partially_refunded', 'refunded', 'disputed') and amount_minor > 0
  group by 1, 2, 3
  order by 1, 2, 3
  on conflict (at, currency, plan_id) do update set
    payments = kept.payments + excluded.payments,
    gross_minor = kept.gross_minor + excluded.gross_minor,
    disputed_minor = kept.disputed_minor + excluded.disputed_minor;
$$;

create function private.roll_up_payments() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op in ('UPDATE', 'DELETE') then
    perform private.add_payments((select array_agg(row(row_was.*)::public.payments) from removed as row_was), -1);
  end if;
  if tg_op in ('INSERT', 'UPDATE') then
    perform private.add_payments((select array_agg(row(row_is.*)::public.payments) from added as row_is), 1);
  end if;
  if tg_op = 'INSERT' then
    perform private.count_events('errors', created_at, 1) from added where status = 'failed';
  elsif tg_op = 'UPDATE' then
    perform private.count_events('errors', now(), 1)
    from added join removed using (id) where added.status = 'failed' and removed.status <> 'failed';
  end if;
  return null;
end;
$$;

create trigger roll_up_added after insert on public.payments
  referencing new table as added for each statement execute function private.roll_up_payments();

create trigger roll_up_changed after update on public.payments
  referencing old table as removed new table as added for each statement execute function private.roll_up_payments();

create trigger roll_up_removed after delete on public.payments
  referencing old table as removed for each statement execute function private.roll_up_payments();

create function private.roll_up_refund() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.revenue_hours as kept (at, currency, plan_id, refunded_minor)
  select
    date_trunc('hour', coalesce(refund.refunded_at, refund.created_at), 'UTC'), payments.currency,
    coalesce(payments.plan_id, ''), refund.sign * refund.amount_minor
  from (
    select new.payment_id, new.refunded_at, new.created_at, new.amount_minor, new.status, 1 as sign
    union all
    select old.payment_id, old.refunded_at, old.created_at, old.amount_minor, old.status, -1 where tg_op = 'UPDATE'
  ) as refund
  join public.payments on payments.id = refund.payment_id
  where refund.status = 'succeeded'
    and not (tg_op = 'UPDATE' and new.status = old.status)
  on conflict (at, currency, plan_id) do update set refunded_minor = kept.refunded_minor + excluded.refunded_minor;
  return null;
end;
$$;

create trigger roll_up_refund after insert or update on public.payment_refunds
  for each row execute function private.roll_up_refund();

-- Adds subscriptions to the statistics, or subtracts them if `sign` is -1.
create function private.add_subscriptions(rows public.user_subscriptions[], sign integer) returns void
language plpgsql set search_path = ''
as $$
begin
  perform private.count_events('subscriptions', at, sign * events) from (
    select date_trunc('hour', start_date, 'UTC') as at, count(*) as events
    from unnest(rows) where status <> 'pending' group by 1
  ) as begun;
  perform private.count_events('subscriptions', at, -sign * events), private.count_events('ended', at, sign * events) from (
    select date_trunc('hour', end_date, 'UTC') as at, count(*) as events
    from unnest(rows) where status in ('cancelled', 'expired') group by 1
  ) as ended;
  insert into private.subscription_prices as kept (plan_id, currency, amount_minor, period_months, current_count)
  select plan_id, currency, amount_minor, coalesce(period_months, 0), sign * count(*)
  from unnest(rows) where status in ('active', 'past_due') group by 1, 2, 3, 4
  order by 1, 2, 3, 4
  on conflict (plan_id, currency, amount_minor, period_months)
    do update set current_count = kept.current_count + excluded.current_count;
end;
$$;

create function private.roll_up_subscriptions() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op in ('UPDATE', 'DELETE') then
    perform private.add_subscriptions((select array_agg(row(row_was.*)::public.user_subscriptions) from removed as row_was), -1);
  end if;
  if tg_op in ('INSERT', 'UPDATE') then
    perform private.add_subscriptions((select array_agg(row(row_is.*)::public.user_subscriptions) from added as row_is), 1);
  end if;
  return null;
end;
$$;

create trigger roll_up_added after insert on public.user_subscriptions
  referencing new table as added for each statement execute function private.roll_up_subscriptions();

create trigger roll_up_changed after update on public.user_subscriptions
  referencing old table as removed new table as added for each statement execute function private.roll_up_subscriptions();

create trigger roll_up_removed after delete on public.user_subscriptions
  referencing old table as removed for each statement execute function private.roll_up_subscriptions();

create function private.count_failed_webhook() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if new.status = 'failed' and (tg_op = 'INSERT' or old.status <> 'failed') then
    perform private.count_events('errors', now(), 1);
  end if;
  return null;
end;
$$;

create trigger count_failed_webhook after insert or update of status on public.webhook_events
  for each row execute function private.count_failed_webhook();

-- Counts errors of the server, such as a function that could not answer. The service calls it.
create function public.count_server_errors(errors integer) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if errors is null or errors not between 1 and 10000 then
    raise invalid_parameter_value using message = 'errors must be 1 to 10000';
  end if;
  perform private.count_events('errors', now(), errors);
end;
$$;

-- Computes all statistics again from the tables, for example after an import with triggers switched off. Errors are not
-- stored elsewhere and stay.
create function public.rebuild_figures() returns void
language plpgsql security definer set search_path = ''
as $$
begin
  delete from private.counters where name <> 'errors';
  delete from private.revenue_hours;
  delete from private.subscription_prices;
  insert into private.counters (name, at, shard, value)
  select name, at, 0, sum(value) from (
    select 'users' as name, date_trunc('hour', created_at, 'UTC') as at, count(*) as value from private.people group by 2
    union all
    select 'images', least(date_trunc('hour', now(), 'UTC'), day::timestamp at time zone 'UTC' + interval '23 hours'), sum(images)
    from public.usage_days group by 2
    union all
    select 'subscriptions', date_trunc('hour', start_date, 'UTC'), count(*)
    from public.user_subscriptions where status <> 'pending' group by 2
    union all
    select 'subscriptions', date_trunc('hour', end_date, 'UTC'), -count(*)
    from public.user_subscriptions where status in ('cancelled', 'expired') group by 2
    union all
    select 'ended', date_trunc('hour', end_date, 'UTC'), count(*)
    from public.user_subscriptions where status in ('cancelled', 'expired') group by 2
  ) as hours group by 1, 2;
  insert into private.counters (name, at, shard, value)
  select name, '-infinity', 0, sum(value) from private.counters where name <> 'errors' group by 1;
  insert into private.revenue_hours (at, currency, plan_id, payments, gross_minor, refunded_minor, disputed_minor)
  select at, currency, plan_id, sum(payments), sum(gross_minor), sum(refunded_minor), sum(disputed_minor) from (
    select
      date_trunc('hour', coalesce(paid_at, created_at), 'UTC') as at, currency, coalesce(plan_id, '') as plan_id,
      count(*) as payments, sum(amount_minor) as gross_minor, 0 as refunded_minor,
      coalesce(sum(amount_minor) filter (where status = 'disputed'), 0) as disputed_minor
    from public.payments
    where status in ('succeeded', 'partially_refunded', 'refunded', 'disputed') and amount_minor > 0
    group by 1, 2, 3
    union all
    select
      date_trunc('hour', coalesce(refunds.refunded_at, refunds.created_at), 'UTC'), payments.currency,
      coalesce(payments.plan_id, ''), 0, 0, sum(refunds.amount_minor), 0
    from public.payment_refunds as refunds join public.payments on payments.id = refunds.payment_id
    where refunds.status = 'succeeded'
    group by 1, 2, 3
  ) as parts group by 1, 2, 3;
  insert into private.subscription_prices (plan_id, currency, amount_minor, period_months, current_count)
  select plan_id, currency, amount_minor, coalesce(period_months, 0), count(*)
  from public.user_subscriptions where status in ('active', 'past_due') group by 1, 2, 3, 4;
end;
$$;

select public.rebuild_figures();

-- Returns the sum of a counter in a period, without its end.
create function private.counted(counter text, since timestamptz, until timestamptz) returns bigint
language sql stable set search_path = ''
as $$
  select coalesce(sum(value), 0)::bigint from private.counters where name = counter and at >= since and at < until;
$$;

-- Returns the statistics of the last 1 to 366 days and of the same time before. Figures that the administrator may not
-- see are null: users, subscriptions, images and errors need `users.read`, revenue needs `revenue.read`. `series`
-- contains each hour of one day, or each day.
create function public.admin_dashboard(days numeric default 30) returns jsonb
language plpgsql stable security definer set search_path = '' set jit = off
as $$
declare
  length interval := make_interval(hours => (24 * least(greatest(coalesce(days, 30), 1), 366))::integer);
  step text := case when days <= 1 then 'hour' else 'day' end;
  until timestamptz := date_trunc(step, now(), 'UTC') + ('1 ' || step)::interval;
  since timestamptz := until - length;
  long_ago timestamptz := since - length;
  sees_users boolean := public.has_permission('users.read');
  sees_revenue boolean := public.has_permission('revenue.read');
  active bigint;
  total bigint;
begin
  if not sees_users and not sees_revenue then
    perform private.require_permission('{users.read,revenue.read}');
  end if;
  select coalesce(sum(value), 0) into active from private.counters where name = 'subscriptions' and at = '-infinity';
  select coalesce(sum(value), 0) into total from private.counters where name = 'users' and at = '-infinity';
  return jsonb_build_object(
    'users', case when sees_users then jsonb_build_object(
      'total', total, 'new', private.counted('users', since, until), 'new_before', private.counted('users', long_ago, since)
    ) end,
    'subscriptions', case when sees_users then jsonb_build_object(
      'active', active, 'active_before', active - private.counted('subscriptions', since, 'infinity')
    ) end,
    'images', case when sees_users then jsonb_build_object(
      'count', private.counted('images', since, until), 'before', private.counted('images', long_ago, since)
    ) end,
    'errors', case when sees_users then jsonb_build_object(
      'count', private.counted('errors', since, until), 'before', private.counted('errors', long_ago, since)
    ) end,
    'revenue', case when sees_revenue then (
      select coalesce(jsonb_agg(jsonb_build_object('currency', currency, 'amount_minor', amount, 'before', amount_before)
        order by currency), '[]')
      from (
        select
          currency,
          coalesce(sum(gross_minor - refunded_minor) filter (where at >= since), 0) as amount,
          coalesce(sum(gross_minor - refunded_minor) filter (where at < since), 0) as amount_before
        from private.revenue_hours where at >= long_ago and at < until group by currency
      ) as sums
    ) end,
    'series', (
      with steps as (
        select at from generate_series(since, until - ('1 ' || step)::interval, ('1 ' || step)::interval) as at
      ), counts as (
        select
          date_trunc(step, at, 'UTC') as at,
          sum(value) filter (where name = 'users') as users,
          sum(value) filter (where name = 'images') as images,
          sum(value) filter (where name = 'errors') as errors,
          sum(value) filter (where name = 'subscriptions') as subscriptions
        from private.counters
        where name in ('users', 'images', 'errors', 'subscriptions') and at >= since and at < until
        group by 1
      ), money as (
        select at, jsonb_object_agg(currency, amount) as revenue from (
          select date_trunc(step, at, 'UTC') as at, currency, sum(gross_minor - refunded_minor) as amount
          from private.revenue_hours where at >= since and at < until group by 1, 2
        ) as sums group by at
      )
      select jsonb_agg(jsonb_build_object(
        'at', steps.at,
        'users', case when sees_users then coalesce(counts.users, 0) end,
        'images', case when sees_users then coalesce(counts.images, 0) end,
        'errors', case when sees_users then coalesce(counts.errors, 0) end,
        'subscriptions', case when sees_users then
          active - private.counted('subscriptions', until, 'infinity') - steps.later end,
        'revenue', case when sees_revenue then coalesce(money.revenue, '{}') end
      ) order by steps.at)
      from (
        select at, coalesce(sum(counts.subscriptions) over (
          order by at desc rows between unbounded preceding and 1 preceding), 0) as later
        from steps left join counts using (at)
      ) as steps
      left join counts on counts.at = steps.at
      left join money on money.at = steps.at
    )
  );
end;
$$;

-- Returns the revenue between two days in UTC, both included: by currency, plan and month; the monthly recurring
-- revenue of current subscriptions; and the churn, which is how many of the subscriptions that ran at some time in
-- these days ended.
create function public.admin_revenue(first_day date, last_day date) returns jsonb
language plpgsql stable security definer set search_path = '' set jit = off
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
  -- Subscriptions that run at the end of the period, and those that ended in it.
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

-- Returns the state of payment providers, emails and the database, as far as the database has recorded it. A provider
-- without any event is not listed.
create function public.admin_health() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_permission('{settings.read}');
  return jsonb_build_object('providers', jsonb_build_array(
    jsonb_build_object(
      'id', 'database', 'kind', 'database', 'state', 'ok', 'last_success_at', now(), 'last_failure_at', null,
      'failures_24h', 0, 'message', null
    ),
    (
      select jsonb_build_object(
        'id', 'mail', 'kind', 'mail',
        'state', case when count(*) filter (where attempts > 0) > 0 then 'failing' when count(*) > 0 then 'ok' else 'idle' end,
        'last_success_at', null, 'last_failure_at', null, 'failures_24h', coalesce(sum(attempts), 0), 'message', null
      )
      from private.mail_queue
    )
  ) || (
    select coalesce(jsonb_agg(jsonb_build_object(
      'id', provider, 'kind', 'payment',
      'state', case
        when failures > 0 and coalesce(last_failure_at > last_success_at, true) then 'failing'
        when last_success_at is null then 'idle'
        else 'ok'
      end,
      'last_success_at', last_success_at, 'last_failure_at', last_failure_at, 'failures_24h', failures, 'message', last_error
    ) order by provider), '[]')
    from (
      select
        provider,
        max(processed_at) filter (where status in ('processed', 'ignored')) as last_success_at,
        max(received_at) filter (where status = 'failed') as last_failure_at,
        count(*) filter (where status = 'failed' and received_at > now() - interval '24 hours') as failures,
        (array_agg(error order by received_at desc) filter (where status = 'failed'))[1] as last_error
      from (select * from public.webhook_events order by id desc limit 1000) as newest
      group by provider
    ) as providers
  ));
end;
$$;
