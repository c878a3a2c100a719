-- Functions behind the pages of administrators. Each function checks its permission itself. A list returns one page of
-- rows and the cursors of the next and the previous page; only the database interprets a cursor.
--
-- Mistakes of the caller raise plain exceptions, which PostgREST answers with 400. It would answer `no_data_found` and
-- `object_in_use` with 500.

-- Returns one page of a list: { <rows_name>: […], next, previous }.
-- `source`: a query of the columns `key` and `id`, which order the list. `row_of`: name of the function that returns a
-- row for an id. `after` or `before`: a cursor that an earlier page returned.
create function private.read_page(
  rows_name text, source text, row_of text, key_type text, id_type text, descending boolean, after jsonb, before jsonb,
  page_size integer
) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  size integer := least(greatest(coalesce(page_size, 50), 1), 200);
  "cursor" jsonb := coalesce(after, before);
  -- A page before the cursor is read backwards from the cursor and then reversed.
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

-- Returns the condition that a text begins with a prefix. Both are in the collation "C", in which the prefix with the
-- highest character appended is above every text with the prefix.
create function private.begins_with(expression text, beginning text) returns text
language sql immutable set search_path = ''
as $$
  select format(
    '(%1$s >= %2$L collate "C" and %1$s < %3$L collate "C")', expression, beginning, beginning || chr(1114111)
  );
$$;

-- Returns a user in the form that lists show.
create function private.user_row(person uuid) returns jsonb
language sql stable set search_path = ''
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

-- Lists users whose email or name begins with `search`, sorted by that email or name; or all users, in the order of
-- `sort`: created, last_sign_in or email. `filter`: { state?: active | disabled | unconfirmed, plan? }.
create function public.admin_users(
  search text default null, sort text default 'created', descending boolean default true, after jsonb default null,
  before jsonb default null, page_size integer default 50, filter jsonb default null
) returns jsonb
language plpgsql stable security definer set search_path = ''
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

-- Returns a payment in the form that lists show, with the reason why it is or was to be paid back.
create function private.payment_row(payment uuid) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'id', payments.id, 'user_id', payments.user_id, 'email', people.email, 'plan_id', payments.plan_id,
    'provider', payments.provider, 'provider_payment_id', payments.provider_payment_id,
    'amount_minor', payments.amount_minor, 'refunded_minor', payments.refunded_minor, 'currency', payments.currency,
    'status', payments.status, 'paid_at', payments.paid_at, 'created_at', payments.created_at,
    'refund_due', coalesce(private.refund_due(payments.id), 0) > 0,
    'refund_reason', (select reason from private.double_payments where payment_id = payments.id)
  )
  from public.payments left join private.people on people.user_id = payments.user_id
  where payments.id = payment;
$$;

-- Lists everybody's payments, newest first.
-- `filter`: { status? (also `refund_due`: to be paid back), provider?, currency?, search? (prefix of an email or of the
-- provider's id), from?, to? (days in UTC) }. A search considers at most a thousand matches of each kind.
-- Payments to be paid back are found by their ids, because PostgreSQL would read the whole table for a join.
create function public.admin_payments(
  filter jsonb default null, after jsonb default null, before jsonb default null, page_size integer default 50
) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  beginning text := trim(coalesce(filter ->> 'search', ''));
  conditions text := 'true';
  field text;
begin
  perform private.require_permission('{payments.read}');
  foreach field in array array['status', 'provider', 'currency'] loop
    continue when field = 'status' and filter ->> field = 'refund_due';
    if filter ->> field is not null then conditions := conditions || format(' and %I = %L', field, filter ->> field); end if;
  end loop;
  if filter ->> 'status' = 'refund_due' then
    select conditions || format(' and id = any (%L::uuid[])', coalesce(array_agg(payment_id), '{}')) into conditions
    from private.double_payments where private.refund_due(payment_id) > 0;
  end if;
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

-- Returns an entry of the log with the emails of its actor and of the account that it is about.
create function private.audit_row(entry bigint) returns jsonb
language sql stable set search_path = ''
as $$
  select to_jsonb(log) || jsonb_build_object('id', log.id::text, 'actor_email', people.email, 'row_email', subject.email)
  from public.admin_audit_log as log
  cross join lateral (
    select case log.table_name
      when 'user_subscriptions' then coalesce(log.row_after, log.row_before) ->> 'user_id'
      when 'users' then log.row_id
      when 'admins' then log.row_id
    end as id
  ) as about
  left join private.people on people.user_id = log.actor_id
  left join private.people as subject on subject.user_id = case
    when about.id ~ '^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$' then about.id::uuid
  end
  where log.id = entry;
$$;

-- Lists entries of the log. `filter`: { actor? (prefix of an email), action? (prefix), table?, row?, from?, to? (days
-- in UTC) }.
create function public.admin_audit(
  filter jsonb default null, after jsonb default null, before jsonb default null, page_size integer default 50
) returns jsonb
language plpgsql stable security definer set search_path = ''
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

-- Returns an event of a payment provider in the form that lists show.
create function private.webhook_row(event bigint) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'id', id::text, 'provider', provider, 'event_id', event_id, 'type', type, 'verdict', verdict, 'status', status,
    'attempts', attempts, 'error', error, 'received_at', received_at, 'event_at', event_at, 'processed_at', processed_at
  )
  from public.webhook_events where id = event;
$$;

-- Lists events of payment providers. `filter`: { status?, verdict?, provider?, type? (prefix) }.
create function public.admin_webhooks(
  filter jsonb default null, after jsonb default null, before jsonb default null, page_size integer default 50
) returns jsonb
language plpgsql stable security definer set search_path = ''
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

-- Returns one event with all its data, or null if it does not exist. The received bytes are in Base64.
create function public.admin_webhook(event bigint) returns jsonb
language plpgsql stable security definer set search_path = ''
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

-- Returns a user with subscriptions, usage, payments and log, or null if the user does not exist. Parts that the
-- administrator may not see are null.
create function public.admin_user(person uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
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

create function private.grant_administration() returns void
language plpgsql set search_path = ''
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

-- Begins an action on a user. It refuses if the user does not exist, is the caller, or is an administrator while the
-- caller is not a super admin. The reason is written into the log with every change of the transaction.
create function private.begin_user_action(person uuid, reason text) returns void
language plpgsql set search_path = ''
as $$
begin
  perform private.require_permission('{users.write}');
  if person is null or not exists (select from private.people where user_id = person) then
    raise exception 'There is no such user' using hint = 'no-such-user';
  end if;
  if person = auth.uid() then
    raise exception 'Nobody does this to their own account' using hint = 'own-account';
  end if;
  if exists (select from public.admins where user_id = person) and not public.is_super_admin() then
    raise insufficient_privilege using message = 'Only a super admin does this to an administrator', hint = 'not-super-admin';
  end if;
  if char_length(reason) > 500 then
    raise exception 'A reason has 500 characters at most' using hint = 'reason-too-long';
  end if;
  perform set_config('isola.reason', coalesce(trim(reason), ''), true);
end;
$$;

-- Grants a plan in place of the current one, for at most two years. A plan that a provider charges for must be
-- cancelled there first.
create function public.admin_grant_plan(person uuid, plan text, until timestamptz, reason text default null) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.begin_user_action(person, reason);
  if not exists (select from public.plans where id = plan) then
    raise exception 'There is no such plan' using hint = 'no-such-plan';
  end if;
  if until is null or until <= now() then
    raise exception 'A plan ends in the future' using hint = 'until-passed';
  end if;
  -- The limit is a day longer, for administrators in another time zone.
  if until > now() + interval '2 years 1 day' then
    raise exception 'A plan is granted for two years at most' using hint = 'until-too-far';
  end if;
  perform private.end_current_plan(person);
  insert into public.user_subscriptions (user_id, plan_id, status, start_date, end_date, provider)
  values (person, plan, 'active', now(), until, 'admin');
end;
$$;

-- Ends the user's current plan. Returns whether there was one.
create function private.end_current_plan(person uuid) returns boolean
language plpgsql set search_path = ''
as $$
declare
  running public.user_subscriptions;
begin
  perform private.begin_billing(person);
  perform private.expire_due(person);
  select * into running from public.user_subscriptions where user_id = person and status in ('active', 'past_due');
  if not found then return false; end if;
  if running.provider is not null and running.provider not in ('offer', 'admin') then
    raise exception '% charges for this plan: cancel it there first', running.provider using hint = 'charged-elsewhere';
  end if;
  return private.record_subscription_event(running.id, 'admin:' || gen_random_uuid(), 'ended', now());
end;
$$;

-- Ends a user's plan.
create function public.admin_end_plan(person uuid, reason text default null) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.begin_user_action(person, reason);
  if not private.end_current_plan(person) then
    raise exception 'This user has no plan to end' using hint = 'no-plan';
  end if;
end;
$$;

-- Disables a user: ends every session at once and lets them begin none. `check_request` refuses access tokens that have
-- not expired.
create function public.admin_disable_user(person uuid, reason text default null) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.begin_user_action(person, reason);
  if exists (select from public.admins where user_id = person and role = 'super_admin') then
    raise exception 'Remove the rights of this super admin first' using hint = 'super-admin';
  end if;
  update private.people set disabled_at = now() where user_id = person and disabled_at is null;
  if not found then return; end if;
  delete from auth.refresh_tokens where user_id::text = person::text;
  delete from auth.sessions where user_id = person;
  perform private.set_ban(person, 'infinity');
  perform private.log_action('disable', person, '{"disabled": false}', '{"disabled": true}', reason);
end;
$$;

-- Lets a disabled user sign in again.
create function public.admin_enable_user(person uuid, reason text default null) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.begin_user_action(person, reason);
  update private.people set disabled_at = null where user_id = person and disabled_at is not null;
  if not found then return; end if;
  perform private.set_ban(person, null);
  perform private.log_action('enable', person, '{"disabled": true}', '{"disabled": false}', reason);
end;
$$;

-- Sets the ban that the auth service of a hosted project checks. Other servers may lack the column.
create function private.set_ban(person uuid, until timestamptz) returns void
language plpgsql set search_path = ''
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

-- Logs that the confirmation is sent again, and returns the email address. The page then asks the auth service to send
-- it, as the user could.
create function public.admin_resend_confirmation(person uuid, reason text default null) returns text
language plpgsql security definer set search_path = ''
as $$
declare
  address text;
begin
  perform private.begin_user_action(person, reason);
  select email into address from private.people where user_id = person and confirmed_at is null;
  if address is null then
    raise exception 'This email is confirmed already' using hint = 'already-confirmed';
  end if;
  perform private.log_action('resend-confirmation', person, null, null, reason);
  return address;
end;
$$;

create function public.admin_list_admins() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not public.is_super_admin() then
    raise insufficient_privilege using message = 'Only a super admin sees the administrators';
  end if;
  return jsonb_build_object('admins', (
    select coalesce(jsonb_agg(jsonb_build_object(
      'user_id', admins.user_id, 'email', people.email, 'role', role, 'permissions', permissions,
      'created_at', admins.created_at,
      'second_factor', exists (
        select from private.second_factors as factors
        where factors.user_id = admins.user_id and factors.confirmed_at is not null
      )
    ) order by admins.created_at, admins.user_id), '[]')
    from public.admins join private.people on people.user_id = admins.user_id
  ));
end;
$$;

-- Begins an action on an administrator, which only a super admin may take, and not on their own account.
create function private.begin_admin_action(person uuid, reason text) returns void
language plpgsql set search_path = ''
as $$
begin
  if not public.is_super_admin() then
    raise insufficient_privilege using message = 'Only a super admin appoints and dismisses administrators';
  end if;
  if person = auth.uid() then
    raise exception 'You cannot change your own rights' using hint = 'own-account';
  end if;
  if not exists (select from private.people where user_id = person) then
    raise exception 'There is no such user' using hint = 'no-such-user';
  end if;
  if char_length(reason) > 500 then
    raise exception 'A reason has 500 characters at most' using hint = 'reason-too-long';
  end if;
  perform set_config('isola.reason', coalesce(trim(reason), ''), true);
end;
$$;

create function public.admin_set_admin(person uuid, role text, permissions text[], reason text default null) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.begin_admin_action(person, reason);
  insert into public.admins as admins (user_id, role, permissions)
  values (person, admin_set_admin.role, coalesce(admin_set_admin.permissions, '{}'))
  on conflict (user_id) do update set role = excluded.role, permissions = excluded.permissions;
end;
$$;

create function public.admin_remove_admin(person uuid, reason text default null) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.begin_admin_action(person, reason);
  delete from public.admins where user_id = person;
end;
$$;
