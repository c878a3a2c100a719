-- Deletion of accounts, export of their data, all privileges, and pruning.
--
-- After an account is deleted, no row of any table contains the user id, the email or the username. Payments and
-- invoices stay without the id; invoices also keep the name and postal address of the buyer, which accounting law
-- requires. Logs stay without the person.
--
-- A later migration adds its privileges as `private.grant_<topic>()`, and deletes rows after a time in
-- `private.prune_<topic>()`. `apply_grants` and `prune_accounts` call these functions in the order of their names.

-- Deletes the caller's account. Returns `deleted`; an outcome of `check_identity` other than `confirmed`;
-- `last-super-admin`; or `charged-elsewhere` while a provider charges for the account or a checkout could still be
-- paid, because the card would be charged after the account is gone. The function `delete-account` ends both first.
create function public.delete_my_account(current_password text default null) returns text
language plpgsql security definer set search_path = ''
as $$
declare
  me uuid := auth.uid();
  proof text;
begin
  if me is null then
    raise insufficient_privilege using message = 'Only someone signed in has an account to delete';
  end if;
  proof := public.check_identity(me, (auth.jwt() ->> 'session_id')::uuid, auth.jwt() -> 'amr', current_password);
  if proof <> 'confirmed' then return proof; end if;
  if public.is_last_super_admin(me) then return 'last-super-admin'; end if;
  if exists (select from private.charged_subscriptions(me)) or exists (
    select from public.checkouts where user_id = me and status = 'open' and provider_checkout_id is not null
  ) then return 'charged-elsewhere'; end if;
  perform public.erase_account(me);
  return 'deleted';
end;
$$;

create trigger append_only before delete or truncate on public.admin_audit_log
  for each statement execute function public.refuse_change();

create trigger append_only_but_erasing before update on public.admin_audit_log
  for each row execute function public.refuse_all_but_erasing();

-- Returns whether a JSON value contains one of these texts as a whole string, at any depth and in any case.
create function public.names_any(document jsonb, texts text[]) returns boolean
language sql immutable set search_path = ''
as $$
  select exists (
    select from jsonb_path_query(document, 'strict $.** ? (@.type() == "string")') as found
    where lower(found #>> '{}') = any (texts)
  );
$$;

-- Deletes an account and every reference to it.
create function public.erase_account(member uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  address text;
  -- Texts that identify the person inside JSON, in lower case. The email is included only if it is confirmed to be
  -- theirs.
  names text[];
begin
  select lower(email) into address from auth.users where id = member and email_confirmed_at is not null;
  select array_remove(array_agg(lower(old_email)), null) into names from private.email_changes where user_id = member;
  names := array_remove(names || array[member::text, address], null);

  perform set_config('isola.erasing', member::text, true);
  update public.invoices set buyer = buyer - '{email,username,user_id}'::text[] where user_id = member;
  delete from public.feedback where lower(email) = address;
  delete from public.api_preregistrations where lower(email) = address;
  -- Emails that have not been sent yet are deleted, because their links would lead nowhere.
  delete from private.mail_queue where lower(recipient) = any (names);
  delete from auth.flow_state where user_id = member;
  delete from auth.refresh_tokens where user_id::text = member::text;
  -- The deletion cascades to sessions, identities, profile, subscriptions, usage, rights and tokens.
  delete from auth.users where id = member;

  -- Runs after the deletion, which the log of administrators may have recorded.
  update public.admin_audit_log as entry set (actor_id, row_id, row_before, row_after) = (
    select cleaned.actor_id, cleaned.row_id, cleaned.row_before, cleaned.row_after
    from public.anonymised_entry(entry, member) as cleaned
  )
  where actor_id = member
    or strpos(row_id, member::text) > 0
    or strpos(row_before::text, member::text) > 0
    or strpos(row_after::text, member::text) > 0;
  update auth.audit_log_entries set
    payload = json_build_object('action', payload ->> 'action', 'log_type', payload ->> 'log_type'),
    ip_address = ''
  where public.names_any(payload::jsonb, names);
  update public.payment_logs set detail = '{}' where public.names_any(detail, names);
  update public.webhook_events set payload = '{}', error = null where public.names_any(payload, names);
  perform set_config('isola.erasing', '', true);
end;
$$;

-- Returns the data of a member in tables that members cannot read. `export_my_data` adds it to the rest.
create function public.my_hidden_data() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  me uuid := auth.uid();
  account auth.users;
begin
  select * into account from auth.users where id = me;
  if not found then raise insufficient_privilege using message = 'Sign in first'; end if;
  return jsonb_build_object(
    'account', jsonb_build_object(
      'id', account.id,
      'email', account.email,
      'email_confirmed_at', account.email_confirmed_at,
      'created_at', account.created_at,
      'metadata', account.raw_user_meta_data
    ),
    'sessions', (
      select coalesce(jsonb_agg(jsonb_build_object('created_at', created_at, 'refreshed_at', refreshed_at) order by created_at), '[]')
      from auth.sessions where user_id = me
    ),
    'email_changes', (
      select coalesce(jsonb_agg(
        jsonb_build_object('old_email', old_email, 'new_email', new_email, 'changed_at', changed_at) order by changed_at
      ), '[]')
      from private.email_changes where user_id = me
    ),
    'feedback', (
      select coalesce(jsonb_agg(to_jsonb(sent) - 'user_id' order by created_at), '[]') from public.feedback as sent
      where user_id = me or (account.email_confirmed_at is not null and lower(email) = lower(account.email))
    ),
    'api_preregistrations', (
      select coalesce(jsonb_agg(to_jsonb(sent) order by created_at), '[]') from public.api_preregistrations as sent
      where account.email_confirmed_at is not null and lower(email) = lower(account.email)
    ),
    'ai_requests', (
      select coalesce(jsonb_agg(jsonb_build_object('images', images, 'day', day, 'at', reserved_at) order by reserved_at), '[]')
      from private.ai_reservations where user_id = me
    ),
    'counted_image_keys', (select count(*) from private.counted_images where user_id = me),
    'known_networks', (select count(*) from private.known_networks where user_id = me)
  );
end;
$$;

-- Returns all stored data of the caller. It runs as the caller: row-level security selects their rows, and the
-- conditions exclude rows that they may see as an administrator. `my_hidden_data` runs as its owner and identifies the
-- caller.
create function public.export_my_data() returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  hidden jsonb := public.my_hidden_data();
  me uuid := (hidden -> 'account' ->> 'id')::uuid;
begin
  return hidden || jsonb_build_object(
    'exported_at', now(),
    'profile', (select to_jsonb(own) from public.profiles as own where id = me),
    'administration', (select to_jsonb(own) from public.admins as own where user_id = me),
    'subscriptions', (
      select coalesce(jsonb_agg(to_jsonb(own) order by created_at), '[]') from public.user_subscriptions as own where user_id = me
    ),
    'usage', (
      select coalesce(jsonb_agg(jsonb_build_object('day', day, 'kind', kind, 'images', images) order by day, kind), '[]')
      from public.usage_days where user_id = me
    ),
    'usage_by_month', (
      select coalesce(jsonb_agg(jsonb_build_object('month', month, 'kind', kind, 'images', images) order by month, kind), '[]')
      from public.usage_months where user_id = me
    ),
    'checkouts', (
      select coalesce(jsonb_agg(to_jsonb(own) order by created_at), '[]') from public.checkouts as own where user_id = me
    ),
    'payments', (
      select coalesce(jsonb_agg(to_jsonb(own) order by created_at), '[]') from public.payments as own where user_id = me
    ),
    'refunds', (
      select coalesce(jsonb_agg(to_jsonb(refund) order by refund.created_at), '[]') from public.payment_refunds as refund
      join public.payments as own on own.id = refund.payment_id where own.user_id = me
    ),
    'disputes', (
      select coalesce(jsonb_agg(to_jsonb(dispute) order by dispute.opened_at), '[]') from public.payment_disputes as dispute
      join public.payments as own on own.id = dispute.payment_id where own.user_id = me
    ),
    'invoices', (
      select coalesce(jsonb_agg(to_jsonb(own) order by issued_at), '[]') from public.invoices as own where user_id = me
    ),
    'payment_logs', (
      select coalesce(jsonb_agg(to_jsonb(own) order by id), '[]') from public.payment_logs as own where user_id = me
    )
  );
end;
$$;

-- Sets all privileges of the roles that requests run as. A privilege that is not listed is not granted: hosted projects
-- and the embedded server grant all privileges on every table by default, and the embedded server does so at each
-- start, after which it calls this function again. Row-level security holds without it.
create function public.apply_grants() returns void
language plpgsql set search_path = ''
as $$
declare
  topic text;
begin
  revoke all on all tables in schema public from public, anon, authenticated, service_role;
  revoke all on all sequences in schema public from public, anon, authenticated, service_role;
  revoke all on all functions in schema public from public, anon, authenticated, service_role;
  revoke all on all functions in schema private from public, anon, authenticated, service_role;
  alter default privileges in schema public revoke all on tables from anon, authenticated, service_role;
  alter default privileges in schema public revoke all on sequences from anon, authenticated, service_role;
  alter default privileges in schema public revoke all on functions from anon, authenticated, service_role;

  grant usage on schema public to anon, authenticated, service_role;

  for topic in
    select proname from pg_catalog.pg_proc
    where pronamespace = 'private'::regnamespace and proname like 'grant\_%'
    order by proname
  loop
    execute format('select private.%I()', topic);
  end loop;
end;
$$;

-- Limits how long a statement of a request may run, wait for a lock, or leave its transaction open. On a hosted project
-- PostgREST applies these limits to each request. On a PostgreSQL of your own, the site's server also sets them for its
-- connections.
do $$
declare
  limits constant jsonb := '{"anon": "3s", "authenticated": "8s", "service_role": "8s"}';
  role_name text;
  statement_limit text;
begin
  for role_name, statement_limit in select * from jsonb_each_text(limits) loop
    -- Roles belong to the whole server. The migration of another database may have set the limits already.
    continue when exists (
      select from pg_catalog.pg_roles
      where rolname = role_name and rolconfig @> array['statement_timeout=' || statement_limit, 'lock_timeout=5s']
    );
    begin
      execute format('alter role %I set statement_timeout = %L', role_name, statement_limit);
      execute format('alter role %I set lock_timeout = %L', role_name, '5s');
      execute format('alter role %I set idle_in_transaction_session_timeout = %L', role_name, '15s');
    exception when insufficient_privilege or internal_error or unique_violation then
      -- The owner may not alter roles, or the migration of another database does so at the same moment.
      raise warning 'no time limits were set for the role %: %', role_name, sqlerrm;
    end;
  end loop;
end;
$$;

-- Deletes rows whose time is over, by topic. The embedded server calls it every six hours, a hosted project through
-- pg_cron.
create function public.prune_accounts() returns void
language plpgsql security definer set search_path = ''
as $$
declare
  topic text;
begin
  for topic in
    select proname from pg_catalog.pg_proc
    where pronamespace = 'private'::regnamespace and proname like 'prune\_%'
    order by proname
  loop
    execute format('select private.%I()', topic);
  end loop;
end;
$$;

-- Schedules pruning on a hosted project with pg_cron. The site's own server calls `prune_accounts` every six hours.
do $$
begin
  if exists (select from pg_extension where extname = 'pg_cron') then
    perform cron.schedule('prune-accounts', '17 */6 * * *', 'select public.prune_accounts()');
  end if;
end;
$$;

-- Grants the privileges of tables and functions without a topic of their own.
create function private.grant_core() returns void
language plpgsql set search_path = ''
as $$
begin
  -- Visitors.
  grant select on public.plans, public.settings to anon;

  -- Members and administrators, who are members with a row in `admins`.
  grant select on
    public.admins, public.profiles, public.plans, public.user_subscriptions, public.usage_days, public.usage_months,
    public.payments, public.invoices, public.payment_logs, public.webhook_events, public.feedback,
    public.api_preregistrations, public.settings, public.admin_audit_log
    to authenticated;
  grant update (username, language) on public.profiles to authenticated;
  grant insert, delete on public.plans, public.settings, public.admins to authenticated;
  grant update (
    period_months, ai_images_per_day, ai_images_per_month, api_images_per_day, api_images_per_month, photos_per_batch,
    offered, position
  ) on public.plans to authenticated;
  grant update (value, is_public) on public.settings to authenticated;
  grant update (role, permissions) on public.admins to authenticated;
  grant execute on function
    public.has_permission, public.is_super_admin, public.clean_username, public.count_device_images,
    public.delete_my_account, public.password_free_until, public.prove_identity, public.admin_session
    to authenticated;

  -- The service: functions and servers of the site, which pass row-level security.
  grant select, insert, update, delete on
    public.admins, public.profiles, public.plans, public.user_subscriptions, public.usage_days, public.usage_months,
    public.payments, public.invoices, public.payment_logs, public.webhook_events, public.feedback,
    public.api_preregistrations, public.settings
    to service_role;
  grant select, insert on public.admin_audit_log to service_role;
  grant execute on function
    public.clean_username, public.count_usage, public.request_preregistration, public.confirm_preregistration,
    public.reserve_ai_images, public.settle_ai_images
    to service_role;
end;
$$;

-- Deletes rows whose time is over. A proof of identity is kept as long as a session of an administrator can last.
create function private.prune_core() returns void
language sql set search_path = ''
as $$
  delete from auth.audit_log_entries where created_at < now() - interval '90 days';
  delete from auth.sessions
  where not_after < now()
    or greatest(created_at, refreshed_at at time zone 'utc') < now() - interval '90 days';
  -- A revoked token is kept for a week, so that its reuse is detected and ends the session.
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

revoke all on all tables in schema private from public, anon, authenticated, service_role;
revoke all on all sequences in schema private from public, anon, authenticated, service_role;
select public.apply_grants();
