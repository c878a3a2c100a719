-- Administration: a longer session for reading, the people whom it lists, figures that the database keeps up to date, and the
-- functions behind the pages of administrators. Each function checks its permission itself.

-- The session ----------------------------------------------------------------------------------------------------------------

-- Whole hours, a day at most.
alter table public.settings add constraint settings_session_hours check (
  key <> 'admin.session_hours'
  or case jsonb_typeof(value)
    when 'number' then value::numeric between 1 and 24 and value::numeric = trunc(value::numeric)
    else false
  end
);

-- Until when the proof of identity of the caller's own session lasts, if it lasts so long; null where it does not.
create function private.proof_ends(lasting interval) returns timestamptz
language sql
stable
set search_path = ''
as $$
  select max(ends_at) from (
    select public.link_session_end(sessions.id, auth.jwt() -> 'amr') as ends_at
    from auth.sessions
    where sessions.id = (auth.jwt() ->> 'session_id')::uuid and sessions.user_id = auth.uid()
    union all
    select proofs.proven_at + lasting
    from auth.sessions join private.identity_proofs as proofs on proofs.session_id = sessions.id
    where sessions.id = (auth.jwt() ->> 'session_id')::uuid
      and sessions.user_id = auth.uid() and proofs.user_id = auth.uid()
  ) as proven
  where ends_at > now();
$$;

-- For what changes something: half an hour unless `admin.identity_minutes` says otherwise.
create or replace function public.identity_proven_until() returns timestamptz
language sql
stable
security definer
set search_path = ''
as $$
  select private.proof_ends(make_interval(mins => coalesce(
    (select value::integer from public.settings where key = 'admin.identity_minutes'), 30)));
$$;

-- For reading: eight hours unless `admin.session_hours` says otherwise, and never shorter than for what changes something.
create function private.admin_session_ends() returns timestamptz
language sql
stable
security definer
set search_path = ''
as $$
  select greatest(
    public.identity_proven_until(),
    private.proof_ends(make_interval(hours => coalesce(
      (select value::integer from public.settings where key = 'admin.session_hours'), 8)))
  );
$$;

-- What the caller may administer, for how many more seconds they may read, and for how many they may change something: 0 while
-- their identity is to be proven. Null: the caller is no administrator.
create or replace function public.admin_session() returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select jsonb_build_object(
    'admin', jsonb_build_object('role', role, 'permissions', permissions),
    'seconds_left', coalesce(ceil(extract(epoch from private.admin_session_ends() - now())), 0),
    'writes_seconds_left', coalesce(ceil(extract(epoch from public.identity_proven_until() - now())), 0)
  )
  from public.admins where user_id = auth.uid();
$$;

-- The owner's rule as before. A permission to read, such as `users.read`, holds during the whole session.
create or replace function public.has_permission(permission text) returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select exists (
    select from public.admins
    where user_id = auth.uid() and (role = 'super_admin' or permissions && array[permission, 'all'])
  ) and case
    when permission like '%.read' then private.admin_session_ends()
    else public.identity_proven_until()
  end is not null;
$$;

-- As before, but a proof is kept as long as a session of an administrator can last.
create or replace function private.prune_core() returns void
language sql
set search_path = ''
as $$
  delete from auth.audit_log_entries where created_at < now() - interval '90 days';
  delete from auth.sessions
  where not_after < now()
    or greatest(created_at, refreshed_at at time zone 'utc') < now() - interval '90 days';
  -- A revoked token is kept for a week, so that its reuse is noticed and ends the session.
  delete from auth.refresh_tokens where revoked and updated_at < now() - interval '7 days';
  delete from auth.flow_state where created_at < now() - interval '1 day';
  delete from private.link_sessions where started_at < now() - interval '1 hour';
  delete from private.password_attempts where since < now() - interval '1 hour';
  delete from private.identity_proofs where proven_at < now() - interval '24 hours';
  delete from private.email_changes where changed_at < now() - interval '7 days';
  delete from private.mail_links where expires_at < now();
  delete from private.known_networks where used_at < now() - interval '180 days';
  delete from private.preregistration_links where created_at < now() - interval '7 days';
  delete from private.ai_reservations where reserved_at < now() - interval '2 days';
  delete from public.api_preregistrations as registration
  where confirmed_at is null and created_at < now() - interval '7 days' and not exists (
    select from private.preregistration_links as link where link.preregistration_id = registration.id
  );
$$;

-- Refuses with the code that policies refuse with, so that a page asks for the proof of identity and tries again.
create function private.require_permission(permissions text[]) returns void
language plpgsql
set search_path = ''
as $$
begin
  if not exists (select from unnest(permissions) as permission where public.has_permission(permission)) then
    raise insufficient_privilege using message = format('This needs the permission %s', array_to_string(permissions, ' or '));
  end if;
end;
$$;

-- The log ----------------------------------------------------------------------------------------------------------------------

alter table public.admin_audit_log
  -- What the administrator wrote about it.
  add column reason text check (char_length(reason) <= 500),
  -- From which address the request came; null where the server does not know.
  add column address text check (char_length(address) <= 64);

create index admin_audit_log_row on public.admin_audit_log (table_name, row_id, id desc);
create index admin_audit_log_actor on public.admin_audit_log (actor_id, id desc);
create index admin_audit_log_action on public.admin_audit_log (action collate "C", id desc);

-- The address of the caller. A hosted project is behind Cloudflare, which sets the first header; the site's own server sets the
-- second to one address, and takes the first away.
create function private.request_address() returns text
language plpgsql
stable
set search_path = ''
as $$
declare
  headers json := nullif(current_setting('request.headers', true), '')::json;
begin
  return left(coalesce(headers ->> 'cf-connecting-ip', trim(split_part(headers ->> 'x-forwarded-for', ',', -1))), 64);
exception when others then
  return null;
end;
$$;

create or replace function public.log_admin_write() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  actor uuid := auth.uid();
  row_before jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  row_after jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
begin
  if tg_argv[1] = 'by-admins' and not exists (select from public.admins where user_id = actor) then
    return null;
  end if;
  insert into public.admin_audit_log
    (actor_id, actor_role, action, table_name, row_id, row_before, row_after, reason, address)
  values (
    actor, auth.role(), lower(tg_op), tg_table_name, coalesce(row_after, row_before) ->> tg_argv[0], row_before, row_after,
    nullif(current_setting('isola.reason', true), ''), private.request_address()
  );
  return null;
end;
$$;

-- Notes what changed no row that has a trigger of the log.
create function private.log_action(action text, user_id uuid, row_before jsonb, row_after jsonb, reason text) returns void
language sql
set search_path = ''
as $$
  insert into public.admin_audit_log
    (actor_id, actor_role, action, table_name, row_id, row_before, row_after, reason, address)
  values (
    auth.uid(), auth.role(), action, 'users', user_id::text, row_before, row_after, nullif(reason, ''),
    private.request_address()
  );
$$;

-- An entry without a person, also without the address of one who wrote it and without what was written about one.
create or replace function public.anonymised_entry(entry public.admin_audit_log, member uuid) returns public.admin_audit_log
language plpgsql
immutable
set search_path = ''
as $$
begin
  if entry.actor_id = member then
    entry.address := null;
  end if;
  if strpos(entry.row_id, member::text) > 0 or strpos(entry.row_after::text, member::text) > 0
    or strpos(entry.row_before::text, member::text) > 0
  then
    entry.reason := null;
  end if;
  entry.actor_id := nullif(entry.actor_id, member);
  entry.row_id := replace(entry.row_id, member::text, 'erased');
  entry.row_before := replace(entry.row_before::text, member::text, 'erased')::jsonb;
  entry.row_after := replace(entry.row_after::text, member::text, 'erased')::jsonb;
  return entry;
end;
$$;

-- People -----------------------------------------------------------------------------------------------------------------------

-- What administrators search and sort: a copy, because the tables of the auth service take no indexes of ours. Triggers keep it.
create table private.people (
  user_id uuid primary key references auth.users (id) on delete cascade,
  -- In lower case, to be searched by their beginnings.
  email text collate "C" not null default '',
  username text collate "C",
  created_at timestamptz not null,
  -- -infinity: never.
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
revoke all on private.people from public, anon, authenticated, service_role;

-- Servers differ in the columns of `auth.users`: what one of them lacks is null.
create function private.keep_person() returns trigger
language plpgsql
security definer
set search_path = ''
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

create function private.keep_username() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  update private.people set username = lower(new.username)
  where user_id = new.id and username is distinct from lower(new.username);
  return null;
end;
$$;

create function private.keep_plan() returns trigger
language plpgsql
security definer
set search_path = ''
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

-- Before `create_profile`, by the order of names: the profile's trigger finds the person.
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

-- Somebody disabled begins no session, whatever the way they sign in.
create function private.refuse_disabled() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if exists (select from private.people where user_id = new.user_id and disabled_at is not null) then
    raise insufficient_privilege using message = 'This account is disabled', hint = 'account-disabled';
  end if;
  return new;
end;
$$;

create trigger refuse_disabled before insert on auth.sessions
  for each row execute function private.refuse_disabled();

-- Figures ----------------------------------------------------------------------------------------------------------------------

-- What happened in each hour: new users, images counted, errors, subscriptions begun less ended (`subscriptions`) and ended
-- (`ended`). The row at -infinity has the sum of all hours. Several rows (`shard`) share an hour, so that those who count at
-- the same time do not wait for each other.
create table private.counters (
  name text not null check (name in ('users', 'images', 'errors', 'subscriptions', 'ended')),
  at timestamptz not null,
  shard smallint not null,
  value bigint not null,
  primary key (name, at, shard)
);

-- Money by hour, currency and plan, from payments that succeeded and refunds.
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

-- Current subscriptions by what they cost, for the monthly recurring revenue.
create table private.subscription_prices (
  plan_id text not null,
  currency text not null,
  amount_minor integer not null,
  -- 0: until further notice.
  period_months integer not null,
  current_count bigint not null,
  primary key (plan_id, currency, amount_minor, period_months)
);

alter table private.counters enable row level security;
alter table private.revenue_hours enable row level security;
alter table private.subscription_prices enable row level security;
revoke all on private.counters, private.revenue_hours, private.subscription_prices
  from public, anon, authenticated, service_role;

create function private.count_events(counted text, happened_at timestamptz, events bigint) returns void
language sql
set search_path = ''
as $$
  insert into private.counters as counters (name, at, shard, value)
  select counted, hours.at, shards.shard, events
  from (values (date_trunc('hour', happened_at, 'UTC')), ('-infinity'::timestamptz)) as hours (at),
    (select floor(random() * 16)::smallint as shard) as shards
  where events <> 0
  on conflict (name, at, shard) do update set value = counters.value + excluded.value;
$$;

create function private.count_new_users() returns trigger
language plpgsql
security definer
set search_path = ''
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
language plpgsql
security definer
set search_path = ''
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

-- What a day's row gains counts for the hour in which it is gained; a row of an earlier day, for the end of that day.
create function private.count_images() returns trigger
language plpgsql
security definer
set search_path = ''
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

-- Adds what rows of payments mean in money, or takes it away (`sign` -1).
create function private.add_payments(rows public.payments[], sign integer) returns void
language sql
set search_path = ''
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
language plpgsql
security definer
set search_path = ''
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
language plpgsql
security definer
set search_path = ''
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

-- Adds what subscriptions mean for the figures, or takes it away (`sign` -1).
create function private.add_subscriptions(rows public.user_subscriptions[], sign integer) returns void
language plpgsql
set search_path = ''
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
language plpgsql
security definer
set search_path = ''
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
language plpgsql
security definer
set search_path = ''
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

-- The service counts what went wrong on the server, such as a function that could not answer.
create function public.count_server_errors(errors integer) returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  if errors is null or errors not between 1 and 10000 then
    raise invalid_parameter_value using message = 'errors must be 1 to 10000';
  end if;
  perform private.count_events('errors', now(), errors);
end;
$$;

-- Computes every figure anew from the tables, such as after an import that switched the triggers off.
create function public.rebuild_figures() returns void
language plpgsql
security definer
set search_path = ''
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

-- Row-level security binds the owner of the money tables too: what the functions below read and keep, they are let in to.
create policy "figures" on public.payments for select using (
  current_user = (select tableowner from pg_tables where schemaname = 'public' and tablename = 'payments'));
create policy "figures" on public.webhook_events for select using (
  current_user = (select tableowner from pg_tables where schemaname = 'public' and tablename = 'webhook_events'));
