-- What the pages of administrators read and do. A list answers with one page of rows and the cursors of the next and the previous
-- page; a cursor is read by the database alone.

create index payments_provider on public.payments (provider, created_at desc, id desc);
create index payments_provider_payment_id on public.payments (provider_payment_id collate "C");

-- Lists ------------------------------------------------------------------------------------------------------------------------

-- One page of a list.
-- `source`: a query of the columns `key` and `id`, which order the list. `row_of`: the function that makes a row from the id.
-- `after` or `before`: the cursor that a page answered with. Returns { <rows_name>: […], next, previous }.
create function private.read_page(
  rows_name text, source text, row_of text, key_type text, id_type text, descending boolean, after jsonb, before jsonb,
  page_size integer
) returns jsonb
language plpgsql
stable
set search_path = ''
as $$
declare
  size integer := least(greatest(coalesce(page_size, 50), 1), 200);
  "cursor" jsonb := coalesce(after, before);
  -- A page before the cursor is read from the cursor backwards, and turned.
  is_backward boolean := after is null and before is not null;
  is_falling boolean := descending <> is_backward;
  direction text := case when is_falling then 'desc' else 'asc' end;
  bound text := '';
  found jsonb;
  has_more boolean;
begin
  if "cursor" is not null then
    bound := format(
      'where (key, id) %s (%L::%s, %L::%s)',
      case when is_falling then '<' else '>' end, "cursor" ->> 'key', key_type, "cursor" ->> 'id', id_type
    );
  end if;
  execute format(
    'select coalesce(jsonb_agg(jsonb_build_object(''key'', key::text, ''id'', id::text, ''row'', %s(id)) order by place), ''[]'')
     from (
       select key, id, row_number() over () as place
       from (select key, id from (%s) as source %s order by key %s, id %s limit %s) as page
     ) as places',
    row_of, source, bound, direction, direction, size + 1
  ) into found;
  has_more := jsonb_array_length(found) > size;
  if has_more then found := found - size; end if;
  if is_backward then
    select coalesce(jsonb_agg(entry order by place desc), '[]') into found
    from jsonb_array_elements(found) with ordinality as entries (entry, place);
  end if;
  return jsonb_build_object(
    rows_name, (select coalesce(jsonb_agg(entry -> 'row' order by place), '[]')
      from jsonb_array_elements(found) with ordinality as entries (entry, place)),
    'next', case when has_more or is_backward then (found -> -1) - 'row' end,
    'previous', case when after is not null or (is_backward and has_more) then (found -> 0) - 'row' end
  );
end;
$$;

-- The condition that a text begins so. Both are in the collation "C", where the longest character ends what begins alike.
create function private.begins_with(expression text, beginning text) returns text
language sql
immutable
set search_path = ''
as $$
  select format(
    '(%1$s >= %2$L collate "C" and %1$s < %3$L collate "C")', expression, beginning, beginning || chr(1114111)
  );
$$;

-- Users ------------------------------------------------------------------------------------------------------------------------

create function private.user_row(person uuid) returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object(
    'id', people.user_id, 'email', people.email, 'username', profiles.username, 'created_at', people.created_at,
    'last_sign_in_at', nullif(people.last_sign_in_at, '-infinity'), 'confirmed', people.confirmed_at is not null,
    'disabled_at', people.disabled_at, 'plan_id', people.plan_id, 'admin_role', admins.role
  )
  from private.people
  left join public.profiles on profiles.id = people.user_id
  left join public.admins on admins.user_id = people.user_id
  where people.user_id = person;
$$;

-- Users by the beginning of their email or name, and then in that order; or all, in the order asked for.
-- `sort`: created, last_sign_in or email. `filter`: { state?: active | disabled | unconfirmed, plan? }.
create function public.admin_users(
  search text default null, sort text default 'created', descending boolean default true, after jsonb default null,
  before jsonb default null, page_size integer default 50, filter jsonb default null
) returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  beginning text := lower(trim(coalesce(search, '')));
  conditions text := case filter ->> 'state'
    when 'active' then 'disabled_at is null and confirmed_at is not null'
    when 'disabled' then 'disabled_at is not null'
    when 'unconfirmed' then 'confirmed_at is null'
    else 'true'
  end;
  key_column text;
begin
  perform private.require_permission('{users.read}');
  if filter ->> 'plan' is not null then conditions := conditions || format(' and plan_id = %L', filter ->> 'plan'); end if;
  if beginning <> '' then
    return private.read_page(
      'users',
      format(
        'select email as key, user_id as id from private.people where %1$s and %3$s
         union all
         select username, user_id from private.people where %2$s and not %1$s and %3$s',
        private.begins_with('email', beginning), private.begins_with('username', beginning), conditions
      ),
      'private.user_row', 'text collate "C"', 'uuid', false, after, before, page_size
    );
  end if;
  key_column := case sort when 'last_sign_in' then 'last_sign_in_at' when 'email' then 'email' else 'created_at' end;
  return private.read_page(
    'users', format('select %I as key, user_id as id from private.people where %s', key_column, conditions),
    'private.user_row', case key_column when 'email' then 'text collate "C"' else 'timestamptz' end, 'uuid',
    coalesce(descending, true), after, before, page_size
  );
end;
$$;

-- Payments -----------------------------------------------------------------------------------------------------------------------

create function private.payment_row(payment uuid) returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object(
    'id', payments.id, 'user_id', payments.user_id, 'email', people.email, 'plan_id', payments.plan_id,
    'provider', payments.provider, 'provider_payment_id', payments.provider_payment_id,
    'amount_minor', payments.amount_minor, 'refunded_minor', payments.refunded_minor, 'currency', payments.currency,
    'status', payments.status, 'paid_at', payments.paid_at, 'created_at', payments.created_at
  )
  from public.payments left join private.people on people.user_id = payments.user_id
  where payments.id = payment;
$$;

-- Everybody's payments, the newest first.
-- `filter`: { status?, provider?, currency?, search? (the beginning of an email or of the provider's id), from?, to? (days of UTC) }.
-- A search looks at the first thousand that it finds.
create function public.admin_payments(
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
    if filter ->> field is not null then conditions := conditions || format(' and %I = %L', field, filter ->> field); end if;
  end loop;
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

-- The log -------------------------------------------------------------------------------------------------------------------------

create function private.audit_row(entry bigint) returns jsonb
language sql
stable
set search_path = ''
as $$
  select to_jsonb(log) || jsonb_build_object('id', log.id::text, 'actor_email', people.email)
  from public.admin_audit_log as log left join private.people on people.user_id = log.actor_id
  where log.id = entry;
$$;

-- `filter`: { actor? (the beginning of an email), action? (its beginning), table?, row?, from?, to? (days of UTC) }.
create function public.admin_audit(
  filter jsonb default null, after jsonb default null, before jsonb default null, page_size integer default 50
) returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  conditions text := 'true';
begin
  perform private.require_permission('{audit.read}');
  if coalesce(filter ->> 'actor', '') <> '' then
    conditions := conditions || format(
      ' and actor_id in (select user_id from private.people where %s limit 1000)',
      private.begins_with('email', lower(trim(filter ->> 'actor')))
    );
  end if;
  if coalesce(filter ->> 'action', '') <> '' then
    conditions := conditions || ' and ' || private.begins_with('action collate "C"', lower(trim(filter ->> 'action')));
  end if;
  if filter ->> 'table' is not null then conditions := conditions || format(' and table_name = %L', filter ->> 'table'); end if;
  if filter ->> 'row' is not null then conditions := conditions || format(' and row_id = %L', filter ->> 'row'); end if;
  if filter ->> 'from' is not null then
    conditions := conditions || format(' and created_at >= %L::timestamptz', (filter ->> 'from')::date::timestamp at time zone 'UTC');
  end if;
  if filter ->> 'to' is not null then
    conditions := conditions
      || format(' and created_at < %L::timestamptz', ((filter ->> 'to')::date + 1)::timestamp at time zone 'UTC');
  end if;
  return private.read_page(
    'entries', format('select id as key, id from public.admin_audit_log where %s', conditions), 'private.audit_row',
    'bigint', 'bigint', true, after, before, page_size
  );
end;
$$;

-- Webhooks -----------------------------------------------------------------------------------------------------------------------

create function private.webhook_row(event bigint) returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object(
    'id', id::text, 'provider', provider, 'event_id', event_id, 'type', type, 'verdict', verdict, 'status', status,
    'attempts', attempts, 'error', error, 'received_at', received_at, 'event_at', event_at, 'processed_at', processed_at
  )
  from public.webhook_events where id = event;
$$;

-- `filter`: { status?, verdict?, provider?, type? (its beginning) }.
create function public.admin_webhooks(
  filter jsonb default null, after jsonb default null, before jsonb default null, page_size integer default 50
) returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  conditions text := 'true';
  field text;
begin
  perform private.require_permission('{webhooks.read}');
  foreach field in array array['status', 'verdict', 'provider'] loop
    if filter ->> field is not null then conditions := conditions || format(' and %I = %L', field, filter ->> field); end if;
  end loop;
  if coalesce(filter ->> 'type', '') <> '' then
    conditions := conditions || ' and ' || private.begins_with('type collate "C"', filter ->> 'type');
  end if;
  return private.read_page(
    'events', format('select id as key, id from public.webhook_events where %s', conditions), 'private.webhook_row',
    'bigint', 'bigint', true, after, before, page_size
  );
end;
$$;

-- One event whole; null where there is none. The bytes as they came are in Base64.
create function public.admin_webhook(event bigint) returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  perform private.require_permission('{webhooks.read}');
  return (
    select private.webhook_row(id) || jsonb_build_object(
      'headers', headers, 'payload', payload, 'body_base64', replace(encode(body, 'base64'), E'\n', ''),
      'next_attempt_at', next_attempt_at
    )
    from public.webhook_events where id = event
  );
end;
$$;

-- One user -----------------------------------------------------------------------------------------------------------------------

-- Null where there is none. What the administrator may not see is null.
create function public.admin_user(person uuid) returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  today date := (now() at time zone 'utc')::date;
begin
  perform private.require_permission('{users.read}');
  return (
    select jsonb_build_object(
      'user', private.user_row(people.user_id),
      'subscriptions', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'id', id, 'plan_id', plan_id, 'status', status, 'start_date', start_date, 'end_date', end_date,
          'cancelled_at', cancelled_at, 'amount_minor', amount_minor, 'currency', currency, 'provider', provider
        ) order by created_at desc), '[]')
        from (
          select * from public.user_subscriptions where user_id = people.user_id order by created_at desc limit 20
        ) as newest
      ),
      'usage', (
        select jsonb_build_object(
          'today', coalesce(sum(images) filter (where day = today), 0),
          'month', coalesce(sum(images) filter (where day >= date_trunc('month', today)), 0),
          'total', coalesce(sum(images), 0)
        )
        from public.usage_days where user_id = people.user_id
      ),
      'payments', case when public.has_permission('payments.read') then (
        select coalesce(jsonb_agg(private.payment_row(id) order by created_at desc, id desc), '[]')
        from (
          select id, created_at from public.payments where user_id = people.user_id order by created_at desc, id desc limit 20
        ) as newest
      ) end,
      'sessions', (select count(*) from auth.sessions where sessions.user_id = people.user_id),
      'audit', case when public.has_permission('audit.read') then (
        select coalesce(jsonb_agg(private.audit_row(id) order by id desc), '[]')
        from (
          select id from public.admin_audit_log
          where table_name in ('users', 'admins') and row_id = people.user_id::text
            or table_name = 'user_subscriptions' and row_id in (
              select id::text from public.user_subscriptions where user_id = people.user_id
            )
          order by id desc limit 20
        ) as newest
      ) end
    )
    from private.people where people.user_id = person
  );
end;
$$;

-- What changes a user ----------------------------------------------------------------------------------------------------------

-- Whom an action is about, and why: refuses where there is no such user, where it is the administrator, or a super admin whom
-- another administrator would touch. The reason is written into the log with every change of the transaction.
create function private.begin_user_action(person uuid, reason text) returns void
language plpgsql
set search_path = ''
as $$
begin
  perform private.require_permission('{users.write}');
  if person is null or not exists (select from private.people where user_id = person) then
    raise no_data_found using message = 'There is no such user', hint = 'no-such-user';
  end if;
  if char_length(reason) > 500 then
    raise string_data_right_truncation using message = 'A reason has 500 characters at most', hint = 'reason-too-long';
  end if;
  perform set_config('isola.reason', coalesce(trim(reason), ''), true);
end;
$$;

-- A plan that an administrator gives, in the place of the current one. What a provider charges for is cancelled there first.
create function public.admin_grant_plan(person uuid, plan text, until timestamptz, reason text default null) returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.begin_user_action(person, reason);
  if not exists (select from public.plans where id = plan) then
    raise no_data_found using message = 'There is no such plan', hint = 'no-such-plan';
  end if;
  if until is null or until <= now() then
    raise invalid_parameter_value using message = 'A plan ends in the future', hint = 'until-passed';
  end if;
  perform private.end_current_plan(person);
  insert into public.user_subscriptions (user_id, plan_id, status, start_date, end_date, provider)
  values (person, plan, 'active', now(), until, 'admin');
end;
$$;

-- Ends what gives the user rights now. Returns whether there was something to end.
create function private.end_current_plan(person uuid) returns boolean
language plpgsql
set search_path = ''
as $$
declare
  running public.user_subscriptions;
begin
  perform private.begin_billing(person);
  perform private.expire_due(person);
  select * into running from public.user_subscriptions where user_id = person and status in ('active', 'past_due');
  if not found then return false; end if;
  if running.provider is not null and running.provider not in ('offer', 'admin') then
    raise object_in_use using
      message = format('%s charges for this plan: cancel it there first', running.provider), hint = 'charged-elsewhere';
  end if;
  return private.record_subscription_event(running.id, 'admin:' || gen_random_uuid(), 'ended', now());
end;
$$;

create function public.admin_end_plan(person uuid, reason text default null) returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.begin_user_action(person, reason);
  if not private.end_current_plan(person) then
    raise no_data_found using message = 'This user has no plan to end', hint = 'no-plan';
  end if;
end;
$$;

-- Ends every session of a user at once, and lets them begin none. Their access token reads their own rows until it ends, an
-- hour at most.
create function public.admin_disable_user(person uuid, reason text default null) returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.begin_user_action(person, reason);
  if person = auth.uid() then
    raise object_in_use using message = 'You cannot disable yourself', hint = 'own-account';
  end if;
  if exists (select from public.admins where user_id = person) and not public.is_super_admin() then
    raise insufficient_privilege using message = 'Only a super admin disables an administrator', hint = 'not-super-admin';
  end if;
  if exists (select from public.admins where user_id = person and role = 'super_admin') then
    raise object_in_use using message = 'Remove the rights of this super admin first', hint = 'super-admin';
  end if;
  update private.people set disabled_at = now() where user_id = person and disabled_at is null;
  if not found then return; end if;
  delete from auth.refresh_tokens where user_id::text = person::text;
  delete from auth.sessions where user_id = person;
  perform private.set_ban(person, 'infinity');
  perform private.log_action('disable', person, '{"disabled": false}', '{"disabled": true}', reason);
end;
$$;

create function public.admin_enable_user(person uuid, reason text default null) returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.begin_user_action(person, reason);
  update private.people set disabled_at = null where user_id = person and disabled_at is not null;
  if not found then return; end if;
  perform private.set_ban(person, null);
  perform private.log_action('enable', person, '{"disabled": true}', '{"disabled": false}', reason);
end;
$$;

-- The auth service of a hosted project refuses whom it finds banned; other servers may lack the column.
create function private.set_ban(person uuid, until timestamptz) returns void
language plpgsql
set search_path = ''
as $$
begin
  if exists (
    select from pg_catalog.pg_attribute
    where attrelid = 'auth.users'::regclass and attname = 'banned_until' and not attisdropped
  ) then
    execute 'update auth.users set banned_until = $2 where id = $1' using person, until;
  end if;
end;
$$;

-- Notes that the confirmation is sent again, and answers with the address: the page asks the auth service to send it, as the
-- user could.
create function public.admin_resend_confirmation(person uuid, reason text default null) returns text
language plpgsql
security definer
set search_path = ''
as $$
declare
  address text;
begin
  perform private.begin_user_action(person, reason);
  select email into address from private.people where user_id = person and confirmed_at is null;
  if address is null then
    raise no_data_found using message = 'This email is confirmed already', hint = 'already-confirmed';
  end if;
  perform private.log_action('resend-confirmation', person, null, null, reason);
  return address;
end;
$$;

-- Administrators -----------------------------------------------------------------------------------------------------------------

create function public.admin_list_admins() returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  if not public.is_super_admin() then
    raise insufficient_privilege using message = 'Only a super admin sees the administrators';
  end if;
  return jsonb_build_object('admins', (
    select coalesce(jsonb_agg(jsonb_build_object(
      'user_id', admins.user_id, 'email', people.email, 'role', role, 'permissions', permissions,
      'created_at', admins.created_at
    ) order by admins.created_at, admins.user_id), '[]')
    from public.admins join private.people on people.user_id = admins.user_id
  ));
end;
$$;

create function private.begin_admin_action(person uuid, reason text) returns void
language plpgsql
set search_path = ''
as $$
begin
  if not public.is_super_admin() then
    raise insufficient_privilege using message = 'Only a super admin appoints and dismisses administrators';
  end if;
  if person = auth.uid() then
    raise object_in_use using message = 'You cannot change your own rights', hint = 'own-account';
  end if;
  if not exists (select from private.people where user_id = person) then
    raise no_data_found using message = 'There is no such user', hint = 'no-such-user';
  end if;
  perform set_config('isola.reason', left(coalesce(trim(reason), ''), 500), true);
end;
$$;

create function public.admin_set_admin(person uuid, role text, permissions text[], reason text default null) returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.begin_admin_action(person, reason);
  insert into public.admins as admins (user_id, role, permissions)
  values (person, admin_set_admin.role, coalesce(admin_set_admin.permissions, '{}'))
  on conflict (user_id) do update set role = excluded.role, permissions = excluded.permissions;
end;
$$;

create function public.admin_remove_admin(person uuid, reason text default null) returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.begin_admin_action(person, reason);
  delete from public.admins where user_id = person;
end;
$$;

-- Figures ------------------------------------------------------------------------------------------------------------------------

create function private.counted(counter text, since timestamptz, until timestamptz) returns bigint
language sql
stable
set search_path = ''
as $$
  select coalesce(sum(value), 0)::bigint from private.counters where name = counter and at >= since and at < until;
$$;

-- The figures of the last 1 to 366 days and of as many before. What the administrator may not see is null: users, subscriptions,
-- images and errors need `users.read`, revenue needs `revenue.read`. `series` has each hour of one day, or each day.
create function public.admin_dashboard(days numeric default 30) returns jsonb
language plpgsql
stable
security definer
set search_path = ''
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

-- Money from one day of UTC to another, both included: by currency, plan and month; what running subscriptions bring in a month;
-- and how many of those that ran at the beginning ended (churn).
create function public.admin_revenue(first_day date, last_day date) returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  since timestamptz := first_day::timestamp at time zone 'UTC';
  until timestamptz := (last_day + 1)::timestamp at time zone 'UTC';
  active_at_start bigint;
  ended bigint;
begin
  perform private.require_permission('{revenue.read}');
  if since is null or until is null or since >= until then
    raise invalid_parameter_value using message = 'The first day is not after the last', hint = 'no-days';
  end if;
  select coalesce(sum(value), 0) - private.counted('subscriptions', since, 'infinity') into active_at_start
  from private.counters where name = 'subscriptions' and at = '-infinity';
  ended := private.counted('ended', since, until);
  return jsonb_build_object(
    'currencies', (
      with hours as (
        select * from private.revenue_hours where at >= since and at < until
      ), prices as (
        select
          currency, plan_id, sum(current_count) as subscriptions,
          sum(case when period_months > 0 then current_count * amount_minor / period_months::numeric else 0 end) as monthly
        from private.subscription_prices where current_count > 0 group by 1, 2
      ), currencies as (
        select currency from hours union select currency from prices where monthly > 0
      )
      select coalesce(jsonb_agg(jsonb_build_object(
        'currency', currency,
        'mrr_minor', (select coalesce(round(sum(monthly)), 0) from prices where prices.currency = currencies.currency),
        'gross_minor', (select coalesce(sum(gross_minor), 0) from hours where hours.currency = currencies.currency),
        'refunded_minor', (select coalesce(sum(refunded_minor), 0) from hours where hours.currency = currencies.currency),
        'disputed_minor', (select coalesce(sum(disputed_minor), 0) from hours where hours.currency = currencies.currency),
        'payments', (select coalesce(sum(payments), 0) from hours where hours.currency = currencies.currency),
        'by_plan', (
          select coalesce(jsonb_agg(jsonb_build_object(
            'plan_id', plan_id, 'subscriptions', coalesce(subscriptions, 0), 'gross_minor', coalesce(gross_minor, 0),
            'refunded_minor', coalesce(refunded_minor, 0)
          ) order by plan_id), '[]')
          from (
            select plan_id, sum(gross_minor) as gross_minor, sum(refunded_minor) as refunded_minor
            from hours where hours.currency = currencies.currency group by plan_id
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
              (date_trunc('month', at at time zone 'UTC'))::date as month, sum(gross_minor) as gross_minor,
              sum(refunded_minor) as refunded_minor
            from hours where hours.currency = currencies.currency group by 1
          ) as sums
        )
      ) order by currency), '[]')
      from currencies
    ),
    'churn', jsonb_build_object(
      'active_at_start', active_at_start, 'ended', ended,
      'rate', case when active_at_start > 0 then round(least(1, ended::numeric / active_at_start), 4) else 0 end
    )
  );
end;
$$;

-- How payment providers, mails and the database do: from what the database has seen. A provider of which it has seen nothing is
-- not listed.
create function public.admin_health() returns jsonb
language plpgsql
stable
security definer
set search_path = ''
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

create function private.grant_administration() returns void
language plpgsql
set search_path = ''
as $$
begin
  grant execute on function
    public.admin_users, public.admin_user, public.admin_payments, public.admin_audit, public.admin_webhooks,
    public.admin_webhook, public.admin_grant_plan, public.admin_end_plan, public.admin_disable_user,
    public.admin_enable_user, public.admin_resend_confirmation, public.admin_list_admins, public.admin_set_admin,
    public.admin_remove_admin, public.admin_dashboard, public.admin_revenue, public.admin_health
    to authenticated;
  grant execute on function public.count_server_errors to service_role;
end;
$$;

select public.apply_grants();
