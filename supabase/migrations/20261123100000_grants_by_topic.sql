-- Grants and pruning by topic. Before, each migration that added a table or a function repeated both lists whole. From here,
-- a migration adds a function of its own to the schema `private`: `private.grant_<topic>()` with the privileges of its tables and
-- functions, `private.prune_<topic>()` with what it deletes after a time. They are called in the order of their names.

-- What was granted until here.
create function private.grant_core() returns void
language plpgsql
set search_path = ''
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

  -- The service: our own functions and servers, past row-level security.
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

create or replace function public.apply_grants() returns void
language plpgsql
set search_path = ''
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

create function private.prune_core() returns void
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
  delete from private.identity_proofs where proven_at < now() - interval '2 hours';
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

-- Deletes what has served its time, by topic. The embedded server calls it every six hours, a hosted project by pg_cron.
create or replace function public.prune_accounts() returns void
language plpgsql
security definer
set search_path = ''
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
