-- Invented members with their data, for development and for the benchmark: `npm run sample-data`. The same settings
-- make the same rows. The script runs in one transaction and needs a superuser.
--
-- Two of five members pay. They have seven or eight monthly payments each, so there are three times as many payments as
-- members. Nobody can sign in, because no member has a password.

-- The caller sets isola.sample_members, isola.sample_seed and isola.sample_until (a date, the newest day) in the same
-- transaction.

do $$
begin
  if exists (select from public.payments) then
    raise exception 'There are payments already: sample data is for a database without any';
  end if;
end;
$$;

-- Rows are stored without triggers and checks of foreign keys. Rows that triggers would write are written below.
set local session_replication_role = replica;

-- Returns a number from 0 to below 1, always the same for the same text.
create function pg_temp.chance(about text) returns double precision language sql immutable as $$
  select ('x' || substr(md5(current_setting('isola.sample_seed') || ' ' || about), 1, 8))::bit(32)::bigint / 4294967296.0;
$$;

-- Returns a UUID of version 4, like the ids of other tables.
create function pg_temp.sample_id(about text) returns uuid language sql immutable as $$
  select overlay(overlay(md5(current_setting('isola.sample_seed') || ' ' || about) placing '4' from 13) placing '8' from 17)::uuid;
$$;

create temporary table sample_members on commit drop as
with numbered as materialized (
  select
    n,
    pg_temp.sample_id('member ' || n) as id,
    n % 5 < 2 as pays,
    7 + n % 2 as payments,
    pg_temp.chance('currency ' || n) as currency_chance,
    pg_temp.chance('leaves ' || n) as leave_chance,
    pg_temp.chance('age ' || n) as age_chance,
    pg_temp.chance('visit ' || n) as visit_chance,
    current_setting('isola.sample_until')::timestamptz as until
  from generate_series(0, current_setting('isola.sample_members')::integer - 1) as n
), paying as (
  select *,
    case when pays then
      -- Three of five still pay.
      case when leave_chance < 0.6 then until - age_chance * interval '27 days'
        else until - interval '33 days' - age_chance * interval '900 days' end
    end as last_paid_at
  from numbered
)
select
  n, id, pays, payments, last_paid_at, leave_chance, visit_chance, until,
  case when currency_chance < 0.5 then 'CNY' when currency_chance < 0.7 then 'USD' when currency_chance < 0.85 then 'EUR'
    when currency_chance < 0.95 then 'JPY' else 'KRW' end as currency,
  case when currency_chance < 0.25 then 'wechat-pay' else 'stripe' end as provider,
  case when currency_chance < 0.5 then 1990 when currency_chance < 0.7 then 299 when currency_chance < 0.85 then 279
    when currency_chance < 0.95 then 450 else 3900 end as amount_minor,
  -- Recent sign-ups are more frequent.
  case when pays then last_paid_at - make_interval(months => payments - 1) - visit_chance * interval '20 days'
    else until - (1 - sqrt(age_chance)) * interval '1095 days' end as created_at,
  (array['Lin', 'Wei', 'Yuki', 'Haruto', 'Minjun', 'Seoyeon', 'Anna', 'Jonas', 'Camille', 'Louis', 'Maria', 'Pablo', 'Olga',
    'Dmitri', 'Emma', 'Noah', '王芳', '李伟', '佐藤', '김서연'])[1 + n * 7 % 20] as given_name,
  (array['chen', 'zhang', 'sato', 'suzuki', 'kim', 'park', 'schmidt', 'weber', 'martin', 'dubois', 'garcia', 'lopez', 'ivanova',
    'petrov', 'smith', 'brown'])[1 + n * 11 % 16] as family_name,
  (array['zh', 'zh', 'zh', 'en', 'ja', 'ko', 'de', 'fr', 'es', 'ru'])[1 + n % 10] as language
from paying;

create unique index on sample_members (n);
analyze sample_members;

insert into auth.users (id, email, email_confirmed_at, last_sign_in_at, banned_until, raw_user_meta_data, created_at, updated_at)
select
  id,
  family_name || '.' || n || '@' || (array['example.com', 'example.net', 'example.org'])[1 + n % 3],
  -- One of twelve members who do not pay has not confirmed the email yet.
  case when pays or n % 12 <> 0 then created_at + interval '3 minutes' end,
  case when pays or n % 12 <> 0 then least(until, created_at + (1 - visit_chance ^ 3) * (until - created_at)) end,
  case when n % 200 = 199 then timestamptz '9999-01-01 00:00Z' end,
  jsonb_build_object('username', given_name || ' ' || n, 'language', language),
  created_at,
  created_at
from sample_members;

insert into public.profiles (id, username, language, created_at, updated_at)
select id, given_name || ' ' || n, language, created_at, created_at from sample_members;

insert into auth.sessions (id, user_id, created_at, refreshed_at)
select pg_temp.sample_id('session ' || n), id, until - visit_chance * interval '20 days', until at time zone 'utc'
from sample_members where n % 20 = 1;

insert into public.user_subscriptions (
  id, user_id, plan_id, status, start_date, end_date, cancelled_at, provider, provider_subscription_id, amount_minor, currency,
  period_months, created_at, updated_at
)
select
  pg_temp.sample_id('subscription ' || n),
  id,
  'member',
  case when leave_chance < 0.57 then 'active' when leave_chance < 0.6 then 'past_due' when leave_chance < 0.9 then 'expired'
    else 'cancelled' end,
  last_paid_at - make_interval(months => payments - 1),
  last_paid_at + interval '1 month',
  -- One in ten of the current members has cancelled the renewal, and so have those who left early.
  case when leave_chance < 0.06 or leave_chance >= 0.9 then last_paid_at + interval '1 day' end,
  provider,
  'sample-sub-' || n,
  amount_minor,
  currency,
  1,
  last_paid_at - make_interval(months => payments - 1),
  last_paid_at
from sample_members where pays;

insert into public.payments (
  id, user_id, plan_id, subscription_id, provider, provider_payment_id, amount_minor, refunded_minor, currency, status, paid_at,
  period_start, period_end, created_at, updated_at
)
select
  pg_temp.sample_id('payment ' || n || ' ' || k),
  id,
  'member',
  pg_temp.sample_id('subscription ' || n),
  provider,
  'sample-pay-' || n || '-' || k,
  amount_minor,
  case outcome when 'refunded' then amount_minor when 'partially_refunded' then amount_minor / 2 else 0 end,
  currency,
  outcome,
  case when outcome <> 'failed' then at end,
  at,
  at + interval '1 month',
  at,
  at
from sample_members
cross join lateral generate_series(1, payments) as k
cross join lateral (select last_paid_at - make_interval(months => payments - k) as at) as times
cross join lateral (select pg_temp.chance('payment ' || n || ' ' || k) as outcome_chance) as chances
cross join lateral (
  select case when outcome_chance < 0.93 then 'succeeded' when outcome_chance < 0.965 then 'failed'
    when outcome_chance < 0.98 then 'refunded' when outcome_chance < 0.99 then 'partially_refunded' else 'disputed' end as outcome
) as outcomes
where pays;

insert into public.payment_refunds (id, payment_id, provider_refund_id, amount_minor, status, refunded_at, created_at)
select
  pg_temp.sample_id('refund ' || id), id, 'sample-refund-' || id, refunded_minor, 'succeeded',
  least(paid_at + interval '2 days', current_setting('isola.sample_until')::timestamptz), paid_at
from public.payments where refunded_minor > 0;

insert into public.payment_disputes (id, payment_id, provider_dispute_id, amount_minor, status, opened_at)
select pg_temp.sample_id('dispute ' || id), id, 'sample-dispute-' || id, amount_minor, 'open', paid_at
from public.payments where status = 'disputed';

-- A tenth of the members used the site on ten of the last ninety days.
insert into public.usage_days (user_id, kind, day, images)
select id, case when d % 4 = 0 then 'ai' else 'device' end, (until - make_interval(days => d * 9 + n % 9))::date,
  1 + floor(20 * pg_temp.chance('images ' || n || ' ' || d))
from sample_members cross join generate_series(0, 9) as d
where n % 10 = 3;

insert into public.usage_months (user_id, kind, month, images)
select user_id, kind, date_trunc('month', day)::date, sum(images) from public.usage_days
where user_id in (select id from sample_members)
group by 1, 2, 3;

insert into public.webhook_events (
  provider, event_id, signature_valid, type, payload, status, error, attempts, received_at, processed_at, verdict, event_at
)
select
  'stripe',
  case when event_chance >= 0.02 then 'sample-event-' || k end,
  event_chance >= 0.02,
  (array['invoice.paid', 'customer.subscription.updated', 'charge.refunded', 'invoice.payment_failed'])[1 + k % 4],
  jsonb_build_object('id', 'sample-event-' || k),
  case when event_chance < 0.02 then 'refused' when event_chance < 0.05 then 'failed' else 'processed' end,
  case when event_chance between 0.02 and 0.05 then 'sample: the provider did not answer' end,
  1,
  at,
  case when event_chance >= 0.05 then at + interval '1 second' end,
  case when event_chance < 0.02 then 'bad-signature' else 'valid' end,
  case when event_chance >= 0.02 then at end
from generate_series(1, least(100000, greatest(20, current_setting('isola.sample_members')::integer / 10))) as k
cross join lateral (
  select current_setting('isola.sample_until')::timestamptz - pg_temp.chance('event at ' || k) * interval '60 days' as at,
    pg_temp.chance('event ' || k) as event_chance
) as chances
order by at;

set local session_replication_role = origin;

-- Copy of the accounts that administrators search.
insert into private.people (user_id, email, username, created_at, last_sign_in_at, confirmed_at, disabled_at, plan_id)
select
  users.id, lower(users.email), lower(profiles.username), users.created_at,
  coalesce(users.last_sign_in_at, '-infinity'), users.email_confirmed_at,
  case when users.banned_until is not null then users.created_at + interval '10 days' end, subscriptions.plan_id
from sample_members
join auth.users using (id)
join public.profiles using (id)
left join public.user_subscriptions as subscriptions
  on subscriptions.user_id = sample_members.id and subscriptions.status in ('active', 'past_due');

select public.rebuild_figures();
insert into private.counters as counters (name, at, shard, value)
select 'errors', hours.at, 0, count(*) from (
  select created_at as failed_at from public.payments where status = 'failed'
  union all
  select received_at from public.webhook_events where status = 'failed'
) as failures, lateral (values (date_trunc('hour', failed_at, 'UTC')), ('-infinity'::timestamptz)) as hours (at)
group by 2
on conflict (name, at, shard) do update set value = counters.value + excluded.value;

analyze private.people, private.counters, private.revenue_hours, auth.users, auth.sessions, public.profiles, public.user_subscriptions, public.payments, public.payment_refunds,
  public.payment_disputes, public.usage_days, public.usage_months, public.webhook_events;
