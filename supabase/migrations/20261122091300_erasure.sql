-- Deleting an account leaves nothing that names its owner: no row of any table holds the user id, the email or the
-- username afterwards. Payments and invoices stay without the id; of invoices also the buyer's name and postal address,
-- which accounting law demands. Logs stay without the person.

-- An entry without a person: the id gives way to `erased` wherever it stands.
create function public.anonymised_entry(entry public.admin_audit_log, member uuid) returns public.admin_audit_log
language plpgsql
immutable
set search_path = ''
as $$
begin
  entry.actor_id := nullif(entry.actor_id, member);
  entry.row_id := replace(entry.row_id, member::text, 'erased');
  entry.row_before := replace(entry.row_before::text, member::text, 'erased')::jsonb;
  entry.row_after := replace(entry.row_after::text, member::text, 'erased')::jsonb;
  return entry;
end;
$$;

-- The log is still only added to, with this one exception: the account that `isola.erasing` names is taken out of it.
create function public.refuse_all_but_erasing() returns trigger
language plpgsql
set search_path = ''
as $$
declare
  member text := current_setting('isola.erasing', true);
begin
  if coalesce(member, '') = '' or new is distinct from public.anonymised_entry(old, member::uuid) then
    raise insufficient_privilege using message = format('%s is only ever added to', tg_table_name);
  end if;
  return new;
end;
$$;

drop trigger append_only on public.admin_audit_log;
create trigger append_only before delete or truncate on public.admin_audit_log
  for each statement execute function public.refuse_change();
create trigger append_only_but_erasing before update on public.admin_audit_log
  for each row execute function public.refuse_all_but_erasing();

-- Row-level security binds the owner of these tables too; during an erasure it lets the owner in. The owner is looked up and
-- not named, so that a backup can be restored where another role owns the tables.
create policy "erasure" on public.invoices for all using (
  coalesce(current_setting('isola.erasing', true), '') <> ''
  and current_user = (select tableowner from pg_tables where schemaname = 'public' and tablename = 'invoices'));
create policy "erasure" on public.payment_logs for all using (
  coalesce(current_setting('isola.erasing', true), '') <> ''
  and current_user = (select tableowner from pg_tables where schemaname = 'public' and tablename = 'payment_logs'));
create policy "erasure" on public.webhook_events for all using (
  coalesce(current_setting('isola.erasing', true), '') <> ''
  and current_user = (select tableowner from pg_tables where schemaname = 'public' and tablename = 'webhook_events'));

-- Whether a JSON value, at any depth, is one of these texts.
create function public.names_any(document jsonb, texts text[]) returns boolean
language sql
immutable
set search_path = ''
as $$
  select exists (
    select from jsonb_path_query(document, 'strict $.** ? (@.type() == "string")') as found
    where lower(found #>> '{}') = any (texts)
  );
$$;

create function public.erase_account(member uuid) returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  address text;
  -- What names the person inside JSON, in lower case. The email only once it is confirmed to be theirs.
  names text[];
begin
  select lower(email) into address from auth.users where id = member and email_confirmed_at is not null;
  select array_remove(array_agg(lower(old_email)), null) into names from private.email_changes where user_id = member;
  names := array_remove(names || array[member::text, address], null);

  perform set_config('isola.erasing', member::text, true);
  update public.invoices set buyer = buyer - '{email,username,user_id}'::text[] where user_id = member;
  delete from public.feedback where lower(email) = address;
  delete from public.api_preregistrations where lower(email) = address;
  -- What was still to be sent: a link in it would lead nowhere.
  delete from private.mail_queue where lower(recipient) = any (names);
  delete from auth.flow_state where user_id = member;
  delete from auth.refresh_tokens where user_id::text = member::text;
  -- Sessions, identities, profile, subscriptions, usage, rights and tokens go with it.
  delete from auth.users where id = member;

  -- After the deletion, which the log of administrators may have noted.
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

-- Deletes the caller's account. Returns `deleted`, what `check_identity` returned instead of `confirmed`, or
-- `last-super-admin`.
drop function public.delete_my_account();
create function public.delete_my_account(current_password text default null) returns text
language plpgsql
security definer
set search_path = ''
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
  perform public.erase_account(me);
  return 'deleted';
end;
$$;

create or replace function public.apply_grants() returns void
language plpgsql
set search_path = ''
as $$
begin
  revoke all on all tables in schema public from public, anon, authenticated, service_role;
  revoke all on all sequences in schema public from public, anon, authenticated, service_role;
  revoke all on all functions in schema public from public, anon, authenticated, service_role;
  alter default privileges in schema public revoke all on tables from anon, authenticated, service_role;
  alter default privileges in schema public revoke all on sequences from anon, authenticated, service_role;
  alter default privileges in schema public revoke all on functions from anon, authenticated, service_role;

  grant usage on schema public to anon, authenticated, service_role;

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
    price_minor, currency, period_months, ai_images_per_day, ai_images_per_month, api_images_per_day,
    api_images_per_month, photos_per_batch, offered, position
  ) on public.plans to authenticated;
  grant update (value, is_public) on public.settings to authenticated;
  grant update (role, permissions) on public.admins to authenticated;
  grant insert (user_id, plan_id, status, start_date, end_date) on public.user_subscriptions to authenticated;
  grant update (plan_id, status, end_date, cancelled_at) on public.user_subscriptions to authenticated;
  grant execute on function
    public.has_permission, public.is_super_admin, public.clean_username, public.count_device_images,
    public.delete_my_account, public.password_free_until
    to authenticated;

  -- The service: our own functions and servers, past row-level security.
  grant select, insert, update, delete on
    public.admins, public.profiles, public.plans, public.user_subscriptions, public.usage_days, public.usage_months,
    public.payments, public.invoices, public.payment_logs, public.webhook_events, public.feedback,
    public.api_preregistrations, public.settings
    to service_role;
  grant select, insert on public.admin_audit_log to service_role;
  grant execute on function public.clean_username, public.count_usage to service_role;
end;
$$;

select public.apply_grants();
